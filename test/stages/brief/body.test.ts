import { describe, expect, test } from "bun:test";
import { BRIEF_LIST_NAMES, type BriefBody } from "../../../src/artifacts/brief.ts";
import { numbered } from "../../../src/artifacts/requirement.ts";
import { besideLists, judgedTask } from "../../../src/prompting/agent.ts";
import type { Asked } from "../../../src/questions/replay.ts";
import { bodyOf, faultsIn, unsaidFaults } from "../../../src/stages/brief/body.ts";

const item = (text: string, ...from: string[]) => ({ text, from });
const asked = (id: string, state: Asked["state"], text = `Question ${id}?`): Asked => ({
  id,
  question: { id, type: "ask_text", text },
  state,
  answer: null,
  by: null,
  seen: false,
  claimed: null,
  changed: 0,
  closed: false,
  reported: false,
  asked_at: "",
  at: "",
});
const lists = {
  requirements: [item("It sends mails", "idea", "q1", "docs/a.md")],
  constraints: [],
  non_functional_requirements: [],
  assumptions: [item("One team")],
  out_of_scope: [],
  open_questions: [],
};
const whole = { topic: "Mails", task: "Send mails", ...lists };
const told = { idea: "Send mails", from: [], found: [], files: new Map<string, string>(), nonce: "nonce00001" };
const known = { ...told, asked: [asked("q1", "answered")], sources: ["docs/a.md"], change: null };

describe("bodyOf()", () => {
  test("turns names of sources into what they are", () => {
    const { body, faults } = bodyOf(whole, known);
    expect(faults).toEqual([]);
    expect(body.requirements[0]?.from).toEqual([
      { kind: "idea" },
      { kind: "question", id: "q1" },
      { kind: "file", path: "docs/a.md" },
    ]);
  });

  test("refuses a source that nobody knows, and an item without one that is no assumption", () => {
    const requirements = [item("A", "q7"), item("B", "src/b.ts"), item("C")];
    expect(bodyOf({ ...whole, requirements }, known).faults).toEqual([
      'requirement 1 names the source "q7", which there is not',
      'requirement 2 names the source "src/b.ts", which there is not',
      'requirement 3 needs a source, such as "idea"',
    ]);
  });

  test("makes an open question of what nobody answered, once, unless an item speaks of it", () => {
    const all = [asked("q1", "answered"), asked("q2", "skipped"), asked("q3", "cancelled"), asked("q4", "open")];
    const assumptions = [item("It is small", "q2")];
    const open_questions = [item("question q3?", "idea")];
    const { body } = bodyOf({ ...whole, assumptions, open_questions }, { ...known, asked: all });
    expect(body.open_questions.map(({ text }) => text)).toEqual(["question q3?", "Question q4?"]);
  });

  test("leaves every list as it was that the answer does not give", () => {
    const { body: brief } = bodyOf(whole, known);
    const change = {
      brief,
      words: { parts: { constraints: "x" }, whole: null },
      parts: ["constraints" as const],
      left: 0,
    };
    const { body } = bodyOf({ constraints: [item("Cheap", "idea")] }, { ...known, change });
    expect(body).toEqual({ ...brief, constraints: [{ text: "Cheap", from: [{ kind: "idea" }] }] });
  });
});

