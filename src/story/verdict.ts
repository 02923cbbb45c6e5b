import type { Doubt, Ranking } from "../artifacts/ranking.ts";
import { type Verdict, verdictOf } from "../artifacts/verdict.ts";
import { SURE } from "../text/certainty.ts";
import { probability } from "../text/numbers.ts";
import { listed, type Sentence, say, strong, titled } from "./sentence.ts";

/** Which design and how sure that is, said once for every view. */
export type Told = {
  kind: Verdict["kind"];
  /** The designs in the first place by design_id, the best first. */
  first: readonly string[];
  answer: Sentence;
  /** Null where nothing is compared. */
  confidence: Ranking["summary"]["confidence"] | null;
  /** Why confidence is no higher although the probability is: what follows "for"; null where it is not. */
  doubt: Sentence | null;
};

/** Designs of a tie that are named. */
const MAX_TIED = 3;

/** The verdict of a ranking, in a sentence. */
export function told(ranking: Ranking): Told {
  const found = verdictOf(ranking);
  const { confidence, doubt } = ranking.summary;
  const silent = found.kind === "unranked" || found.kind === "one-design";
  return {
    kind: found.kind,
    first: "designs" in found ? found.designs : "design" in found ? [found.design] : [],
    answer: answerOf(found, ranking),
    confidence: silent ? null : confidence,
    doubt: found.kind === "winner" && isCapped(found.p, confidence) ? say`${DOUBTS[doubt ?? "few-reviewers"]}` : null,
  };
}

/** Where so little is known that confidence stays below the probability, the number would say too much. */
const isCapped = (p: number | null, confidence: string): boolean => confidence !== "high" && p !== null && p > SURE;

function answerOf(found: Verdict, ranking: Ranking): Sentence {
  switch (found.kind) {
    case "unranked":
      return say`${strong(say`No ranking:`)} ${UNRANKED[found.reason]}.`;
    case "nobody-compares":
      return say`${strong(say`No order:`)} ${nobodyText(ranking)}, so nothing says which of ${several(found.designs)} is better.`;
    case "one-design":
      return say`${strong(say`No winner:`)} only ${titled(found.design)} has scores, so there is nothing to compare it with.`;
    case "winner":
      return winner(found, ranking);
    case "one-opinion":
      return say`${strong(say`No winner:`)} one reviewer alone tells the designs apart; it puts ${titled(found.design)} first.`;
    case "tie":
      return say`${strong(say`No winner:`)} the scores cannot tell ${several(found.designs)} apart.`;
    case "ahead":
      return say`${strong(say`No winner:`)} ${titled(found.design)} is slightly ahead, the best of all with a probability of ${probability(found.p)}.`;
  }
}

function several(ids: readonly string[]): Sentence {
  return listed(ids.map(titled), MAX_TIED + 1);
}

function winner({ design, p }: Extract<Verdict, { kind: "winner" }>, ranking: Ranking): Sentence {
  const ranked = ranking.designs.filter(({ rank }) => rank !== null).length;
  const others = ranked === 2 ? say`the other design` : say`the other ${ranked - 1} designs`;
  const capped = isCapped(p, ranking.summary.confidence);
  const sure = p !== null && p > SURE && !capped;
  const better = say`${titled(design)} ${sure ? "is better" : "is probably better"} than ${others}`;
  return capped ? say`${strong(say`${better}.`)}` : say`${strong(better)} (probability ${probability(p)}).`;
}

/** Why a number is no surer than it is said to be. */
export const DOUBTS = {
  "one-reviewer": "one reviewer alone tells the designs apart",
  "few-reviewers": "only two reviewers tell the designs apart",
  "few-designs": "with two designs all rests on one difference",
  "close-designs": "two designs of nearly one quality would now and then look as far apart",
} as const satisfies Record<Doubt, string>;

/** Why there is no order. */
export const UNRANKED = {
  "no-score": "there is no score",
  "no-weight": "the weights of all criteria are zero",
  "nobody-compares": "no reviewer's scores set one design against another",
} as const;

/** Why there is no order although there are scores. */
export function nobodyText({ summary }: Pick<Ranking, "summary">): Sentence {
  return (summary.comparing_reviewers ?? 0) === 0
    ? say`no reviewer scored two of these designs`
    : say`no reviewer that scored two of these designs tells them apart`;
}
