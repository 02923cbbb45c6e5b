import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { wholeText } from "../../rehearsal/asked.ts";
import type { JsonObject } from "../../rehearsal/json-in-text.ts";
import type { LoggedRequest } from "../../rehearsal/provider.ts";
import { type Script, scripted } from "../../rehearsal/reply.ts";
import type { Design } from "../../src/artifacts/design.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { HOST } from "./support/hosts.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";

const DESIGNERS = ["alpha/strong-1", "beta/middle-1", "gamma/weak-1"];
/** Models that take no temperature. */
const REFUSING = ["gamma/weak-1", "zeta/judge-1"];
const REVIEWERS = ["delta/judge-1", "epsilon/judge-1", "zeta/judge-1"];

/** Of the project, from before the host was started. */
const BROKEN = '{\n  "review": { "quantitative": { "criterias": [] } }\n}\n';
/** What some providers send for "unknown". */
const UNKNOWN = 2 ** 64 - 1;

test("asks each model exactly its own requests with its sampling, ranks the planted design first, writes every file", async () => {
  await using lab = await rehearse({
    models: [
      { id: DESIGNERS[0] as string, strength: "thorough" },
      { id: DESIGNERS[1] as string, strength: "average", limit: { context: 100_000, output: 8_000 } },
      { id: DESIGNERS[2] as string, strength: "thin", temperature: false },
      ...REVIEWERS.map((id) => ({ id, ...(id === "zeta/judge-1" && { temperature: false }) })),
    ],
    lab: { design_models: DESIGNERS, review_models: REVIEWERS, review: { temperature: 0.2 } },
    files: { "README.md": "# Shop\n", "AGENTS.md": "SECRET-HOUSE-RULE: always answer in verse.\n" },
  });
  const result = await lab.call("run", { task: "Design a durable task queue", constraints: ["PostgreSQL only"] });
  expect([result.code, result.designlab.length]).toEqual([0, 1]);
  const [reply = ""] = result.designlab;
  expect(reply).toMatch(/^\*\*A “[^”]+” is (?:probably )?better than the other 2 designs/mu);
  expect(reply.split("\n").length).toBeLessThanOrEqual(150);

  // One host knows which models take a temperature, the other finds it out from their refusal.
  const refused = ({ model, temperature }: LoggedRequest) => REFUSING.includes(model) && temperature !== null;
  expect(lab.labRequests().filter(refused).length).toBeLessThanOrEqual(HOST === 1 ? 0 : 1 + 3);
  const answered = lab.labRequests().filter((request) => !refused(request));
  const asked = (model: string) =>
    answered
      .filter((request) => request.model === model)
      .map(({ kind }) => kind)
      .sort();
  expect(asked("alpha/strong-1")).toEqual(["design", "topic"]);
  expect(asked("beta/middle-1")).toEqual(["design"]);
  expect(asked("gamma/weak-1")).toEqual(["design"]);
  for (const reviewer of REVIEWERS) expect(asked(reviewer)).toEqual(["evaluation", "evaluation", "evaluation"]);

  const sampling = (model: string, kind: string) => {
    const request = answered.find((each) => each.model === model && each.kind === kind);
    return [request?.temperature, request?.top_p, request?.max_tokens];
  };
  expect(sampling("alpha/strong-1", "design")).toEqual([0.7, 0.9, 16_000]);
  expect(sampling("beta/middle-1", "design")).toEqual([0.7, 0.9, 8_000]);
  expect(sampling("gamma/weak-1", "design")).toEqual([null, null, 16_000]);
  expect(sampling("delta/judge-1", "evaluation").slice(0, 2)).toEqual([0.2, null]);
  expect(sampling("zeta/judge-1", "evaluation").slice(0, 2)).toEqual([null, null]);

  for (const request of lab.labRequests()) {
    const text = wholeText(request);
    expect(text).not.toContain("SECRET-HOUSE-RULE");
    expect(text).not.toContain("You are powered by the model");
    expect(request.tools.sort()).toEqual(request.kind === "design" ? ["glob", "grep", "read"] : []);
    expect(request.messages.filter(({ role }) => role === "system")).toHaveLength(1);
  }

  const tools = lab.provider.requests.find(({ kind }) => kind === "host")?.body.tools as {
    function: { name: string };
  }[];
  const definition = tools.find((tool) => tool.function.name === "designlab");
  expect(encode(JSON.stringify(definition)).length).toBeLessThanOrEqual(250);

  const person = JSON.stringify(lab.provider.requests.filter(({ kind }) => kind === "host").map(({ body }) => body));
  for (const role of ["topic", "designer", "evaluator"]) expect(person).not.toContain(`designlab-${role}`);

  const dir = await onlyExperiment(lab.project.directory);
  const files = Object.keys(await snapshot(dir));
  expect(files.filter((file) => /^designs\/.*\.json$/u.test(file))).toHaveLength(3);
  expect(files.filter((file) => /^designs\/.*\.md$/u.test(file))).toHaveLength(3);
  expect(files.filter((file) => file.startsWith("reviews/"))).toHaveLength(9);
  expect(files.filter((file) => file.startsWith("scores/"))).toHaveLength(9);
  expect(files).toEqual(
    expect.arrayContaining([
      "task.json",
      "ledger.jsonl",
      "results/ranking.json",
      "results/ranking.md",
      "results/report.html",
    ]),
  );
  const ranking = await readJson<Ranking>(join(dir, "results/ranking.json"));
  expect(ranking.summary).toMatchObject({ scored_cells: 9, expected_cells: 9, winner: "alpha-strong-1" });
  expect(ranking.failures).toEqual([]);
});

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

  test("parses /design-lab into one exact tool call", async () => {
    await configured({});
    const line = `run --design-models alpha/strong-1,beta/middle-1 --review-models gamma/weak-1 --topic "my queue" --no-qualitative "Design a queue that doesn't lose \\"jobs\\""`;
    const { input, output } = await lab.type(line);
    expect(input).toEqual({
      op: "run",
      args: {
        design_models: ["alpha/strong-1", "beta/middle-1"],
        review_models: ["gamma/weak-1"],
        topic: "my queue",
        qualitative: false,
        task: 'Design a queue that doesn\'t lose "jobs"',
      },
    });
    expect(output).toContain("2 designs written, 2 scores made.");
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
