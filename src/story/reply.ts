import type { Spent } from "../artifacts/cost.ts";
import { duration } from "../text/numbers.ts";
import { spentSaid } from "./amounts.ts";
import type { Block } from "./block.ts";
import { path, type Sentence, say } from "./sentence.ts";

/** What stands around what a reply says. */
export type Frame<D> = {
  /** What is read before all else, such as that something is missing. */
  first?: readonly Block<D>[];
  topic?: Sentence;
  /** Where everything lies. */
  files?: Sentence;
  /** What can be typed now, and what it does. */
  next: readonly Sentence[];
  last?: readonly Block<D>[];
};

/** A reply: its topic, what it says, where the files lie, what to type next. */
export function framed<D>(body: readonly Block<D>[], { first = [], topic, files = [], next, last = [] }: Frame<D>) {
  const heading: Block<D>[] = topic === undefined ? [] : [{ is: "heading", of: topic, level: 2 }];
  return [...first, ...heading, ...body, files, { is: "next", of: next }, ...last] satisfies Block<D>[];
}

/** What stands where a reply is cut: how much of it is not there, and where all of it is. */
export const linesLeftOut = (lines: number): Sentence => say`${lines} more lines are left out`;
export const filesHold: Sentence = say`the files hold all of it`;
export const holdsAll = (file: string): Sentence => say`${path(file)} in the folder below holds all of it`;

/** Where everything lies, and what a call cost and took, in seconds; of a ranking, what to open there. */
export function filesSaid({ dir, spent, seconds }: { dir: string; spent: Spent; seconds: number }, ranked = false) {
  const took = seconds > 0 ? say`, ${duration(seconds)}` : [];
  return say`Files: ${path(dir)}${ranked ? " · open results/report.html" : ""} · ${spentSaid(spent)}${took}`;
}
