import { LabError } from "../errors.ts";
import { lengthBreakEven } from "./bias.ts";
import { SCALE } from "./composite.ts";
import { type Paired, pairedWithin, revisionBound, sideOf } from "./paired.ts";
import { preparePanel, type RankingInput, type RevisedPair, type Scored } from "./panel.ts";
import { compositesOf, partsOf, type ScoredPart, scoresOn } from "./parts.ts";
import { EPSILON, tidy } from "./ranks.ts";

/**
 * What a round says of one revision beside its parent. Points are of 0–10, what could not be computed is null.
 *
 * `verdict` is null where fewer than two reviewers scored both, or no criterion weighs; `reason` says which. With one
 * reviewer `difference` is there all the same.
 */
export type RevisionVerdict = RevisedPair & {
  verdict: "better" | "not better" | "worse" | null;
  /** Why there is no verdict; null where there is one. */
  reason: "nobody-scored-both" | "one-reviewer" | "no-weight" | null;
  /** Who scored both, by reviewer_id in ascending order; rows of one model are one. Only they count. */
  reviewers: string[];
  /** The mean over them of child − parent, by the composite of what most reviewers score. */
  difference: number | null;
  /** s_d, what one reviewer's difference errs by. */
  deviation: number | null;
  /** Degrees of freedom of the t distribution: reviewers + 3. */
  freedom: number | null;
  /** The probability that the child is better, 0 to 1. */
  p_better: number | null;
  /** From this probability on it is called better, and from 1 − it downwards worse. It rises with the revisions of a round. */
  bound: number;
  /** Every criterion, the one on which they differ most first. */
  criteria: RevisedCriterion[];
  /** In characters; `ratio` is child / parent, null where the parent has none. */
  length: { parent: number; child: number; ratio: number | null };
  /**
   * The taste for length, in points for each doubling, that would explain the difference. Null where the child is not
   * ahead or not longer.
   */
  length_break_even: number | null;
};

/**
 * A revision beside its parent on one criterion. `difference` is on the criterion's own scale, `p_better` as the pair's.
 * `told` names a direction only where P holds for as many looks as there are criteria (Bonferroni: the error 1 − bound is
 * divided by their number), so that one of five of a revision that changed nothing is hardly ever named.
 */
export type RevisedCriterion = {
  criterion: string;
  min: number;
  max: number;
  difference: number | null;
  p_better: number | null;
  told: "better" | "worse" | null;
  /** How many scored both on it. */
  reviewers: number;
};

/**
 * Each revision of a round beside its parent, within reviewers: d_j = child − parent of reviewer j,
 * s_d² = (Σ(d_j − d̄)² + 4·s₀²)/(M + 3), P = T_{M+3}(d̄/√(s_d²·(1/M + ρ/(1 − ρ)))), s₀ from the scores of all texts of
 * the round. Who is first of the round says `rankDesigns(round)`; between a text and its original it says what is said here.
 *
 * @param round The round as a panel: `designs` are all its texts, parents, children and merges, each scored anew and blind.
 * @param pairs All revisions of the round, for their number decides the bound; in the order of the result.
 *
 * Throws a LabError for a text that is not in the round, or one that is to be its own parent.
 */
export function compareRevisions(round: RankingInput, pairs: readonly RevisedPair[]): RevisionVerdict[] {
  const panel = preparePanel(round);
  const bound = revisionBound(pairs.length);
  const [base] = partsOf(panel).parts;
  return pairs.map((pair) => tidy(revisionVerdict(panel, base, pair, bound)));
}

function revisionVerdict(
  panel: Scored,
  base: ScoredPart | undefined,
  pair: RevisedPair,
  bound: number,
): RevisionVerdict {
  const places = [pair.parent, pair.child].map((id) => panel.designs.findIndex(({ design_id }) => design_id === id));
  const [parent = -1, child = -1] = places;
  if (parent < 0 || child < 0 || parent === child) {
    const cannot = `Cannot compare revision ${pair.child} with ${pair.parent}`;
    throw new LabError(
      parent === child && parent >= 0
        ? `${cannot}: needs two texts, found one`
        : `${cannot}: needs both in the round, found ${panel.designs.map(({ design_id }) => design_id).join(", ") || "none"}`,
    );
  }
  const found = base ? pairedWithin(base.cells, compositesOf(base), { parent, child }) : null;
  const judged = found?.belief ?? null;
  const criteria = panel.criteria.map((criterion) => {
    const cells = panel.cells.filter(({ score }) => criterion.name in score.scores);
    return { criterion, paired: pairedWithin(cells, scoresOn(cells, criterion), { parent, child }) };
  });
  const looks = criteria.filter(({ paired }) => paired.belief !== null).length;
  const [from, to] = [parent, child].map((at) => panel.designs[at]?.length ?? 0) as [number, number];
  const difference = found?.difference ?? null;
  return {
    parent: pair.parent,
    child: pair.child,
    verdict: judged && (sideOf(judged.p, bound) ?? "not better"),
    reason: judged ? null : reasonOf(found),
    reviewers: (found?.reviewers ?? []).map((at) => panel.reviewers[at]?.reviewer_id ?? ""),
    difference,
    deviation: judged?.deviation ?? null,
    freedom: judged?.freedom ?? null,
    p_better: judged?.p ?? null,
    bound,
    criteria: criteria
      .map(({ criterion: { name, min, max }, paired }) => ({
        share: paired.difference ?? 0,
        said: {
          criterion: name,
          min,
          max,
          difference: paired.difference === null ? null : (paired.difference * (max - min)) / SCALE,
          p_better: paired.belief?.p ?? null,
          told: paired.belief && sideOf(paired.belief.p, 1 - (1 - bound) / looks),
          reviewers: paired.reviewers.length,
        },
      }))
      .toSorted((a, b) => Math.abs(b.share) - Math.abs(a.share))
      .map(({ said }) => said),
    length: { parent: from, child: to, ratio: from > 0 ? to / from : null },
    length_break_even: difference !== null && difference > EPSILON ? lengthBreakEven(difference, to, from) : null,
  };
}

function reasonOf(found: Paired | null): RevisionVerdict["reason"] {
  if (found === null) return "no-weight";
  return found.reviewers.length === 0 ? "nobody-scored-both" : "one-reviewer";
}
