import { type Doubt, isCompared, placed, type Ranking, rankedScore, type Verdict } from "../artifacts/ranking.ts";
import { chance, oneDecimal, probability, SURE, scoreText } from "../text/numbers.ts";
import { describeMet, heldTo, metAlone, metByEach, metSaid } from "./meets.ts";
import { type PersonasTold, personasTold } from "./personas-ranked.ts";
import { scoreCalled } from "./score-called.ts";
import { design, listed, required, type Sentence, say, scored, strong, titled, together, whose } from "./sentence.ts";

/** Which design and how sure that is, said once for every view. */
export type VerdictTold = {
  kind: Verdict["kind"];
  /** The designs in the first place by design_id, the best first. */
  first: readonly string[];
  answer: Sentence;
  /** What the best meets, where that is little: said before which it is. Null elsewhere. */
  little: Sentence | null;
  /** The answer beside those of other rankings, where "winner" stands before it: the design, or that there is none. */
  short: Sentence;
  /** Null where nothing is compared. */
  confidence: Ranking["summary"]["confidence"] | null;
  /** Why confidence is no higher although the probability is: what follows "for"; null where it is not. */
  doubt: Sentence | null;
  /** What the confidence means for whoever decides; null where nothing is compared. */
  sure: Sentence | null;
  /** How far the first stands before the next, or what to choose by; null where no score says so. */
  margin: Sentence | null;
};

/** Designs of a tie that are named, and constraints that a winner lacks. */
const MAX_TIED = 3;
const MAX_LACKED = 3;

/** What a verdict is read off: a stored ranking, or the numbers of one that is still filling. */
type Ranks = Pick<Ranking, "summary" | "notes" | "bias" | "method" | "personas"> & {
  designs: readonly Pick<
    Ranking["designs"][number],
    "design_id" | "rank" | "p_best" | "reviewers" | "adjusted_score" | "average_score" | "requirements"
  >[];
};

/** The verdict of a ranking, in a sentence. */
export function told(ranking: Ranks): VerdictTold {
  const { confidence, doubt, verdict: found } = ranking.summary;
  const silent = found.kind === "unranked" || found.kind === "one-design";
  const open = silent || found.kind === "nobody-compares";
  return {
    kind: found.kind,
    first: placed(found),
    answer: answerOf(found, ranking),
    little: open ? null : littleMet(found, ranking),
    short: shortOf(found),
    confidence: open ? null : confidence,
    doubt: found.kind === "winner" && isCapped(found.p, confidence) ? say`${DOUBTS[doubt ?? "few-reviewers"]}` : null,
    sure: open ? null : found.kind === "winner" ? RIGHT[confidence] : isOrdered(ranking) ? HINT : null,
    margin: open ? null : marginOf(found, ranking),
  };
}

/**
 * Where the best meets fewer than half of what was asked for, or lacks a constraint: how many it meets. Of designs that
 * share the first place what the one meets that meets most, and each of them lacks the constraint.
 */
function littleMet(found: Verdict, { designs }: Ranks): Sentence | null {
  const first = found.kind === "one-opinion" ? [found.design, ...(found.beside ?? [])] : placed(found);
  const asked = first.flatMap((id) => {
    const { requirements = null } = designs.find(({ design_id }) => design_id === id) ?? {};
    return requirements === null || requirements.of === 0 ? [] : [requirements];
  });
  const best = asked.toSorted((a, b) => heldTo(b).met - heldTo(a).met)[0];
  if (best === undefined) return null;
  const isConstraint = (id: string): boolean => id.startsWith("C");
  const lacks = asked.every(({ missed, silent }) => [...missed, ...silent].some(isConstraint));
  const { met, of } = heldTo(best);
  if (met * 2 >= of && !lacks) return null;
  // "The best" reads as the most that any meets where a table beside it says otherwise.
  const [outdoing] = designs
    .flatMap(({ design_id, requirements }) => (requirements ? [{ design_id, requirements }] : []))
    .filter((each) => heldTo(each.requirements).met > met)
    .toSorted((a, b) => heldTo(b.requirements).met - heldTo(a.requirements).met);
  const next =
    outdoing === undefined ? [] : say`, ${design(outdoing.design_id)} meets ${metAlone(outdoing.requirements)}`;
  // Whichever of those that share the first place is meant: the best by score may meet less than another of them.
  if (asked.length > 1)
    return say`${strong(say`No design that shares the first place meets more than ${describeMet(best)}${next}.`)}`;
  return outdoing === undefined
    ? say`${strong(say`The best of these meets ${metSaid(best)}.`)}`
    : say`${strong(say`The best of these by score meets ${metSaid(best)}${next}.`)}`;
}

