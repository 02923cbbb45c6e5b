import type { Ranking } from "../schemas/ranking.ts";
import { inline } from "../text/markdown.ts";
import { list, probability } from "../text/numbers.ts";
import { sortNotes } from "./notes-text.ts";

/** Points of 0–10 by which a reviewer must differ from the panel to be named. */
const SEVERE = 0.75;
/** Points of 0–10 by which a reviewer's repeated scores must differ to be named. */
const UNSTEADY = 0.5;
/** Rank correlation of score and length from which length is named. */
const LONG = 0.7;
/** How many items of one kind are named before "and more". */
const MAX = 4;
const MAX_IN_TIE = 6;
/** A change of a weight by more than this factor is no change that anyone would make. */
const FAR = 10;

/** Who won, or that nobody did, and how sure that is: the first line of every view. */
export function headline({ summary, designs, pairwise }: Ranking): string {
  const { winner, confidence, tie_groups } = summary;
  const ranked = designs.filter(({ rank }) => rank !== null);
  const [first] = ranked;
  const sure = `Confidence: ${confidence}.`;
  if (winner !== null) {
    const best = designs.find(({ design_id }) => design_id === winner);
    return `**${inline(winner)}** by ${inline(best?.generating_model ?? "")} ranks first. ${sure}`;
  }
  if (first === undefined) return "**No ranking:** no design could be ranked.";
  if (ranked.length === 1) {
    return `**No winner:** only ${inline(first.design_id)} has scores, so there is nothing to compare it with. ${sure}`;
  }
  const tied = tie_groups.find((group) => group.includes(first.design_id)) ?? [];
  if (tied.length > 1) return `**A tie:** ${tieText(tied, pairwise)} ${sure}`;
  return `**No winner:** the scores do not single one out. ${sure}`;
}

/** What a person should know before betting on the ranking, a sentence each, the most important first. */
export function rankingSentences(ranking: Ranking): string[] {
  return [
    ...sortNotes(ranking.notes).cautions.map((note) => inline(note, 400)),
    ...orderSentences(ranking),
    ...reliabilitySentences(ranking),
    ...leaveOneOutSentences(ranking),
    ...robustnessSentences(ranking),
    ...severitySentences(ranking),
    ...biasSentences(ranking),
    ...contradictionSentences(ranking),
    ...consistencySentences(ranking),
  ];
}

/** What the probabilities rest on; stands wherever they are shown. */
export function assumptionSentence({ assumptions }: Ranking): string {
  return `P, P(best) and the rank range assume that the reviewers' errors correlate by ${assumptions.error_correlation}; the scores of one experiment cannot show whether they do.`;
}

/** Ties below the first place and the steps between designs that can be told apart, from the top. */
function orderSentences({ designs, pairwise, summary }: Ranking): string[] {
  const ids = designs.filter(({ rank }) => rank !== null).map(({ design_id }) => design_id);
  const said = ids.flatMap((id, at) => {
    const next = ids[at + 1];
    if (next === undefined) return [];
    const starts = summary.tie_groups.filter((group) => group[0] === id);
    const headlined = at === 0 && summary.winner === null;
    if (starts.length > 0) return headlined ? [] : starts.map((group) => tieText(group, pairwise));
    if (summary.tie_groups.some((group) => group.includes(id) && group.includes(next))) return [];
    return [`${inline(id)} beats ${inline(next)} (P = ${probability(probabilityOf(id, next, pairwise))}).`];
  });
  return said.slice(0, MAX);
}

/** "A and B cannot be told apart (P = 0.58)." With more than two, P is of the first over the last. */
function tieText(group: readonly string[], pairwise: Ranking["pairwise"]): string {
  const [first = "", last = ""] = [group.at(0), group.at(-1)];
  const p = `P = ${probability(probabilityOf(first, last, pairwise))}`;
  const of = group.length > 2 ? `${p} that ${inline(first)} is better than ${inline(last)}` : p;
  const names = group.map((id) => inline(id));
  return `${list(names, MAX_IN_TIE)} cannot be told apart (${of}).`;
}

function probabilityOf(better: string, worse: string, pairwise: Ranking["pairwise"]): number | null {
  return pairwise.find((pair) => pair.better === better && pair.worse === worse)?.probability ?? null;
}

function reliabilitySentences({ reliability: { icc_3_k } }: Ranking): string[] {
  if (icc_3_k === null || icc_3_k >= 0.8) return [];
  const value = icc_3_k < 0 ? "below 0" : icc_3_k.toFixed(2);
  return icc_3_k >= 0.667
    ? [`The reviewers agree fairly well on the order: reliability ${value} of 1 (high from 0.80 on).`]
    : [`The reviewers hardly agree on the order: reliability ${value} of 1 (medium from 0.67, high from 0.80 on).`];
}

function leaveOneOutSentences({ reliability: { leave_one_out }, designs, summary }: Ranking): string[] {
  if (leave_one_out === null) return [];
  const { panels, changes } = leave_one_out;
  const first = inline(designs[0]?.design_id ?? "the first");
  if (changes.length === 0) return [`Removing any one of the ${panels} reviewers leaves ${first} first.`];
  const wins = summary.winner === null ? ["puts", "ahead"] : ["makes", "win"];
  const named = changes.slice(0, MAX).map(({ removed, winner }) => {
    const effect = winner === null ? "leaves the first place shared" : `${wins[0]} ${inline(winner)} ${wins[1]}`;
    return `removing reviewer ${inline(removed)} ${effect}`;
  });
  const more = changes.length > MAX ? [`${changes.length - MAX} more such reviewers`] : [];
  return [`The first place rests on single reviewers: ${list([...named, ...more])}.`];
}

