import { slipsOf } from "../text/nearest.ts";
import type { Word } from "./word.ts";

/** Words of a usage that stand for something else. */
const PLACES: ReadonlySet<string> = new Set(["experiment", "task", "file", "folder", "view", "why", "id"]);

/** What may stand behind a word: its names and options, and the words of its usage. */
function namesBehind(word: Word): string[] {
  const names = "names" in word ? (word.names ?? []) : [];
  const typed = word.usage.match(/--[a-z-]+|(?<![\p{L}-])[a-z]{2,}(?!\p{L})/gu) ?? [];
  return [...new Set([...names, ...typed])].filter((each) => each !== word.word && !PLACES.has(each));
}

/** The name of which a word is a slip, an option of an option; undefined where it is a name itself, or near none. */
export function slipOf(word: string, names: readonly string[]): string | undefined {
  const isOption = word.startsWith("--");
  const same = names.filter((name) => name.startsWith("--") === isOption);
  return same.includes(word.toLowerCase()) ? undefined : slipsOf(word, same)[0];
}

/**
 * A line with its mistyped words put right.
 * @param odd Those that do not fit.
 * @returns The line, with what is put right in it; null where none is a slip of what may stand there.
 */
export function mendLine(
  line: string,
  word: Word,
  odd: readonly string[],
  more: readonly string[] = [],
): { line: string; from: string; to: string } | null {
  const names = [...namesBehind(word), ...more];
  let first: { from: string; to: string } | null = null;
  const pieces = line.split(/(\s+)/u).map((piece) => {
    const [, option = piece, value = ""] = /^(--[a-z-]+)(=.*)$/isu.exec(piece) ?? [];
    const to = odd.includes(piece) || odd.includes(option) ? slipOf(option, names) : undefined;
    if (to === undefined) return piece;
    first ??= { from: option, to };
    return to + value;
  });
  return first === null ? null : { line: pieces.join(""), ...(first as { from: string; to: string }) };
}
