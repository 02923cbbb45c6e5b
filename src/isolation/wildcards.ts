/** What a pattern of names leads to, of a way from the folder that is searched: names without slashes. */
export type Names = readonly string[];

/**
 * The places in `names` up to which they match the whole way, each by the number of names taken. "**" stands for any
 * number of names, "*" for any letters of one, "?" and a class for one letter; letter case and composition are folded.
 * A class stands for any letter, which takes a little more than ripgrep does. In time that grows with the number of
 * letters times the letters of the way, whatever the pattern: nothing is tried twice.
 */
export function matchedUpTo(names: Names, way: Names): number[] {
  const steps = way.map(fold);
  /** reached[step] is true when the names so far match that many steps. */
  let reached = [true, ...steps.map(() => false)];
  const ends: number[] = [];
  for (const [at, name] of names.entries()) {
    if (name === "**") {
      const first = reached.indexOf(true);
      reached = reached.map((_, step) => first >= 0 && step >= first);
      continue;
    }
    const tokens = tokensOf(name);
    const before = reached;
    reached = before.map((_, step) => step > 0 && before[step - 1] === true && fits(tokens, steps[step - 1] ?? ""));
    if (reached[steps.length]) ends.push(at + 1);
    if (!reached.includes(true)) break;
  }
  return ends;
}

/** Letters of a name that stand for themselves. */
export function plainLetters(name: string): number {
  return tokensOf(name).filter((token) => token !== ANY && token !== RUN).length;
}

/** Braces written out, innermost first; null for more than `most` forms. A brace without its other half stands for itself. */
export function expandBraces(pattern: string, most: number): string[] | null {
  const done: string[] = [];
  const open = [pattern];
  for (let form = open.pop(); form !== undefined; form = open.pop()) {
    const end = form.indexOf("}", form.indexOf("{"));
    const start = end < 0 ? -1 : form.lastIndexOf("{", end);
    if (start < 0) done.push(form);
    else {
      const [before, after] = [form.slice(0, start), form.slice(end + 1)];
      // An empty part is none to ripgrep, where there are others.
      const parts = form
        .slice(start + 1, end)
        .split(",")
        .filter((part) => part !== "");
      for (const part of parts.length > 0 ? parts : [""]) open.push(before + part + after);
    }
    if (done.length + open.length > most) return null;
  }
  return done;
}

const ANY = Symbol("one letter");
const RUN = Symbol("any letters");
type Token = string | typeof ANY | typeof RUN;

function tokensOf(name: string): Token[] {
  const letters = [...fold(name)];
  const tokens: Token[] = [];
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] as string;
    if (letter === "*") {
      if (tokens.at(-1) !== RUN) tokens.push(RUN);
    } else if (letter === "?") tokens.push(ANY);
    else if (letter === "[") {
      // A bracket first in a class is one of its letters, also behind the sign that turns the class round.
      const first = at + (letters[at + 1] === "!" || letters[at + 1] === "^" ? 2 : 1);
      const end = letters.indexOf("]", first + 1);
      if (end < 0) tokens.push(letter);
      else {
        tokens.push(ANY);
        at = end;
      }
    } else tokens.push(letter);
  }
  return tokens;
}

/** Two places that only move on, and one to go back to behind the last run of any letters. */
function fits(tokens: readonly Token[], name: string): boolean {
  const letters = [...name];
  let token = 0;
  let letter = 0;
  let behindRun = -1;
  let retry = 0;
  while (letter < letters.length) {
    const wanted = tokens[token];
    if (wanted === RUN) {
      behindRun = ++token;
      retry = letter;
    } else if (wanted === ANY || wanted === letters[letter]) {
      token++;
      letter++;
    } else if (behindRun >= 0) {
      token = behindRun;
      letter = ++retry;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === RUN);
}

const fold = (name: string): string => name.normalize("NFC").toUpperCase().toLowerCase();
