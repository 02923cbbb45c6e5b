import type { TSchema } from "@sinclair/typebox";
import { Value, type ValueError, ValueErrorType } from "@sinclair/typebox/value";
import { BOUNDS, exceededBound } from "../artifacts/bounds.ts";
import { UsageError } from "../errors.ts";
import { clean, cleanValue, isBlank } from "../text/clean.ts";
import { isObject } from "../text/is-object.ts";
import { inline, join, type Markdown, md, prose } from "../text/markdown.ts";
import { nearest } from "../text/nearest.ts";
import { found, mismatch, type PatternWords, pathText, pointerPath } from "../text/wording.ts";
import { MIME, PATH } from "./files.ts";
import { ID } from "./options.ts";
import { needs, needsNot, type Reading, type Refusal } from "./row.ts";
import { type Answer, type NewQuestion, QUESTION_ID, QUESTIONS, type Question, rowOf, TYPE_NAMES } from "./types.ts";

/**
 * A question without invisible letters, or UsageError that names every field that is wrong. Not the value that was given.
 * @param where How the caller calls it: ["questions", 2].
 */
export function checkQuestion(given: unknown, where: (string | number)[] = ["question"]): NewQuestion {
  const checked = questionIn(given, where);
  if (!Array.isArray(checked)) return checked;
  throw new UsageError(`Cannot ask: ${checked.slice(0, MAX_SAID).join("; ")}. Nothing was asked.`, {
    advice: `Types: ${TYPE_NAMES.join(", ")}.`,
  });
}

/**
 * As `checkQuestion`, with what is wrong as sentences without their full stops.
 * @param called What a place in it is called.
 */
export function questionIn(
  given: unknown,
  where: (string | number)[] = [],
  called: (path: (string | number)[]) => string = pathText,
): NewQuestion | string[] {
  const said = ({ path = [], needed, found }: Refusal) =>
    `${called([...where, ...path])} must be ${needed}, found ${found}`.trim();
  if (!isObject(given)) return [said(needs("an object", given))];
  const tooMuch = exceededBound(given, BOUNDS.question);
  if (tooMuch !== null) return [`${called(where)}: ${tooMuch}`];
  const { value } = cleanValue(given);
  const type = TYPE_NAMES.find((name) => name === value.type);
  if (type === undefined) {
    const near = typeof value.type === "string" ? nearest(value.type, TYPE_NAMES, 1) : [];
    const words = near.length > 0 ? `, the nearest: ${near[0]}` : "";
    return [said(needsNot(`one of ${TYPE_NAMES.join(", ")}`, `${found(value.type)}${words}`, ["type"]))];
  }
  const faults = faultsOf(QUESTIONS[type], value);
  if (faults.length > 0) return faults.map(said);
  const question = value as NewQuestion;
  const blank = blankIn(question);
  if (blank !== null) return [said(needsNot("text that is not empty", "only blanks", blank))];
  const wrong = rowOf(type).wrong?.(question) ?? null;
  return wrong === null ? question : [said(wrong)];
}

/**
 * What somebody answered, held against the question: a typed line is read by its type, anything else must be the
 * answer itself. Invisible letters are taken out.
 */
export function readAnswer(question: NewQuestion, given: unknown): Reading<Answer> {
  const row = rowOf(question.type);
  if (typeof given !== "string") return checkAnswer(question, given);
  if (given.length > BOUNDS.person.text)
    return needsNot(`at most ${BOUNDS.person.text} characters`, String(given.length));
  const read = row.read(question, clean(given).text);
  return read.ok ? checkAnswer(question, read.answer) : read;
}

/** An answer of the type's own shape. */
export function checkAnswer(question: NewQuestion, given: unknown): Reading<Answer> {
  const { answer: schema, refuses } = rowOf(question.type);
  const tooMuch = exceededBound(given, BOUNDS.person);
  if (tooMuch !== null) return needsNot("of a size that a person gives", tooMuch);
  const value = cleanValue(given).value;
  const error = Value.Errors(schema, value).First();
  if (error) return refusalOf(error, value);
  const blank = blankIn(value);
  if (blank !== null) return needsNot("text that is not empty", "only blanks", blank);
  return refuses?.(question, value as never) ?? { ok: true, answer: value as Answer };
}

/** The sentence about an answer that is not taken. */
export function refusedText(id: string, { needed, found, path = [] }: Refusal): string {
  const place = path.length > 0 ? `${pathText(path)} ` : "it ";
  return `Cannot take the answer to ${id}: ${place}must be ${needed}, found ${found}. Nothing was changed.`;
}

/** A question as a person reads it in a terminal. */
export function textOf(question: Question): Markdown {
  const { id, text, context, why, required } = question;
  return join(
    [
      md`**${inline(id)}** ${inline(text)}${required ? " (needed)" : ""}`,
      ...(context === undefined ? [] : [prose(context)]),
      ...(why === undefined ? [] : [md`Why: ${inline(why)}`]),
      rowOf(question.type).text(question),
    ],
    "\n\n",
  );
}

/** A sentence that says an answer back. */
export function understood(question: NewQuestion, answer: Answer): Markdown {
  return rowOf(question.type).understood(question, answer as never);
}

const MAX_SAID = 6;

const PATTERNS: PatternWords = {
  [ID]: "a name of 1 to 64 characters without blanks, quotes and backslashes",
  [QUESTION_ID]: "a name of 1 to 64 letters, digits, _, . and -",
  [PATH]: "a relative path without ..",
  [MIME]: "a media type such as image/png",
};

/** The first thing wrong with each place of a value, a few of them. */
function faultsOf(schema: TSchema, value: unknown): Refusal[] {
  const faults = new Map<string, Refusal>();
  for (const error of Value.Errors(schema, value)) {
    if (faults.size >= MAX_SAID) break;
    if (!faults.has(error.path)) faults.set(error.path, refusalOf(error, value));
  }
  return [...faults.values()];
}

function refusalOf({ type, schema, value, path: pointer }: ValueError, root: unknown): Refusal {
  const path = pointerPath(pointer, root);
  if (type === ValueErrorType.ObjectAdditionalProperties) {
    const known = Object.keys(schema.properties ?? {});
    const name = String(path.at(-1));
    const near = nearest(name, known, 1);
    const fields =
      known.length === 0
        ? "an id"
        : near.length > 0
          ? `a known field, the nearest ${near[0]}`
          : `one of ${known.join(", ")}`;
    return needs(fields, name, path);
  }
  const [needed = "", ...rest] = mismatch({ schema, value }, PATTERNS).replace("must be ", "").split(", found ");
  return needsNot(needed, rest.join(", found "), path);
}

/** Where a text shows nothing, though it has letters; what may be empty is not asked for its letters. */
function blankIn(value: unknown, path: (string | number)[] = []): (string | number)[] | null {
  if (typeof value === "string") return value !== "" && isBlank(value) ? path : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const blank = blankIn(inner, [...path, Array.isArray(value) ? Number(key) : key]);
    if (blank !== null) return blank;
  }
  return null;
}
