import type { StudyLimits, StudyStanding } from "../artifacts/study.ts";
import { count, dollars } from "../text/numbers.ts";
import { copied, type Sentence, say } from "./sentence.ts";

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
export function stoppedWhy({
  state,
  why,
  limits: { study },
}: Pick<StudyStanding, "state" | "why" | "limits">): Sentence {
  if (state !== "stopped") return [];
  switch (why) {
    case "max_cost":
      return say`Its limit of ${dollars(study.max_cost)} leaves no room for another experiment.`;
    case "max_tokens":
      return say`Its limit of ${count(study.max_tokens ?? 0, "token")} is reached.`;
    case "max_hours":
      return say`Its limit of ${count(study.max_hours ?? 0, "hour")} is reached.`;
    default:
      return say`A person stopped it.`;
  }
}

/** What is typed to have it go on. */
export function goOnSaid(why: StudyStanding["why"], meant: string): Sentence {
  if (why === null || why === "person") return say`${studyLine("go", meant)} has it go on.`;
  return say`${studyLine(`go ${TYPED_LIMITS[why]}`, meant)} has it go on with a higher limit.`;
}