describe("what a brief says that nobody said", () => {
  const option = (id: string, label: string, description: string) => ({ id, label, description });
  const said: Asked[] = [
    {
      ...asked("q1", "answered"),
      question: {
        id: "q1",
        type: "pick_one",
        text: "How many mails on the busiest day?",
        options: [option("a", "Up to 1,000", "one process"), option("b", "More", "months of work, $14,000")],
      },
      answer: { selected: "a" },
    },
    {
      ...asked("q2", "answered"),
      question: { id: "q2", type: "slider", text: "How many lists?", min: 0, max: 700, step: 1, unit: "thousand" },
      answer: { value: 40 },
    },
    {
      ...asked("q3", "answered"),
      answer: { text: "Never tell them \u201Cyour mail is lost\u201D; twelve people, 2 shifts" },
    },
  ];
  const of = (list: "requirements" | "constraints" | "assumptions", ...items: ReturnType<typeof item>[]) => {
    const more = { ...known, asked: said, idea: "Send 14k mails by 9:30" };
    const { body } = bodyOf({ ...whole, requirements: [item("It works", "idea")], [list]: items }, more);
    return { unsaid: body[list].map((each) => each.unsaid ?? []), faults: unsaidFaults(body), body };
  };

  test("is marked beside its item and sent back: a figure or a quote that its sources do not say", () => {
    const { unsaid, faults } = of(
      "constraints",
      item("At most 1,000 mails a day for $14,000", "q1"),
      item("It costs 700 at most", "q2"),
      item("It says \u201Call is well with you\u201D after 3 tries", "q3"),
    );
    expect(unsaid).toEqual([["$14,000"], ["700"], ["all is well with you", "3"]]);
    expect(faults[0]).toBe("constraint 1 says \u201C$14,000\u201D, which q1 does not say");
    expect(faults.at(-1)).toContain("or make it an assumption");
  });

  test("is nothing that was said in other signs: groups, thousands, words, units, and names with digits", () => {
    const { unsaid, faults } = of(
      "constraints",
      item("14,000 mails, 14 000 or 14.000, by 9:30", "idea"),
      item("40,000 lists, or 40 thousand, in UTF-8 on S3", "q2"),
      item("12 people, and never \u201CYour mail is  lost\u201D", "q3"),
      item("1000 mails and 40000 lists", "q1", "q2"),
    );
    expect(unsaid).toEqual([[], [], [], []]);
    expect(faults).toEqual([]);
  });

  test("is none of what an assumption takes for granted, nor of a file that nobody kept", () => {
    expect(of("assumptions", item("5 people run it")).faults).toEqual([]);
    expect(of("constraints", item("PostgreSQL 16 stays", "docs/a.md")).faults).toEqual([]);
  });

  test("becomes an assumption where the task itself says it", () => {
    const { body } = bodyOf({ ...whole, task: "Send 5,000 mails" }, known);
    expect(body.assumptions.map(({ text }) => text)).toEqual([
      "One team",
      "\u201C5,000\u201D stands in the task, and nobody said it.",
    ]);
    expect(unsaidFaults(body)[0]).toContain("5,000");
  });

  test("stays as it was beside an item that is not changed, and a remark may say more", () => {
    const { body: brief } = of("constraints", item("It costs 700 at most", "q2"), item("It costs 40 thousand", "q2"));
    const words = { parts: { constraints: "let it be 5,500 mails" }, whole: null };
    const change = { brief, words, parts: ["constraints" as const], left: 0 };
    const again = [item("It costs 700 at most", "q2"), item("5,500 mails", "idea")];
    const { body } = bodyOf({ constraints: again }, { ...known, asked: said, change });
    expect(body.constraints.map(({ unsaid }) => unsaid ?? [])).toEqual([["700"], []]);
  });
});

test("what a person ranked is a priority of the brief in its order, and no requirement or constraint", () => {
  const options = ["Cheap to run", "No mail is lost"].map((label, at) => ({ id: "ab".charAt(at), label }));
  const ranked: Asked = {
    ...asked("q1", "answered"),
    question: { id: "q1", type: "rank", text: "What gives way last?", options },
    answer: {
      ranking: [
        { id: "a", rank: 2 },
        { id: "b", rank: 1 },
      ],
    },
  };
  const priorities = [
    {
      text: "What gives way last? 1. No mail is lost, 2. Cheap to run",
      from: [{ kind: "question" as const, id: "q1" }],
    },
  ];
  for (const text of ["It sends mails", "First of all no mail is lost."]) {
    const { body } = bodyOf({ ...whole, requirements: [item(text, "q1")] }, { ...known, asked: [ranked] });
    expect(body.priorities).toEqual(priorities);
    expect(body.constraints).toEqual(bodyOf(whole, known).body.constraints);
    const texts = BRIEF_LIST_NAMES.flatMap((list) => body[list].map((each) => each.text)).join("\n");
    expect(texts).not.toContain("What gives way last?");
  }
  expect(bodyOf(whole, known).body).not.toHaveProperty("priorities");
});

test("designers and reviewers are told priorities in their order, under no number", () => {
  const brief = { assumptions: [], out_of_scope: [], open_questions: [], priorities: ["What first? 1. B, 2. A"] };
  const [told = ""] = besideLists({ brief });
  expect(told).toStartWith("PRIORITIES (");
  expect(told).toEndWith("- What first? 1. B, 2. A");
  const lists = { requirements: ["One"], constraints: ["Two"], non_functional_requirements: [] };
  expect(numbered(lists).map(({ id }) => id)).toEqual(["R1", "C1"]);
  expect(judgedTask({ ...lists, task: "A queue", brief }, numbered(lists))).toContain(told);
});

describe("faultsIn()", () => {
  const { body } = bodyOf(whole, known);
  const withList = (over: Partial<BriefBody>) => faultsIn({ ...body, ...over });
  const of = (...texts: string[]) => texts.map((text) => ({ text, from: [{ kind: "idea" as const }] }));

  test("lets a brief pass that says each thing once", () => expect(faultsIn(body)).toEqual([]));

  test("finds what is said twice, in whichever lists", () => {
    expect(withList({ constraints: of("it  sends MAILS.") })).toEqual([
      "constraint 1 says what requirement 1 says: leave one out",
    ]);
  });

  test("finds what no test can refute, and lets numbers in every script and what never happens pass", () => {
    const passing = of("95 % leave in 60 s", "No mail is lost", "失われるメールは０件", "Each mail is logged");
    const [fast, ...others] = withList({ non_functional_requirements: [...of("It is fast and secure"), ...passing] });
    expect(fast).toContain("non-functional requirement 1 cannot be tested");
    expect(others).toEqual([]);
  });

  test("needs a requirement", () =>
    expect(withList({ requirements: [] })).toEqual(["there must be one requirement at least"]));
});
