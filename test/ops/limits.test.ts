import { afterEach, describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { Score } from "../../src/artifacts/score.ts";
import { parseLedger } from "../../src/store/ledger.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";
import { available } from "../support/scripted-host.ts";
import { parseCommandLine } from "../support/typed.ts";

let lab: Bench;
async function start(options?: BenchOptions): Promise<Bench> {
  lab = await bench(options);
  return lab;
}
afterEach(() => lab.dispose());

describe("limits", () => {
  test("max_cost stops before it is passed, keeps what is there, and goes on when raised without asking again", async () => {
    await start();
    // Every scripted session costs $0.01; 13 are wanted.
    const stopped = await lab.call("run", { task: "A queue", topic: "queue", limits: { max_cost: 0.07 } });
    expect(stopped.split("\n")[0]).toStartWith("**Stopped: budget.** The next session could pass max_cost of $0.07");
    expect(stopped).toContain("goes on with a higher limit");
    const first = lab.host.prompts.length;
    expect(first).toBeGreaterThanOrEqual(3);
    expect(first * 0.01).toBeLessThanOrEqual(0.07);
    const dir = await onlyExperiment(lab.dir);
    expect((await readdir(join(dir, "designs"))).filter((name) => name.endsWith(".json"))).toHaveLength(3);
    const same = await lab.call("run", { experiment: basename(dir), limits: { max_cost: 0.07 } });
    expect(same).toContain("**Stopped: budget.**");
    const done = await lab.call("run", { experiment: basename(dir), limits: { max_cost: 1 } });
    expect(done).not.toContain("Incomplete");
    expect(lab.host.prompts).toHaveLength(12);
    expect(new Set(lab.host.sessions.map(({ title }) => title)).size).toBe(12);
  });

  for (const limits of [{ max_cost: 0 }, { max_cost: 0.0001 }, { max_tokens: 1 }, { max_minutes: 0.001 }]) {
    test(`the way to go on that is named after ${JSON.stringify(limits)} lets the next session start`, async () => {
      await start();
      lab.voice = "line";
      const stopped = await lab.call("run", { task: "A queue", topic: "queue", limits });
      expect(stopped).toStartWith("**Stopped: budget.**");
      expect(lab.host.prompts).toEqual([]);
      const typed = /`\/design-lab (resume [^`]+)`\*{0,2} goes on with a higher limit/u.exec(stopped)?.[1] ?? "";
      const line = parseCommandLine(typed, { screen: true });
      expect(line.kind).toBe("call");
      if (line.kind === "call") await lab.call(line.op, line.args);
      expect(lab.host.prompts.length).toBeGreaterThan(0);
    });
  }

  test("a call takes every limit that the configuration takes, and no other", async () => {
    await start();
    for (const [name, value] of [
      ["max_tokens", 0],
      ["max_tokens", 2.5],
      ["max_minutes", 0],
      ["max_parallel", 1.5],
      ["cell_timeout", 100_000],
    ] as const)
      expect(await lab.call("run", { task: "A queue", limits: { [name]: value } })).toContain(
        `args.limits.${name} must be`,
      );
    const reply = await lab.call("run", { task: "A queue", dry_run: true, limits: { max_cost: 0, max_minutes: null } });
    expect(reply).toContain("no model was called");
  });

  test("max_tokens and max_minutes stop likewise", async () => {
    await start();
    const tokens = await lab.call("run", { task: "A queue", topic: "queue", limits: { max_tokens: 100 } });
    expect(tokens).toContain("could pass max_tokens of 100");
    expect(lab.host.prompts).toEqual([]);
    const minutes = await lab.call("run", { task: "B queue", topic: "queue", limits: { max_minutes: 0.1 } });
    expect(minutes).toContain("could pass max_minutes of 0.1");
    expect(lab.host.prompts).toEqual([]);
  });

  test("a wrong limit names what is needed", async () => {
    await start();
    expect(await lab.call("run", { task: "A queue", limits: { max_cost: -1 } })).toContain("args.limits.max_cost");
    expect(await lab.call("run", { task: "A queue", limits: { max_costs: 1 } })).toContain("max_costs");
  });
});

describe("dry_run", () => {
  test("lists sessions, tokens and cost for each model and calls none", async () => {
    await start();
    const reply = await lab.call("run", { task: "A queue", dry_run: true });
    expect(reply).toContain(
      "**Dry run:** no model was called. It would ask for 3 designs and 9 evaluations, each of one design by one reviewer: 13 sessions, about ",
    );
    expect(reply).toMatch(/\| alpha\/strong-1\s*\|\s*1 \|\s*3 \|/);
    expect(lab.host.prompts).toEqual([]);
    expect(await readdir(lab.dir)).toEqual([]);
  });

  test("of an experiment lists only what is left", async () => {
    await start();
    await lab.call("generate", { task: "A queue", topic: "queue" });
    const id = basename(await onlyExperiment(lab.dir));
    expect(await lab.call("run", { experiment: id, dry_run: true })).toContain("9 sessions, about ");
    await lab.call("run", { experiment: id });
    expect(await lab.call("run", { experiment: id, dry_run: true })).toContain("nothing is left to ask");
  });

  test("ends with the line that starts it, its options kept, or with the call where it cannot be typed", async () => {
    await start();
    const dry = async (args: object): Promise<string> =>
      (await lab.call("run", { task: "Design a queue", topic: "my queue", dry_run: true, ...args })).trimEnd();
    expect(await dry({})).toEndWith('To start it, type:\n\n`/design-lab run --topic "my queue" Design a queue`');
    expect(await dry({ task: "Design a queue\nwith two lines" })).toEndWith(
      '\n\n```\n/design-lab run --topic "my queue" Design a queue\nwith two lines\n```',
    );
    expect(await dry({ constraints: ["no cloud"] })).toEndWith(
      "Nothing was started: the same call without `dry_run` starts it, once the person says so.",
    );
    const designs = await lab.call("generate", { task: "Design a queue", dry_run: true });
    expect(designs.trimEnd()).toEndWith('\n\n`/design-lab generate "Design a queue"`');
  });

  test("says of a model without a price that its cost is unknown", async () => {
    await start();
    lab.host.models = async () =>
      ["alpha/strong-1", "beta/middle-1"].map((id, at) => available(id, at === 0 ? { price: null } : {}));
    const reply = await lab.call("run", { task: "A queue", dry_run: true });
    expect(reply).toContain("what alpha/strong-1 cost: their price is unknown");
    expect(reply).toMatch(/\| alpha\/strong-1 .* unknown \|/);
  });
});

describe("confirm_above", () => {
  test("asks the person, does nothing on a no and runs on a yes", async () => {
    await start({ config: { confirm_above: 0.001 } });
    lab.permits = false;
    const refused = await lab.call("run", { task: "A queue", topic: "queue" });
    expect(refused).toContain("the person did not allow it");
    expect(lab.host.prompts).toEqual([]);
    expect(lab.asked[0]).toContain("designlab_cost: 12 sessions");
    lab.permits = true;
    expect(await lab.call("run", { task: "A queue", topic: "queue" })).toContain("3 designs written");
  });

  test("asks what goes on for what is left alone, and not where nothing is", async () => {
    await start({ config: { confirm_above: 0.001 } });
    await lab.call("run", { task: "A queue", topic: "queue" });
    const experiment = basename(await onlyExperiment(lab.dir));
    lab.asked.length = 0;
    await lab.call("run", { experiment });
    expect(lab.asked).toEqual([]);
    await lab.call("run", { experiment, design_models: "gamma/weak-1,alpha/strong-1" });
    expect(lab.asked).toEqual([]);
  });

  test("does not ask below it", async () => {
    await start({ config: { confirm_above: 100 } });
    await lab.call("run", { task: "A queue", topic: "queue" });
    expect(lab.asked).toEqual([]);
  });
});

describe("an unfinished experiment of the same task", () => {
  test("is named instead of started again; fresh: true starts anew", async () => {
    await start();
    await lab.call("generate", { task: "A queue", topic: "queue" });
    const id = basename(await onlyExperiment(lab.dir));
    const prompts = lab.host.prompts.length;
    const reply = await lab.call("run", { task: "A queue", topic: "queue" });
    expect(reply).toContain(`${id}, is unfinished: 9 of 9 reviews are missing, 9 of 9 scores are missing`);
    expect(reply).toContain(`designlab({op: "run", args: {experiment: "${id}"}})`);
    expect(reply).toContain(`Go on with it: \`/design-lab resume ${id}\` (`);
    expect(reply).toContain("type `/design-lab run --fresh`");
    expect(lab.host.prompts).toHaveLength(prompts);
    expect(await lab.call("run", { task: "A queue", topic: "queue", fresh: true })).toContain(`${id}-2`);
    expect(await lab.call("run", { task: "Another queue", topic: "queue" })).toContain(`${id}-3`);
  });
});