const HINT = say`Take the order as a hint: other reviewers may well put another design first.`;
/** To be right is one thing, to be agreed with another: models that err together agree on what is wrong. */
const AGREED = say`Other reviewers like these would agree more often than it is right, for they err together.`;
const RIGHT = {
  high: say`Very probably it is the best of those judged. ${AGREED}`,
  medium: say`Probably it is the best of those judged. ${AGREED}`,
  low: HINT,
};

/** Whether any design stands before another. */
const isOrdered = ({ designs }: Ranks): boolean => designs.some(({ rank }) => rank !== null && rank > 1);

function marginOf(found: Verdict, ranking: Ranks): Sentence | null {
  const ranked = ranking.designs.flatMap(({ design_id, rank, requirements, ...each }) => {
    const score = rankedScore(ranking, each);
    return rank === null || score === null ? [] : [{ design_id, score, requirements }];
  });
  const [first, second] = ranked;
  if (!first || !second) return null;
  if (found.kind !== "tie") {
    const scores = say`It scores ${scored(first.score)} of 10; the next, ${titled(second.design_id)}, ${scored(second.score)}.`;
    if (!first.requirements || !second.requirements) return scores;
    return say`${scores} It meets ${metSaid(first.requirements)}, the next ${metAlone(second.requirements)}.`;
  }
  const tied = ranked.filter(({ design_id }) => found.designs.includes(design_id));
  const [most, least] = [tied[0] ?? first, tied.at(-1) ?? first];
  const meets = tied.flatMap(({ design_id, requirements }) => (requirements ? [{ design_id, requirements }] : []));
  const apart = metByEach(meets.map(({ design_id, requirements: met }) => ({ who: design(design_id), met }))).filter(
    ({ isAlike }) => !isAlike,
  );
  if (meets.length === tied.length && apart.length > 0) {
    const each = apart.map(
      ({ asked, each }) =>
        say`${listed(
          each.map(({ who, met }) => say`${who} ${met}`),
          MAX_TIED + 1,
        )} of ${asked}`,
    );
    return say`Choose by what they meet first (${together(each, "; ")}), then by what they do differently, not by their scores (${scored(least.score)} to ${scored(most.score)} of 10).`;
  }
  if (oneDecimal(most.score) === oneDecimal(least.score)) {
    const all = tied.length > 2 ? say`all` : say`both`;
    const about = scoreText(most.score) === scoreText(least.score) ? [] : say`about `;
    return say`Choose by what they do differently: ${all} score ${about}${scored(most.score)} of 10.`;
  }
  return say`Choose by what they do differently, not by their scores (${scored(least.score)} to ${scored(most.score)} of 10).`;
}

/** Where so little is known that confidence stays below the probability, the number would say too much. */
const isCapped = (p: number, confidence: string): boolean => confidence !== "high" && p > SURE;

