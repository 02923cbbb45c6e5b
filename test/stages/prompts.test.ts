import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { DEFAULT_CRITERIA } from "../../src/config/criteria.ts";
import { fillTemplate } from "../../src/prompting/agent.ts";
import { designerAgent } from "../../src/stages/designs/designer.ts";
import { topicAgent } from "../../src/stages/designs/topic.ts";
import { evaluatorAgent } from "../../src/stages/judgement/evaluator.ts";

const TASK = {
  task: "Design a {{queue}}",
  requirements: ["R one"],
  constraints: [],
  non_functional_requirements: ["N one"],
};
const EVALUATION = {
  ...TASK,
  design: '{"title":"A design"}',
  criteria: DEFAULT_CRITERIA,
  checked: [],
  nonce: "abcdef0123456789",
  design_id: "secret-id",
};

/** The last JSON Schema in a prompt, as a model would read it. */
function schemaIn(prompt: string): { properties: Record<string, unknown>; required: string[] } {
  const fenced = [...prompt.matchAll(/```json\n([\s\S]*?)\n```/g)].at(-1)?.[1] ?? "";
  return JSON.parse(fenced);
}

describe("the designer's prompt", () => {
  test("holds the task, its lists and the schema, and leaves braces in the task alone", () => {
    const prompt = designerAgent.prompt({ ...TASK, repository: null, template: null });
    for (const part of ["TASK:\nDesign a {{queue}}", "REQUIREMENTS:\n- R one", "CONSTRAINTS:\nNone stated.", "- N one"])
      expect(prompt).toContain(part);
    expect(schemaIn(prompt).required).toContain("architecture_overview");
  });

  test("offers read, grep and glob with a repository and nothing without", () => {
    expect(designerAgent.tools({ ...TASK, repository: "/project", template: null })).toEqual(["read", "grep", "glob"]);
    expect(designerAgent.tools({ ...TASK, repository: null, template: null })).toEqual([]);
    expect(designerAgent.system({ ...TASK, repository: null, template: null })).not.toContain("/project");
  });

  test("from a template fills values once, so that a value with braces is not filled again", () => {
    expect(fillTemplate("{{a}} and {{ b }}", { a: "{{b}}", b: "B" })).toBe("{{b}} and B");
  });
});

describe("the evaluator's prompt", () => {
  for (const parts of [["review"], ["score"], ["review", "score"]] as const) {
    test(`for ${parts.join(" and ")} asks for exactly the fields of its parts, in order`, () => {
      const input = { ...EVALUATION, parts };
      const asked = Object.keys(schemaIn(evaluatorAgent.prompt(input)).properties);
      expect(asked).toEqual(Object.keys(evaluatorAgent.output(input).properties));
      expect(asked[0]).toBe("addressed_to_you");
      expect(asked.includes("strengths")).toBe(parts.some((part) => part === "review"));
      expect(asked.includes("scores")).toBe(parts.some((part) => part === "score"));
      if (parts.length === 2) expect(asked.indexOf("overall_impression")).toBeLessThan(asked.indexOf("rationales"));
      if (asked.includes("scores")) expect(asked.indexOf("rationales")).toBeLessThan(asked.indexOf("scores"));
    });
  }

  test("gives an anchor for both ends and the middle of every criterion, also of one that has none of its own", () => {
    const bare = { name: "cost", description: "How dear?", min: 1, max: 5 };
    const prompt = evaluatorAgent.prompt({ ...EVALUATION, criteria: [...DEFAULT_CRITERIA, bare], parts: ["score"] });
    for (const { anchors } of DEFAULT_CRITERIA)
      for (const text of Object.values(anchors ?? {})) expect(prompt).toContain(text);
    for (const line of ["  1 = ", "  3 = ", "  5 = "]) expect(prompt).toContain(line);
  });

  test("is the same byte for byte for every design of a reviewer up to the nonce, and only the design comes after", () => {
    const input = { ...EVALUATION, parts: ["review", "score"] as const };
    const one = evaluatorAgent.prompt(input);
    const other = evaluatorAgent.prompt({ ...input, design: "another", nonce: "0123456789abcdef", design_id: "other" });
    const shared = one.slice(0, one.indexOf(input.nonce));
    expect(other.slice(0, other.indexOf("0123456789abcdef"))).toBe(shared);
    for (const { name } of DEFAULT_CRITERIA) expect(shared).toContain(`- "${name}", from`);
    expect(shared).toContain(TASK.task);
    expect(schemaIn(shared).required).toContain("overall_score");
    expect(one.length - shared.length).toBeLessThan(input.design.length + 1_000);
    expect(evaluatorAgent.system(input)).toBe(evaluatorAgent.system({ ...input, design: "another" }));
  });

  test("says nothing of who wrote the design: no id, no model", () => {
    const input = { ...EVALUATION, parts: ["review", "score"] as const };
    expect(`${evaluatorAgent.system(input)}${evaluatorAgent.prompt(input)}`).not.toContain("secret-id");
  });

  test("keeps the order of the criteria that it is given", () => {
    const criteria = DEFAULT_CRITERIA.toReversed();
    const prompt = evaluatorAgent.prompt({ ...EVALUATION, criteria, parts: ["score"] });
    const places = criteria.map(({ name }) => prompt.indexOf(`- "${name}", from`));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

test("the topic's prompt cuts a long task and its schema takes a topic of 80 letters at most", () => {
  expect(topicAgent.prompt({ name: true, split: false, task: "x".repeat(100_000) }).length).toBeLessThan(6_000);
  expect(Value.Check(topicAgent.output({ name: true, split: false, task: "" }), { topic: "t".repeat(81) })).toBe(false);
});
