import { afterEach, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { ordinaryAnswer, type ScriptedModel } from "../../rehearsal/scripted-model.ts";
import type { Look } from "../../src/artifacts/look.ts";
import { THRIFT_COSTS } from "../../src/artifacts/preset.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";
import { planted, type Table } from "../support/planted.ts";
import { benchAfter } from "../support/played.ts";

let lab: Bench;
afterEach(() => lab.dispose());

const FOUR = ["a/one", "b/two", "c/three", "d/four"];
const FIVE = ["r/one", "s/two", "t/three", "u/four", "v/five"];
const reviewing = (reviewers: readonly string[], scores: readonly number[]): Table =>
  Object.fromEntries(
    reviewers.map((id, at) => [id, scores.map((score) => score - (at % 3) * 0.3 + (score * at) / 50)]),
  );
/** The first two close together, the others far behind. */
const TWO_AHEAD = reviewing(FIVE, [8, 7.8, 4, 3.8]);

/** Each reviewer has another favourite. */
const EVEN: Table = Object.fromEntries(FIVE.map((id, at) => [id, [0, 1, 2, 3].map((plan) => 6 + ((plan + at) % 4))]));

type Options = Omit<BenchOptions, "answer"> & {
  designers?: readonly string[];
  reviewers?: readonly string[];
  table?: Table;
  fails?: (asked: { kind: string; model: string }) => boolean;
};

function options({ designers = FOUR, reviewers = FIVE, table = TWO_AHEAD, fails, ...more }: Options = {}) {
  const models: ScriptedModel[] = [...new Set([...designers, ...reviewers, ...Object.keys(table)])].map((id) => ({
    id,
  }));
  const chosen: BenchOptions = {
    ...more,
    models,
    config: {
      design_models: [...designers],
      review_models: [...reviewers],
      ...more.config,
      review: { thrifty: true, ...more.config?.review },
    },
    answer: (asked) => {
      if (fails?.(asked)) return { error: { kind: null, message: "no", status: 401, retryable: false } };
      const model = models.find(({ id }) => id === asked.model) ?? { id: asked.model };
      return planted(designers, table, asked, ordinaryAnswer(model, asked));
    },
  };
  return chosen;
}

async function thrifty(given?: Options): Promise<void> {
  lab = await bench(options(given));
}

const TASK = { task: "A queue", topic: "queue" };
const run = (args: object = {}): Promise<string> => lab.call("run", { ...TASK, ...args });

/** Whose run is over, in which nothing failed; its reply. */
async function ran(given: Options = {}): Promise<string> {
  const { fails: _, ...key } = given;
  const made = await benchAfter({ args: TASK, key: JSON.stringify(key) }, options(given));
  lab = made.lab;
  return made.reply;
}
const evaluations = (): string[] =>
  lab.host.sessions.filter(({ role }) => role === "evaluator").map(({ title }) => title);

async function stored() {
  const dir = await onlyExperiment(lab.dir);
  return {
    dir,
    id: basename(dir),
    look: await readJson<Look>(join(dir, "look.json")),
    ranking: await readJson<Ranking>(join(dir, "results/ranking.json")),
  };
}

describe("a thrifty run of 4 × 5", () => {
  test("has three reviewers judge all, the others the two that can still win, and says what was spared", async () => {
    const reply = await ran();
    expect(evaluations()).toHaveLength(16);
    const { look, ranking, id } = await stored();
    expect(look.first).toHaveLength(3);
    expect(look.designs.map(({ kept }) => kept)).toEqual([true, true, false, false]);
    expect(look.spared).toHaveLength(4);
    expect(reply).toContain("16 of 20 evaluations asked; 4 spared: C and D had less than 10 % after 3 reviewers.");
    expect(reply).toContain(`/design-lab resume ${id} --no-thrifty`);
    expect(reply).not.toContain("Incomplete");
    expect(reply).toContain("4 designs written, 16 reviews and 16 scores made.");
    expect(ranking.summary).toMatchObject({ scored_cells: 16, expected_cells: 16, silent_reviewers: [] });
    expect(ranking.reliability.kendall_w).not.toBeNull();
    expect(ranking.reliability.icc_2_1).not.toBeNull();
    expect(ranking.designs.map(({ reviewers }) => reviewers)).toEqual([5, 5, 3, 3]);
    expect(await lab.call("show", { experiment: id })).toContain("4 of 4 designs, 16 of 16 reviews, 16 of 16 scores");
    expect(await lab.call("show", { what: "ledger" })).toContain("looked who is still to be judged");
  });

  test("asks nothing when it is made again, and what was spared and only that on demand", async () => {
    await ran();
    const { id } = await stored();
    expect(await lab.call("run", { experiment: id })).toContain("Nothing was missing, so nothing was asked.");
    expect(await run()).toContain("16 of 20 evaluations asked");
    expect(evaluations()).toHaveLength(32);
    // The newest of the two.
    await rm(join(lab.dir, ".opencode/design-lab", id), { recursive: true });
    const before = evaluations().length;
    const again = (await stored()).id;
    const dry = await lab.call("run", { thrifty: false, experiment: again, dry_run: true });
    expect(dry).toContain("4 sessions");
    expect(dry).toContain(`/design-lab resume ${again} --no-thrifty`);
    expect(evaluations()).toHaveLength(before);
    const all = await lab.call("run", { thrifty: false, experiment: (await stored()).id });
    expect(all).toContain("4 reviews and 4 scores made");
    expect(all).not.toContain("spared");
    expect(new Set(evaluations().slice(16)).size).toBe(20);
    const { ranking } = await stored();
    expect(ranking.summary).toMatchObject({ scored_cells: 20, expected_cells: 20 });
  });

  test("score asks for the spared scores alone", async () => {
    await ran();
    const { id } = await stored();
    expect(await lab.call("score", { experiment: id })).toContain("4 scores made");
    expect(await lab.call("review", { experiment: id })).toContain("4 reviews made");
    expect(await lab.call("rank", { experiment: id })).not.toContain("spared");
  });

  test("where the first is far ahead nobody further is asked", async () => {
    await thrifty({ table: reviewing(FIVE, [9, 5, 4, 3]) });
    const reply = await run();
    expect(evaluations()).toHaveLength(12);
    expect(reply).toContain(
      "12 of 20 evaluations asked; 8 spared: after 3 reviewers no other could be expected to change the choice.",
    );
    const { look } = await stored();
    expect(look.gain?.expected).toBeLessThan(look.gain?.enough ?? 0);
  });

  test("where all are close all are asked, and nothing is said of sparing", async () => {
    await thrifty({ table: EVEN });
    const reply = await run();
    expect(evaluations()).toHaveLength(20);
    expect(reply).not.toContain("spared");
    expect((await stored()).look.spared).toEqual([]);
  });
});

test("reviewers that designed nothing judge first, whatever the seed", async () => {
  const reviewers = ["a/one", "b/two", "x/one", "y/two", "z/three"];
  await thrifty({ reviewers, table: reviewing(reviewers, [8, 7.8, 4, 3.8]) });
  await run();
  const { look } = await stored();
  expect(look.first.toSorted()).toEqual(["x-one", "y-two", "z-three"]);
  expect(look.further.toSorted()).toEqual(["a-one", "b-two"]);
});

test("of three reviewers two judge first", async () => {
  const reviewers = FIVE.slice(0, 3);
  await thrifty({ reviewers, table: reviewing(reviewers, [8, 7.8, 2, 1.8]) });
  const reply = await run();
  expect((await stored()).look).toMatchObject({ heard: 2, gain: null });
  expect(reply).toContain("10 of 12 evaluations asked; 2 spared: C and D had less than 10 % after 2 reviewers.");
});

test("with two designs or two reviewers nothing is spared, and that is said", async () => {
  await thrifty({ designers: FOUR.slice(0, 2) });
  const reply = await run();
  expect(evaluations()).toHaveLength(10);
  expect(reply).toContain("Nothing can be spared");
  expect(await run({ dry_run: true, fresh: true })).toContain("Nothing can be spared");
});

test("a dry run says how the reviewers are asked, and one of what is left does not", async () => {
  await thrifty();
  expect(await run({ dry_run: true })).toContain(
    `3 reviewers judge every design; the other 2 are asked where it can still change the choice, so it may be less. Its price: ${THRIFT_COSTS}.`,
  );
  lab.voice = "line";
  expect(await lab.call("help", { op: "run" })).toContain(THRIFT_COSTS);
  for (const page of ["command", "configuration"])
    expect(await Bun.file(`docs/${page}.md`).text()).toContain(THRIFT_COSTS);
  await run();
  expect(await lab.call("run", { experiment: (await stored()).id, dry_run: true })).toContain("nothing is left to ask");
});

test("a design with fewer than two scores is judged by all, and a dead reviewer of the first is no reason to wait", async () => {
  await thrifty({
    reviewers: FIVE,
    fails: ({ kind, model }) => kind === "evaluation" && model === FIVE[0],
  });
  const reply = await run();
  const { look, ranking } = await stored();
  const dead = look.first.includes("r-one");
  expect(look.heard).toBe(dead ? 2 : 3);
  expect(reply).toContain("spared");
  // What failed is missing, what was spared is not.
  expect(reply).toContain("Incomplete");
  expect(ranking.summary.expected_cells).toBe(20 - look.spared.length);
});

test("a design that failed is judged by everybody once it is there", async () => {
  let down = true;
  await thrifty({ fails: ({ kind, model }) => down && kind === "design" && model === FOUR[3] });
  await run();
  const { id, look } = await stored();
  expect(look.designs.map(({ design_id }) => design_id)).toEqual(["a-one", "b-two", "c-three"]);
  const before = evaluations().length;
  down = false;
  await lab.call("run", { experiment: id });
  expect(evaluations()).toHaveLength(before + 5);
});

describe("a limit of tokens", () => {
  /** Evaluations that were asked within so many tokens, then all with none. */
  async function within(max_tokens: number) {
    await thrifty({ config: { limits: { max_parallel: 1 } } });
    const reply = await run({ limits: { max_tokens } });
    const dir = await onlyExperiment(lab.dir);
    const looked = await Bun.file(join(dir, "look.json")).exists();
    const first = evaluations();
    const whole = await lab.call("run", { experiment: basename(dir), limits: { max_tokens: 1_000_000 } });
    return { reply, looked, first, whole, all: evaluations() };
  }

  test("that is used up in the first wave leaves the look to the next call, which asks nothing twice", async () => {
    const { reply, looked, first, whole, all } = await within(60_000);
    expect(reply).toStartWith("**Stopped: budget.**");
    expect(looked).toBe(false);
    expect(first.length).toBeWithin(1, 12);
    expect(whole).toContain("16 of 20 evaluations asked");
    expect(new Set(all).size).toBe(16);
    expect(all).toHaveLength(16);
  });

  test("that is used up at the look has the next call ask for the designs that were kept", async () => {
    const { reply, looked, first, whole, all } = await within(82_000);
    expect(reply).toStartWith("**Stopped: budget.**");
    expect(looked).toBe(true);
    expect(first.length).toBeWithin(12, 16);
    expect(whole).toContain("16 of 20 evaluations asked");
    expect(new Set(all).size).toBe(16);
    expect(all).toHaveLength(16);
  });
});

test("a stand-in's answers count in the look, under its own name", async () => {
  const standing = reviewing([...FIVE, "w/six"], [8, 7.8, 4, 3.8]);
  await thrifty({
    table: standing,
    config: { fallback_models: { [FIVE[1] as string]: ["w/six"] } },
    fails: ({ kind, model }) => kind === "evaluation" && model === FIVE[1],
  });
  const reply = await run();
  const { look, ranking } = await stored();
  expect(look.first).toContain("s-two");
  expect(look.heard).toBe(3);
  expect(look.designs.map(({ scores }) => scores)).toEqual([3, 3, 3, 3]);
  expect(reply).toContain("16 of 20 evaluations asked");
  expect(ranking.summary).toMatchObject({ scored_cells: 16, expected_cells: 16 });
});

describe("a reviewer that joins for some designs", () => {
  test("judges these alone, and nothing is missing", async () => {
    await ran({ table: { ...TWO_AHEAD, "w/six": [7, 7, 7, 7] }, config: { review: { thrifty: false } } });
    const dir = await onlyExperiment(lab.dir);
    const id = basename(dir);
    const before = evaluations().length;
    const reply = await lab.call("score", { experiment: id, models: ["w/six"], designs: ["A", "B"] });
    expect(reply).toContain("2 scores made");
    expect(evaluations()).toHaveLength(before + 2);
    expect(reply).not.toContain("Incomplete");
    expect(await lab.call("rank", { experiment: id })).not.toContain("Incomplete");
    const ranking = await readJson<Ranking>(join(dir, "results/ranking.json"));
    expect(ranking.summary).toMatchObject({ scored_cells: 22, expected_cells: 22, silent_reviewers: [] });
    expect(ranking.designs.map(({ reviewers }) => reviewers).toSorted()).toEqual([5, 5, 6, 6]);
    // By those who judged all.
    expect(ranking.reliability.kendall_w).not.toBeNull();
    expect(await lab.call("run", { experiment: id })).toContain("Nothing was missing");
    // Named again without designs it judges the others too.
    expect(await lab.call("score", { experiment: id, models: ["w/six"] })).toContain("2 scores made");
  });
});

describe("a look", () => {
  test("of another text than today's counts as not made: who was spared is asked about the new one", async () => {
    await ran();
    const { dir, id } = await stored();
    const path = join(dir, "designs/design-c-three.json");
    const design = await readJson(path);
    await Bun.write(path, JSON.stringify({ ...design, summary: "Another design altogether." }));
    expect(await lab.call("show", { experiment: id })).toContain("look.json");
    const before = evaluations().length;
    await lab.call("run", { experiment: id });
    // Its first reviewers judge it again, and then it is looked anew.
    expect(evaluations().length).toBeGreaterThanOrEqual(before + 3);
    const { look } = await stored();
    expect(look.designs.find(({ design_id }) => design_id === "c-three")?.scores).toBe(3);
  });

  test("does not take one that has scored some cells beside the first for a panel that is heard", async () => {
    await thrifty({
      reviewers: FIVE.slice(0, 4),
      table: { ...Object.fromEntries(FIVE.slice(0, 4).map((id) => [id, [7, 7, 7, 7]])), "w/six": [7, 7, 7, 7] },
    });
    await lab.call("generate", { task: "A queue", topic: "queue" });
    const dir = await onlyExperiment(lab.dir);
    // Somebody outside of the panel, and the others of it, one design each.
    for (const [at, id] of FIVE.slice(0, 4).entries()) {
      await lab.call("score", { experiment: basename(dir), models: [id], designs: ["ABCD"[at] ?? "A"] });
    }
    await lab.call("run", { experiment: basename(dir) });
    const { look } = await stored();
    expect(look.heard).toBe(3);
    expect(look.spared).toEqual([]);
    expect(evaluations().length).toBeGreaterThanOrEqual(16);
  });

  test("spares no longer what somebody asks for: what then fails is missing", async () => {
    let down = false;
    await ran({ fails: ({ kind }) => down && kind === "score" });
    const { id } = await stored();
    down = true;
    expect(await lab.call("score", { experiment: id })).toContain("4 failed");
    expect(await lab.call("show", { experiment: id })).toContain("16 of 20 scores");
    down = false;
    const before = evaluations().length;
    await lab.call("run", { experiment: id });
    expect(evaluations()).toHaveLength(before + 4);
  });
});

test("words for some designs and scores for others of one reviewer are wanted each by themselves", async () => {
  await ran({ table: { ...TWO_AHEAD, "w/six": [7, 7, 7, 7] }, config: { review: { thrifty: false } } });
  const dir = await onlyExperiment(lab.dir);
  const experiment = basename(dir);
  await lab.call("score", { experiment, models: ["w/six"], designs: ["A", "B"] });
  expect(await lab.call("review", { experiment, models: ["w/six"], designs: ["C"] })).toContain("1 review made");
  expect(await lab.call("run", { experiment })).toContain("Nothing was missing");
});
