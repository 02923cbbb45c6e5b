import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import type { DesignBody } from "../../src/artifacts/design.ts";
import { Config } from "../../src/config/schema.ts";
import { blindDesign } from "../../src/experiment/blind-design.ts";
import { gleanBallot } from "../../src/experiment/glean.ts";
import { identitiesOf } from "../../src/experiment/identities-of.ts";
import { designOf, taskOf } from "../support/artifacts.ts";
import { ballotOf, bodyOf } from "../support/judges.ts";
import { processorTime } from "../support/processor.ts";
import { available } from "../support/scripted-host.ts";

const REQUIREMENTS = [
  "R1: No accepted e-mail is lost when a process is killed.",
  "R2: 5,000 e-mails leave the queue each minute.",
  "C1: It runs for at most $900 a month.",
];
const glanceOf = (over: Partial<DesignBody>, requirements = REQUIREMENTS) => {
  const [glance] = gleanBallot({
    requirements,
    designs: [{ letter: "N", design_sha256: "0".repeat(64), body: bodyOf(over) }],
  }).glances;
  if (!glance) throw new Error("No glance");
  return glance;
};
const answersOf = (over: Partial<DesignBody>) =>
  glanceOf(over).answers.map(({ id, said }) => [id, said.map(({ text }) => text)] as const);

describe("what a design says of a requirement", () => {
  test("is the sentences that name its number, ranges and lists too, word for word", () => {
    const answers = answersOf({
      data_flow: "Rows are committed first (R1). For R1 to R2 nothing else is needed.\n\n- **C1**: two small servers",
    });
    expect(answers).toEqual([
      ["R1", ["Rows are committed first (R1).", "For R1 to R2 nothing else is needed."]],
      ["R2", ["For R1 to R2 nothing else is needed."]],
      ["C1", ["**C1**: two small servers"]],
    ]);
  });

  test("is nothing where no number is named: what words say is for people to read, not to count", () => {
    const text = "## No e-mail is lost\n\nAn accepted e-mail survives a killed process. That leaves $600 a month.";
    expect(answersOf({ data_flow: text })).toEqual([]);
    expect(Object.keys(glanceOf({ data_flow: text }))).not.toContain("costs");
  });

  test("is no number inside another word, no code, and nothing that was rejected", () => {
    const tradeoffs = [
      { aspect: "Queue", choice: "A table", rationale: "Known", alternatives: ["A log, which breaks R1"] },
    ];
    const text = "The AR1 model, R12 and R1_x.\n\n```mermaid\ngraph TD; R1 --> R2\n```\n";
    expect(answersOf({ data_flow: text, tradeoffs })).toEqual([]);
  });
});

test("the gravest risk, the first decisions and the components are the design's own", () => {
  const { risk, choices, components } = glanceOf({
    risks: [
      { description: "small", severity: "low" },
      { description: "grave", severity: "high", mitigation: "care" },
    ],
  });
  expect([risk?.description, choices, components]).toEqual([
    "grave",
    [{ aspect: "Polling", choice: "Every second" }],
    ["Store", "Worker"],
  ]);
  expect(glanceOf({ risks: [], tradeoffs: [] })).toMatchObject({ risk: null, choices: [] });
});

test("two designs are paired by topic, once, in the ballot's order", () => {
  const { pairs } = gleanBallot(ballotOf(3));
  expect(pairs.map(({ first, second }) => first + second)).toEqual(["NO", "NP", "OP"]);
  expect(pairs[0]).toEqual({
    first: "N",
    second: "O",
    tradeoffs: [{ first: 0, second: 0, alike: true }],
    risks: [{ first: 0, second: 0, alike: true }],
  });
});

test("a masked design is gleaned masked: no name of its author is in what is found", () => {
  const task = taskOf(["maker/swift-9"], ["judge/heron-2"]);
  const by = "Swift Nine, that is swift-9, answers R1 for $12 a month.";
  const design = designOf("maker/swift-9", {
    summary: by,
    tradeoffs: [{ aspect: "Cost by swift-9", choice: by, rationale: by, alternatives: [by] }],
    risks: [{ description: by, severity: "high" }],
    components: [{ name: "swift-9", description: by, responsibilities: [by] }],
  });
  const models = [available("maker/swift-9", { names: ["Swift Nine"] })];
  const { text } = blindDesign(design, identitiesOf(task, [design], Value.Create(Config) as Config, models));
  const body = JSON.parse(text) as DesignBody;
  const found = JSON.stringify(
    gleanBallot({ requirements: REQUIREMENTS, designs: [{ letter: "N", design_sha256: "", body }] }),
  );
  expect(found).toContain("[author]");
  expect(found).not.toMatch(/swift/iu);
});

test("thirty large designs are gleaned in seconds", () => {
  const long = "Every worker polls the table and R1 holds while 5,000 e-mails leave the queue. ".repeat(400);
  const designs = ballotOf(30).designs.map((each) => ({ ...each, body: bodyOf({ data_flow: long }) }));
  const began = processorTime();
  const { glances, pairs } = gleanBallot({ requirements: REQUIREMENTS, designs });
  expect([glances.length, pairs.length]).toEqual([30, 0]);
  expect(processorTime() - began).toBeLessThan(20_000);
});

test("a sentence is found whole in any form of prose: under a heading with it, in lists, rows and quotes, not in code", () => {
  const said = (data_flow: string): string[] => answersOf({ data_flow }).find(([id]) => id === "R1")?.[1] ?? [];
  expect(said("## Durability\n\nRows come first (R1).")).toEqual(["Durability: Rows come first (R1)."]);
  expect(said("## Durability R1\n### Rows\nThey come first.")).toEqual([]);
  expect(said("## Durability R1\nThey come first.\nThen the rest.")).toEqual(["Durability R1: They come first."]);
  expect(said("## R1 at the end")).toEqual(["R1 at the end"]);
  for (const before of ["- ", "* ", "1. ", "2) ", "> ", "| ", "  - "])
    expect(said(`Rows.\n${before}They hold R1 |`)).toEqual(["They hold R1"]);
  expect(said("| R1 | what |\n|---|---|\n| R1 | rows |")).toEqual(["R1 | rows"]);
  expect(said("~~~\n```\nR1 in code\n~~~\nAfter it R1.")).toEqual(["After it R1."]);
});
