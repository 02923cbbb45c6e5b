import { isCompared, type Ranking } from "../artifacts/ranking.ts";
import { pairDoubt } from "../stats/verdict.ts";
import {
  boundOf,
  chance,
  count,
  oneDecimal,
  points,
  probabilityClause,
  SURE,
  scoreText,
  tenths,
  withArticle,
} from "../text/numbers.ts";
import { design, listed, type Marked, reviewer, type Sentence, say, together, words } from "./sentence.ts";
import type { Story } from "./story.ts";

/**
 * One thing that could have bent the scores, or that the choice may hang on, and what these scores say of it. `notable`
 * ones deserve a look; `aside` ones are for whoever asks. Where the answer is that nothing shows, `unseen` is what would
 * not have shown, in points of 0–10.
 */
export type TrustFinding = {
  question: string;
  said: Sentence[];
  state: "fine" | "notable" | "unknown";
  aside?: true;
  unseen?: number | undefined;
};

/** Points of 0–10 by which a reviewer must differ from the panel, and its repeated scores from each other, to be named. */
const SEVERE = 0.75;
const UNSTEADY = 0.5;
/** Rank correlation of score and length from which length is named. */
const LONG = 0.7;
/** A change of a weight by more than this factor is no change that anyone would make. */
const FAR = 10;
/** More points than this for a doubling of the length are no taste that a reviewer has. */
const TASTE = 3;
/** The fewest points that are said as a number. */
const LEAST = 0.1;
/** Criteria that correlate by more than this say one thing. */
const TOGETHER = 0.9;
/** Reviewers and designs that are named before "and more", and steps of an order. */
const MAX_NAMED = 4;
const MAX_STEPS = 4;
const MAX_IN_TIE = 6;

/** "5 of 6 scores": how many are there; and how many of them count, where the ranking leaves some out. */
export function scoresThere({ ranking: { summary }, scores }: Pick<Story, "ranking" | "scores">): Sentence {
  const there = say`${scores.there} of ${count(scores.wanted, "score")}`;
  if (summary.excluded_self_scores === 0) return there;
  const counting = summary.scored_cells === 1 ? say`1 of them counts` : say`${summary.scored_cells} of them count`;
  return say`${there}; ${counting}: a model's score of its own design does not`;
}

/** All that a finding says, with what would not have shown where nothing does. */
export function trustFindingSaid({ said, unseen }: TrustFinding): Sentence {
  const hidden = unseen === undefined ? [] : say`Less than ±${points(Math.max(unseen, LEAST))} would not show.`;
  return together([...said, hidden], " ");
}

/** What the scores show of themselves, the most important first; what to know before trusting them is among the notes. */
export function findings(ranking: Ranking): TrustFinding[] {
  return [
    order(ranking),
    uneven(ranking),
    apart(ranking),
    agreement(ranking),
    single(ranking),
    weights(ranking),
    severity(ranking),
    own(ranking),
    vendor(ranking),
    length(ranking),
    taste(ranking),
    contradictions(ranking),
    consistency(ranking),
  ].flatMap((found) => found ?? []);
}

/** What of it weakens the result, in its own order; what is aside stands among the notes where it does. */
export const weakening = (found: readonly TrustFinding[]): Sentence[] =>
  found.flatMap(({ said, state, aside }) => (state === "notable" && !aside ? [together(said, " ")] : []));

