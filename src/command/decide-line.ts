import { OUTCOMES } from "../artifacts/decision.ts";
import { DESIGN_ALONE, type Odd, type Read, surelyNamed } from "./word.ts";

const NONE = "none";
/** What may stand anywhere outside quotes, with what follows it. */
const BY = { "--by": { arg: "by", takes: '"Ada"' } };
const BY_AND_WHERE = { ...BY, "--where": { arg: "where", takes: "docs/adr" } };
type Options = Readonly<Record<string, { arg: string; takes: string }>>;

/** An experiment, a design's letter or none, and why, in quotes: each may be left out, and nothing else may stand there. */
export function decided(words: readonly string[], line: string): Read {
  const found = optionsIn(words, line, BY_AND_WHERE);
  if ("odd" in found) return found;
  const { experiment, rest } = behindExperiment(found.others);
  const [first = "", ...more] = rest;
  const none = first.toLowerCase() === NONE;
  const design = DESIGN_ALONE.test(first) ? first : undefined;
  const said = textIn(none || design !== undefined ? more : rest);
  if (said === null || (said !== undefined && design === undefined && !none))
    return {
      odd: words,
      why: "a design stands by its letter (one of a round as B2 or M1), or none, and the reason after it in quotes; --by a name and --where a folder may follow",
    };
  return { args: { experiment, design, none: none || undefined, because: said, ...found.args } };
}

/** An experiment, how it turned out, and what is to be said of it, in quotes. */
export function outcomeWords(words: readonly string[], line: string): Read {
  const found = optionsIn(words, line, BY);
  if ("odd" in found) return found;
  const { experiment, rest } = behindExperiment(found.others);
  const [first = "", ...more] = rest;
  const outcome = OUTCOMES.find((each) => each === first.toLowerCase());
  const note = textIn(more);
  if (outcome === undefined || note === null)
    return {
      odd: words,
      why: `how it turned out is ${OUTCOMES.join(", ")}, and what is said of it stands in quotes; --by a name may follow`,
    };
  return { args: { experiment, outcome, note, ...found.args } };
}

/** What was learned, in quotes, behind the experiment that it comes from; one that is there by its number; none shows all. */
export function lessonWords(words: readonly string[], line: string): Read {
  if (words.length === 0) return { op: "show", args: { what: "lessons" } };
  const [does = "", number = "", ...others] = words;
  if (does === "confirm" || does === "drop") {
    const isOne = others.length === 0 && /^[1-9]\d{0,3}$/u.test(number);
    if (isOne) return { args: { [does]: Number(number) } };
    return { odd: words, why: `lesson ${does} takes the number of one lesson, as lesson ${does} 2` };
  }
  const found = optionsIn(words, line, { "--where": { arg: "where", takes: "docs" } });
  if ("odd" in found) return found;
  if (found.args.where !== undefined)
    return found.others.length > 0
      ? { odd: found.others, why: "lesson --where takes a folder alone" }
      : { args: found.args };
  const { experiment, rest } = behindExperiment(found.others);
  const lesson = textIn(rest);
  if (lesson === null || lesson === undefined)
    return { odd: words, why: "what was learned stands in quotes, and the experiment that it comes from before it" };
  return { args: { experiment, lesson } };
}

/** Options with what they take, and the other words, each that stood in quotes whole and with them. */
export function optionsIn(
  words: readonly string[],
  line: string,
  options: Options,
): { args: Record<string, string>; others: string[] } | Odd {
  const args: Record<string, string> = {};
  const others: string[] = [];
  const typed = pieces(words, line);
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at] ?? "";
    const [name = "", own] = /^(--[a-z]+)=(.*)$/su.exec(word)?.slice(1) ?? [word];
    const option = options[name];
    if (option === undefined) {
      others.push(word);
      continue;
    }
    const value = unquoted(own ?? typed[++at] ?? "").trim();
    if (value === "" || value.startsWith("--"))
      return { odd: [word], why: `${name} needs a value, as ${name} ${option.takes}` };
    if (Object.hasOwn(args, option.arg)) return { odd: [word], why: `${name} stands there twice` };
    args[option.arg] = value;
  }
  return { args, others };
}

/** The words of a line, with what stands in quotes as one; those of a shell are whole already. */
function pieces(words: readonly string[], line: string): readonly string[] {
  if (words.some((word) => /\s/u.test(word))) return words;
  return line.match(/(?:--[a-z]+=)?(?:"[^"]*"|'[^']*'|“[^”]*”|„[^“”]*[“”]|«[^»]*»)|\S+/gu) ?? [];
}

const QUOTED = /^(?:"([^"]+)"|'([^']+)'|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»)$/u;
const OPENED = /^["'“„«]/u;

const unquoted = (text: string): string =>
  QUOTED.exec(text)
    ?.slice(1)
    .find((each) => each !== undefined) ?? text;

function behindExperiment(words: readonly string[]): { experiment: string | undefined; rest: readonly string[] } {
  const [first = ""] = words;
  const experiment = OPENED.test(first) ? undefined : surelyNamed(first);
  return { experiment, rest: experiment === undefined ? words : words.slice(1) };
}

/** What stood in quotes; undefined for nothing, null for words without quotes. */
function textIn(words: readonly string[]): string | null | undefined {
  if (words.length === 0) return undefined;
  const text = words.join(" ");
  // A shell takes the quotes away, and keeps what stood in them as one word.
  if (words.length === 1 && /\s/u.test(text) && !OPENED.test(text)) return text;
  if (!QUOTED.test(text)) return null;
  return unquoted(text).replace(/\s+/gu, " ").trim() || null;
}
