import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { LabError } from "../../src/errors.ts";
import {
  bullets,
  checkTemplate,
  fillTemplate,
  JSON_ONLY,
  judgedTask,
  probeAgent,
  schemaText,
  taskSections,
} from "../../src/prompting/agent.ts";

const TASK = { task: "Design", requirements: ["one", "two"], constraints: ["c"], non_functional_requirements: [] };
const SECTIONS = [
  "TASK:\nDesign",
  "REQUIREMENTS:\n- one\n- two",
  "CONSTRAINTS:\n- c",
  "NON-FUNCTIONAL REQUIREMENTS:\nNone stated.",
].join("\n\n");

test("a task is told with its lists, one bullet for each and a word where one is empty", () => {
  expect(taskSections(TASK)).toBe(SECTIONS);
  expect(bullets([])).toBe("None stated.");
  expect(bullets(["a"])).toBe("- a");
});

test("a reviewer reads what is to be checked under its number, and the plain lists where nothing is", () => {
  expect(judgedTask(TASK, [])).toBe(SECTIONS);
  const checked = [
    { id: "R1", kind: "requirement" as const, text: "one" },
    { id: "C1", kind: "constraint" as const, text: "c" },
  ];
  expect(judgedTask(TASK, checked as never)).toBe(
    "TASK:\nDesign\n\nREQUIREMENTS (R), CONSTRAINTS (C), NON-FUNCTIONAL REQUIREMENTS (N):\nR1: one\nC1: c",
  );
});

test("a schema stands in a fence of JSON without white space", () => {
  expect(schemaText(Type.Object({ a: Type.Number() }))).toBe(
    '```json\n{"type":"object","required":["a"],"properties":{"a":{"type":"number"}}}\n```',
  );
});

test("a template keeps what is no placeholder, and an unknown one as it stands", () => {
  expect(fillTemplate("{{a}}{{b}} {c} {{ a }}", { a: "A" })).toBe("A{{b}} {c} A");
  expect(fillTemplate(`{{${" ".repeat(199)}a}}`, { a: "A" })).toBe("A");
  expect(fillTemplate(`{{${" ".repeat(200)}a}}`, { a: "A" })).toContain("{{");
});

describe("checkTemplate()", () => {
  const said = (template: string): string => {
    try {
      checkTemplate(template, ["task", "design"], ["task"], "the template x.md");
    } catch (error) {
      if (error instanceof LabError) return error.message;
    }
    return "";
  };
  test("takes a template that has what is needed, and what is known beside it", () => {
    expect(said("{{task}}")).toBe("");
    expect(said("{{ task }} {{design}}")).toBe("");
  });
  test("names an unknown placeholder, the nearest and all there are", () => {
    expect(said("{{task}} {{desing}}")).toBe(
      "Cannot use the template x.md: there is no placeholder {{desing}}, did you mean {{design}}; found in the template, known are {{task}}, {{design}}.",
    );
    expect(said("{{task}} {{wholly-other}}")).toContain("no placeholder {{wholly-other}}; found in the template");
  });
  test("names the needed one that is missing", () => {
    expect(said("{{design}}")).toBe("Cannot use the template x.md: it needs the placeholder {{task}}, found none.");
  });
});

test("the check of whether a model answers asks the least there is, with no tool", () => {
  const schema = probeAgent.output({});
  expect(probeAgent.tools({})).toEqual([]);
  expect(probeAgent.role).toBe("topic");
  expect(probeAgent.prompt({})).toBe(["Say that you are ready.", schemaText(schema), JSON_ONLY].join("\n"));
  for (const [answer, fits] of [
    [{ ready: true }, true],
    [{ ready: false }, false],
    [{}, false],
    [{ ready: true, more: 1 }, false],
  ] as const)
    expect(Value.Check(schema, answer)).toBe(fits);
});