/** Ties below the first place and the steps between designs that can be told apart, from the top. */
function order(ranking: Ranking): TrustFinding | null {
  const { designs, pairwise, summary } = ranking;
  if (summary.verdict.kind === "nobody-compares") return inGroups(ranking);
  if (!isCompared(ranking)) return null;
  const limit = limitOf(ranking);
  const ids = designs.filter(({ rank }) => rank !== null).map(({ design_id }) => design_id);
  const probabilityOf = (better: string, worse: string): number | null =>
    pairwise.find((pair) => pair.better === better && pair.worse === worse)?.probability ?? null;
  // With more than two, P is of the first over the last.
  const tie = (group: readonly string[]): Sentence => {
    const [first = "", last = ""] = [group.at(0), group.at(-1)];
    const p = probabilityClause(probabilityOf(first, last), limit);
    const of = group.length > 2 ? say`${p} that ${design(first)} is better than ${design(last)}` : say`${p}`;
    return say`${listed(group.map(design), MAX_IN_TIE)} cannot be told apart (${of}).`;
  };
  const said = ids.flatMap((id, at) => {
    const next = ids[at + 1];
    if (next === undefined) return [];
    const starts = summary.tie_groups.filter((group) => group[0] === id);
    const headlined = at === 0 && summary.winner === null;
    if (starts.length > 0) return headlined ? [] : starts.map(tie);
    if (summary.tie_groups.some((group) => group.includes(id) && group.includes(next))) return [];
    const p = probabilityOf(id, next);
    const better = (p ?? 0) >= SURE && limit === null ? "better" : "probably better";
    return [say`${design(id)} is ${better} than ${design(next)} (${probabilityClause(p, limit)}).`];
  });
  return said.length > 0 ? finding("Which designs can be told apart?", said.slice(0, MAX_STEPS)) : null;
}

/** Of designs in groups that nobody compares, the pairs inside a group that can be told apart. */
function inGroups({ pairwise, summary }: Ranking): TrustFinding | null {
  const bound = boundOf(summary);
  const said = pairwise
    .filter(({ probability }) => probability >= bound)
    .map(({ better, worse, probability }) => {
      return say`${design(better)} is probably better than ${design(worse)} (${probabilityClause(probability, bound)}).`;
    });
  return said.length > 0 ? finding("Which designs can be told apart?", said.slice(0, MAX_STEPS)) : null;
}

/**
 * The bound of a ranking of which some pair would be surer than "probably" where two designs or two reviewers, or
 * whatever else keeps confidence down, allow no more: its probabilities then say no more than on which side of the bound
 * they lie. Null where nothing holds them back.
 */
function limitOf(ranking: Pick<Ranking, "summary" | "pairwise">): number | null {
  return pairDoubt(ranking) === null ? null : boundOf(ranking.summary);
}

function uneven(ranking: Ranking): TrustFinding | null {
  const said = unevenSaid(ranking);
  return said && finding("Why does a lower rank have the higher chance?", [said]);
}

/** Where a design has more of a chance to be the best than one that ranks above it, and why; null where none has. */
export function unevenSaid(ranking: Ranking): Sentence | null {
  if (!isCompared(ranking)) return null;
  const ranked = ranking.designs.filter(({ rank }) => rank !== null);
  const shown = ({ p_best }: (typeof ranked)[number]) => chance(p_best, ranking);
  for (const above of ranked) {
    const lower = ranked.filter(({ rank }) => (rank ?? 0) > (above.rank ?? 0));
    const below = lower.toSorted((a, b) => (b.p_best ?? 0) - (a.p_best ?? 0))[0];
    if (!below || (below.p_best ?? 0) <= (above.p_best ?? 0) || shown(below) === shown(above)) continue;
    return say`${design(below.design_id)} ranks below ${design(above.design_id)} and may more easily be the best (${shown(below)} against ${shown(above)}), for less is known of it.`;
  }
  return null;
}

/** Of scores that are all alike there is nothing to say. */
function apart({ reliability: { residual_deviation }, summary }: Ranking): TrustFinding | null {
  if (residual_deviation === null || summary.opinions === 0) return null;
  const most = residual_deviation < LEAST / 2 ? say`less than ±${points(LEAST)}` : say`±${points(residual_deviation)}`;
  return finding("How far do reviewers of one design lie apart?", [
    say`Reviewers differ by ${most} on a design (a standard deviation), once severity is taken out.`,
  ]);
}

