import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { OpContext } from "../../src/ops/op.ts";
import { allOps } from "../../src/ops/registry.ts";
import { answerCall } from "../../src/tool.ts";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, bench, THREE } from "../support/lab.ts";

const TASK = "Design a durable task queue";
let lab: Bench;
let dir: string;
let id: string;
let first: string;
/** Sentences of reviews and scores, and titles of designs, which lead to their authors. */
let hidden: string[];
let titles: string[];

beforeAll(async () => {
  lab = await bench({ config: { confirm_above: null } });
  Object.assign(lab.context, { pages: null, permit: permitAllButWords });
  first = JSON.stringify(await callAll("run", { task: TASK, topic: "queue", judge: true, control: true }));
  dir = await onlyExperiment(lab.dir);
  id = basename(dir);
  const stored = ["reviews", "scores"].flatMap((folder) =>
    readdirSync(join(dir, folder)).flatMap((name) =>
      sentencesIn(JSON.parse(readFileSync(join(dir, folder, name), "utf8"))),
    ),
  );
  titles = readdirSync(join(dir, "designs"))
    .filter((name) => name.endsWith(".json"))
    .map((name) => String(JSON.parse(readFileSync(join(dir, "designs", name), "utf8")).title));
  const task = readFileSync(join(dir, "task.json"), "utf8");
  hidden = [...new Set([...stored, ...titles])].filter((text) => !task.includes(text));
});
afterAll(() => lab.dispose());

/** An agent with every permission of the host; what only a user may say, nobody says. */
const permitAllButWords: OpContext["permit"] = async ({ permission }) =>
  permission === "designlab_approve" ? { allowed: false, why: "nobody said so" } : { allowed: true };

/** All that a call gives: text, facts, blocks, and what was told meanwhile. */
async function callAll(op: string, args: object): Promise<unknown> {
  lab.told.length = 0;
  const answer = await answerCall({ op, args }, lab.context);
  return { ...answer, told: [...lab.told] };
}

/** Texts of an artifact that say something of a design. */
function sentencesIn(value: unknown): string[] {
  if (typeof value === "string") return value.length > 30 && value.includes(" ") ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(sentencesIn) : [];
}

/** Calls of every op by an agent that wants the result, by the op's name. */
const CALLS = (): Readonly<Record<string, readonly object[]>> => {
  const [model = ""] = THREE.map((each) => each.id);
  const designs = ["A", "B", "C", "Z", "N", "O", "P", model, model.replace("/", "-")];
  const files = readdirSync(dir, { recursive: true }).map(String);
  const documents = files
    .filter((file) => /\.(?:md|json|jsonl|html)$/u.test(file))
    .map((file) => relative(lab.dir, join(dir, file)));
  const whole = [id, id.slice(0, 12), dir, relative(lab.dir, dir), "latest", undefined];
  const inner = [`${dir}/controls`, `${dir}/rounds/1`, `${dir}/results`, `${dir}/../${id}`];
  const parts = [
    "task",
    "brief",
    "designs",
    "reviews",
    "scores",
    "ranking",
    "ledger",
    "exchange",
    "plan",
    "history",
    "lessons",
    "rounds",
  ];
  return {
    show: [
      {},
      ...[...whole, ...inner].flatMap((experiment) => [{ experiment }, ...parts.map((what) => ({ experiment, what }))]),
      ...designs.flatMap((design) => [
        { experiment: id, design },
        { experiment: id, design, what: "exchange" },
        { experiment: id, design, what: "designs" },
        { experiment: id, design, what: "reviews" },
        { experiment: id, design, what: "exchange", reviewer: model },
      ]),
    ],
    compare: [
      { experiment: id },
      { experiment: id, designs: ["A", "B"] },
      { experiment: id, designs: ["A", "Z"] },
      { experiments: [id, id] },
      { experiments: [dir, id] },
    ],
    export: [...whole, ...inner].flatMap((experiment, at) => [
      { experiment, to: `out-${at}` },
      { experiment, to: `numbers-${at}`, anonymous: true },
    ]),
    open: [{}, { experiment: id }, { experiment: `${dir}/controls` }],
    rank: [{ experiment: id }, { experiment: dir }, { experiment: `${dir}/controls` }],
    decide: [
      { experiment: id, design: "Z", because: "x" },
      { experiment: id },
      { experiment: id, design: "A", because: "x" },
      { experiment: id, none: true, because: "x" },
    ],
    plan: [
      { experiment: id, design: "Z" },
      { experiment: id },
      { experiment: id, design: "A" },
      { experiment: id, dry_run: true },
      { experiment: id, expand: "a" },
      ...documents.map((of) => ({ of, dry_run: true })),
    ],
    tasks: [
      { experiment: id },
      { dir: relative(lab.dir, dir) },
      { dir: relative(lab.dir, join(dir, "reviews")), view: "list" },
    ],
    refine: [
      { experiment: id, designs: ["Z"] },
      { experiment: id },
      { experiment: id, dry_run: true },
      { experiment: id, merge: true, designs: ["A", "B"] },
    ],
    review: [
      { experiment: id, designs: "Z" },
      { experiment: id },
      { experiment: id, force: true, designs: "A" },
      { experiment: id, models: [model] },
    ],
    score: [
      { experiment: id, designs: "Z" },
      { experiment: id },
      { experiment: id, force: true, designs: "A" },
      { experiment: id, models: [model], designs: ["B"] },
    ],
    generate: [
      { experiment: id, again: "Z" },
      { experiment: id },
      { experiment: id, again: "A" },
      { task: TASK, join: documents.slice(0, 8), dry_run: true },
    ],
    run: [
      { experiment: id },
      { experiment: id, judge: false },
      { experiment: id, judge: true },
      { experiment: id, thrifty: false },
      { experiment: id, control: true },
      { experiment: id, dry_run: true },
      { task: TASK, dry_run: true },
      ...documents.map((join) => ({ task: TASK, join: [join], dry_run: true })),
    ],
    judge: [
      { experiment: id, wait: 0 },
      { experiment: id, show: true, wait: 0 },
      { experiment: id, ballot: true, wait: 0 },
      { experiment: id, order: "N>O>P", wait: 0 },
      { experiment: id, order: "N>O>P", unseen: true, name: "Grace", wait: 0 },
      { experiment: id, replace: true, order: "P>O>N", wait: 0 },
      { experiment: id, round: 1, wait: 0 },
      ...documents.map((from) => ({ experiment: id, from, wait: 0 })),
    ],
    outcome: [
      { experiment: id },
      { experiment: id, outcome: "worked" },
      { lesson: "A lesson", experiment: id },
      { where: "docs" },
    ],
    brief: [
      { experiment: id, wait: 0 },
      ...documents.map((from) => ({ idea: "A queue for jobs", from, wait: 0, dry_run: true })),
    ],
    ask: [
      { experiment: id, wait: 0 },
      { experiment: id, next: true, wait: 0 },
      { experiment: id, approve: true, wait: 0 },
      { experiment: id, questions: [{ id: "q1", type: "ask_file", text: "Which?" }], wait: 0 },
      ...documents.map((q1) => ({ experiment: id, answers: { q1 }, wait: 0 })),
    ],
    guard: [{}, { do: "status" }, { do: "on" }, { do: "on", task: "a" }],
    init: [{}],
    doctor: [{}, { ask: true }, { allow: true }],
    help: [{}, { task: TASK }, { op: "judge" }, { op: "personas" }],
  };
};

