import type { StudyLimits, StudyStanding } from "../artifacts/study.ts";
import { amount, count, dollars } from "../text/numbers.ts";
import { copied, type Sentence, say } from "./sentence.ts";

/** What the story of limits looks at. */
export type Limited = Pick<StudyStanding, "state" | "why" | "limits" | "money" | "tokens" | "kept">;

/** Which limit of a whole study. */
export type StudyLimitKind = keyof StudyLimits["study"];

/** How each is typed. */
const TYPED_LIMITS: Readonly<Record<StudyLimitKind, string>> = {
  max_cost: "--max-cost USD",
  max_tokens: "--max-tokens N",
  max_hours: "--max-hours N",
};

/** A line about a study; `meant`: the options that say which one, empty where none is needed. */
export const studyLine = (word: string, meant: string) =>
  copied(`opencode-designlab study ${word}${meant === "" ? "" : ` ${meant}`}`);

/** Why a study that is stopped begins nothing more; nothing of one that is not. */
export function stoppedWhy({ state, why, limits: { study }, money, tokens, kept }: Limited): Sentence {
  if (state !== "stopped") return [];
  switch (why) {
    case "max_cost": {
      const each = leastKept(kept.money);
      // To the next cent, for what is typed must be enough.
      const least = dollars(Math.ceil(100 * (money.spent + (each ?? 0)) - ROUNDED) / 100);
      const limit = dollars(study.max_cost);
      if (each === null) return say`Its limit of ${limit} is reached.`;
      return say`Its limit of ${limit} leaves no room for another experiment: ${keptEachSaid(each)}, so that takes a limit of at least ${least}.`;
    }
    case "max_tokens":
      if (kept.tokens === null) return say`Its limit of ${count(study.max_tokens ?? 0, "token")} is reached.`;
      return say`Its limit of ${count(study.max_tokens ?? 0, "token")} leaves no room for another experiment: ${keptTokensSaid(kept.tokens)}, so that takes a limit of at least ${amount(Math.ceil(tokens + kept.tokens))}.`;
    case "max_hours":
      return say`Its limit of ${count(study.max_hours ?? 0, "hour")} is reached.`;
    default:
      return say`A person stopped it.`;
  }
}

/** Sums of fractions of a dollar are off by less, in cents. */
const ROUNDED = 1e-6;

/** What is kept for the cheapest of these; null where nobody knows. */
export function leastKept(money: StudyStanding["kept"]["money"]): number | null {
  const known = money.flatMap(({ each }) => each ?? []);
  return known.length === 0 ? null : Math.min(...known);
}

/** "$0.50 is kept for one before it begins" */
export const keptEachSaid = (each: number): Sentence => say`${dollars(each)} is kept for one before it begins`;

/** The same of tokens. */
export const keptTokensSaid = (each: number): Sentence =>
  say`${count(each, "token")} are kept for one before it begins`;

/** What is typed to have it go on. */
export function goOnSaid(why: StudyStanding["why"], meant: string): Sentence {
  if (why === null || why === "person") return say`${studyLine("go", meant)} has it go on.`;
  return say`${studyLine(`go ${TYPED_LIMITS[why]}`, meant)} has it go on with a higher limit.`;
}
