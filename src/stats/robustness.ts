import { hearing, type PairAnswer } from "./answers.ts";
import { CONSTANTS, fitScores } from "./belief.ts";
import { fittedParts, type RankingFit } from "./fit.ts";
import { type CompactIncidence, keepReviewers } from "./incidence.ts";
import { limitInfluence } from "./influence.ts";
import { fitAdditive, meanModel } from "./models.ts";
import { judgedBy, type Scored } from "./panel.ts";
import { acrossParts, joined } from "./parts.ts";
import { EPSILON, tiedGroups } from "./ranks.ts";

/**
 * Past this weight of the criterion, on the far side of the present one, the rival leads. `factor` is that weight over the present one, null where the
 * present one is 0. Numbers are positions in the arrays given.
 */
type WeightChange = { criterion: number; weight: number; factor: number | null; rival: number };

/**
 * The smallest change of one criterion's weight that takes the first place from the leader.
 *
 * A design's score is linear in the weights, S = Σ w_c·θ_c / Σ w_c, so that the leader and a rival, apart by d_c on each
 * criterion, meet where Σ w_c·d_c + (w − w_c)·d_c = 0. Changes are compared by ratio; a weight that comes from 0 counts
 * as (w̄ + w)/w̄, w̄ the mean of the weights above 0, so that giving it the weight of the others is a doubling.
 *
 * @param byCriterion For each criterion the designs' scores by that criterion alone, from the model that ranks.
 * @param weights Of the criteria, at least one above 0.
 * @param leader The design that is alone at the top.
 * @returns The change with the ratio nearest to 1; null when no weight takes the first place away.
 */
export function weightRobustness(
  byCriterion: readonly (readonly number[])[],
  weights: readonly number[],
  leader: number,
): WeightChange | null {
  const designs = byCriterion[0]?.length ?? 0;
  const positive = weights.filter((weight) => weight > 0);
  const middle = positive.reduce((sum, weight) => sum + weight, 0) / positive.length;
  const apart = (rival: number, criterion: number) =>
    (byCriterion[criterion]?.[leader] ?? 0) - (byCriterion[criterion]?.[rival] ?? 0);
  let nearest: { change: WeightChange; ratio: number; gain: number } | null = null;
  for (let rival = 0; rival < designs; rival++) {
    if (rival === leader) continue;
    const lead = weights.reduce((sum, weight, criterion) => sum + weight * apart(rival, criterion), 0);
    for (const [criterion, present] of weights.entries()) {
      const own = apart(rival, criterion);
      if (Math.abs(own) * Math.max(present, middle) < EPSILON) continue;
      const weight = present - lead / own;
      const ratio = present > 0 ? weight / present : (middle + weight) / middle;
      if (!(ratio > EPSILON) || !(weight > EPSILON * middle)) continue;
      const gain = Math.abs(own);
      // Of rivals that meet the leader at the same weight, the one that gains the most on it leads beyond.
      const same = nearest?.change.criterion === criterion && Math.abs(nearest.ratio - ratio) < EPSILON;
      const nearer = same ? gain > (nearest?.gain ?? 0) + EPSILON : nearest === null || isNearer(ratio, nearest.ratio);
      if (!nearer) continue;
      nearest = { change: { criterion, weight, factor: present > 0 ? ratio : null, rival }, ratio, gain };
    }
  }
  return nearest?.change ?? null;
}

/** Of a half and a double, as near as each other, the double: "twice the weight" is the easier thought. */
export function isNearer(ratio: number, than: number): boolean {
  const gain = Math.abs(Math.log(than)) - Math.abs(Math.log(ratio));
  return Math.abs(gain) < EPSILON ? ratio > than + EPSILON : gain > 0;
}

/** Design numbers are the incidence's own, reviewers' those of the panel. */
type LeaveOneOut = {
  stable: number;
  /** Panels of one reviewer fewer that the model can rank. */
  panels: number;
  /** The panels in which another design is first; `winner` is null when the first place is then shared. */
  changes: { removed: number; winner: number | null }[];
};

