import { describe, expect, test } from "bun:test";
import type { TObject, TSchema } from "@sinclair/typebox";
import { BRIEF_LIST_NAMES } from "../../../src/artifacts/brief.ts";
import type { Agent } from "../../../src/prompting/agent.ts";
import { readReply } from "../../../src/session/reply.ts";
import { askerAgent } from "../../../src/stages/brief/asker.ts";
import { brieferAgent } from "../../../src/stages/brief/briefer.ts";
import { GivenQuestion } from "../../../src/stages/brief/given-question.ts";
import { openerAgent } from "../../../src/stages/brief/opener.ts";
import { briefPlace } from "../../../src/story/briefer-told.ts";

/** A field of an answer as a program names it. */
const FIELD = /\[\d+\]|\b[a-z]+_[a-z_]+\b|\b[a-z]+\.[a-z]+\b/u;

/** What is wrong without what it quotes: a type that there is, words of the model. */
const unquoted = (said: string): string => said.replace(/"[^"]*"/gu, "…");

const told = { idea: "Send mails", from: [], asked: [], found: [], files: new Map(), nonce: "nonce00001" };
const judgedBy = [{ name: "clarity", description: "Is it clear?" }];
const writing = { ...told, sources: [], judgedBy, change: null };
const item = (text: string, ...from: string[]) => ({ text, from });
const LISTS = Object.fromEntries(BRIEF_LIST_NAMES.map((list) => [list, [item(`Never any ${list}`, "idea")]]));
const WHOLE = { topic: "Mails", task: "Send mails", ...LISTS, criteria: [] as unknown[] };
const QUESTION = { type: "confirm", text: "Keep it?", why: "It decides" };
const option = (label: string) => ({ label, description: "a week" });

const wrongOf = (answer: object, agent = brieferAgent as Agent<never, TObject>, input: object = writing): string[] => {
  const schema = agent.output(input as never);
  const { called } = agent;
  const check = (value: object) => agent.check?.(input as never, value as never) ?? [];
  const reply = readReply(JSON.stringify(answer), schema, check, { called });
  return reply.ok ? (agent.wishes?.(input as never, reply.value as never) ?? []) : reply.errors;
};

