import type { Certainty, Doubt, RankedDesign, Ranking, Verdict } from "../artifacts/ranking.ts";
import type { Unranked } from "../artifacts/ranking-note.ts";
import { SURE, TOLD_APART, TOLD_APART_OF_TWO } from "../text/numbers.ts";
import { EPSILON } from "./ranks.ts";

/** From this probability on the first of a tie is slightly ahead: it is the best in two of three such panels. */
export const AHEAD = 0.7;

/** From this probability on a ranking of so many designs names a winner and tells two designs apart. */
export function toldApart(designs: number): number {
  return designs > 2 ? TOLD_APART : TOLD_APART_OF_TWO;
}

/**
 * What confidence hangs on: P(best) of the first design, whose scores tell designs apart at all, and how likely the
 * first is to be better than the second whatever distance designs are expected to have. `settled`: whether the first of a
 * round can be told from its own original or revision; true where it is absent.
 */
export type Grounds = { best: number; designs: number; opinions: number; apart: number; settled?: boolean };

/**
 * P(best) of the first design in one word: high from 0.95 on, medium from the bound on that names a winner, else low.
 * Two designs or two reviewers are never more than medium: all rests on one difference, or on two opinions that may
 * agree by chance. Nor is a first pair that could as well be two of a kind. One reviewer is low, for nobody confirms it.
 */
export function confidenceLevel(grounds: Grounds): Certainty {
  const { best, designs, opinions } = grounds;
  if (designs < 2 || opinions < 2 || grounds.settled === false || best < toldApart(designs) - EPSILON) return "low";
  return best >= SURE - EPSILON && heldBackBy(grounds) === null ? "high" : "medium";
}

/** Why confidence is lower than P(best) alone would make it; null where it is not. */
export function doubtOf(grounds: Grounds): Doubt | null {
  const { best, designs, opinions } = grounds;
  if (designs < 2) return "one-design";
  if (best > SURE) return heldBackBy(grounds);
  if (best < toldApart(designs) - EPSILON) return null;
  return opinions < 2 ? heldBackBy(grounds) : null;
}

/** What keeps confidence below high where P(best) is enough for it, the gravest first; null where nothing does. */
export function heldBackBy({
  designs,
  opinions,
  apart,
}: Omit<Grounds, "best" | "settled">): Exclude<Doubt, "one-design"> | null {
  if (opinions === 1) return "one-reviewer";
  if (opinions < 3) return "few-reviewers";
  if (designs < 3) return "few-designs";
  return apart < SURE - EPSILON ? "close-designs" : null;
}

/** What holds the pairs of a ranking back; null where none would be surer than it allows. */
export function pairDoubt({ summary, pairwise }: Pick<Ranking, "summary" | "pairwise">): PairDoubt | null {
  const { doubt, opinions, scored_designs, verdict } = summary;
  if (verdict.kind === "nobody-compares") return verdict.kind;
  if (verdict.kind === "unranked") return null;
  if (doubt === "close-designs") return doubt;
  const held = heldBackBy({ designs: scored_designs, opinions, apart: 1 });
  return held === "one-reviewer" || pairwise.some(({ probability }) => probability > SURE) ? held : null;
}

/** Why no pair of a ranking is surer than it is said to be. */
type PairDoubt = Exclude<Doubt, "one-design"> | "nobody-compares";

type Ranks = {
  /** Best first, those without a rank last. */
  designs: readonly Pick<RankedDesign, "design_id" | "rank" | "p_best" | "reviewers">[];
  summary: Pick<Ranking["summary"], "opinions" | "winner" | "tie_groups">;
};

/**
 * What a ranking says of its first place, and the designs that share it.
 *
 * @param unranked Why there is no order; null where there is one.
 */
export function firstPlace(
  { designs, summary: { opinions, winner, tie_groups } }: Ranks,
  unranked: Unranked | null = null,
): Pick<Ranking["summary"], "verdict" | "first_place"> {
  const idsOf = (which: Ranks["designs"]) => which.map(({ design_id }) => design_id);
  if (unranked === "nobody-compares") {
    const scored = idsOf(designs.filter(({ reviewers }) => reviewers > 0));
    return { verdict: { kind: unranked, designs: scored }, first_place: scored };
  }
  const ranked = designs.filter(({ rank }) => rank !== null);
  const [first, second] = ranked;
  if (!first) return { verdict: { kind: "unranked", reason: unranked ?? "no-score" }, first_place: [] };
  const { design_id: design, p_best } = first;
  const p = p_best ?? 0;
  const group = winner === null ? tie_groups.find((ids) => ids.includes(design)) : undefined;
  const tied = group ? idsOf(ranked).filter((id) => group.includes(id)) : [design];
  return { verdict: verdict(), first_place: tied };

  function verdict(): Verdict {
    if (!second) return { kind: "one-design", design };
    if (winner !== null) return { kind: "winner", design, p };
    if (opinions === 1) {
      const beside = idsOf(ranked.filter(({ rank }) => rank === 1)).slice(1);
      return { kind: "one-opinion", design, ...(beside.length > 0 && { beside }) };
    }
    const equal = tied.length > 1 && (p < AHEAD || second.rank === 1);
    return equal ? { kind: "tie", designs: tied } : { kind: "ahead", design, p, tied };
  }
}
