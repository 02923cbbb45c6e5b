import { afterEach, describe, expect, test } from "bun:test";
import { h } from "preact";
import { render } from "preact-render-to-string";
import type { Question } from "../../../../src/questions/types.ts";
import { type LiveQuestion, type LiveQuestions, questionPlace } from "../../../../src/story/live-questions.ts";
import { grade } from "../../../../src/views/html/client/server-proof.ts";
import { QuestionForm } from "../../../../src/views/html/live/question.tsx";
import { openOf, Queue } from "../../../../src/views/html/live/queue.tsx";
import { visibleText } from "../../../support/views.ts";

const TEXT: Question = { id: "q", type: "ask_text", text: "Who uses it?" };

const asked = (number: number | null, change: Partial<LiveQuestion> = {}): LiveQuestion => ({
  id: `q${number ?? 0}`,
  number,
  question: TEXT,
  state: "open",
  closed: false,
  answer: null,
  understood: "",
  by: null,
  ...change,
});
const queue = (list: LiveQuestion[], change: Partial<LiveQuestions> = {}): LiveQuestions => ({
  id: "",
  topic: "queue",
  list,
  interview: "none",
  thinking: false,
  still: "",
  next: null,
  approved: null,
  problems: [],
  ...change,
});
const answered = (by: LiveQuestion["by"], change: Partial<LiveQuestion> = {}) =>
  asked(1, { state: "answered", answer: { text: "Drivers" }, understood: "Drivers", by, ...change });

const none = () => {};
const form = (of: LiveQuestion): string[] =>
  visibleText(render(h(QuestionForm, { of, sent: none, leave: none }))).split("\n");
const shown = (of: LiveQuestions): string => visibleText(render(h(Queue, { of })));

afterEach(() => {
  grade.value = "person";
});

describe("the place of a question", () => {
  test("is among all that was asked, or among about as many as may come", () => {
    const [one, two] = [asked(1), asked(2)];
    expect(questionPlace(one, queue([one, two]))).toBe("1 of 2");
    expect(questionPlace(two, queue([one, two], { interview: "going", most: 12 }))).toBe("2 of about 12");
    expect(questionPlace(two, queue([one, two], { interview: "going", most: 2 }))).toBe("2 of 2");
    expect(questionPlace(two, queue([one, two], { interview: "ended", most: 12 }))).toBe("2 of 2");
    expect(questionPlace(two, queue([one, two], { interview: "going" }))).toBe("2 of 2");
  });

  test("is none of the only question, nor of an approval", () => {
    const [one, approval] = [asked(1), asked(null)];
    expect([one, approval].map((each) => questionPlace(each, queue([one, approval])))).toEqual(["", ""]);
    expect(questionPlace(approval, queue([approval]))).toBe("");
    expect(questionPlace(approval, queue([asked(1), asked(2), approval], { interview: "going", most: 5 }))).toBe("");
    expect(questionPlace(one, queue([one], { interview: "going", most: 3 }))).toBe("1 of about 3");
  });
});

describe("the form of a question", () => {
  test("shows what is asked, why, and what stands around it, and can be skipped", () => {
    const question = { ...TEXT, why: "It decides the load.", context: "Today: 40 of them." };
    const lines = form(asked(1, { question }));
    expect(lines.slice(0, 3)).toEqual(["Who uses it?", "Why it matters: It decides the load.", "Today: 40 of them."]);
    expect(lines.slice(-2)).toEqual(["Send the answer", "Skip it"]);
    expect(form(asked(1)).join()).not.toContain("Why it matters");
  });

  test("of what is required says so in place of the way around it", () => {
    const lines = form(asked(1, { question: { ...TEXT, required: true } }));
    expect(lines.slice(-2)).toEqual(["Send the answer", "Its answer is needed."]);
  });

  test("changes an answer or leaves it, required or not", () => {
    for (const required of [true, false]) {
      const question = { ...TEXT, required };
      expect(form(answered("page", { question })).slice(-2)).toEqual(["Change the answer", "Leave it as it is"]);
      const skipped = form(asked(1, { state: "skipped", question }));
      expect(skipped.slice(-2)).toEqual(["Change the answer", "Leave it unanswered"]);
    }
  });

  test("has no button to send beside answers that are pressed", () => {
    const lines = form(asked(1, { question: { id: "q", type: "confirm", text: "Go on?" } }));
    expect(lines.join()).not.toContain("Send the answer");
    expect(lines).toContain("Skip it");
  });

  test("of a question that is confirmed has the asker's words on its buttons, and else usual ones", () => {
    const question = { id: "q", type: "confirm", text: "Go on?" } as const;
    const buttons = (of: Question) =>
      form(asked(1, { question: of })).filter((line) => /^(?:Yes|No|Never|Neither)/u.test(line));
    expect(buttons(question)).toEqual(["Yes", "No", "Neither, leave it"]);
    expect(buttons({ ...question, no: "Never" })).toEqual(["Yes", "Never", "Neither, leave it"]);
  });

  test("says on a page that an agent could open that an approval cannot be given, and of nothing else", () => {
    grade.value = "shown";
    expect(form(asked(null, { id: "approve-brief" })).join()).toContain("it can be sent back, and not approved");
    expect(form(asked(1)).join()).not.toContain("not approved");
    grade.value = "person";
    expect(form(asked(null, { id: "approve-brief" })).join()).not.toContain("not approved");
  });
});