describe("what is wrong with a brief", () => {
  const LONG = "x".repeat(20_000);
  const bad: Record<string, object> = {
    "a text that is too long": { requirements: [item("Never any", "idea"), item(LONG, "idea")] },
    "an empty text": { open_questions: [item("", "idea")] },
    "a list of another shape": { assumptions: "none" },
    "an entry of another shape": { constraints: ["PostgreSQL"] },
    "too many entries": { out_of_scope: Array.from({ length: 41 }, (_, at) => item(`Never ${at}`, "idea")) },
    "sources of another shape": { requirements: [{ text: "Never any", from: [7] }] },
    "a long topic": { topic: LONG },
    "no task": { task: "" },
    "a criterion of another weight": { criteria: [{ name: "fit", text: "Does it fit?", weight: 9, from: ["idea"] }] },
    "a criterion without a name": { criteria: [{ name: "", text: "Does it fit?", weight: 1, from: ["idea"] }] },
    "a source that there is not": { requirements: [item("Never any", "q7")] },
    "no source": { non_functional_requirements: [item("Never any")] },
    "nothing that can be tested": { non_functional_requirements: [item("It is fast", "idea")] },
    "what is said twice": { constraints: [item("Never any requirements", "idea")] },
    "no requirement": { requirements: [] },
    "a blank criterion": { criteria: [{ name: "fit", text: "\u200b", weight: 1, from: ["idea"] }] },
    "a criterion that is there": { criteria: [{ name: "Clarity", text: "Is it?", weight: 1, from: ["idea"] }] },
    "what nobody said": { out_of_scope: [item("No 14,000 dollars", "idea")] },
  };
  for (const [what, change] of Object.entries(bad)) {
    test(`is said in words, without a field of the answer: ${what}`, () => {
      const wrong = wrongOf({ ...WHOLE, ...change });
      expect(wrong).not.toEqual([]);
      for (const each of wrong) expect(unquoted(each)).not.toMatch(FIELD);
    });
  }

  test("lets a good one pass, so that each of these is about its own mistake", () =>
    expect(wrongOf(WHOLE)).toEqual([]));

  test("names the place as a person counts it", () => {
    expect(wrongOf({ ...WHOLE, ...bad["a text that is too long"] })).toEqual([
      "the text of requirement 2 must be text of at most 1200 characters, found 20000",
    ]);
    expect(wrongOf({ ...WHOLE, ...bad["sources of another shape"] })[0]).toStartWith(
      "source 1 of requirement 1 must be",
    );
  });

  const BAD_QUESTIONS: Record<string, object> = {
    "no text": { ...QUESTION, text: "" },
    "no reason": { type: "confirm", text: "Keep it?" },
    "another type": { ...QUESTION, type: "ask" },
    "one way alone": { ...QUESTION, type: "pick_one", options: [option("A")] },
    "a way without a price": { ...QUESTION, type: "pick_one", options: [option("A"), { label: "B" }] },
    "a long label": { ...QUESTION, type: "rank", options: [option("A"), option(LONG)] },
    "a scale without an end": { ...QUESTION, type: "slider", min: 0 },
  };
  const asking = { ...told, left: 5, repository: null, isFile: () => false };
  for (const [what, question] of Object.entries(BAD_QUESTIONS)) {
    test(`is said so of a question, by whoever asks it: ${what}`, () => {
      const openers = wrongOf({ questions: [QUESTION, question] }, openerAgent as Agent<never, TObject>, asking);
      const askers = wrongOf(
        { found: [], questions: [question], end: null },
        askerAgent as Agent<never, TObject>,
        asking,
      );
      for (const wrong of [openers, askers]) {
        expect(wrong).not.toEqual([]);
        for (const each of wrong) expect(unquoted(each)).not.toMatch(FIELD);
      }
    });
  }

  test("is said so of what was found, of nothing asked and of an end beside questions", () => {
    const found = [{ what: "A queue", where: "src/none" }];
    const all = [
      { found, questions: [], end: null },
      { found: [], questions: [QUESTION], end: "Done" },
    ];
    for (const wrong of all.map((each) => wrongOf(each, askerAgent as Agent<never, TObject>, asking))) {
      expect(wrong).not.toEqual([]);
      for (const each of wrong) expect(each).not.toMatch(FIELD);
    }
  });

  test("is a criterion that is none, and more of them than may be proposed", () => {
    const criterion = { name: "Care", text: "Is it careful?", weight: 1, from: ["idea"] };
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...criterion, name: `Care ${at}`, text: `Is it ${at}?` }));
    expect(wrongOf({ ...WHOLE, criteria: [criterion] })).toEqual([]);
    expect(wrongOf({ ...WHOLE, criteria: ["Care"] })).not.toEqual([]);
    expect(wrongOf({ ...WHOLE, criteria: [{ ...criterion, text: 3 }] })).not.toEqual([]);
    expect(wrongOf({ ...WHOLE, criteria: many(30) })).not.toEqual([]);
  });

  test("has a word of its own for every field that a model fills in", () => {
    const names = (schema: TSchema, path: (string | number)[] = []): (string | number)[][] => {
      if (schema.items) return names(schema.items, [...path, 0]);
      return Object.entries((schema.properties ?? {}) as Record<string, TSchema>).flatMap(([name, inner]) => [
        [...path, name],
        ...names(inner, [...path, name]),
      ]);
    };
    const all = [...names(brieferAgent.output(writing as never)), ...names(GivenQuestion, ["questions", 0])];
    expect(all.length).toBeGreaterThan(40);
    expect(all.map(briefPlace).filter((each) => /["_]/u.test(each))).toEqual([]);
  });
});