/** How well reviewers agree on the order, where that is a reason for doubt. */
function agreement({ reliability: { icc_3_k }, summary, designs, bias }: Ranking): TrustFinding | null {
  // Of one difference, or of two reviewers, a reliability says nothing that is not chance.
  const compared = designs.filter(({ rank }) => rank !== null).length > 2 && Object.keys(bias.severity).length > 2;
  if (icc_3_k === null || icc_3_k >= 0.8 || summary.confidence === "high" || !compared) return null;
  const value = icc_3_k < 0 ? "below 0" : scoreText(icc_3_k);
  return finding("Do the reviewers agree on the order?", [
    icc_3_k >= 0.667
      ? say`The reviewers agree fairly well on the order: reliability ${value} of 1 (high from 0.80 on).`
      : say`The reviewers hardly agree on the order: reliability ${value} of 1 (medium from 0.67, high from 0.80 on).`,
  ]);
}

/**
 * Where the winner rests on one reviewer. That it rests on nobody is hardly ever untrue, equal designs among them, and is
 * not said. Nor is anything of a tie, which any reviewer may break.
 */
function single({ reliability: { leave_one_out }, summary }: Ranking): TrustFinding | null {
  if (leave_one_out === null || summary.winner === null || leave_one_out.changes.length === 0) return null;
  const { changes } = leave_one_out;
  const named = changes.slice(0, MAX_NAMED).map(({ removed, winner }) => {
    const effect = winner === null ? say`leaves the first place shared` : say`puts ${design(winner)} first`;
    return say`removing reviewer ${reviewer(removed)} ${effect}`;
  });
  const more = changes.length > MAX_NAMED ? [say`${changes.length - MAX_NAMED} more such reviewers`] : [];
  const said = say`The first place rests on single reviewers: ${listed([...named, ...more])}.`;
  return finding("Does the first place hang on one reviewer?", [said], "notable");
}

/** Whether the winner rests on the weight of one criterion, or that the criteria are too much alike to ask. */
function weights({ robustness, summary, designs, bias }: Ranking): TrustFinding | null {
  const alike = bias.criteria_correlation;
  if (Object.keys(designs[0]?.score_breakdown ?? {}).length < 2) return null;
  const ask = "Does the first place hang on the weight of a criterion?";
  if (alike !== null && alike > TOGETHER && summary.opinions > 0) {
    return finding(ask, [
      say`The criteria move together (mean correlation ${scoreText(alike)}): they say nearly one thing, and their weights decide little.`,
    ]);
  }
  if (summary.winner === null || alike === null) return null;
  if (robustness === null) {
    return finding(ask, [
      say`No criterion decides alone: ${design(summary.winner)} stays first whatever the weight of any one of them.`,
    ]);
  }
  const turned = weightTurned(robustness, designs);
  return turned === null
    ? finding(ask, [
        say`No criterion decides alone: it takes more than ${FAR} times the weight of ${words(robustness.criterion)} to change the first place.`,
      ])
    : finding(ask, [say`${turned}.`], "notable");
}

/**
 * "Lowering the weight of cost by more than 53 % puts B first"; null where nobody would change a weight so far. Of one
 * that is not the next by the ranking it says where it stands.
 */
export function weightTurned(
  { criterion, factor, weight, new_winner }: NonNullable<Ranking["robustness"]>,
  designs: readonly Pick<Ranking["designs"][number], "design_id" | "rank">[],
): Sentence | null {
  if (factor !== null && factor > FAR) return null;
  const name = words(criterion);
  const change =
    factor === null ? say`Giving ${name} a weight of more than ${roundedUp(weight, 100)}` : weightChange(factor, name);
  const rank = designs.find(({ design_id }) => design_id === new_winner)?.rank ?? null;
  return say`${change} puts ${design(new_winner)} first${rank === null || rank < 3 ? [] : say`, which ranks ${rank} now`}`;
}