describe("samples", () => {
  test("are averaged within the reviewer, stored one by one, and only missing ones are asked", async () => {
    await start({
      config: {
        design_models: ["alpha/strong-1", "beta/middle-1"],
        review_models: ["alpha/strong-1", "beta/middle-1"],
        review: { quantitative: { samples: 3 } },
      },
    });
    await lab.call("run", { task: "A queue", topic: "queue" });
    expect(lab.host.prompts).toHaveLength(2 + 4 * 3);
    const dir = await onlyExperiment(lab.dir);
    const score = await readJson<Score>(join(dir, "scores/score-alpha-strong-1-beta-middle-1.json"));
    expect(score.samples).toHaveLength(3);
    const mean = score.samples.reduce((sum, { scores }) => sum + (scores.clarity ?? 0), 0) / 3;
    expect(score.scores.clarity).toBeCloseTo(mean, 10);
    const ranking = await readJson<Ranking>(join(dir, "results/ranking.json"));
    expect(ranking.summary.scored_cells).toBe(4);
    expect(Object.keys(ranking.reliability.reviewer_consistency)).toHaveLength(2);
    const before = lab.host.prompts.length;
    await lab.call("run", { experiment: basename(dir) });
    expect(lab.host.prompts).toHaveLength(before);
  });
});

