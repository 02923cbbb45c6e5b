import type { Ranking } from "../schemas/ranking.ts";
import { inline } from "../text/markdown.ts";
import { count, list, probability } from "./numbers.ts";

/** Points of 0–10 by which a reviewer must differ from the panel to be named. */
const SEVERE = 0.75;
/** Rank correlation of score and length from which length is named. */
const LONG = 0.7;

/** Who won, or that nobody did, and how sure that is: the first line of every view. */
export function headline({ summary, designs }: Ranking): string {
  const { winner, confidence, tie_groups } = summary;
  const first = designs[0];
  if (winner !== null) {
    const best = designs.find(({ design_id }) => design_id === winner);
    return `**${inline(winner)}** by ${inline(best?.generating_model ?? "")} ranks first. Confidence: ${confidence}.`;
  }
  const tied = tie_groups.find((group) => first !== undefined && group.includes(first.design_id)) ?? [];
  if (tied.length > 1)
    return `**A tie:** ${list(tied.map((id) => inline(id)))} cannot be told apart. Confidence: ${confidence}.`;
  return `**No winner:** the scores do not single one out. Confidence: ${confidence}.`;
}

/** What a person should know before betting on the ranking, a sentence each, the most important first. */
export function rankingSentences(ranking: Ranking): string[] {
  return [
    ...panelSentences(ranking),
    ...pairSentences(ranking),
    ...leaveOneOutSentences(ranking),
    ...robustnessSentences(ranking),
    ...severitySentences(ranking),
    ...biasSentences(ranking),
  ];
}

function panelSentences({ summary, bias }: Ranking): string[] {
  const said: string[] = [];
  if (summary.total_reviewers === 1)
    said.push("One reviewer judged alone: nothing here shows whether another would agree.");
  if (bias.single_vendor !== null) {
    said.push(`All reviewers come from ${inline(bias.single_vendor)}: they are likely to share their errors.`);
  }
  if (summary.total_designs === 2) said.push("Two designs only: the indices of agreement over the panel say little.");
  return said;
}

function pairSentences({ designs, pairwise, summary }: Ranking): string[] {
  return designs.slice(1, 6).flatMap(({ design_id }, index) => {
    const above = designs[index]?.design_id;
    const pair = pairwise.find(({ better, worse }) => better === above && worse === design_id);
    if (above === undefined || !pair) return [];
    const tied = summary.tie_groups.some((group) => group.includes(above) && group.includes(design_id));
    const said = `P = ${probability(pair.probability)}`;
    return tied
      ? [`${inline(above)} and ${inline(design_id)} cannot be told apart (${said}).`]
      : [`${inline(above)} beats ${inline(design_id)} (${said}).`];
  });
}

function leaveOneOutSentences({ reliability: { leave_one_out }, designs }: Ranking): string[] {
  if (leave_one_out === null) return [];
  const { stable, panels, changes } = leave_one_out;
  if (changes.length === 0) {
    return [
      `Removing any one of ${count(panels, "reviewer")} leaves ${inline(designs[0]?.design_id ?? "the first")} first.`,
    ];
  }
  const named = changes.slice(0, 4).map(({ removed, winner }) => {
    return `removing ${inline(removed)} makes ${winner === null ? "the first place shared" : `${inline(winner)} win`}`;
  });
  return [`The first place holds in ${stable} of ${panels} panels with one reviewer removed: ${named.join("; ")}.`];
}

function robustnessSentences({ robustness }: Ranking): string[] {
  if (robustness === null) return [];
  const { criterion, factor, new_winner } = robustness;
  const change =
    factor >= 1
      ? `Multiplying the weight of ${inline(criterion)} by ${round(factor)} or more`
      : `Cutting the weight of ${inline(criterion)} to ${Math.round(factor * 100)} % or less`;
  return [`${change} makes ${inline(new_winner)} win.`];
}

function severitySentences({ bias: { severity } }: Ranking): string[] {
  return Object.entries(severity)
    .filter(([, points]) => Math.abs(points) >= SEVERE)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .slice(0, 4)
    .map(([reviewer, points]) => {
      return `${inline(reviewer)} scores ${round(Math.abs(points))} points ${points < 0 ? "below" : "above"} the panel.`;
    });
}

function biasSentences(ranking: Ranking): string[] {
  const said: string[] = [];
  const { self_preference, same_vendor, length_correlation, overall_contradictions } = ranking.bias;
  if (self_preference !== null && isNotable(self_preference)) {
    const { beta, standard_error } = self_preference;
    const spread = standard_error === null ? "" : ` (standard error ${round(standard_error)})`;
    said.push(
      `Models score their own designs ${round(Math.abs(beta))} points ${beta < 0 ? "lower" : "higher"} than others do${spread}.`,
    );
  }
  if (same_vendor !== null && same_vendor.difference !== null && Math.abs(same_vendor.difference) >= SEVERE) {
    said.push(
      `Reviewers score designs of their own vendor ${round(Math.abs(same_vendor.difference))} points ${same_vendor.difference < 0 ? "lower" : "higher"}.`,
    );
  }
  if (length_correlation !== null && ranking.designs.length >= 4 && Math.abs(length_correlation) >= LONG) {
    said.push(`Scores follow the length of the designs (rank correlation ${length_correlation.toFixed(2)}).`);
  }
  for (const { design_id, reviewer_id, stated, computed } of overall_contradictions.slice(0, 4)) {
    said.push(
      `${inline(reviewer_id)} calls ${inline(design_id)} a ${round(stated)} overall, its own criteria make ${round(computed)}.`,
    );
  }
  return said;
}

/** A preference of a quarter of a point or more that is larger than its own error. */
function isNotable({ beta, standard_error }: { beta: number; standard_error: number | null }): boolean {
  return Math.abs(beta) >= 0.25 && Math.abs(beta) > (standard_error ?? 0);
}

const round = (value: number): string => String(Number(value.toFixed(1)));
