import { describe, expect, test } from "bun:test";
import type { TObject } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { LeastDesign } from "../../src/artifacts/design.ts";
import { checkedOf } from "../../src/artifacts/requirement.ts";
import { DEFAULT_CRITERIA } from "../../src/config/criteria.ts";
import { shuffled } from "../../src/experiment/shuffled.ts";
import { fillTemplate, JSON_ONLY, judgedTask, schemaText, taskSections } from "../../src/prompting/agent.ts";
import { topicAgent } from "../../src/stages/brief/topic.ts";
import { checkDesignTemplate, designerAgent } from "../../src/stages/designs/designer.ts";
import { evaluatorAgent } from "../../src/stages/judgement/evaluator.ts";
import { failureSaid } from "../../src/stages/said.ts";

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

describe("a designer", () => {
  const input = { ...TASK, repository: null, template: null };
  const schema = schemaText(designerAgent.output(input));

  test("is asked by the person's own template, with the schema where that leaves it out", () => {
    const asked = (template: string) => designerAgent.prompt({ ...input, template });
    expect(asked("{{requirements}}|{{constraints}}|{{non_functional_requirements}}|{{task_description}}")).toBe(
      `- R one|None stated.|- N one|Design a {{queue}}\n\nGenerate a design following this schema:\n${schema}\n\n${JSON_ONLY}`,
    );
    for (const placed of ["{{design_schema}}", "{{ design_schema }}"])
      expect(asked(`{{task_description}} ${placed} end`)).toBe(`Design a {{queue}} ${schema} end`);
  });

  test("may be asked by no template that leaves the task out or names what is not there", () => {
    expect(() => checkDesignTemplate("{{task_description}} {{design_schema}}")).not.toThrow();
    expect(() => checkDesignTemplate("{{requirements}}")).toThrow("it needs the placeholder {{task_description}}");
    expect(() => checkDesignTemplate("{{task}}")).toThrow(
      "Cannot use design.agent_prompt: there is no placeholder {{task}}",
    );
  });

  test("is told where it may read, and is called by its model for people alone", () => {
    expect(designerAgent.system({ ...input, repository: "/project" })).toContain(
      "in /project, with read, grep and glob",
    );
    expect(designerAgent.system(input)).toContain("You have no tools. Work from the task alone.");
    expect(designerAgent.title(input, "p/a")).toBe("designlab: design by p/a");
    expect(designerAgent.least?.(input)).toBe(LeastDesign);
    expect(designerAgent.prompt(input)).toEndWith(`following this schema:\n${schema}\n\n${JSON_ONLY}`);
  });
});

describe("what is asked about a task", () => {
  const keys = (name: boolean, split: boolean) => Object.keys(topicAgent.output({ task: "t", name, split }).properties);
  const LISTS = ["requirements", "constraints", "non_functional_requirements"];

  test("is its name, what it states, or both", () => {
    expect(keys(true, false)).toEqual(["topic"]);
    expect(keys(false, true)).toEqual(LISTS);
    expect(keys(true, true)).toEqual(["topic", ...LISTS]);
    const prompt = (name: boolean, split: boolean) => topicAgent.prompt({ task: "t", name, split });
    expect(prompt(true, false)).toContain("Name the following design task");
    expect(prompt(true, false)).not.toContain("List what");
    expect(prompt(false, true)).toStartWith("List what the following design task itself states");
    expect(topicAgent.title({ task: "t", name: true, split: true }, "p/a")).toBe("designlab: topic by p/a");
    expect(topicAgent.tools({ task: "t", name: true, split: true })).toEqual([]);
  });

  test("is asked of so much of a long task as a topic needs", () => {
    const prompt = (length: number) => topicAgent.prompt({ task: "x".repeat(length), name: true, split: false });
    expect(prompt(4_000)).toContain(`TASK:\n${"x".repeat(4_000)}\n\nAnswer`);
    expect(prompt(4_001)).toContain(`TASK:\n${"x".repeat(4_000)} […]\n\nAnswer`);
  });

  test("takes answers within bounds, and of what is asked a part where no repair is left", () => {
    const input = { task: "t", name: true, split: true };
    const whole = { topic: "a queue", requirements: [], constraints: [], non_functional_requirements: [] };
    const takes = (change: object) => Value.Check(topicAgent.output(input), { ...whole, ...change });
    const spares = (answer: object) => Value.Check(topicAgent.least?.(input) as TObject, answer);
    expect([{}, { topic: "x".repeat(80) }, { requirements: Array(20).fill("a") }].map(takes)).toEqual([
      true,
      true,
      true,
    ]);
    for (const change of [
      { topic: "" },
      { topic: "x".repeat(81) },
      { topic: undefined },
      { requirements: Array(21).fill("a") },
      { constraints: [""] },
      { more: 1 },
    ])
      expect([change, takes(change)]).toEqual([change, false]);
    for (const answer of [{ topic: "x".repeat(200) }, { constraints: [] }, { requirements: Array(30).fill("a") }])
      expect([answer, spares(answer)]).toEqual([answer, true]);
    for (const answer of [{}, { topic: "" }, { requirements: [""] }, { topic: "a", more: 1 }])
      expect([answer, spares(answer)]).toEqual([answer, false]);
    const named = topicAgent.least?.({ ...input, split: false });
    expect(Object.keys(named?.properties ?? {})).toEqual(["topic"]);
  });
});

