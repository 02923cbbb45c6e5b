import { type TProperties, Type } from "@sinclair/typebox";
import { letterOf } from "../artifacts/names.ts";
import { clean } from "../text/clean.ts";
import { inline, join, type Markdown, md } from "../text/markdown.ts";
import { nearest } from "../text/nearest.ts";
import { found } from "../text/wording.ts";
import { closed, line, needs, needsNot, type Refusal } from "./row.ts";

/** Ids are keys of an answer, and short words that a caller writes again. */
export const ID = '^(?!__proto__$|constructor$|prototype$)[^\\s\\x00-\\x1f\\x7f`"\\\\]{1,64}$';
export const Id = Type.String({ pattern: ID, description: "Short name, unique in the question" });

const MAX_OPTIONS = 200;

export const optionsOf = <P extends TProperties>(more: P, minItems = 1) =>
  Type.Array(
    closed({
      id: Id,
      label: line("What the person reads and may type"),
      description: Type.Optional(line("What it means and costs", 10_000)),
      recommended: Type.Optional(Type.Boolean({ description: "Whether the asker would take it" })),
      ...more,
    }),
    { minItems, maxItems: MAX_OPTIONS, description: "In the order in which they are shown" },
  );

export type Option = { id: string; label: string; description?: string; recommended?: boolean };

/** Two options that a person, or an answer, could not tell apart. */
export function repeated(options: readonly Option[]): Refusal | null {
  for (const field of ["id", "label"] as const) {
    const seen = new Map<string, number>();
    for (const [at, option] of options.entries()) {
      const key = field === "id" ? option.id : keyOf(option.label);
      const earlier = seen.get(key);
      const other = `options[${earlier}].${field}`;
      if (earlier !== undefined) return needs(`another than ${other}`, option[field], ["options", at, field]);
      seen.set(key, at);
    }
  }
  return null;
}

/** The first id of an answer that is none of these, or stands twice. */
export function unknown(
  options: readonly { id: string }[],
  ids: readonly string[],
  path: (at: number) => (string | number)[],
  what = "an option",
): Refusal | null {
  const left = new Set(options.map(({ id }) => id));
  const at = ids.findIndex((id) => !left.delete(id));
  if (at < 0) return null;
  const id = ids[at] ?? "";
  if (options.some((option) => option.id === id)) return needsNot("named once", `${found(id)} twice`, path(at));
  return needs(`the id of ${what}: ${named(options.map((each) => each.id))}`, id, path(at));
}

/** Columns of an option's description in a list; the page shows all of it. */
const MAX_SHOWN = 400;

/** "- **a** S3 (recommended): cheap", a line an option. */
export function lettered<O extends Option>(
  options: readonly O[],
  more: (option: O) => Markdown[] = () => [],
): Markdown {
  const lines = options.flatMap((option, at) => {
    const { label, description, recommended } = option;
    const about = description === undefined ? "" : md`: ${inline(description, MAX_SHOWN)}`;
    const name = md`- **${inline(letter(at))}** ${inline(label)}${recommended ? " (recommended)" : ""}${about}`;
    return [name, ...more(option)];
  });
  return join(lines, "\n");
}

export const labelOf = (options: readonly Option[], id: string): Markdown =>
  inline(options.find((option) => option.id === id)?.label ?? id);

const letter = (at: number): string => letterOf(at).toLowerCase();

/** A name as people mean it: without what nobody sees, in small letters, digits of all scripts as 0 to 9. */
export function keyOf(text: string): string {
  return western(clean(text).text.normalize("NFKC")).toLowerCase().replace(/\s+/gu, " ").trim();
}

/** Arabic, Persian and Devanagari digits as European ones. */
export function western(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/gu, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= 0x966 ? 0x966 : code & 0xfff0));
  });
}

/** Characters of a line that names one option; a label has 500. */
const MAX_NAME = 2_000;
/** Characters of a line that names several. */
export const MAX_LIST = 50_000;

export type Match<O> = { ok: true; option: O } | Refusal;
export type Matcher<O> = { exact(typed: string): O | null; match(typed: string): Match<O> };

/**
 * Finds the option that a person typed: by its letter or label, else its number, else its id, else a part of one label
 * alone. `"b"` in quotes is the label b alone, and `b)` the letter.
 */
