import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "../../rehearsal/json-in-text.ts";
import { type Script, scripted } from "../../rehearsal/reply.ts";
import type { Design } from "../../src/artifacts/design.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";

const DESIGNERS = ["alpha/strong-1", "beta/middle-1", "gamma/weak-1"];
const REVIEWERS = ["delta/judge-1", "epsilon/judge-1", "zeta/judge-1"];

/** Of the project, from before the host was started. */
const BROKEN = '{\n  "review": { "quantitative": { "criterias": [] } }\n}\n';
/** What some providers send for "unknown". */
const UNKNOWN = 2 ** 64 - 1;

describe("one OpenCode, in a folder without git that it was started in with a broken configuration,", () => {
  let lab: Rehearsal;
  let script: Script = [];
  const own = () => join(lab.project.directory, ".opencode/design-lab.json");

  beforeAll(async () => {
    lab = await rehearse({
      models: [...DESIGNERS, ...REVIEWERS].map((id) => ({
        id,
        strength: id === DESIGNERS[0] ? ("thorough" as const) : ("thin" as const),
      })),
      script: (asked) => scripted(script, asked),
      git: false,
      files: { ".opencode/design-lab.json": BROKEN },
    });
  }, 300_000);
  afterAll(() => lab?.[Symbol.asyncDispose]());

  test("says in every op what is wrong with it", async () => {
    await writeFile(own(), BROKEN);
    const reply = await lab.ask("run", { task: "A queue" });
    expect(reply).toContain("design-lab.json");
    expect(reply).toContain("criteria");
    expect(lab.labRequests()).toEqual([]);
  });

  test("types what fails of a dead designer and a dead reviewer, and ranks the rest", async () => {
    await configured({ design_models: DESIGNERS, review_models: REVIEWERS, output: { base_dir: "dead" } });
    script = [
      { model: "beta/middle-1", kind: "design", reply: { status: 401, error: { message: "Invalid API key" } } },
      { model: "delta/judge-1", kind: "evaluation", reply: { text: "I cannot judge this." } },
      {
        model: "epsilon/judge-1",
        kind: "evaluation",
        nth: 1,
        reply: { text: (answer) => `Here:\n\`\`\`json\n${answer.replace(/\n\}$/, ",\n}")}\n\`\`\`` },
      },
    ];
    const reply = await lab.ask("run", { task: "Design a durable task queue", topic: "queue" });
    expect(reply.split("\n")[0]).toContain(
      "**Incomplete:** 4 of 6 scores are there; there is no design by beta/middle-1",
    );
    expect(reply).toContain("design B by beta/middle-1: **the provider refuses the key**");
    expect(reply).toContain("by delta/judge-1 (2 sessions): **no usable answer**");
    expect(
      lab.labRequests().filter(({ model, kind }) => model === "delta/judge-1" && kind === "evaluation"),
    ).toHaveLength(6);
    const dir = await onlyExperiment(lab.project.directory, "dead");
    const ranking = await readJson<Ranking>(join(dir, "results/ranking.json"));
    expect(ranking.failures.map(({ phase, kind }) => `${phase} ${kind}`).sort()).toEqual([
      "generate auth",
      "review invalid_output",
      "review invalid_output",
      "score invalid_output",
      "score invalid_output",
    ]);
  });

  test("loses no answer of a provider that counts 2^64 - 1 tokens: what it took is unknown, and every view says so", async () => {
    const models = DESIGNERS.slice(0, 2);
    await configured({ design_models: models, review_models: models, output: { base_dir: "uncounted" } });
    script = [{ model: "alpha/strong-1", reply: { usage: { input: UNKNOWN, output: UNKNOWN } } }];
    const reply = await lab.ask("run", { task: "Design a queue", topic: "queue" });
    expect(reply).toContain("2 designs written, 4 reviews and 4 scores made.");
    expect(reply).toContain("what 3 sessions of them took is not known");
    const dir = await onlyExperiment(lab.project.directory, "uncounted");
    const of = async (id: string) => (await readJson<Design>(join(dir, "designs", `design-${id}.json`))).provenance;
    expect(await of("alpha-strong-1")).toMatchObject({ tokens: null, cost: null });
    expect((await of("beta-middle-1")).tokens?.output).toBeGreaterThan(0);
  });

  test("keeps to the project with a base folder that does not exist and a Japanese topic", async () => {
    await configured({ design_models: DESIGNERS, review_models: DESIGNERS, output: { base_dir: "a/b/c" } });
    const reply = await lab.ask("run", { task: "Design a queue", topic: "永続キュー" });
    expect(reply).toContain("better than the other");
    const dir = await onlyExperiment(lab.project.directory, "a/b/c");
    expect(dir).toContain("永続キュー");
    expect((await readdir(dir)).sort()).toEqual([
      ".lock",
      "designs",
      "exchanges",
      "ledger.jsonl",
      "made.json",
      "results",
      "reviews",
      "scores",
      "task.json",
    ]);
    expect(await readFile(join(dir, "results/ranking.md"), "utf8")).toStartWith("# 永続キュー\n");
  });

  /** The person's configuration alone, and models that answer as they should. */
  async function configured(person: JsonObject): Promise<void> {
    script = [];
    await rm(own(), { force: true });
    lab.configure(person);
  }
});
