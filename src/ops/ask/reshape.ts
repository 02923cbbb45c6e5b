import { Type } from "@sinclair/typebox";
import slugify from "@sindresorhus/slugify";
import { ID } from "../../questions/options.ts";
import { QUESTIONS, TYPE_NAMES, type TypeName } from "../../questions/types.ts";
import { isObject } from "../../text/is-object.ts";
import { nearest } from "../../text/nearest.ts";
import { patternOf } from "../../text/pattern.ts";
import { converted } from "../correct-args.ts";

type Args = Readonly<Record<string, unknown>>;

/** Other names that models give to the fields of a question and of an option, and to the types. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ["question", "prompt", "title", "label", "message", "header"],
  options: ["choices", "values", "items"],
  context: ["description", "details", "hint", "help"],
  why: ["reason", "rationale"],
};
const OPTION_FIELDS: Readonly<Record<string, readonly string[]>> = {
  label: ["text", "name", "title", "value"],
  id: ["value", "key", "name"],
  description: ["details"],
  recommended: ["default"],
};
const TYPES: Partial<Record<TypeName, readonly string[]>> = {
  pick_one: ["single_choice", "choice", "select", "radio", "single", "multiple_choice", "dropdown", "options"],
  pick_many: ["multi", "multiple", "multi_select", "multiselect", "checkbox", "checkboxes", "multi_choice"],
  ask_text: ["text", "string", "open", "free_text", "freetext", "input", "question", "open_ended"],
  confirm: ["yes_no", "yesno", "boolean", "bool"],
  rate: ["rating"],
  rank: ["ranking", "order"],
};

/** The args of a call of ask, where a question stands beside the args or has fields of another kind. */
export function reshapeAsk({ questions, question, answer, answers, ...rest }: Args): Record<string, unknown> {
  const given = questions ?? question;
  const beside = typeof given === "string" && !/^\s*[[{]/u.test(given);
  const isField = (name: string) => beside && Object.hasOwn(ASKED, name);
  const [own, others] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(rest).filter(([name]) => isField(name) === wanted)),
  );
  const asked = beside ? [{ text: given, ...own }] : given;
  const { id, ...more } = others ?? {};
  const of = typeof id === "string" && answer !== undefined ? { [id]: answer } : answer;
  const said = reshapeAnswers({ answers: answers ?? of });
  return {
    ...more,
    ...(id !== undefined && of === answer && { id }),
    ...(asked !== undefined && { questions: reshapeQuestions(asked) }),
    ...said,
  };
}

/** Fields of a question that may stand beside its text. */
const ASKED = { type: 0, options: 0, choices: 0, multiple: 0, context: 0, description: 0, why: 0, required: 0 };

/** Answers by the question's id, also where they came as a list. */
export function reshapeAnswers({ answers, ...rest }: Args): Record<string, unknown> {
  if (answers === undefined) return rest;
  if (!Array.isArray(answers)) return { ...rest, answers };
  const entries = answers.flatMap((each): [string, unknown][] => {
    const { id, question_id: key = id, question = key, answer, value = answer } = isObject(each) ? each : {};
    return typeof question === "string" ? [[question, value]] : [];
  });
  return { ...rest, answers: entries.length === answers.length ? Object.fromEntries(entries) : answers };
}

/** Each question with its type, and each option with an id and a label. */
export function reshapeQuestions(given: unknown): unknown[] {
  const list = converted(Type.Array(Type.Unknown()), given);
  return (Array.isArray(list) ? list : [list]).map((each) => {
    if (typeof each === "string") return { type: "ask_text", text: each };
    return isObject(each) ? reshapeQuestion(each) : each;
  });
}

function reshapeQuestion(given: Args): Args {
  const { multiple, multiSelect = multiple, ...named } = renamed(given, FIELDS);
  const { options, type, ...rest } = named;
  const chosen = typeOf(type, options === undefined ? "ask_text" : multiSelect === true ? "pick_many" : "pick_one");
  const all = isObject(options) ? Object.entries(options).map(([id, label]) => ({ id, label })) : options;
  const question: Args = {
    type: chosen,
    ...rest,
    ...(options !== undefined && { options: Array.isArray(all) ? withIds(all) : all }),
  };
  const schema = QUESTIONS[chosen];
  const known = Object.entries(question).filter(([name]) => Object.hasOwn(schema.properties, name));
  return converted(schema, Object.fromEntries(known)) as Args;
}

function typeOf(given: unknown, other: TypeName): TypeName {
  if (typeof given !== "string") return other;
  const plain = given.trim().toLowerCase().replaceAll(/[-\s]/gu, "_");
  return (
    TYPE_NAMES.find((name) => name === plain || TYPES[name]?.includes(plain)) ??
    TYPE_NAMES.find((name) => name === nearest(plain, TYPE_NAMES, 1)[0]) ??
    other
  );
}

const ID_PATTERN = patternOf(ID, "u");

function withIds(options: readonly unknown[]): unknown[] {
  const used = new Set<string>();
  return options.map((each, at) => {
    const option = isObject(each) ? renamed(each, OPTION_FIELDS) : { label: String(each) };
    const { id, label, description, recommended, pros, cons } = option as Args;
    const wanted =
      typeof id === "string" && ID_PATTERN.test(id)
        ? id
        : slugify(String(label ?? ""), { decamelize: false }).slice(0, 60);
    const name = wanted === "" || used.has(wanted) ? `option-${at + 1}` : wanted;
    used.add(name);
    const more = Object.entries({ description, recommended, pros, cons }).filter(([, value]) => value !== undefined);
    return { id: name, label: label ?? name, ...Object.fromEntries(more) };
  });
}

/** Fields under their own names, the first of the others where the own one is not there. */
function renamed(given: Args, names: typeof FIELDS): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...given };
  for (const [name, others] of Object.entries(names)) {
    for (const other of others) {
      if (fields[name] !== undefined) break;
      if (given[other] !== undefined) fields[name] = given[other];
    }
  }
  return fields;
}
