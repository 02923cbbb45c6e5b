import type { Ranking } from "../../artifacts/ranking.ts";
import { inline, type Markdown, md } from "../../text/markdown.ts";
import { list, oneDecimal, points, score } from "../../text/numbers.ts";

/** Points of 0–10 by which a reviewer must differ from the panel to be named. */
const SEVERE = 0.75;
/** Points of 0–10 by which a reviewer's repeated scores must differ to be named. */
const UNSTEADY = 0.5;
/** Rank correlation of score and length from which length is named. */
const LONG = 0.7;
/** How many items of one kind are named before "and more". */
const MAX_NAMED = 4;

/** Reviewers who score far from the panel; of two, one below the other. */
export function severitySentences({ bias: { severity } }: Ranking): Markdown[] {
  const all = Object.entries(severity).sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
  const [one, other] = all;
  if (all.length === 2 && one && other) {
    const [[low, below], [high, above]] = one[1] < other[1] ? [one, other] : [other, one];
    const gap = above - below;
    return gap >= 2 * SEVERE ? [md`Reviewer ${inline(low)} scores ${points(gap)} below ${inline(high)}.`] : [];
  }
  return all
    .filter(([, above]) => Math.abs(above) >= SEVERE)
    .slice(0, MAX_NAMED)
    .map(([reviewer, above]) => {
      return md`Reviewer ${inline(reviewer)} scores ${points(Math.abs(above))} ${above < 0 ? "below" : "above"} the panel.`;
    });
}

/** How much of a taste for length would make up the first design's lead, where it is the longer of the first two. */
function breakEvenSentence({ bias: { length_break_even }, designs }: Ranking): Markdown[] {
  const [first, second] = designs;
  if (length_break_even === undefined || !first || !second) return [];
  return [
    md`${inline(first.design_id)} is longer than ${inline(second.design_id)}: a taste of ${points(length_break_even)} for each doubling of the length would explain the lead.`,
  ];
}

/** Preferences for own work, own vendor and length, each only beyond what chance would show. */
export function biasSentences(ranking: Ranking): Markdown[] {
  const { bias } = ranking;
  const said: Markdown[] = [];
  const { self_preference, same_vendor, length_correlation, length_beyond_chance } = bias;
  if (self_preference?.beyond_chance) {
    const { beta, standard_error } = self_preference;
    said.push(
      md`Models score their own designs ${points(Math.abs(beta))} ${beta < 0 ? "lower" : "higher"} than others do (standard error ${oneDecimal(standard_error ?? 0)}).`,
    );
  }
  if (same_vendor?.beyond_chance && Math.abs(same_vendor.difference ?? 0) >= SEVERE) {
    const difference = same_vendor.difference ?? 0;
    said.push(
      md`Reviewers score designs by other models of their own vendor ${points(Math.abs(difference))} ${difference < 0 ? "lower" : "higher"}.`,
    );
  }
  if (length_beyond_chance && length_correlation !== null && Math.abs(length_correlation) >= LONG) {
    const [longer, taste] =
      length_correlation > 0 ? (["Longer", "length"] as const) : (["Shorter", "brevity"] as const);
    said.push(
      md`${longer} designs score higher (rank correlation ${score(length_correlation)}): merit, or a taste for ${taste}.`,
    );
  }
  return [...said, ...breakEvenSentence(ranking)];
}

/** Stated overall scores that the reviewer's own criteria contradict. */
export function contradictionSentences({ bias: { overall_contradictions: found } }: Ranking): Markdown[] {
  const said = found.slice(0, MAX_NAMED).map(({ design_id, reviewer_id, stated, computed }) => {
    return md`Reviewer ${inline(reviewer_id)} calls ${inline(design_id)} a ${oneDecimal(stated)} overall, but its own criteria make ${oneDecimal(computed)}.`;
  });
  return found.length > MAX_NAMED
    ? [...said, md`${found.length - MAX_NAMED} more overall scores contradict their criteria.`]
    : said;
}

/** With repeated scoring, how far reviewers differ from themselves. */
export function consistencySentences({ reliability: { reviewer_consistency } }: Ranking): Markdown[] {
  const spread = Object.entries(reviewer_consistency).sort(
    ([, a], [, b]) => b.standard_deviation - a.standard_deviation,
  );
  if (spread.length === 0) return [];
  const unsteady = spread.filter(([, { standard_deviation }]) => standard_deviation >= UNSTEADY);
  if (unsteady.length === 0) {
    const largest = points(spread[0]?.[1].standard_deviation ?? 0);
    return [md`Asked again about one design, no reviewer differs from itself by more than about ${largest}.`];
  }
  const named = unsteady.map(([id, { standard_deviation }]) => md`${inline(id)} by ${points(standard_deviation)}`);
  return [md`Asked again about one design, these reviewers differ from themselves: ${list(named, MAX_NAMED)}.`];
}