/**
 * Ranks the designs once without each reviewer, by the same model and with the others' answers to pairs, and counts how
 * often the leader stays alone at the top. A panel in which the leader has no score left counts as a change; one that
 * this model cannot rank counts as nothing. Null for fewer than three reviewers, since what one of two says alone
 * confirms and contradicts nobody, and where no panel can be ranked.
 */
export function leaveOneOut(
  incidence: CompactIncidence,
  values: readonly number[],
  leader: number,
  method: "adjusted" | "mean",
  answers: readonly PairAnswer[] = [],
): LeaveOneOut | null {
  const judges = [...new Set([...incidence.reviewerIds, ...answers.map(({ reviewer }) => reviewer)])];
  if (judges.length < 3) return null;
  const changes: LeaveOneOut["changes"] = [];
  let panels = 0;
  for (const removed of judges) {
    const { rest: all, values: scores } = keepReviewers(
      incidence,
      values,
      (at) => incidence.reviewerIds[at] !== removed,
    );
    const rest = method === "mean" ? all : limitInfluence(all, scores);
    const theta = qualityBy(rest, scores, method, heardBy(answers, removed, rest));
    if (theta === null) continue;
    panels++;
    const first = tiedGroups(theta)[0]?.members ?? [];
    const winner = first.length === 1 ? (rest.designIds[first[0] ?? -1] ?? null) : null;
    if (winner !== leader) changes.push({ removed, winner });
  }
  return panels > 0 ? { stable: panels - changes.length, panels, changes } : null;
}

/**
 * The same where not all reviewers score the same criteria: each panel of one reviewer fewer is ranked anew, so that a
 * criterion goes with the only one that scored it.
 */
export function leaveOneOutOfParts(panel: Scored, fitted: RankingFit, leader: number): LeaveOneOut | null {
  const { incidence, answers, models } = fitted;
  const judges = [...new Set([...incidence.reviewerIds, ...answers.map(({ reviewer }) => reviewer)])];
  if (judges.length < 3) return null;
  const changes: LeaveOneOut["changes"] = [];
  let panels = 0;
  for (const removed of judges) {
    const rest = judgedBy(panel, (at) => at !== removed);
    const parts = fittedParts(rest, models.ranking);
    // A panel that needs another model than this one says nothing of it.
    if (parts === null || parts[0].fitted.models.ranking.method !== models.ranking.method) continue;
    panels++;
    const { designIds } = parts[0].incidence;
    const placed = { designIds: designIds.map((design) => incidence.designIds.indexOf(design)) };
    const heard = heardBy(answers, removed, placed);
    const theta =
      heard.length > 0
        ? hearing(joined(parts, CONSTANTS), heard).fit.theta
        : acrossParts(parts, (part) => part.fitted.fit.theta);
    const first = tiedGroups(theta)[0]?.members ?? [];
    const winner = first.length === 1 ? (placed.designIds[first[0] ?? -1] ?? null) : null;
    if (winner !== leader) changes.push({ removed, winner });
  }
  return panels > 0 ? { stable: panels - changes.length, panels, changes } : null;
}

/** Without answers no belief is formed, which is most of the work. */
function qualityBy(
  rest: CompactIncidence,
  scores: readonly number[],
  method: "adjusted" | "mean",
  answers: readonly PairAnswer[],
): readonly number[] | null {
  const model = method === "mean" ? meanModel(rest) : fitAdditive(rest, scores);
  if ("reason" in model) return null;
  return (answers.length > 0 ? hearing(fitScores(rest, scores, method), answers).fit : model.solve(scores)).theta;
}

/** The others' answers, by the positions that are left. */
function heardBy(
  answers: readonly PairAnswer[],
  removed: number,
  { designIds }: Pick<CompactIncidence, "designIds">,
): PairAnswer[] {
  return answers.flatMap((answer) => {
    const [first, second] = answer.designs.map((design) => designIds.indexOf(design));
    if (answer.reviewer === removed || first === undefined || second === undefined || Math.min(first, second) < 0)
      return [];
    const better = answer.better === null ? null : answer.better === answer.designs[0] ? first : second;
    return [{ ...answer, designs: [first, second] as const, better }];
  });
}