/** What is said is rounded away from the weight there is, so that it holds. */
function weightChange(factor: number, name: Marked): Sentence {
  if (factor > 1.95 && factor <= 2) return say`More than doubling the weight of ${name}`;
  if (factor >= 0.5 && factor < 0.5125) return say`More than halving the weight of ${name}`;
  if (factor > 2) return say`Multiplying the weight of ${name} by more than ${roundedUp(factor, 10)}`;
  // Near 0 a whole percent would leave nothing of the weight.
  const percent = roundedUp(Math.abs(factor - 1) * 100, factor < 0.05 ? 100 : 1);
  return factor < 0.001
    ? say`Leaving ${name} all but out`
    : say`${factor > 1 ? "Raising" : "Lowering"} the weight of ${name} by more than ${percent} %`;
}

const roundedUp = (value: number, parts: number): number => Math.ceil(value * parts - 1e-6) / parts;

/** Reviewers who score far from the panel; of two, one below the other. */
function severity({ bias }: Ranking): TrustFinding | null {
  const ask = "Is a reviewer much stricter or milder than the others?";
  const all = Object.entries(bias.severity).sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
  const [one, other] = all;
  if (!one || !other) return null;
  if (all.length === 2) {
    const [[low, below], [high, above]] = one[1] < other[1] ? [one, other] : [other, one];
    if (above - below >= 2 * SEVERE) {
      return finding(
        ask,
        [say`Reviewer ${reviewer(low)} scores ${points(above - below)} below ${reviewer(high)}.`],
        "notable",
      );
    }
  }
  const far = all.length === 2 ? [] : all.filter(([, above]) => Math.abs(above) >= SEVERE).slice(0, MAX_NAMED);
  if (far.length > 0) {
    const said = far.map(
      ([id, above]) =>
        say`Reviewer ${reviewer(id)} scores ${points(Math.abs(above))} ${above < 0 ? "below" : "above"} the panel.`,
    );
    return finding(ask, said, "notable");
  }
  const odd = [...new Set(bias.odd_reviewers.map(({ reviewer_id }) => reviewer_id))].map(reviewer);
  // Where all are odd there are no others to differ from.
  if (odd.length === 0 || odd.length === all.length)
    return aside(ask, say`None is ${SEVERE} points off the mean.`, "fine", bias.severity_unseen);
  const use = odd.length === 1 ? "does" : "do";
  return aside(
    ask,
    say`None is ${SEVERE} points off the mean, but ${listed(odd, MAX_NAMED)} ${use} not use the scale as the others do.`,
    "notable",
  );
}

const SILENT = say`Nothing in these scores says so beyond chance.`;

function own({ bias: { self_preference } }: Ranking): TrustFinding {
  const ask = "Do models favour their own designs?";
  if (self_preference === null) {
    return aside(ask, say`These scores cannot tell: too few of them go to a reviewer's own design.`, "unknown");
  }
  const { beta, standard_error, beyond_chance, unseen } = self_preference;
  if (!beyond_chance) return aside(ask, SILENT, "fine", unseen);
  if (Math.abs(beta) < LEAST / 2) return aside(ask, say`By less than ${points(LEAST)}.`, "fine");
  const who = self_preference.people
    ? say`their own designs, and people those whose authors they know,`
    : say`their own designs`;
  const said = say`Models score ${who} ${points(Math.abs(beta))} ${beta < 0 ? "lower" : "higher"} than others do (standard error ${tenths(standard_error ?? 0)}).`;
  return finding(ask, [said], "notable");
}

