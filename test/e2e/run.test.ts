import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { wholeText } from "../../rehearsal/asked.ts";
import type { LoggedRequest } from "../../rehearsal/provider.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { HOST } from "./support/hosts.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";

const DESIGNERS = ["alpha/strong-1", "beta/middle-1", "gamma/weak-1"];
/** Models that take no temperature. */
const REFUSING = ["gamma/weak-1", "zeta/judge-1"];
const REVIEWERS = ["delta/judge-1", "epsilon/judge-1", "zeta/judge-1"];

let lab: Rehearsal;
beforeAll(async () => {
  lab = await rehearse({
    models: [
      { id: DESIGNERS[0] as string, strength: "thorough" },
      { id: DESIGNERS[1] as string, strength: "average", limit: { context: 100_000, output: 8_000 } },
      { id: DESIGNERS[2] as string, strength: "thin", temperature: false },
      ...REVIEWERS.map((id) => ({ id, ...(id === "zeta/judge-1" && { temperature: false }) })),
    ],
    lab: { design_models: DESIGNERS, review_models: REVIEWERS, review: { temperature: 0.2 } },
    files: { "README.md": "# Shop\n", "AGENTS.md": "SECRET-HOUSE-RULE: always answer in verse.\n" },
  });
}, 300_000);
afterAll(() => lab?.[Symbol.asyncDispose]());

test("asks each model exactly its own requests with its sampling, ranks the planted design first, writes every file", async () => {
  const reply = await lab.ask("run", { task: "Design a durable task queue", constraints: ["PostgreSQL only"] });
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
}, 300_000);

test("a typed line is one exact call of the tool, and comes to a ranking", async () => {
  lab.configure({ output: { base_dir: "typed" } });
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
  const chosen = await readJson<Ranking>(
    join(await onlyExperiment(lab.project.directory, "typed"), "results/ranking.json"),
  );
  expect(chosen.summary.scored_cells).toBe(2);
}, 300_000);
