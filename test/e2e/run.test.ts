import { describe, expect, test } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { wholeText } from "../../rehearsal/asked.ts";
import type { LoggedRequest } from "../../rehearsal/provider.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { everyField } from "../support/every-field.ts";
import { HOST } from "./support/hosts.ts";
import { rehearse } from "./support/rehearsal.ts";

const DESIGNERS = ["alpha/strong-1", "beta/middle-1", "gamma/weak-1"];
/** Models that take no temperature. */
const REFUSING = ["gamma/weak-1", "zeta/judge-1"];
const REVIEWERS = ["delta/judge-1", "epsilon/judge-1", "zeta/judge-1"];

describe("designlab in the real OpenCode", () => {
  test("runs with a project's configuration of every field that the requirements name, pasted with its comments", async () => {
    await using lab = await rehearse({
      models: [...DESIGNERS, "delta/middle-2"].map((id) => ({ id })),
      files: { ".opencode/design-lab.json": await everyField() },
    });
    const { designlab } = await lab.call("run", { task: "Design a durable task queue" });
    expect(designlab[0]).toContain("review_models counts");
    const ranking = await readJson<Ranking>(
      join(await onlyExperiment(lab.project.directory, ".design-lab"), "results", "ranking.json"),
    );
    expect(ranking.designs).toHaveLength(3);
    const asked = lab.labRequests().filter(({ kind }) => kind === "design");
    expect(asked.map(({ temperature, top_p, max_tokens }) => [temperature, top_p, max_tokens])).toEqual(
      DESIGNERS.map(() => [0.7, 0.9, 4000]),
    );
  });

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

  test("one dead designer and one dead reviewer are typed failures, and the rest is ranked", async () => {
    await using lab = await rehearse({
      models: [...DESIGNERS, ...REVIEWERS].map((id) => ({ id })),
      lab: { design_models: DESIGNERS, review_models: REVIEWERS },
      script: [
        { model: "beta/middle-1", kind: "design", reply: { status: 401, error: { message: "Invalid API key" } } },
        { model: "delta/judge-1", kind: "evaluation", reply: { text: "I cannot judge this." } },
        {
          model: "epsilon/judge-1",
          kind: "evaluation",
          nth: 1,
          reply: { text: (answer) => `Here:\n\`\`\`json\n${answer.replace(/\n\}$/, ",\n}")}\n\`\`\`` },
        },
      ],
    });
    const result = await lab.call("run", { task: "Design a durable task queue", topic: "queue" });
    const [reply = ""] = result.designlab;
    expect(reply.split("\n")[0]).toContain(
      "**Incomplete:** 4 of 6 scores are there; there is no design by beta/middle-1",
    );
    expect(reply).toContain("design B by beta/middle-1: **the provider refuses the key**");
    expect(reply).toContain("by delta/judge-1 (2 sessions): **no usable answer**");
    expect(
      lab.labRequests().filter(({ model, kind }) => model === "delta/judge-1" && kind === "evaluation"),
    ).toHaveLength(6);
    const ranking = await readJson<Ranking>(join(await onlyExperiment(lab.project.directory), "results/ranking.json"));
    expect(ranking.failures.map(({ phase, kind }) => `${phase} ${kind}`).sort()).toEqual([
      "generate auth",
      "review invalid_output",
      "review invalid_output",
      "score invalid_output",
      "score invalid_output",
    ]);
  });

  test("OpenCode starts with a broken configuration, and every op says what is wrong with it", async () => {
    await using lab = await rehearse({
      models: [{ id: "alpha/strong-1" }],
      files: { ".opencode/design-lab.json": '{\n  "review": { "quantitative": { "criterias": [] } }\n}\n' },
    });
    const result = await lab.call("run", { task: "A queue" });
    expect(result.code).toBe(0);
    expect(result.designlab[0]).toContain("design-lab.json");
    expect(result.designlab[0]).toContain("criteria");
    expect(lab.labRequests()).toEqual([]);
  });
});

describe("/design-lab", () => {
  test("is parsed into one exact tool call", async () => {
    await using lab = await rehearse({ models: DESIGNERS.map((id) => ({ id })) });
    const line = `run --design-models alpha/strong-1,beta/middle-1 --review-models gamma/weak-1 --topic "my queue" --no-qualitative "Design a queue that doesn't lose \\"jobs\\""`;
    const result = await lab.say(line, { command: "design-lab" });
    expect(result.tools.map(({ input }) => input)).toEqual([
      {
        op: "run",
        args: {
          design_models: ["alpha/strong-1", "beta/middle-1"],
          review_models: ["gamma/weak-1"],
          topic: "my queue",
          qualitative: false,
          task: 'Design a queue that doesn\'t lose "jobs"',
        },
      },
    ]);
    expect(result.designlab[0]).toContain("2 designs written, 0 reviews and 2 scores made.");
  });
});

test("a run in a folder without git, with a base folder that does not exist and a Japanese topic, keeps to the project", async () => {
  await using lab = await rehearse({
    models: DESIGNERS.map((id, at) => ({ id, strength: at === 0 ? ("thorough" as const) : ("thin" as const) })),
    git: false,
    lab: { output: { base_dir: "a/b/c" } },
  });
  const result = await lab.call("run", { task: "Design a queue", topic: "永続キュー" });
  expect(result.designlab[0]).toContain("better than the other");
  const dir = await onlyExperiment(lab.project.directory, "a/b/c");
  expect(dir).toContain("永続キュー");
  expect((await readdir(dir)).sort()).toEqual([
    ".lock",
    "designs",
    "ledger.jsonl",
    "results",
    "reviews",
    "scores",
    "task.json",
  ]);
  expect(await readFile(join(dir, "results/ranking.md"), "utf8")).toStartWith("# 永続キュー\n");
});