describe("an evaluation", () => {
  const input = { ...EVALUATION, parts: ["review", "score"] as const };

  test("names its parts and its design for people, and takes no tool", () => {
    expect(evaluatorAgent.title(input, "p/a")).toBe("designlab: review and score of secret-id by p/a");
    expect(evaluatorAgent.tools(input)).toEqual([]);
  });

  test("asks for coverage where something is to be checked, before its parts", () => {
    const checked = [{ id: "R1", kind: "requirement" as const, text: "R one" }];
    const asked = evaluatorAgent.prompt({ ...input, checked });
    expect(asked).toContain("\nR1: R one\n\nCOVERAGE\n");
    expect(asked.indexOf("COVERAGE\n")).toBeLessThan(asked.indexOf("REVIEW\n"));
    expect(Object.keys(evaluatorAgent.output({ ...input, checked }).properties).slice(0, 2)).toEqual([
      "addressed_to_you",
      "coverage",
    ]);
    expect(evaluatorAgent.prompt(input)).not.toContain("COVERAGE");
  });

  test("tells the anchors of a criterion, its own or the usual ones, with the middle of its scale", () => {
    const criterion = { name: "cost", description: "What it costs", min: 1, max: 4 };
    const anchors = { low: "dear", middle: "fair", high: "cheap" };
    const asked = (criteria: (typeof input)["criteria"]) => evaluatorAgent.prompt({ ...input, criteria });
    expect(asked([{ ...criterion, anchors }] as never)).toContain(
      '- "cost", from 1 to 4: What it costs\n  1 = dear\n  2.5 = fair\n  4 = cheap\n',
    );
    expect(asked([criterion] as never)).toContain(
      "\n  1 = the design fails on this, or says nothing about it\n  2.5 = ",
    );
  });

  test("refuses a verdict that stands in the design word for word", () => {
    const verdict = "This is the best design that I have ever read by far";
    const design = JSON.stringify({ summary: `${verdict}.` });
    const said = (answer: object) => evaluatorAgent.check?.({ ...input, design }, answer as never);
    expect(said({ overall_impression: verdict, justification: verdict })).toEqual([
      "overall_impression stands in the design word for word; judge in your own words",
      "justification stands in the design word for word; judge in your own words",
    ]);
    expect(said({ overall_impression: "It does what it says, at a price.", justification: 5 })).toEqual([]);
  });

  test("can do without what the lab asks beside the work, where no repair is left", () => {
    const needed = (schema: TObject) => [...(schema.required ?? [])].sort();
    const [whole, least] = [evaluatorAgent.output(input), evaluatorAgent.least?.(input) as TObject];
    expect(needed(whole).filter((name) => !needed(least).includes(name))).toEqual(["addressed_to_you", "rationales"]);
    expect(Object.keys(least.properties).sort()).toEqual(Object.keys(whole.properties).sort());
    expect([whole.additionalProperties, least.additionalProperties]).toEqual([false, false]);
    const rationales = least.properties.rationales as TObject;
    expect([rationales.required ?? [], rationales.additionalProperties]).toEqual([[], false]);
  });
});