function robustnessSentences({ robustness, summary, designs }: Ranking): string[] {
  const criteria = Object.keys(designs[0]?.score_breakdown ?? {}).length;
  if (robustness === null) {
    if (summary.winner === null || criteria < 2) return [];
    return [
      `No criterion decides alone: ${inline(summary.winner)} stays first whatever the weight of any one of them.`,
    ];
  }
  const { criterion, factor, new_winner } = robustness;
  const name = inline(criterion);
  const effect = summary.winner === null ? `puts ${inline(new_winner)} ahead` : `makes ${inline(new_winner)} win`;
  if (factor > FAR) {
    return [
      `No criterion decides alone: it takes more than ${FAR} times the weight of ${name} to change the first place.`,
    ];
  }
  if (factor < 1 / FAR) return [`Leaving ${name} out ${effect}.`];
  return [`${sentenceStart(weightChange(factor, name))} ${effect}.`];
}

/** "doubling the weight of scalability", "raising the weight of cost by 40 % or more". */
function weightChange(factor: number, name: string): string {
  if (Math.abs(factor - 2) < 0.05) return `doubling the weight of ${name}`;
  if (Math.abs(factor - 0.5) < 0.0125) return `halving the weight of ${name}`;
  if (factor > 2) return `multiplying the weight of ${name} by ${Math.ceil(factor * 10) / 10} or more`;
  const percent = Math.max(1, Math.ceil(Math.abs(factor - 1) * 100 - 1e-6));
  return factor > 1
    ? `raising the weight of ${name} by ${percent} % or more`
    : `lowering the weight of ${name} by ${percent} % or more`;
}

function severitySentences({ bias: { severity } }: Ranking): string[] {
  return Object.entries(severity)
    .filter(([, above]) => Math.abs(above) >= SEVERE)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .slice(0, MAX)
    .map(([reviewer, above]) => {
      return `Reviewer ${inline(reviewer)} scores ${points(Math.abs(above))} ${above < 0 ? "below" : "above"} the panel.`;
    });
}

function biasSentences({ bias, designs }: Ranking): string[] {
  const said: string[] = [];
  const { self_preference, same_vendor, length_correlation } = bias;
  if (self_preference !== null && isNotable(self_preference)) {
    const { beta, standard_error } = self_preference;
    const chance =
      standard_error === null
        ? "too few scores to say how sure that is"
        : Math.abs(beta) >= 2 * standard_error
          ? `± ${round(standard_error)}`
          : `± ${round(standard_error)}, so it may be chance`;
    said.push(
      `Models score their own designs ${points(Math.abs(beta))} ${beta < 0 ? "lower" : "higher"} than others do (${chance}).`,
    );
  }
  if (same_vendor !== null && same_vendor.difference !== null && Math.abs(same_vendor.difference) >= SEVERE) {
    const { difference } = same_vendor;
    said.push(
      `Reviewers score designs by other models of their own vendor ${points(Math.abs(difference))} ${difference < 0 ? "lower" : "higher"}.`,
    );
  }
  if (length_correlation !== null && designs.length >= 4 && Math.abs(length_correlation) >= LONG) {
    const [longer, taste] = length_correlation > 0 ? ["Longer", "length"] : ["Shorter", "brevity"];
    said.push(
      `${longer} designs score higher (rank correlation ${length_correlation.toFixed(2)}): merit, or a taste for ${taste}.`,
    );
  }
  return said;
}

function contradictionSentences({ bias: { overall_contradictions: found } }: Ranking): string[] {
  const said = found.slice(0, MAX).map(({ design_id, reviewer_id, stated, computed }) => {
    return `Reviewer ${inline(reviewer_id)} calls ${inline(design_id)} a ${round(stated)} overall, but its own criteria make ${round(computed)}.`;
  });
  return found.length > MAX ? [...said, `${found.length - MAX} more overall scores contradict their criteria.`] : said;
}

function consistencySentences({ reliability: { reviewer_consistency } }: Ranking): string[] {
  const spread = Object.entries(reviewer_consistency).sort(
    ([, a], [, b]) => b.standard_deviation - a.standard_deviation,
  );
  if (spread.length === 0) return [];
  const unsteady = spread.filter(([, { standard_deviation }]) => standard_deviation >= UNSTEADY);
  if (unsteady.length === 0) {
    const largest = points(spread[0]?.[1].standard_deviation ?? 0);
    return [`Asked again about one design, no reviewer differs from itself by more than about ${largest}.`];
  }
  const named = unsteady.map(([id, { standard_deviation }]) => `${inline(id)} by ${points(standard_deviation)}`);
  return [`Asked again about one design, these reviewers differ from themselves: ${list(named, MAX)}.`];
}

/** A preference of a quarter of a point or more that is larger than its own error. */
function isNotable({ beta, standard_error }: { beta: number; standard_error: number | null }): boolean {
  return Math.abs(beta) >= 0.25 && Math.abs(beta) > (standard_error ?? 0);
}

const round = (value: number): string => String(Number(value.toFixed(1)));

const points = (value: number): string => `${round(value)} ${round(value) === "1" ? "point" : "points"}`;

const sentenceStart = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
