import { type Asked, userText } from "./asked.ts";
import { isObject, type JsonObject } from "./json-in-text.ts";
import { subjectOf, topicOf } from "./task.ts";

/** Questions that one rehearsed interview asks in all. */
const ENOUGH = 4;

/** Two questions first, then one at a time, and an end. */
export function questionsFor(asked: Asked): JsonObject {
  const said = userText(asked);
  const subject = subjectOf(between(said, "IDEA:"));
  const before = answersIn(said);
  const wanted = isObject(asked.schema?.properties) && "found" in asked.schema.properties ? 1 : 2;
  const questions = BANK.slice(before.length, before.length + wanted).map((each) => each());
  if (before.length < ENOUGH) return { found: [], questions, end: null };
  return { found: [], questions: [], end: `What decides the ${subject} is known.` };
}

/** Where an idea says what designs are judged by, the brief has it as a criterion. */
const JUDGED_BY = /\bjudged by (\p{L}+)/iu;

/** A brief of the idea and an item for each answer; of a brief that is there, what was said to it is a constraint more. */
export function briefFor(asked: Asked): JsonObject {
  const said = userText(asked);
  const idea = between(said, "IDEA:");
  const standing = between(said, "BRIEF:");
  if (standing !== "") return changed(JSON.parse(standing) as JsonObject, said);
  const all = answersIn(said);
  const answered = all.filter(({ state }) => state === "answered");
  const [, decisive] = JUDGED_BY.exec(idea) ?? [];
  return {
    ...(decisive !== undefined && {
      criteria: [{ name: decisive, text: `How well does it do in ${decisive}?`, weight: 1.5, from: ["idea"] }],
    }),
    topic: topicOf(idea),
    task: idea,
    requirements: [
      { text: `The system does what was asked for: ${subjectOf(idea)}.`, from: ["idea"] },
      ...answered.map((line) => ({ text: itemOf(line), from: [line.id] })),
    ],
    constraints: [],
    non_functional_requirements: [{ text: "No request is lost when one process ends.", from: ["idea"] }],
    assumptions: [{ text: "One team runs it.", from: [] }],
    out_of_scope: [],
    open_questions: all
      .filter(({ state }) => state !== "answered")
      .map(({ id, question }) => ({ text: `Open: ${question}`, from: [id] })),
  };
}

function changed(brief: JsonObject, prompt: string): JsonObject {
  const remarks = [...prompt.matchAll(/^SAID TO (THE WHOLE|\w+):$/gmu)].map(([, part = ""]) => part);
  const said = (part: string) => between(prompt, `SAID TO ${part}:`);
  const lists = remarks.map((part) => (part === "THE WHOLE" ? "constraints" : part)).filter((part) => part !== "task");
  const wanted = lists.length > 0 || remarks.length > 0 ? lists : ["requirements"];
  const changes = wanted.map((list) => {
    if (list === "criteria") {
      const [first] = brief.criteria as { name: string; text: string; weight: number; from: string[] }[];
      const { name = "", weight = 1, from = [] } = first ?? {};
      return [list, [{ name, text: said(list), weight, from }]];
    }
    const before = (brief[list] as { text: string; from: string[] }[]).map(({ text, from }) => ({ text, from }));
    const said_to = said(list) || said("THE WHOLE");
    const last = answersIn(prompt).at(-1);
    const item = said_to
      ? { text: said_to, from: ["idea"] }
      : { text: `As answered: ${textOf(last?.answer)}`, from: [last?.id ?? "idea"] };
    return [list, [...before, item]];
  });
  const task = said("task") === "" ? {} : { task: `${brief.task} ${said("task")}` };
  return { ...Object.fromEntries(changes), ...task };
}

/** A question as a prompt shows it. */
type Line = { id: string; question: string; state: string; answer?: unknown; options?: Record<string, string> };

/** What an answer comes to as a sentence of a brief. */
function itemOf({ question, answer, options = {} }: Line): string {
  const { selected, value, choice, text } = (answer ?? {}) as Record<string, unknown>;
  if (selected !== undefined) return `It must never do this: ${options[String(selected)] ?? String(selected)}.`;
  if (value !== undefined) return `On the busiest day ${String(value)} thousand come.`;
  if (choice === "yes") return "It runs beside what there is today until both agree.";
  if (text !== undefined) return `When it stops at night, these are called: ${String(text)}.`;
  return `${question} ${textOf(answer)}`;
}

/** The questions of an interview that a prompt shows, with their answers. */
export function answersIn(prompt: string): Line[] {
  const lines = between(prompt, "QUESTIONS AND ANSWERS, one a line:").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Line);
}

/** What stands between the markers after a heading. */
export function between(prompt: string, heading: string): string {
  const at = prompt.indexOf(`\n${heading}\n<<<data `);
  if (at < 0) return "";
  const from = prompt.indexOf("\n", at + heading.length + 2) + 1;
  return prompt.slice(from, prompt.indexOf("\n<<<end data ", from));
}

const textOf = (answer: unknown): string => `(${JSON.stringify(answer ?? null)})`;

const BANK: (() => JsonObject)[] = [
  () => ({
    type: "pick_one",
    text: "What may it never do?",
    why: "It decides what is stored before anything else happens.",
    options: [
      { label: "Lose something", description: "Everything is stored first; costs a database and some delay." },
      { label: "Do something twice", description: "Needs keys for repeats; costs a lookup each time." },
    ],
  }),
  () => ({
    type: "slider",
    text: "How much comes on the busiest day, in thousands?",
    why: "It decides between one process and several.",
    min: 1,
    max: 5_000,
    unit: "thousand",
  }),
  () => ({
    type: "confirm",
    text: "Does it have to run beside what you have today?",
    why: "Then both must agree on what was done.",
  }),
  () => ({
    type: "ask_text",
    text: "Who is called when it stops at night?",
    why: "It decides how much it has to mend by itself.",
  }),
];