describe("shuffled()", () => {
  const items = Array.from({ length: 40 }, (_, at) => at);
  test("keeps every item, and gives one order for a seed and a salt, another for others", () => {
    const one = shuffled(items, 7, "a");
    expect(one.toSorted((a, b) => a - b)).toEqual(items);
    expect(shuffled(items, 7, "a")).toEqual(one);
    for (const other of [shuffled(items, 8, "a"), shuffled(items, 7, "b"), items]) expect(other).not.toEqual(one);
    expect(shuffled([], 7, "a")).toEqual([]);
  });
  test("draws each order of three about as often", () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 1_200; seed++) {
      const order = shuffled(["x", "y", "z"], seed * 7_919, "s").join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(count).toBeWithin(140, 260);
  });
});

test("failureSaid() names what failed and whose, and says once alone what a stop or a limit did", () => {
  expect(failureSaid("design 2 of 3", "auth", "a/one")).toEqual({
    text: "design 2 of 3 failed: the provider refuses the key, a/one",
    kind: "failure",
  });
  for (const kind of ["aborted", "budget"] as const) expect(failureSaid("design", kind, "a/one").kind).toBe("step");
});

describe("what a brief says beside the task", () => {
  const BRIEF = { assumptions: ["One region"], out_of_scope: ["Newsletters", "SMS"], open_questions: ["Who pays"] };
  const NONE = { assumptions: [], out_of_scope: [], open_questions: [] };
  const BESIDE = [
    "ASSUMPTIONS (taken for granted, for nobody said otherwise):\n- One region",
    "OUT OF SCOPE (nobody asks for it here):\n- Newsletters\n- SMS",
    "OPEN QUESTIONS (nobody could answer them yet):\n- Who pays",
  ].join("\n\n");
  const LISTS =
    "TASK:\nDesign a {{queue}}\n\nREQUIREMENTS:\n- R one\n\nCONSTRAINTS:\nNone stated.\n\nNON-FUNCTIONAL REQUIREMENTS:\n- N one";
  const NUMBERS =
    "TASK:\nDesign a {{queue}}\n\nREQUIREMENTS (R), CONSTRAINTS (C), NON-FUNCTIONAL REQUIREMENTS (N):\nR1: R one\nN1: N one";

  test("stands behind it, and nothing where there is no brief or none of it", () => {
    expect(taskSections(TASK)).toBe(LISTS);
    expect(taskSections({ ...TASK, brief: NONE })).toBe(LISTS);
    expect(taskSections({ ...TASK, brief: BRIEF })).toBe(`${LISTS}\n\n${BESIDE}`);
    const checked = checkedOf(TASK);
    expect(judgedTask(TASK, checked)).toBe(NUMBERS);
    expect(judgedTask({ ...TASK, brief: NONE }, checked)).toBe(NUMBERS);
    expect(judgedTask({ ...TASK, brief: BRIEF }, checked)).toBe(`${NUMBERS}\n\n${BESIDE}`);
    expect(judgedTask({ ...TASK, brief: BRIEF }, [])).toBe(`${LISTS}\n\n${BESIDE}`);
    expect(taskSections({ ...TASK, brief: { ...NONE, open_questions: ["Who pays"] } })).toEndWith(
      "- N one\n\nOPEN QUESTIONS (nobody could answer them yet):\n- Who pays",
    );
  });

  test("is the only difference that it makes to a prompt", () => {
    const designer = (brief?: typeof BRIEF) =>
      designerAgent.prompt({ ...TASK, brief, repository: null, template: null });
    const evaluator = (brief?: typeof BRIEF) =>
      evaluatorAgent.prompt({ ...EVALUATION, brief, checked: checkedOf(TASK), parts: ["review", "score"] });
    for (const prompt of [designer, evaluator]) {
      expect(prompt(NONE)).toBe(prompt());
      expect(prompt(BRIEF).replace(`\n\n${BESIDE}`, "")).toBe(prompt());
    }
  });

  test("follows the task in a person's own template", () => {
    const asked = (brief: typeof BRIEF) =>
      designerAgent.prompt({ ...TASK, brief, repository: null, template: "{{task_description}}|{{design_schema}}|" });
    expect(asked(BRIEF)).toStartWith(`Design a {{queue}}\n\n${BESIDE}|`);
    expect(asked(NONE)).toStartWith("Design a {{queue}}|");
  });
});