function vendor({ bias: { single_vendor, same_vendor } }: Ranking): TrustFinding | null {
  const ask = "Do reviewers favour models of their own vendor?";
  if (single_vendor !== null) {
    const said = say`All reviewers are models of ${words(single_vendor)}, so nothing can show it; they may share its blind spots.`;
    return aside(ask, said, "notable");
  }
  if (same_vendor === null || same_vendor.difference === null) return null;
  const { difference, beyond_chance, unseen } = same_vendor;
  if (!beyond_chance || Math.abs(difference) < SEVERE) return aside(ask, SILENT, "fine", unseen);
  const said = say`Reviewers score designs by other models of their own vendor ${points(Math.abs(difference))} ${difference < 0 ? "lower" : "higher"}.`;
  return finding(ask, [said], "notable");
}

function length({ bias }: Ranking): TrustFinding | null {
  const ask = "Do longer designs score higher?";
  const { length_correlation: found, length_beyond_chance } = bias;
  if (found === null || length_beyond_chance === undefined) {
    return aside(ask, say`Fewer than five designs cannot tell.`, "unknown");
  }
  if (!length_beyond_chance || Math.abs(found) < LONG) return aside(ask, say`Not beyond chance.`, "fine");
  const said = say`${found > 0 ? "Longer" : "Shorter"} designs score higher (rank correlation ${scoreText(found)}): merit, or a taste for ${found > 0 ? "length" : "brevity"}.`;
  return finding(ask, [said], "notable");
}

/** How much of a taste for length would make up the first design's lead, where it is the longer of the first two. */
function taste({ bias: { length_break_even }, designs: [first, second] }: Ranking): TrustFinding | null {
  if (length_break_even === undefined || length_break_even > TASTE || !first || !second) return null;
  const said = say`${design(first.design_id)} is longer than ${design(second.design_id)}: a taste of ${points(length_break_even)} for each doubling of the length would explain the lead.`;
  return finding("Would a taste for length explain the lead?", [said]);
}

/** Stated overall scores that the reviewer's own criteria contradict. */
function contradictions({ bias: { overall_contradictions: all } }: Ranking): TrustFinding {
  const ask = "Do overall scores fit the scores by criterion?";
  if (all.length === 0) return aside(ask, say`Yes, wherever both were given.`, "fine");
  const said = all.slice(0, MAX_NAMED).map(({ design_id, reviewer_id, stated, computed }) => {
    return say`Reviewer ${reviewer(reviewer_id)} calls ${design(design_id)} ${withArticle(oneDecimal(stated))} overall, but its own criteria make ${oneDecimal(computed)}.`;
  });
  const more =
    all.length > MAX_NAMED ? [say`${all.length - MAX_NAMED} more overall scores contradict their criteria.`] : [];
  return finding(ask, [...said, ...more], "notable");
}

/** With repeated scoring, how far reviewers differ from themselves. */
function consistency({ reliability: { reviewer_consistency } }: Ranking): TrustFinding | null {
  const ask = "Do reviewers say the same when they are asked again?";
  const spread = Object.entries(reviewer_consistency)
    .map(([id, { standard_deviation }]) => ({ id, deviation: standard_deviation }))
    .sort((a, b) => b.deviation - a.deviation);
  const unsteady = spread.filter(({ deviation }) => deviation >= UNSTEADY);
  const [most] = spread;
  if (!most) return null;
  if (unsteady.length === 0) {
    const by =
      most.deviation < LEAST / 2 ? say`as much as ${points(LEAST)}` : say`more than about ${points(most.deviation)}`;
    return finding(ask, [say`Asked again about one design, no reviewer differs from itself by ${by}.`]);
  }
  const named = unsteady.map(({ id, deviation }) => say`${reviewer(id)} by ${points(deviation)}`);
  const said = say`Asked again about one design, these reviewers differ from themselves: ${listed(named, MAX_NAMED)}.`;
  return finding(ask, [said], "notable");
}

function finding(question: string, said: Sentence[], state: TrustFinding["state"] = "fine"): TrustFinding {
  return { question, said, state };
}

function aside(question: string, said: Sentence, state: TrustFinding["state"], unseen?: number): TrustFinding {
  return { question, said: [said], state, aside: true, unseen };
}
