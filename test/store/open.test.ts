import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { LabError } from "../../src/errors.ts";
import { createBegun } from "../../src/store/begun.ts";
import { createExperiment, giveTask } from "../../src/store/experiment.ts";
import { holds, listEither, openEither, openExperiment } from "../../src/store/open.ts";
import { EXAMPLES } from "./examples.ts";

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "designlab-either-"));
});
afterEach(() => rm(base, { recursive: true, force: true }));

const now = () => new Date("2026-11-25T12:00:00Z");
const where = { directory: "/", now };
const at = (day: number) => `2026-11-${day}T10:00:00Z`;
const planned = (name: string, day: number) =>
  createExperiment(base, name, {
    gitignore: false,
    now,
    describe: (experiment_id) => ({ ...EXAMPLES.task, experiment_id, created_at: at(day) }),
  });
const begun = (name: string, day: number) =>
  createBegun(base, name, {
    gitignore: false,
    now,
    describe: (experiment_id) => ({ ...EXAMPLES.idea, experiment_id, created_at: at(day) }),
  });
const refusal = (work: Promise<unknown>): Promise<LabError> =>
  work.then(
    () => Promise.reject(new Error("it was opened")),
    (error: LabError) => error,
  );

describe("experiments with a task and without", () => {
  test("are listed newest first, each once, and those without a possible date last", async () => {
    await planned("a", 21);
    await begun("b", 23);
    await planned("c", 22);
    await begun("d", 29);
    const both = await begun("e", 20);
    await giveTask(both.dir, now, (experiment_id) => ({ ...EXAMPLES.task, experiment_id, created_at: at(24) }));
    const { all } = await listEither([base], now);
    expect(all.map(({ dir }) => basename(dir))).toEqual(["e", "b", "c", "a", "d"]);
  });

  test("are opened by id, by a beginning and by a path; the newest is one that fits", async () => {
    await planned("2026-11-21-plan", 21);
    const { dir } = await begun("2026-11-23-ask", 23);
    const open = async (reference?: string, fits: Parameters<typeof openEither>[2]["fits"] = () => true) =>
      basename((await openEither([base], reference, { ...where, fits })).dir);
    for (const reference of [undefined, "latest", "2026-11-23-ask", "2026-11-23", join(dir, "answers/x")])
      expect(await open(reference)).toBe("2026-11-23-ask");
    expect(await open(undefined, (found) => "task" in found)).toBe("2026-11-21-plan");
    expect(await open(undefined, async (found) => "task" in found)).toBe("2026-11-21-plan");
    expect(basename((await openExperiment([base], undefined, where)).dir)).toBe("2026-11-21-plan");
    expect((await refusal(openExperiment([base], "2026-11-23", where))).message).toBe(
      "2026-11-23-ask began with questions and has no task yet.",
    );
    expect((await refusal(openEither([base], "2026-11-2", { ...where, fits: () => true }))).message).toContain(
      "names 2 experiments",
    );
    expect(await holds([base], "2026-11-23-ask", where)).toBe(true);
  });

  test("say of briefs alone that no designs are there, and of none that there is none", async () => {
    expect((await refusal(openExperiment([base], undefined, where))).message).toContain("no experiment yet");
    await begun("2026-11-22-old", 22);
    await begun("2026-11-23-new", 23);
    const { message, advice } = await refusal(openExperiment([base], "latest", where));
    expect(message).toBe(`There is no experiment with designs yet in ${base}: what is there began with questions.`);
    expect(advice).toBe("`/design-lab show 2026-11-23-new` says how the newest stands and what to type next.");
    expect((await refusal(openExperiment([base], "2026-11-23-wen", where))).message).toContain("2026-11-23-new");
  });
});

describe("giveTask()", () => {
  test("writes a task into a folder that is there, and leaves one that it finds", async () => {
    const { dir } = await begun("ask", 22);
    const first = await giveTask(dir, now, (experiment_id) => ({ ...EXAMPLES.task, experiment_id, topic: "first" }));
    const second = await giveTask(dir, now, () => {
      throw new Error("it was described");
    });
    expect([first.task.topic, second.task.topic]).toEqual(["first", "first"]);
    expect(second.task.experiment_id).toBe("ask");
    expect(second.dir).toBe(dir);
  });

  test("writes over no task that cannot be read", async () => {
    const { dir } = await begun("ask", 22);
    await writeFile(join(dir, "task.json"), "{");
    const { message, problems } = await refusal(giveTask(dir, now, () => EXAMPLES.task));
    expect(message).toContain(dir);
    expect(problems).toMatchObject([{ kind: "not-json" }]);
    expect(await Bun.file(join(dir, "task.json")).text()).toBe("{");
  });
});