function answerOf(found: Verdict, ranking: Ranks): Sentence {
  switch (found.kind) {
    case "unranked":
      return say`${strong(say`No ranking:`)} ${UNRANKED[found.reason]}.`;
    case "nobody-compares":
      return found.groups
        ? say`${strong(say`No order:`)} no reviewer scored designs of two of these groups, so nothing says which group is better: ${together(found.groups.map(several), "; ")}.`
        : say`${strong(say`No order:`)} ${nobodyText(ranking)}, so nothing says which of ${several(found.designs)} is better.`;
    case "one-design":
      return say`${strong(say`No winner:`)} only ${titled(found.design)} has scores, so there is nothing to compare it with.`;
    case "winner":
      return winner(found, ranking);
    case "one-opinion":
      return say`${strong(say`No winner:`)} one reviewer alone tells the designs apart${whose(found.reviewer)}; it puts ${several([found.design, ...(found.beside ?? [])])} first.`;
    case "tie":
      return say`${strong(say`No winner:`)} the scores cannot tell ${several(found.designs)} apart.`;
    case "ahead":
      return ahead(found, ranking);
  }
}

/** From a chance so many times that of the next on, the first is more than slightly ahead. */
const CLEARLY = 2;

function ahead({ design: id, p }: Extract<Verdict, { kind: "ahead" }>, ranking: Ranks): Sentence {
  const others = ranking.designs.filter(({ design_id, rank }) => rank !== null && design_id !== id);
  // Not always the one that ranks next: of which less is known has more of a chance.
  const next = others.toSorted((a, b) => (b.p_best ?? 0) - (a.p_best ?? 0))[0];
  const far = next?.p_best != null && p >= CLEARLY * next.p_best;
  const against = next?.p_best == null ? [] : say`, ${titled(next.design_id)} with ${probability(next.p_best)}`;
  const stands = far ? say`is ahead, but not surely` : say`is slightly ahead`;
  return say`${strong(say`No winner:`)} ${titled(id)} ${stands}: the best of all with a probability of ${probability(p)}${against}.`;
}

function shortOf(found: Verdict): Sentence {
  if (found.kind === "winner") return say`${design(found.design)}`;
  if (found.kind === "ahead") return say`none, ${design(found.design)} ahead`;
  return found.kind === "tie" ? say`a tie of ${found.designs.length}` : say`none`;
}

/** The verdict in a row of a terminal: "winner (high): A", "no winner (low): a tie of 2". */
export function inRow({ kind, confidence, first: [first = ""], short }: VerdictTold): Sentence {
  const sure = confidence === null ? [] : say` (${confidence})`;
  if (kind === "winner") return say`winner${sure}: ${short}`;
  if (kind === "ahead") return say`no winner${sure}: ${design(first)} ahead`;
  return say`no winner${sure}${kind === "tie" ? say`: ${short}` : []}`;
}

/** The verdict in a line of a list, where there is room for one title. */
export function inList(found: Verdict, confidence: Ranking["summary"]["confidence"]): Sentence {
  switch (found.kind) {
    case "winner":
      return say`Winner, ${confidence} confidence: ${titled(found.design)}`;
    case "ahead":
      return say`No winner, ${confidence} confidence: ahead is ${titled(found.design)}`;
    case "tie":
      return say`No winner, ${confidence} confidence: a tie of ${listed(found.designs.map(design), MAX_TIED + 1)}`;
    case "one-opinion":
      return say`No winner, one reviewer alone puts first ${several([found.design, ...(found.beside ?? [])])}`;
    case "one-design":
      return say`No winner, only one design has scores: ${titled(found.design)}`;
    case "nobody-compares":
      return found.groups
        ? say`No winner: no reviewer scored designs of two groups`
        : say`No winner: no reviewer's scores set one design against another`;
    case "unranked":
      return say`No winner: ${UNRANKED[found.reason]}`;
  }
}

function several(ids: readonly string[]): Sentence {
  return listed(ids.map(titled), MAX_TIED + 1);
}

