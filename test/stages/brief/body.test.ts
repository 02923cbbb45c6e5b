import { describe, expect, test } from "bun:test";
import type { BriefBody } from "../../../src/artifacts/brief.ts";
import type { Asked } from "../../../src/questions/replay.ts";
import { bodyOf, faultsIn } from "../../../src/stages/brief/body.ts";

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
const known = { asked: [asked("q1", "answered")], sources: ["docs/a.md"], change: null };

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
      'requirements[0].from names "q7", which is no source',
      'requirements[1].from names "src/b.ts", which is no source',
      'requirements[2].from needs a source, such as "idea"',
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

describe("faultsIn()", () => {
  const { body } = bodyOf(whole, known);
  const withList = (over: Partial<BriefBody>) => faultsIn({ ...body, ...over });
  const of = (...texts: string[]) => texts.map((text) => ({ text, from: [{ kind: "idea" as const }] }));

  test("lets a brief pass that says each thing once", () => expect(faultsIn(body)).toEqual([]));

  test("finds what is said twice, in whichever lists", () => {
    expect(withList({ constraints: of("it  sends MAILS.") })).toEqual([
      "constraints[0] says what requirements[0] says: leave one out",
    ]);
  });

  test("finds what no test can refute, and lets numbers in every script and what never happens pass", () => {
    const passing = of("95 % leave in 60 s", "No mail is lost", "失われるメールは０件", "Each mail is logged");
    const [fast, ...others] = withList({ non_functional_requirements: [...of("It is fast and secure"), ...passing] });
    expect(fast).toContain("non_functional_requirements[0] cannot be tested");
    expect(others).toEqual([]);
  });

  test("needs a requirement", () =>
    expect(withList({ requirements: [] })).toEqual(["requirements needs one at least"]));
});
