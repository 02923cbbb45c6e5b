import { afterEach, describe, expect, test } from "bun:test";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Design } from "../../src/artifacts/design.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import type { Bench, BenchOptions } from "../support/lab.ts";
import { benchAfter } from "../support/played.ts";

/** Both design, and review each other. */
const TWO = ["alpha/strong-1", "beta/middle-1"];
let lab: Bench;
let dir: string;
/** A finished experiment of two designers who also review. */
async function finished(options: BenchOptions = {}): Promise<void> {
  ({ lab } = await benchAfter(
    { args: { task: "A queue", topic: "queue" } },
    { ...options, config: { design_models: TWO, review_models: TWO, ...options.config } },
  ));
  dir = await onlyExperiment(lab.dir);
  lab.host.prompts.length = 0;
}
afterEach(() => lab.dispose());

const path = (part: "review" | "score", design: string, reviewer: string) =>
  join(dir, `${part}s`, `${part}-${design}-${reviewer}.json`);
const [ALPHA, BETA] = ["alpha-strong-1", "beta-middle-1"];

describe("review and score alone", () => {
  for (const part of ["review", "score"] as const) {
    test(`${part} fills only what is missing and changes nothing else`, async () => {
      await finished();
      await rm(path(part, ALPHA, BETA));
      const before = await snapshot(dir);
      const reply = await lab.call(part, { experiment: basename(dir) });
      expect(reply).toContain(`1 ${part} made.`);
      expect(lab.host.prompts).toHaveLength(1);
      const { "ledger.jsonl": _, ...after } = await snapshot(dir);
      const { "ledger.jsonl": __, ...unchanged } = before;
      const added = `${part}s/${part}-${ALPHA}-${BETA}.json`;
      // What was sent and what came back is a file of its own beside it.
      const [exchange = "", ...others] = Object.keys(after).filter((file) => !(file in unchanged));
      expect(exchange).toMatch(new RegExp(`^exchanges/evaluation-${ALPHA}-${BETA}\\.[\\w-]+\\.json$`, "u"));
      expect(others).toEqual([added]);
      const without = { [added]: undefined, [exchange]: undefined };
      expect({ ...after, ...without }).toEqual({ ...unchanged, ...without });
    });

    test(`${part} asks nothing when nothing is missing and says so`, async () => {
      await finished();
      const reply = await lab.call(part);
      expect(reply).toContain("Nothing was missing");
      expect(reply).toContain(`\`/design-lab ${part} ${basename(dir)} --force\` asks for all of it again`);
      expect(lab.host.prompts).toEqual([]);
    });

    test(`${part} with force asks again for what is named and keeps what was there`, async () => {
      await finished();
      const before = await readFile(path(part, ALPHA, BETA), "utf8");
      await lab.call(part, { designs: ALPHA, models: ["beta/middle-1"], force: true });
      expect(lab.host.prompts).toHaveLength(1);
      expect(await readFile(path(part, ALPHA, BETA).replace(".json", ".superseded-1.json"), "utf8")).toBe(before);
    });

    test(`${part} with a new model adds only that model's cells`, async () => {
      await finished();
      const reply = await lab.call(part, { models: "gamma/weak-1" });
      expect(reply).toContain(`2 ${part}s made.`);
      expect(lab.host.prompts.map(({ model }) => model)).toEqual(["gamma/weak-1", "gamma/weak-1"]);
    });
  }

  test("says what is still missing of a ranking, and to rank once nothing is", async () => {
    await finished();
    await rm(path("score", BETA, ALPHA));
    await rm(path("review", BETA, ALPHA));
    const reviewed = await lab.call("review");
    expect(reviewed).toContain(
      `designlab({op: "run", args: {experiment: "${basename(dir)}"}})\` asks for what is still missing, and ranks`,
    );
    const scored = await lab.call("score");
    expect(scored).not.toContain('{op: "run"');
    expect(scored).toContain(
      `designlab({op: "rank", args: {experiment: "${basename(dir)}"}})\` makes the ranking anew`,
    );
  });

  test("an unknown model or design is named with the nearest, and nothing is asked", async () => {
    await finished();
    expect(await lab.call("score", { models: "gamma/week-1" })).toContain("gamma/weak-1");
    expect(await lab.call("score", { designs: "alpha-strong" })).toContain("there are: A");
    expect(lab.host.prompts).toEqual([]);
  });
});

