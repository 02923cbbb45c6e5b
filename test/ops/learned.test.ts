import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { Score } from "../../src/artifacts/score.ts";
import { readSealedScores } from "../../src/experiment/sealed-scores.ts";
import { viewOf } from "../../src/experiment/view.ts";
import type { Learned } from "../../src/stats/learned.ts";
import { randomOf } from "../../src/stats/random.ts";
import type { Experiment } from "../../src/store/experiment.ts";
import { openExperiment } from "../../src/store/open.ts";
import type { Home } from "../../src/store/private.ts";
import { answerCall } from "../../src/tool.ts";
import { readJson } from "../support/disk.ts";
import { baseOf, dayAt, writeKnown } from "../support/history-project.ts";
import { type Bench, bench } from "../support/lab.ts";

const REVIEWERS = ["ray/one", "sol/two", "uma/apart"];
const DESIGNERS = ["ann/a", "bob/b", "cat/c", "dan/d"];

let lab: Bench;
let base: string;
const person = (): Home => ({ home: lab.home, env: {} });

async function open(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), "designlab-learned-"));
  lab = await bench({ dir, home: join(dir, "no-home"), now: () => new Date("2026-11-24T12:00:00Z") });
  base = baseOf(dir);
}

/** An experiment in which the first two reviewers share nearly all of their error. */
function write(nth: number, home: Home | null = person()): Promise<Experiment> {
  const random = randomOf(17 * nth + 9);
  const table = DESIGNERS.map(() => {
    const [quality, common, other] = [random.normal(6, 1), random.normal(0, 1), random.normal(0, 1)];
    return [quality + common, quality + common + random.normal(0, 0.2), quality + other];
  });
  const score = (design: number, reviewer: number) => Math.min(10, Math.max(0, table[design]?.[reviewer] ?? 5));
  const known = { name: `task-${nth}`, at: dayAt(nth), seed: nth, designers: DESIGNERS, reviewers: REVIEWERS, score };
  return writeKnown(base, known, home ?? undefined);
}

async function learned(): Promise<Learned> {
  const { facts } = await answerCall({ op: "show", args: { what: "history" } }, lab.context);
  return (facts as { history: { learned: Learned } }).history.learned;
}

async function ranked({ dir, task }: Experiment): Promise<Ranking> {
  await lab.call("rank", { experiment: task.experiment_id });
  return readJson<Ranking>(join(dir, "results", "ranking.json"));
}
const withoutTime = ({ timestamp: _, ...ranking }: Ranking): string => JSON.stringify(ranking);

describe("what is learned of who errs together", () => {
  beforeAll(open);
  afterAll(() => lab.dispose());

  test("is told by history, stored in the first ranking that uses it, and changes no ranking that is there", async () => {
    const before = await write(20);
    const first = await ranked(before);
    expect(first.assumptions).not.toHaveProperty("learned");
    await write(1);
    expect(await learned()).toEqual({ is: "too-few", experiments: 2 });
    expect(await lab.call("show", { what: "history" })).toContain("there are 2");
    for (const nth of [2, 3, 4]) await write(nth);
    expect(await learned()).toMatchObject({ is: "learned", experiments: 5 });
    expect(await lab.call("show", { what: "history" })).toContain("learned from 5 experiments");

    const after = await write(21);
    const stored = await ranked(after);
    expect(stored.assumptions.learned?.experiments).toBe(5);
    const { "uma-apart": apart = 0, "ray-one": one = 0 } = stored.assumptions.learned?.weights ?? {};
    expect(apart).toBeGreaterThan(one);

    await write(5);
    expect(withoutTime(await ranked(after))).toBe(withoutTime(stored));
    expect(withoutTime(await ranked(before))).toBe(withoutTime(first));
  });
});

describe("what teaches nothing", () => {
  let own: Experiment[];
  beforeAll(async () => {
    await open();
    own = [];
    for (const nth of [1, 2, 3, 4]) own.push(await write(nth));
  });
  afterAll(() => lab.dispose());

  test("is an experiment of another machine, with seals of its own or none, and one that was only decided on here", async () => {
    expect((await learned()).experiments).toBe(4);
    const stranger = await mkdtemp(join(tmpdir(), "designlab-stranger-"));
    await write(5, null);
    await write(6, { home: stranger, env: {} });
    const decided = { design: 0, because: "It is the one" };
    const score = (design: number, reviewer: number) => 3 + ((design * 2 + reviewer) % 5);
    const plan = { name: "task-7", at: dayAt(7), seed: 7, designers: DESIGNERS, reviewers: REVIEWERS };
    const { dir } = await writeKnown(base, { ...plan, decided, score }, person());
    expect((await learned()).experiments).toBe(5);
    await rm(join(dir, "made.json"));
    expect((await learned()).experiments).toBe(4);
    await rm(stranger, { recursive: true });
  });

  test("is a score that somebody changed, moved from another experiment, or gave another score's seal", async () => {
    const [first, second] = own.map(({ dir }) => join(dir, "scores")) as [string, string];
    const files = await readdir(first);
    for (const file of files) {
      const score = await readJson<Score>(join(first, file));
      await writeFile(join(first, file), JSON.stringify(lowered(score)));
    }
    expect((await learned()).experiments).toBe(3);
    for (const file of files) {
      const score = await readJson<Score>(join(second, file));
      await writeFile(join(first, file), JSON.stringify(score));
    }
    expect((await learned()).experiments).toBe(3);
    const { provenance } = await readJson<Score>(join(second, files[0] ?? ""));
    for (const file of files) {
      const score = await readJson<Score>(join(second, file));
      await writeFile(
        join(second, file),
        JSON.stringify({ ...score, provenance: { ...score.provenance, mac: provenance.mac } }),
      );
    }
    expect(await learned()).toEqual({ is: "too-few", experiments: 2 });
  });
});

test("a run seals every score that its sessions give, samples included", async () => {
  const dir = await mkdtemp(join(tmpdir(), "designlab-learned-"));
  const config = {
    design_models: ["alpha/strong-1", "beta/middle-1"],
    review_models: ["gamma/weak-1"],
    review: { quantitative: { samples: 2 } },
  };
  lab = await bench({ dir, home: join(dir, "no-home"), config });
  await lab.call("run", { task: "A queue", topic: "queue" });
  const found = await openExperiment([baseOf(dir)], "latest", {
    directory: dir,
    now: () => new Date(),
    person: person(),
  });
  const view = await viewOf(found);
  const isSealed = await readSealedScores(view);
  expect(view.artifacts.scores.map((score) => [score.samples.length, isSealed(score)])).toEqual([
    [2, true],
    [2, true],
  ]);
  await lab.dispose();
});

function lowered(score: Score): Score {
  const less = (scores: Score["scores"]) =>
    Object.fromEntries(Object.entries(scores).map(([name, value]) => [name, Math.max(0, value - 1)]));
  const samples = score.samples.map((sample) => ({ ...sample, scores: less(sample.scores) }));
  return { ...score, scores: less(score.scores), samples };
}
