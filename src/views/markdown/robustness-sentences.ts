import type { Ranking } from "../../artifacts/ranking.ts";
import { inline, type Markdown, md } from "../../text/markdown.ts";
import { list, points, score } from "../../text/numbers.ts";

/** How many reviewers are named before "and more". */
const MAX_NAMED = 4;
/** A change of a weight by more than this factor is no change that anyone would make. */
const FAR = 10;
/** Criteria that correlate by more than this say one thing. */
const TOGETHER = 0.9;

/** How far reviewers lie apart, and how well they agree on the order where that is a reason for doubt. */
export function reliabilitySentences({ reliability, summary, designs, bias }: Ranking): Markdown[] {
  const { icc_3_k, residual_deviation } = reliability;
  const apart =
    residual_deviation === null
      ? []
      : [
          md`Reviewers differ by ±${points(residual_deviation)} on a design (a standard deviation), once severity is taken out.`,
        ];
  // Of one difference, or of two reviewers, a reliability says nothing that is not chance.
  const compared = designs.filter(({ rank }) => rank !== null).length > 2 && Object.keys(bias.severity).length > 2;
  if (icc_3_k === null || icc_3_k >= 0.8 || summary.confidence === "high" || !compared) return apart;
  const value = icc_3_k < 0 ? md`below 0` : score(icc_3_k);
  return icc_3_k >= 0.667
    ? [...apart, md`The reviewers agree fairly well on the order: reliability ${value} of 1 (high from 0.80 on).`]
    : [
        ...apart,
        md`The reviewers hardly agree on the order: reliability ${value} of 1 (medium from 0.67, high from 0.80 on).`,
      ];
}

/**
 * Where the winner rests on one reviewer. That it rests on nobody is hardly ever untrue, equal designs among them, and is
 * not said. Nor is anything of a tie, which any reviewer may break.
 */
export function leaveOneOutSentences({ reliability: { leave_one_out }, summary }: Ranking): Markdown[] {
  if (leave_one_out === null || summary.winner === null || leave_one_out.changes.length === 0) return [];
  const { changes } = leave_one_out;
  const named = changes.slice(0, MAX_NAMED).map(({ removed, winner }) => {
    const effect = winner === null ? md`leaves the first place shared` : md`puts ${inline(winner)} first`;
    return md`removing reviewer ${inline(removed)} ${effect}`;
  });
  const more = changes.length > MAX_NAMED ? [md`${changes.length - MAX_NAMED} more such reviewers`] : [];
  return [md`The first place rests on single reviewers: ${list([...named, ...more])}.`];
}

/** Whether the winner rests on the weight of one criterion, or that the criteria are too much alike to ask. */
export function robustnessSentences({ robustness, summary, designs, bias }: Ranking): Markdown[] {
  const criteria = Object.keys(designs[0]?.score_breakdown ?? {}).length;
  const { criteria_correlation: together } = bias;
  if (criteria < 2) return [];
  if (together !== null && together > TOGETHER) {
    return [
      md`The criteria move together (mean correlation ${score(together)}): they say nearly one thing, and their weights decide little.`,
    ];
  }
  if (summary.winner === null || together === null) return [];
  if (robustness === null) {
    return [
      md`No criterion decides alone: ${inline(summary.winner)} stays first whatever the weight of any one of them.`,
    ];
  }
  const { criterion, factor, weight, new_winner } = robustness;
  const name = inline(criterion);
  const effect = md`puts ${inline(new_winner)} first`;
  if (factor === null) return [md`Giving ${name} a weight of ${score(weight)} or more ${effect}.`];
  if (factor > FAR) {
    return [
      md`No criterion decides alone: it takes more than ${FAR} times the weight of ${name} to change the first place.`,
    ];
  }
  if (factor < 1 / FAR) return [md`Leaving ${name} out ${effect}.`];
  return [md`${weightChange(factor, name)} ${effect}.`];
}

/** "Doubling the weight of scalability", "Raising the weight of cost by 40 % or more". */
function weightChange(factor: number, name: Markdown): Markdown {
  if (Math.abs(factor - 2) < 0.05) return md`Doubling the weight of ${name}`;
  if (Math.abs(factor - 0.5) < 0.0125) return md`Halving the weight of ${name}`;
  if (factor > 2) return md`Multiplying the weight of ${name} by ${Math.ceil(factor * 10) / 10} or more`;
  const percent = Math.max(1, Math.ceil(Math.abs(factor - 1) * 100 - 1e-6));
  return factor > 1
    ? md`Raising the weight of ${name} by ${percent} % or more`
    : md`Lowering the weight of ${name} by ${percent} % or more`;
}