function winner({ design: id, p }: Extract<Verdict, { kind: "winner" }>, ranking: Ranks): Sentence {
  const ranked = ranking.designs.filter(({ rank }) => rank !== null).length;
  const others = ranked === 2 ? say`the other design` : say`the other ${ranked - 1} designs`;
  const capped = isCapped(p, ranking.summary.confidence);
  const sure = p > SURE && !capped;
  const better = say`${titled(id)} ${sure ? "is better" : "is probably better"} than ${others}`;
  const lacks = lackedSaid(ranking.summary.lacked_constraints ?? []);
  if (!capped) return say`${strong(better)} (probability ${probability(p)})${lacks}.`;
  return lacks.length > 0 ? say`${strong(better)}${lacks}.` : say`${strong(say`${better}.`)}`;
}

/** ", but misses C1 “…” and says nothing of C2 “…”": a constraint that the winner lacks belongs to its first sentence. */
function lackedSaid(lacked: NonNullable<Ranking["summary"]["lacked_constraints"]>): Sentence {
  const of = (silent: boolean): Sentence[] => {
    const own = lacked.filter((each) => each.silent === silent).map(({ id, text }) => required(id, text));
    const does = silent ? say`says nothing of` : say`misses`;
    return own.length > 0 ? [say`${does} ${listed(own, MAX_LACKED)}`] : [];
  };
  return lacked.length > 0 ? say`, but ${listed([...of(false), ...of(true)])}` : [];
}

/** Why a number is no surer than it is said to be. */
export const DOUBTS = {
  "one-design": "only one design has scores",
  "one-reviewer": "one reviewer alone tells the designs apart",
  "few-reviewers": "only two reviewers tell the designs apart",
  "few-designs": "with two designs all rests on one difference",
  "close-designs": "even two designs of nearly one quality would now and then score as far apart as these",
} as const satisfies Record<Doubt, string>;

/** Why there is no order. */
export const UNRANKED = {
  "no-score": "there is no score",
  "no-weight": "the weights of all criteria are zero",
  "nobody-compares": "no reviewers' scores set all designs against each other",
} as const;

/** Why there is no order although there are scores. */
function nobodyText({ summary }: Pick<Ranking, "summary">): Sentence {
  return summary.comparing_reviewers === 0
    ? say`no reviewer scored two of these designs`
    : say`no reviewer that scored two of these designs tells them apart`;
}

/** "Ranked 1 of 3, adjusted score 8.71, P(best) over 80 %."; null for a design that no ranking ranks. */
export function standing(ranking: Ranking, design_id: string): Sentence | null {
  const ranked = ranking.designs.filter(({ rank }) => rank !== null);
  const found = ranked.find((each) => each.design_id === design_id);
  if (ranking.summary.verdict.kind === "nobody-compares")
    return say`Not ranked: no reviewer compares all of these designs.`;
  if (found === undefined || found.rank === null) return null;
  const best = isCompared(ranking) && found.p_best !== null ? say`, P(best) ${chance(found.p_best, ranking)}` : say``;
  return say`Ranked ${found.rank} of ${ranked.length}, ${scoreCalled(ranking.method)} ${scoreText(rankedScore(ranking, found))}${best}.`;
}

/** The first that is said of a ranking. */
export const rankingVerdict = (ranking: Ranks): Sentence => verdictSaid(told(ranking), personasTold(ranking));

/** Which design, and how sure that is; before it, without which persona it would be another. */
export function verdictSaid(verdict: VerdictTold, { turned, rests }: PersonasTold): Sentence {
  const { answer, little, confidence } = verdict;
  if (confidence === null) return answer;
  return together([turned ?? [], little ?? [], answer, confidenceSaid(verdict), rests ?? []], " ");
}

/** How sure it is, and why it is no surer than the probability alone would make it; nothing where nothing is compared. */
export const confidenceSaid = ({ confidence, doubt }: Pick<VerdictTold, "confidence" | "doubt">): Sentence =>
  confidence === null ? [] : say`Confidence: ${confidence}${doubt ? say`, for ${doubt}` : []}.`;