describe("min_designs and min_reviewers", () => {
  test("end a run that has too few designs before it evaluates, and say how to go on", async () => {
    await start({
      config: { min_designs: 3 },
      answer: ({ kind, model }) => (kind === "design" && model === "gamma/weak-1" ? "" : undefined),
    });
    const reply = await lab.call("run", { task: "A queue", topic: "queue" });
    expect(reply.split("\n")[0]).toContain("at least 3 designs are needed, found 2");
    expect(reply).toContain("2 designs written");
    expect(lab.host.prompts.every(({ role }) => role === "designer")).toBe(true);
  });

  test("refuse a run that cannot end in a ranking before anything is asked", async () => {
    await start({ config: { min_reviewers: 4 } });
    const few = await lab.call("run", { task: "A queue", topic: "queue" });
    expect(few).toContain("scores of at least 4 reviewers, found 3 models. Nothing was asked.");
    expect(await lab.call("run", { task: "A queue", design_models: "alpha/strong-1" })).toContain(
      "at least 2 designs, found 1 to be written. Nothing was asked.",
    );
    expect(lab.host.prompts).toEqual([]);
  });

  test("leave the scores of too small a panel unranked", async () => {
    await start({
      config: { min_reviewers: 3 },
      answer: ({ kind, model }) => (kind === "evaluation" && model === "gamma/weak-1" ? "" : undefined),
    });
    const reply = await lab.call("run", { task: "A queue", topic: "queue" });
    expect(reply.split("\n")[0]).toContain("scores of at least 3 reviewers are needed, found 2");
  });
});

test("a second call on an experiment that is being worked on does nothing and says so", async () => {
  let second: Promise<string> | undefined;
  await start({
    answer: async ({ kind }) => {
      if (kind === "design")
        second ??= onlyExperiment(lab.dir).then((dir) => lab.call("score", { experiment: basename(dir) }));
      await second;
      return undefined as never;
    },
  });
  await lab.call("run", { task: "A queue", topic: "queue" });
  expect(await (second ?? Promise.resolve(""))).toContain("nothing was done here");
});

test("the ledger tells a stopped run from a resumed one", async () => {
  await start({
    answer: ({ kind, model }) => (kind === "design" && model === "gamma/weak-1" ? stopSoon() : undefined),
  });
  const stopSoon = (): Promise<string> => {
    setTimeout(() => lab.controller.abort(), 20);
    return new Promise(() => undefined);
  };
  await lab.call("run", { task: "A queue", topic: "queue" });
  const files = await snapshot(await onlyExperiment(lab.dir));
  const events = parseLedger(files["ledger.jsonl"] ?? "").map(({ event }) => event);
  expect(events.at(-1)).toBe("aborted");
  expect(await lab.call("show", { what: "ledger" })).toContain("stopped by hand");
});

describe("limits: {max_cost: null}", () => {
  test("lifts a configured limit for a call", async () => {
    await start({ config: { limits: { max_cost: 0.001, max_tokens: 10, max_minutes: 0.001 } } });
    expect(await lab.call("run", { task: "A queue", topic: "queue" })).toContain("**Stopped: budget.**");
    const limits = { max_cost: null, max_tokens: null, max_minutes: null };
    const reply = await lab.call("run", { experiment: basename(await onlyExperiment(lab.dir)), limits });
    expect(reply).toContain("3 designs written, 9 reviews and 9 scores made.");
  });

  test("null of a limit that must hold is as if it were not given", async () => {
    await start();
    const reply = await lab.call("run", { task: "A queue", dry_run: true, limits: { max_parallel: null } });
    expect(reply).toContain("**Dry run:**");
  });
});

test("max_minutes does not run while the person is asked for leave", async () => {
  let now = Date.UTC(2026, 0, 5);
  await start({
    config: { confirm_above: 0.001, limits: { max_minutes: 30 } },
    now: () => new Date(now),
  });
  const permit = lab.context.permit;
  lab.context.permit = async (...asked) => {
    now += 3_600_000;
    return permit(...asked);
  };
  expect(await lab.call("run", { task: "A queue", topic: "queue" })).toContain("3 designs written");
});
