import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { TYPE_NAMES, type TypeName } from "../../../src/questions/types.ts";
import { GivenQuestion, questionsOf, TYPES_TEXT } from "../../../src/stages/brief/given-question.ts";

const why = "It decides the store.";
const option = (label: string) => ({ label, description: `${label} costs a week` });
const faults = (given: GivenQuestion, before: { text: string }[] = []) => questionsOf([given], before).faults;

describe("questionsOf()", () => {
  test("gives options letters, and leaves out what belongs to another type", () => {
    const given: GivenQuestion = {
      type: "pick_one",
      text: "Which?",
      why,
      options: [{ ...option("A"), pros: ["cheap"] }, option("B")],
      other: true,
      unit: "mails",
      multiline: true,
    };
    expect(questionsOf([given], []).questions).toEqual([
      {
        type: "pick_one",
        text: "Which?",
        why,
        options: [
          { id: "a", ...option("A") },
          { id: "b", ...option("B") },
        ],
        other: true,
      },
    ]);
  });

  const fields: Partial<Record<TypeName, Partial<GivenQuestion>>> = {
    pick_one: { options: [option("A"), option("B")], other: true },
    pick_many: { options: [option("A"), option("B")], min: 1, max: 2 },
    show_options: { options: [option("A"), option("B")] },
    rank: { options: [option("A"), option("B")] },
    rate: { options: [option("A"), option("B")], min: 1, max: 5 },
    slider: { min: 0, max: 10, unit: "mails" },
    ask_code: { language: "sql" },
    ask_image: { accept: ["image/png"], multiple: true },
    ask_file: { accept: [".csv"], multiple: true },
    show_diff: { before: "a", after: "b", language: "ts" },
    review_section: { title: "Goals", markdown: "Send mails" },
    emoji_react: { emoji: ["\u{1F44D}"] },
  };
  for (const type of TYPE_NAMES.filter((each) => each !== "show_plan")) {
    test(`takes ${type} as an asker sends it, with its fields, and nothing asks for approval`, () => {
      const given = { type, text: "Which?", why, ...fields[type] } as GivenQuestion;
      expect(Value.Check(GivenQuestion, given)).toBe(true);
      expect(Value.Check(GivenQuestion, { ...given, type: "show_plan" })).toBe(false);
      const { questions, faults } = questionsOf([given], []);
      expect(faults).toEqual([]);
      expect(questions[0]).toMatchObject({ type, text: "Which?", why });
      for (const name of Object.keys(fields[type] ?? {})) expect(questions[0]).toHaveProperty(name);
      expect(TYPES_TEXT).toContain(`- ${type} (`);
    });
  }

  test("gives a slider the step that its scale asks for", () => {
    const stepOf = (max: number) =>
      questionsOf([{ type: "slider", text: "How many?", why, min: 0, max }], []).questions[0];
    expect(stepOf(5_000)).toMatchObject({ step: 1 });
    expect(stepOf(1)).toMatchObject({ step: 0.1 });
    expect(stepOf(0)).toBeUndefined();
  });

  const bad: [string, GivenQuestion, string][] = [
    ["one option", { type: "pick_one", text: "Which?", why, options: [option("A")] }, "two real alternatives"],
    ["no options", { type: "show_options", text: "Which?", why }, "the options of question 1"],
    [
      "an option without its price",
      { type: "pick_many", text: "Which?", why, options: [option("A"), { label: "B" }] },
      "option 2 of question 1 must say what it means and what it costs",
    ],
    [
      "options that read alike",
      { type: "rank", text: "Which?", why, options: [{ label: "A" }, { label: "a " }] },
      "the label of option 2 of question 1 must be another than options[0].label",
    ],
    [
      "a scale that ends before it begins",
      { type: "slider", text: "Which?", why, min: 9, max: 1 },
      "the greatest value of question 1 must be above min 9",
    ],
    ["no letters", { type: "ask_text", text: "\u200b ", why }, "the text of question 1 must be text that is not empty"],
  ];
  for (const [what, given, fault] of bad) {
    test(`says what is wrong with ${what}`, () => expect(faults(given).join("; ")).toContain(fault));
  }

  test("takes pros and cons as what an option costs", () => {
    const given: GivenQuestion = {
      type: "show_options",
      text: "Which?",
      why,
      options: [option("A"), { label: "B", pros: ["cheap"], cons: ["slow"] }],
    };
    expect(faults(given)).toEqual([]);
  });

  test("refuses what was asked before, in this answer or an earlier one, however it is spelled", () => {
    const given: GivenQuestion = { type: "confirm", text: "Keep  it?", why };
    expect(faults(given, [{ text: "keep it?" }])).toEqual(["question 1 was asked before: ask something else, or end"]);
    expect(questionsOf([given, given], []).faults[0]).toContain("question 2 was asked before");
  });
});