export function matcherOf<O extends Option>(options: readonly O[]): Matcher<O> {
  const keys = options.map(({ label }) => keyOf(label));
  const byLabel = new Map(keys.map((key, at) => [key, options[at] as O]));
  const byLetter = new Map(options.map((option, at) => [letter(at), option]));
  const byNumber = new Map(options.map((option, at) => [String(at + 1), option]));
  const byId = new Map(options.map((option) => [option.id, option]));
  const needed = `the letter or the label of one of ${named(options.map(({ label }) => label))}`;

  const whole = (typed: string): O[] => {
    if (typed.length > MAX_NAME) return [];
    const key = keyOf(typed);
    const quoted = QUOTED.exec(key)?.[1];
    const marked = MARKED.exec(key)?.[1] ?? "";
    const label = byLabel.get(key) ?? byLabel.get(quoted ?? "");
    const letter = byLetter.get(key);
    const either = [...new Set([label, letter].filter((each) => each !== undefined))];
    if (either.length > 0) return either;
    const other = byLetter.get(marked) ?? byNumber.get(key) ?? byNumber.get(marked) ?? byId.get(typed.trim());
    return other === undefined ? [] : [other];
  };

  return {
    exact(typed) {
      const [first, second] = whole(typed);
      return second === undefined ? (first ?? null) : null;
    },
    match(typed) {
      const [first, second] = whole(typed);
      if (second)
        return needsNot(`"${keyOf(typed)}" in quotes for the label or ${keyOf(typed)}) for the letter`, "both");
      if (first) return { ok: true, option: first };
      if (typed.length > MAX_NAME) return needs(needed, typed);
      const part = keyOf(typed);
      const fitting =
        part.length < (ASCII.test(part) ? 2 : 1) ? [] : options.filter((_, at) => holds(keys[at] ?? "", part));
      const [only, another] = fitting;
      if (only && !another) return { ok: true, option: only };
      if (only) return needsNot(needed, `${found(typed)}, which fits ${named(fitting.map(({ label }) => label))}`);
      const near = nearest(
        typed,
        options.map(({ label }) => label),
        1,
      );
      return needsNot(needed, `${found(typed)}${near.length > 0 ? `; the nearest: ${named(near)}` : ""}`);
    },
  };
}

/** Every option that a list names, in its order. */
export function several<O extends Option>(options: readonly O[], typed: string): { ok: true; options: O[] } | Refusal {
  const { exact, match } = matcherOf(options);
  if (typed.length > MAX_LIST) return needsNot(`a list of at most ${MAX_LIST} characters`, String(typed.length));
  const one = exact(typed);
  if (one) return { ok: true, options: [one] };
  const pieces = typed.split(COMMA).filter((piece) => piece.trim() !== "");
  if (pieces.length > MAX_PIECES) return needsNot(`a list of at most ${MAX_PIECES}`, String(pieces.length));
  const chosen: O[] = [];
  for (let at = 0; at < pieces.length; ) {
    const { option, taken } = longest(pieces, at, exact);
    if (option) chosen.push(option);
    else {
      const parts = partsOf(pieces[at] ?? "", (part) => match(part).ok);
      for (const part of parts) {
        const matched = match(part);
        if (!matched.ok) return matched;
        chosen.push(matched.option);
      }
    }
    at += taken;
  }
  if (chosen.length === 0) return match(typed) as Refusal;
  return { ok: true, options: chosen };
}

/** A label may hold commas: of the pieces from `at` on as many as make one. */
function longest<O>(pieces: readonly string[], at: number, exact: (typed: string) => O | null) {
  for (let taken = Math.min(MAX_COMMAS, pieces.length - at); taken > 0; taken--) {
    const option = exact(pieces.slice(at, at + taken).join(","));
    if (option) return { option, taken };
  }
  return { option: null, taken: 1 };
}

/** What one piece between commas names: itself, or several with words, arrows or, where each fits, blanks between them. */
function partsOf(piece: string, fits: (part: string) => boolean): string[] {
  const bare = piece.trim().replace(LEADING, "");
  if (fits(bare)) return [bare];
  const parts = bare.split(BETWEEN).filter((part) => part.trim() !== "");
  if (parts.length !== 1) return parts;
  const tokens = bare.split(/\s/u).filter((token) => token !== "");
  return tokens.length > 1 && tokens.every((token) => SHORT.test(token) && fits(token)) ? tokens : [bare];
}

const MAX_PIECES = 500;
const MAX_COMMAS = 6;
const COMMA = /[,;\n\u3001\uff0c\uff1b\u060c\u061b]/u;
const BETWEEN = /\s(?:then|and|&)\s|->|[>\u2192]/iu;
const LEADING = /^(?:then|and|&)\s/iu;
const SHORT = /^[a-z0-9]{1,3}$/iu;
const QUOTED = /^["'\u201c\u2018\u00ab\u300c\u300e](.*)["'\u201d\u2019\u00bb\u300d\u300f]$/u;
const MARKED = /^\(?([a-z]{1,2}|\d{1,3})[).:]$/u;
const ASCII = /^[\0-\x7f]*$/u;

/** Whether a label has these letters; those of a script with blanks, from the beginning of a word on. */
function holds(label: string, part: string): boolean {
  const inWords = /^[\p{sc=Latn}\p{N}]/u.test(part);
  for (let at = label.indexOf(part); at >= 0; at = label.indexOf(part, at + 1)) {
    if (!inWords || at === 0 || !/[\p{sc=Latn}\p{N}]/u.test(label[at - 1] ?? "")) return true;
  }
  return false;
}

/** The first few names, as an error shows them. */
export function named(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).map(found).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
