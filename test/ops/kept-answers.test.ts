import { afterEach, expect, test } from "bun:test";
import { join } from "node:path";
import { withValue } from "../../rehearsal/faults.ts";
import { ordinaryAnswer } from "../../rehearsal/scripted-model.ts";
import type { Design } from "../../src/artifacts/design.ts";
import type { Review } from "../../src/artifacts/review.ts";
import type { Score } from "../../src/artifacts/score.ts";
import type { Task } from "../../src/artifacts/task.ts";
import { parseLedger } from "../../src/store/ledger.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench | undefined;
afterEach(() => lab?.dispose());

const FIVE = [
  "Workers lease jobs",
  "Jobs survive a crash",
  "Jobs are tried again",
  "Jobs have priorities",
  "It is fast",
];
const TASK = { task: "Design a queue", topic: "queue", requirements: FIVE };
const FORGETFUL = "gamma/weak-1";

type Asked = Parameters<NonNullable<Parameters<typeof bench>[0]>["answer"] & object>[0];

/** What stands at a path of an answer; undefined takes it out. */
type Edits = Readonly<Record<string, unknown>>;

function edited(answer: string, edits: Edits): string {
  return Object.entries(edits).reduce((text, [path, value]) => {
    const { text: change } = withValue(path, value);
    return typeof change === "function" ? change(text) : text;
  }, answer);
}

/** A lab in which every answer of this kind by one model, or by all, is changed. */
async function changing(kind: Asked["kind"], edits: Edits, only?: string): Promise<Bench> {
  lab = await bench({
    answer: (asked) =>
      asked.kind !== kind || (only !== undefined && asked.model !== only)
        ? undefined
        : edited(ordinaryAnswer({ id: asked.model }, asked), edits),
  });
  return lab;
}

const reviewOf = async (reviewer: string) =>
  readJson<Review>(
    join(await onlyExperiment(lab?.dir ?? ""), "reviews", `review-alpha-strong-1-${reviewer.replace("/", "-")}.json`),
  );
const scoreOf = async (reviewer: string) =>
  readJson<Score>(
    join(await onlyExperiment(lab?.dir ?? ""), "scores", `score-alpha-strong-1-${reviewer.replace("/", "-")}.json`),
  );

test("a reviewer that leaves out one requirement of five loses nothing, and what it left out is said, never missed", async () => {
  const { call, host, dir } = await changing("evaluation", { "coverage.R5": undefined }, FORGETFUL);
  const reply = await call("run", TASK);
  expect(reply).toContain("3 designs written, 9 reviews and 9 scores made.");
  expect(reply).toContain("gamma/weak-1 gave no answer on R5 for A, B and C.");
  const repairs = host.prompts.filter(({ text }) => text.includes("could not be used"));
  expect(repairs).toHaveLength(6);
  for (const { text } of repairs) expect(text).toContain("coverage.R5");
  expect((await reviewOf(FORGETFUL)).coverage?.map(({ requirement_id }) => requirement_id)).toEqual([
    "R1",
    "R2",
    "R3",
    "R4",
  ]);
  const files = await snapshot(await onlyExperiment(dir));
  expect(files["results/ranking.md"]).toMatch(/R5 It is fast.*\(\d of 2, 1 did not answer\)/);
  expect(files["results/report.html"]).toContain("did not answer");
  const done = parseLedger(files["ledger.jsonl"] ?? "").filter(({ event, message }) => event === "done" && message);
  expect(done.map(({ reviewer_id }) => reviewer_id)).toEqual(Array(3).fill("gamma-weak-1"));
  for (const { message } of done) expect(message).toStartWith("kept without what was not answered: coverage.R5");
});

test("where no reviewer answers for a requirement it is not answered, and nobody is said to miss it", async () => {
  const { call, dir } = await changing("evaluation", { "coverage.R5": undefined });
  const reply = await call("run", TASK);
  expect(reply).not.toContain("R5 “It is fast”");
  const { "results/ranking.md": page } = await snapshot(await onlyExperiment(dir));
  expect(page).toMatch(/R5 It is fast +\| not answered +\| not answered +\| not answered/);
});

