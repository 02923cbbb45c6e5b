import { describe, expect, test } from "bun:test";
import type { MissingCell, PendingWork } from "../../src/artifacts/status.ts";
import { NOTHING, statusOf } from "../../src/experiment/status.ts";
import { designOf, line, reviewOf, scoreOf, taskOf } from "../support/artifacts.ts";

const task = taskOf(["p/a", "p/b"], ["p/x", "p/y"]);
const designs = [designOf("p/a"), designOf("p/b")];
const pairs = designs.flatMap(({ design_id }) => ["p/x", "p/y"].map((model) => [design_id, model] as const));
const reviews = pairs.map(([design, model]) => reviewOf(design, model));
const scores = pairs.map(([design, model]) => scoreOf(design, model, [5]));

const cells = (pending: readonly PendingWork[]) => pending.filter((work): work is MissingCell => work.kind === "cell");

describe("statusOf()", () => {
  test("counts a plan of which nothing is there, and all of it is pending in the order in which it is asked", () => {
    const { designs: designing, pending, failures, ...status } = statusOf(task, NOTHING, []);
    expect({ designing, ...status }).toEqual({
      designing: { there: 0, wanted: 2 },
      reviews: { there: 0, wanted: 4 },
      scores: { there: 0, wanted: 4 },
      samples: { there: 0, wanted: 4 },
      short: 0,
      spared: [],
    });
    expect(pending.map(({ kind, design_id }) => `${kind} ${design_id}`)).toEqual([
      "design a",
      "design b",
      "cell a",
      "cell a",
      "cell b",
      "cell b",
    ]);
    expect(cells(pending).every(({ askable }) => !askable)).toBe(true);
    expect(failures).toEqual([]);
  });

  test("finds nothing pending when all is there", () => {
    const status = statusOf(task, { ...NOTHING, designs, reviews, scores }, []);
    expect(status.pending).toEqual([]);
    expect(status.scores).toEqual({ there: 4, wanted: 4 });
  });

  test("counts a score once it has all its samples, and the sessions that the others take", () => {
    const [first, second, third] = [
      scoreOf("a", "p/x", [5, 6, 7]),
      scoreOf("a", "p/y", [5]),
      scoreOf("b", "p/x", [5, 6]),
    ];
    const status = statusOf(
      { ...task, score_samples: 3 },
      { ...NOTHING, designs, reviews, scores: [first, second, third] },
      [],
    );
    expect(status.reviews).toEqual({ there: 4, wanted: 4 });
    expect(status.scores).toEqual({ there: 1, wanted: 4 });
    expect(status.samples).toEqual({ there: 6, wanted: 12 });
    expect(
      cells(status.pending).map(({ design_id, reviewer, parts, sessions, samples }) => [
        design_id,
        reviewer.reviewer_id,
        parts.join(),
        sessions,
        samples.length,
      ]),
    ).toEqual([
      ["a", "y", "score", 2, 1],
      ["b", "x", "score", 1, 2],
      ["b", "y", "score", 3, 0],
    ]);
  });

  test("takes one session for a review whose score is there, and for both parts together", () => {
    const held = { ...NOTHING, designs, reviews: reviews.slice(1), scores };
    expect(cells(statusOf(task, held, []).pending)).toMatchObject([{ parts: ["review"], sessions: 1 }]);
    const none = { ...NOTHING, designs, reviews: reviews.slice(1), scores: scores.slice(1) };
    expect(cells(statusOf(task, none, []).pending)).toMatchObject([{ parts: ["review", "score"], sessions: 1 }]);
  });

  test("wants of a reviewer only the parts that it is asked for", () => {
    const one = { ...task, reviewers: [{ reviewer_id: "x", model: "p/x", parts: ["score" as const] }] };
    const status = statusOf(
      one,
      { ...NOTHING, designs, scores: scores.filter(({ reviewer_id }) => reviewer_id === "x") },
      [],
    );
    expect(status.reviews).toEqual({ there: 0, wanted: 0 });
    expect(status.pending).toEqual([]);
  });

  test("names as a failure what is pending and last ended in one, not what a later session mended", () => {
    const failed = (design_id: string, reviewer_id?: string) =>
      line("failed", {
        phases: reviewer_id ? ["review", "score"] : ["generate"],
        design_id,
        ...(reviewer_id && { reviewer_id }),
        kind: "timeout",
        message: "slow",
      });
    const ledger = [failed("a"), failed("b", "x"), failed("b", "y"), failed("b", "y")];
    const held = {
      ...NOTHING,
      designs: designs.slice(1),
      reviews: [reviewOf("b", "p/x")],
      scores: [scoreOf("b", "p/x", [5])],
    };
    const { failures } = statusOf(task, held, ledger);
    expect(failures.map(({ phase, model, design_id }) => `${phase} ${design_id} ${model}`)).toEqual([
      "generate a p/a",
      "review b p/y",
      "score b p/y",
    ]);
    const later = [...ledger, line("done", { phases: ["generate"], design_id: "a" })];
    expect(statusOf(task, held, later).failures.map(({ phase }) => phase)).toEqual(["review", "score"]);
    // What a person stopped did not fail, and of what says no kind nobody knows that it did.
    const stopped = { phases: ["generate" as const], design_id: "a", message: "stopped" };
    for (const last of [line("failed", { ...stopped, kind: "aborted" }), line("failed", stopped)])
      expect(statusOf(task, held, [...ledger, last]).failures.map(({ phase }) => phase)).toEqual(["review", "score"]);
  });

  test("calls begun what was started and has not ended", () => {
    const started = (design_id: string, reviewer_id?: string) =>
      line("started", { design_id, ...(reviewer_id && { reviewer_id }) });
    const ledger = [
      started("a"),
      line("failed", { design_id: "a" }),
      started("b", "y"),
      started("a"),
      started("b", "x"),
      line("done", { design_id: "b", reviewer_id: "x" }),
    ];
    const { pending } = statusOf(task, { ...NOTHING, designs: designs.slice(1) }, ledger);
    expect(pending.filter(({ begun }) => begun)).toMatchObject([
      { kind: "design", design_id: "a" },
      { kind: "cell", design_id: "b", reviewer: { reviewer_id: "y" } },
    ]);
  });
});