describe("rank alone", () => {
  test("calls no model, works without a provider and gives the same numbers", async () => {
    await finished();
    const before = await readJson(join(dir, "results/ranking.json"));
    lab.host.models = async () => {
      throw new Error("no provider is connected");
    };
    const reply = await lab.call("rank");
    expect(reply).toContain("better than the other");
    expect(lab.host.prompts).toEqual([]);
    const after = await readJson(join(dir, "results/ranking.json"));
    expect({ ...after, timestamp: "" }).toEqual({ ...before, timestamp: "" });
  });

  test("leaves out scores of a design that was edited since, names them, and score asks for them again", async () => {
    await finished();
    const file = join(dir, "designs", `design-${ALPHA}.json`);
    const design = await readJson<Design>(file);
    await writeFile(file, JSON.stringify({ ...design, summary: "Edited by a person." }));
    const reply = await lab.call("rank");
    expect(reply).toContain("the design's text has changed since");
    expect(reply.split("\n")[0]).toContain("2 of 4 scores are there");
    await lab.call("score");
    expect(lab.host.prompts).toHaveLength(2);
    expect((await lab.call("rank")).split("\n")[0]).toBe(
      "**Incomplete:** 2 of 4 reviews are there. The ranking uses what there is.",
    );
  });

  test("reports a file that was edited into invalid JSON with its path and leaves it where it is", async () => {
    await finished();
    const file = path("score", BETA, ALPHA);
    await writeFile(file, "{ broken");
    const reply = await lab.call("rank");
    expect(reply).toContain(`score-${BETA}-${ALPHA}.json`);
    expect(reply).toContain("not valid JSON");
    expect(await readFile(file, "utf8")).toBe("{ broken");
  });

  test("with one design says what is needed and what to call", async () => {
    await finished();
    await rm(join(dir, "designs", `design-${BETA}.json`));
    const reply = await lab.call("rank");
    expect(reply).toContain("at least 2 designs are needed, found 1");
    expect(reply).toMatch(/`\/design-lab generate [^`]+` asks for the designs alone/u);
  });
});

describe("run on an existing experiment", () => {
  test("does only what is missing", async () => {
    await finished();
    await rm(join(dir, "designs", `design-${BETA}.json`));
    await lab.call("run", { experiment: basename(dir) });
    expect(lab.host.prompts.filter(({ role }) => role === "designer")).toHaveLength(1);
    expect(lab.host.prompts.every(({ role, text }) => role === "designer" || text.includes("DESIGN:"))).toBe(true);
  });

  test("and generate with one model more adds one design", async () => {
    await finished();
    const reply = await lab.call("generate", { experiment: basename(dir), design_models: ["gamma/weak-1"] });
    expect(reply).toMatch(/^## queue\n\n1 design written; 2 there already\.\n\n- A “/);
    expect(reply).toMatch(/\n- C “[^”]+” by gamma\/weak-1: “[^”]+”\n/);
    expect(lab.host.prompts).toHaveLength(1);
    expect(await lab.call("run", { experiment: basename(dir) })).toContain("2 reviews and 2 scores made");
  });

  test("refuses a task beside it", async () => {
    await finished();
    expect(await lab.call("run", { experiment: "x", task: "y" })).toContain("found both");
  });
});

describe("show and compare", () => {
  test("show every part without asking a model, each within 150 lines", async () => {
    await finished();
    const replies = await Promise.all([
      lab.call("show"),
      lab.call("show", { experiment: basename(dir).slice(0, 12) }),
      lab.call("show", { design: ALPHA }),
      ...["task", "designs", "reviews", "scores", "ranking", "ledger"].map((what) => lab.call("show", { what })),
      lab.call("compare"),
      lab.call("compare", { designs: [ALPHA, BETA] }),
      lab.call("help"),
    ]);
    for (const reply of replies) {
      expect(reply).not.toContain("designlab failed");
      expect(reply.split("\n").length).toBeLessThanOrEqual(150);
    }
    expect(replies[0]).toMatch(/\n {2}Winner, (?:high|medium) confidence: [AB] “/u);
    expect(replies[2]).toContain("Design A by alpha/strong-1.");
    expect(replies[9]).toContain("is probably better than");
    expect(lab.host.prompts).toEqual([]);
  });

  test("compare sets two experiments side by side", async () => {
    await finished();
    await lab.call("run", { task: "Another queue", topic: "another" });
    const ids = (await readdir(join(dir, ".."))).filter((name) => name.startsWith("2"));
    expect(await lab.call("compare", { experiments: ids })).toContain("| winner");
  });

  test("an experiment is found by its path, and one in another output_dir later on too", async () => {
    await finished();
    await lab.call("run", { task: "Elsewhere", topic: "elsewhere", output_dir: "notes/lab" });
    expect(await lab.call("show", { experiment: dir })).toContain("## queue");
    expect(await lab.call("show", { experiment: basename(dir).replace("queue", "elsewhere") })).toContain("notes/lab");
  });
});