describe("the queue of questions", () => {
  test("unfolds the first that is open, folds the others, and counts them", () => {
    const list = [answered("page"), asked(2), asked(3, { question: { ...TEXT, text: "How many?", required: true } })];
    expect(openOf(queue(list)).map(({ id }) => id)).toEqual(["q2", "q3"]);
    expect(openOf(null)).toEqual([]);
    const text = shown(queue(list));
    expect(text).toStartWith("2 questions for you\n");
    expect(text).toMatch(/Question 2 of 3\nWho uses it\?\n[\s\S]*\nHow many\? 3 of 3 needed\n/u);
    expect(text).toMatch(/What you said: 1 answer\nWho uses it\?\nDrivers\nChange/u);
    expect(shown(queue([asked(1)]))).toStartWith("A question for you\nWho uses it?\n");
  });

  test("says by which door an answer came, unless by this page, and what became of the others", () => {
    const back = (of: LiveQuestion): string => shown(queue([of])).split("Who uses it?\n")[1] ?? "";
    expect(back(answered("page"))).toStartWith("Drivers\nChange the answer to Who uses it?");
    expect(back(answered("host"))).toStartWith("Drivers\nAnswered in OpenCode.\n");
    expect(back(answered("text"))).toStartWith("Drivers\nAnswered in the conversation, or on a page");
    expect(back(answered("command"))).toStartWith("Drivers\nAnswered by a command.\n");
    expect(back(answered("terminal"))).toStartWith("Drivers\nAnswered in a terminal.\n");
    expect(back(answered("page", { closed: true }))).toBe("Drivers");
    expect(back(asked(1, { state: "skipped", by: "page" }))).toStartWith("Skipped.\nAnswer it Who uses it?");
    expect(back(asked(1, { state: "cancelled" }))).toBe("It was taken back: no answer is wanted.");
  });

  test("says once that answers stay, however many do", () => {
    const stays = "can be changed no more: what stands on it was approved.";
    const closed = [1, 2, 3].map((number) => answered("page", { id: `q${number}`, closed: true }));
    expect(shown(queue(closed)).split(stays)).toHaveLength(2);
    expect(shown(queue([answered("page")]))).not.toContain(stays);
  });

  test("stands above what came of it, and what was said and approved folded below", () => {
    const sections = [{ id: "task", title: "Task", markdown: "Design **a queue**" }];
    const question: Question = { id: "approve-0", type: "show_plan", text: "Is it right?", sections };
    const brief = asked(null, { id: "approve-0", question, state: "answered" });
    const of = queue([asked(1), answered("page"), brief], { approved: "approve-0" });
    const html = render(h(Queue, { of }, h("p", null, "What is done")));
    expect(visibleText(html)).toMatch(
      /A question for you[\s\S]*What is done\nThe brief that was approved\nTask\nDesign a queue\nWhat you said: 2 answers/u,
    );
    expect(html.match(/<details[^>]*>/gu)).toEqual([
      '<details id="brief" class="fold">',
      '<details id="said" class="fold">',
    ]);
    expect(render(h(Queue, { of: { ...of, interview: "going" } }))).toContain('<details id="said" class="fold" open>');
  });

  test("has a title only where something is open or thought of: what comes next stands above it", () => {
    const title = (change: Partial<LiveQuestions>, list = [answered("page")]) =>
      render(h(Queue, { of: queue(list, change) })).match(/<h2 id="questions-title">([^<]*)/u)?.[1];
    expect(title({}, [])).toBeUndefined();
    expect(title({})).toBeUndefined();
    expect(title({ thinking: true })).toBe("Questions for you");
    expect(title({ still: "It fails." })).toBeUndefined();
    expect(title({}, [asked(1)])).toBe("A question for you");
  });

  test("says what the interview is at, and offers to end it while it goes on and something was asked", () => {
    const going = { interview: "going" } as const;
    const offers = (of: LiveQuestions) => shown(of).includes("Enough, write it");
    expect([
      offers(queue([asked(1)], going)),
      offers(queue([], going)),
      offers(queue([asked(1)], { interview: "ended" })),
      offers(queue([asked(1)])),
    ]).toEqual([true, false, false, false]);
    const thinking = { thinking: true };
    expect(shown(queue([asked(1)], { ...going, ...thinking }))).toContain("Thinking of further questions …");
    expect(shown(queue([answered("page")], { ...going, ...thinking }))).toContain("Thinking of the next questions …");
    expect(shown(queue([answered("page")], { interview: "ended", ...thinking }))).toContain("Writing the brief …");
    const over = "No further question is asked; the brief is written from what you said.";
    const says = (change: Partial<LiveQuestions>) => shown(queue([answered("page")], change)).includes(over);
    expect([
      says({ interview: "ended" }),
      says({ interview: "ended", still: "It fails." }),
      says({ interview: "ended", ...thinking }),
      says(going),
      says({}),
    ]).toEqual([true, false, false, false, false]);
    expect(shown(queue([], { still: "It fails.", problems: ["One line is no question."] }))).toContain(
      "One line is no question.",
    );
  });
});