test("of coverage only the entries are dropped that cannot be read", async () => {
  const { call } = await changing("evaluation", {
    "coverage.R1.status": "fulfilled",
    "coverage.R2": { quote: null, status: "met" },
    "coverage.R3": "met",
    "coverage.R99": { quote: "", status: "met" },
  });
  await call("run", TASK);
  const { coverage, provenance } = await reviewOf(FORGETFUL);
  expect(coverage?.map(({ requirement_id }) => requirement_id)).toEqual(["R2", "R4", "R5"]);
  expect(coverage?.[0]).toMatchObject({ status: "met", quote: "", quote_found: false });
  expect(provenance.dropped_keys).toContain("coverage.R99");
  expect((await scoreOf(FORGETFUL)).scores).toHaveProperty("clarity");
});

for (const [what, edits] of [
  ["no coverage at all", { coverage: undefined }],
  ["coverage in another shape", { coverage: [{ id: "R1", status: "met" }] }],
  ["no quotes of what addresses it", { addressed_to_you: "none" }],
  ["no reasons beside its scores", { rationales: undefined }],
  ["an empty point among its strengths", { strengths: ["", "It is sound"] }],
] as const)
  test(`an evaluation with ${what} is kept after the last repair`, async () => {
    const { call } = await changing("evaluation", edits);
    expect(await call("run", TASK)).toContain("9 reviews and 9 scores made.");
    expect(await call("show", { what: "scores" })).toContain("Stated overall");
  });

test("an evaluation without a field of the review itself is refused, as is one without a criterion's score", async () => {
  for (const missing of ["weaknesses", "scores"]) {
    const { call } = await changing("evaluation", { [missing]: undefined }, FORGETFUL);
    expect(await call("run", TASK)).toContain("6 reviews and 6 scores made, 3 sessions failed");
    await lab?.dispose();
  }
});

test("a usable answer is kept where a repair brings nothing usable, or fails", async () => {
  for (const second of [
    "I am sorry.",
    { error: { kind: null, message: "overloaded", status: 500, retryable: false } },
  ]) {
    lab = await bench({
      answer: (asked, { text }) => {
        if (asked.kind !== "evaluation") return undefined;
        if (text.includes("could not be used")) return second;
        return edited(ordinaryAnswer({ id: asked.model }, asked), { coverage: {} });
      },
    });
    expect(await lab.call("run", TASK)).toContain("9 reviews and 9 scores made.");
    await lab.dispose();
  }
});

test("a design keeps what it says where an optional part of it is empty or of another kind", async () => {
  const { call, dir } = await changing("design", {
    additional_notes: "",
    open_questions: ["", "Who pays?"],
    components: [
      { name: "Queue", description: "Keeps jobs", responsibilities: ["Keeps"], interfaces: 7 },
      { name: "API", description: "Takes jobs", responsibilities: ["Takes"], interfaces: "REST" },
    ],
  });
  expect(await call("generate", TASK)).toContain("3 designs written");
  const design = await readJson<Design>(join(await onlyExperiment(dir), "designs", "design-alpha-strong-1.json"));
  expect(design.additional_notes).toBeUndefined();
  expect(design.open_questions).toEqual(["Who pays?"]);
  expect(design.components.map(({ interfaces }) => interfaces)).toEqual([undefined, ["REST"]]);
});

test("a topic without the lists that are asked beside it names the experiment", async () => {
  const { call, dir } = await changing("topic", {
    requirements: undefined,
    constraints: undefined,
    non_functional_requirements: undefined,
  });
  await call("generate", { task: "Design a queue. Jobs must survive a crash." });
  expect(await readJson<Task>(join(await onlyExperiment(dir), "task.json"))).toMatchObject({
    topic_source: "model",
    numbered_requirements: [],
  });
});