describe("a result that is hidden until the user has voted", () => {
  test("is asked of every op, and of every part that show knows", async () => {
    const ops = await allOps();
    expect(Object.keys(CALLS()).toSorted()).toEqual(ops.map(({ name }) => name).toSorted());
    const what = ops.find(({ name }) => name === "show")?.args.properties.what as { anyOf?: { const?: string }[] };
    const known = (what.anyOf ?? []).flatMap((each) => each.const ?? []);
    const asked = CALLS().show?.flatMap((args) => ("what" in args ? String(args.what) : [])) ?? [];
    expect(known.filter((part) => !asked.includes(part))).toEqual([]);
  });

  test("is not in what the run that made it says", () => {
    expect(hidden.length).toBeGreaterThan(20);
    expect(hidden.filter((text) => first.includes(JSON.stringify(text).slice(1, -1)))).toEqual([]);
  });

  test("is not in what the project remembers", () => {
    const page = readFileSync(join(lab.dir, ".opencode/design-lab/PROJECT.md"), "utf8");
    expect(page).toContain(id);
    expect(hidden.filter((text) => page.includes(text))).toEqual([]);
  });

  for (const op of [
    "show",
    "compare",
    "export",
    "open",
    "rank",
    "decide",
    "plan",
    "tasks",
    "refine",
    "review",
    "score",
    "generate",
    "run",
    "judge",
    "outcome",
    "brief",
    "ask",
    "guard",
    "init",
    "doctor",
    "help",
  ])
    test(`is in no answer of ${op} to an agent`, async () => {
      for (const args of CALLS()[op] ?? []) {
        const answer = JSON.stringify(await callAll(op, args));
        // Whoever votes reads the designs blind: their titles, under letters of the vote's own.
        const closed = op === "judge" ? hidden.filter((text) => !titles.includes(text)) : hidden;
        const leaks = closed.filter((text) => answer.includes(JSON.stringify(text).slice(1, -1)));
        expect(leaks, JSON.stringify(args)).toEqual([]);
        // How a model did, or which design is first, in figures.
        expect(answer, JSON.stringify(args)).not.toMatch(/Score\/10|p_best":0\.|"winner":"|probability (?:over )?\d/u);
      }
    });
});
