import { describe, expect, test } from "bun:test";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { Task } from "../../src/artifacts/task.ts";
import {
  addDesigners,
  addReviewers,
  addStandIn,
  joinDesigners,
  withDesigners,
  withReviewers,
} from "../../src/experiment/panel.ts";
import type { Experiment } from "../../src/store/experiment.ts";
import { taskOf } from "../support/artifacts.ts";
import { available } from "../support/scripted-host.ts";

type Lab = Parameters<typeof withDesigners>[0];

const modelId = fc
  .tuple(
    fc.constantFrom("a", "a-b", "b", "c/d"),
    fc.constantFrom("x", "x-1", "b", "b-x", "d", "1", "X", "ü", "永続", "..%2f", "-2"),
  )
  .map(([provider, model]) => `${provider}/${model}`);

const seats = (models: readonly string[]) => models.map((model) => ({ model }));

describe("addDesigners() and addReviewers()", () => {
  test("never give two designs, two reviewers or two cells one name, whatever the models are called", () => {
    fc.assert(
      fc.property(
        fc.array(modelId, { maxLength: 6 }),
        fc.array(modelId, { maxLength: 6 }),
        fc.array(modelId, { maxLength: 3 }),
        (first, judges, later) => {
          const designers = addDesigners({ designers: [], reviewers: [] }, seats(first));
          const reviewers = addReviewers({ designers, reviewers: [] }, seats(judges), "score");
          const all = addDesigners({ designers, reviewers }, seats(later));
          const cells = all.flatMap(({ design_id }) =>
            reviewers.map(({ reviewer_id }) => `${design_id}-${reviewer_id}`),
          );
          expect(new Set(all.map(({ design_id }) => design_id)).size).toBe(first.length + later.length);
          expect(new Set(reviewers.map(({ reviewer_id }) => reviewer_id)).size).toBe(new Set(judges).size);
          expect(new Set(cells).size).toBe(cells.length);
          expect(all.slice(0, designers.length)).toEqual(designers);
          for (const { design_id } of all) expect(design_id).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}-]*$/u);
        },
      ),
    );
  });

  test("give every cell a file's name that a disk takes, however long its two models are called", () => {
    const long = ["a", "b", "b"].map((provider) => `${provider.repeat(100)}/${"永続-model-".repeat(40)}`);
    const designers = addDesigners({ designers: [], reviewers: [] }, seats(long));
    const reviewers = addReviewers({ designers, reviewers: [] }, seats(long), "score");
    for (const { design_id } of designers) {
      for (const { reviewer_id } of reviewers) {
        const written = `review-${design_id}-${reviewer_id}.json.${"0".repeat(36)}.tmp`;
        expect(Buffer.byteLength(written)).toBeLessThanOrEqual(255);
      }
    }
  });

  test("put a reviewer's second part beside its first and keep its id", () => {
    const reviewed = addReviewers({ designers: [], reviewers: [] }, seats(["a/x"]), "review");
    expect(addReviewers({ designers: [], reviewers: reviewed }, seats(["a/x", "b/y"]), "score")).toEqual([
      { kind: "model", reviewer_id: "a-x", model: "a/x", parts: ["review", "score"] },
      { kind: "model", reviewer_id: "b-y", model: "b/y", parts: ["score"] },
    ]);
  });
});

describe("who joins a plan", () => {
  const task = taskOf(["p/a"], ["p/x", "p/y"]);
  const lab = {
    available: async () => ["p/a", "p/b", "p/x", "p/y", "p/z"].map((id) => available(id)),
  } as unknown as Lab;
  const joined = async (...args: [readonly string[], "review" | "score", Task?]) => {
    const [names, part, plan = task] = args;
    const { task: changed, reviewers } = await withReviewers(lab, plan, names, part);
    const rows = changed.reviewers.map(({ reviewer_id, parts, stand_in }) =>
      [reviewer_id, ...parts, ...(stand_in ? ["stand-in"] : [])].join(" "),
    );
    return { same: changed === plan, rows, reviewers };
  };

  test("is nobody where all that are named are asked already, by their id or their model", async () => {
    expect(await joined(["x", "p/y", "p/x"], "score")).toEqual({
      same: true,
      rows: ["x review score", "y review score"],
      reviewers: ["x", "y"],
    });
  });

  test("is a new model under an id of its own, and one with a row for the part that it lacked", async () => {
    const half = { ...task, reviewers: task.reviewers.map((each) => ({ ...each, parts: ["review" as const] })) };
    expect(await joined(["p/z", "x", "p/z"], "score", half)).toEqual({
      same: false,
      rows: ["x review score", "y review", "p-z score"],
      reviewers: ["x", "p-z"],
    });
    await expect(withReviewers(lab, task, ["p/nobody"], "score")).rejects.toThrow("p/nobody");
  });

  test("is one that only stood in, planned from now on", async () => {
    const plan = { ...task, reviewers: addStandIn(task, { model: "p/z" }, ["score", "review"]) };
    expect(plan.reviewers.at(-1)).toEqual({
      kind: "model",
      reviewer_id: "p-z",
      model: "p/z",
      parts: ["review", "score"],
      stand_in: true,
    });
    expect(await joined(["p/z"], "review", plan)).toMatchObject({ same: false, reviewers: ["p-z"] });
    expect((await joined(["p/z"], "review", plan)).rows).toEqual([
      "x review score",
      "y review score",
      "p-z review score",
    ]);
    const [first] = addStandIn({ ...task, reviewers: addReviewers(task, [], "score").slice(0, 1) }, { model: "p/x" }, [
      "score",
    ]);
    expect(first).toEqual(task.reviewers[0]);
  });

  test("is each model that designs nothing of it yet, and none that no provider offers", async () => {
    const { designers } = await withDesigners(lab, task, seats(["p/a", "p/b"]));
    expect(designers.map(({ design_id, model }) => [design_id, model])).toEqual([
      ["a", "p/a"],
      ["p-b", "p/b"],
    ]);
    await expect(withDesigners(lab, task, seats(["p/nobody"]))).rejects.toThrow("p/nobody");
    const dir = await mkdtemp(join(tmpdir(), "designlab-plan-"));
    const experiment = { dir, task } as Experiment;
    expect(await joinDesigners(lab, experiment, seats(["p/a"]))).toBe(experiment);
    const changed = await joinDesigners(lab, experiment, seats(["p/b"]));
    expect([changed.dir, changed.task.designers]).toEqual([dir, designers]);
    expect(JSON.parse(await readFile(join(dir, "task.json"), "utf8")).designers).toEqual(designers);
    await rm(dir, { recursive: true });
  });
});
