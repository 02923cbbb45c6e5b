import type { DesignerGroup, HalvesBeside, ReviewerRow } from "../artifacts/study-result.ts";
import type { History, HistoryRow } from "../experiment/history.ts";
import { ERROR_CORRELATION } from "../stats/belief.ts";
import { LEAST_OF_DESIGNER } from "../stats/designers.ts";
import { LEAST_TO_HALVE } from "../stats/halves.ts";
import { LEAST_PREDICTED, LEAST_SCORED, type OutcomesBeside } from "../stats/history.ts";
import { LEAST_LEARNED, type Learned } from "../stats/learned.ts";
import { count, oneDecimal, points } from "../text/numbers.ts";
import { type Block, heading, list, section } from "./block.ts";
import { rowBlocks } from "./history-rows.ts";
import { type ComparedUnit, designerTable, halvesTable, reviewerTables } from "./history-tables.ts";
import { copied, listed, model, type Sentence, say, strong, typed } from "./sentence.ts";

const MAX_NAMED = 6;

/**
 * What is told of all experiments of a project: first what somebody who must decide asks, then tables, then each of them.
 * @param whole Whether there is room for all of them, each of which leads to its page.
 */
export function historyBlocks({ rows, numbers, learned }: History, whole = false): Block[] {
  const { designers, reviewers, outcomes, halves } = numbers;
  const counting = rows.filter(({ apart }) => apart === null);
  return [
    heading(say`What this project’s experiments say`, 2),
    list([
      stateSaid(counting),
      ...apartSaid(rows),
      designersSaid(designers),
      unseeingSaid(reviewers),
      learnedSaid(learned),
      halvesSaid(halves),
      outcomesSaid(outcomes),
    ]),
    ...designers.flatMap((group, at) => designerTable(group, at)),
    ...reviewerTables(reviewers),
    ...halvesTable(halves),
    ...section(say`How to read this`, HOW_TO_READ),
    ...rowBlocks(rows, whole),
    { is: "next", of: (whole ? [] : rows.slice(0, 1)).map(({ id }) => say`${typed("show", id)} shows one of them`) },
  ];
}

/** "20 experiments, 14 decided, one of them for none. Of 8 …". */
function stateSaid(rows: readonly HistoryRow[]): Sentence {
  const decided = rows.filter(({ summary, witness }) => summary.decided !== null && witness.decision);
  const none = decided.filter(({ summary }) => summary.decided?.design_id === null).length;
  const against = none === 0 ? [] : say`, ${none} of them for none of the designs`;
  const ended = rows.flatMap(({ witness }) => witness.outcome ?? []);
  const turned = (of: (typeof ended)[number]) => ended.filter((each) => each === of).length;
  const how =
    ended.length === 0
      ? say`Of none it is said how it turned out.`
      : say`Of ${ended.length} it is said how it turned out: ${turned("worked")} worked, ${turned("partly")} in part, ${turned("failed")} failed.`;
  return say`${strong(say`${count(rows.length, "experiment")}, ${decided.length} decided`)}${against}. ${how}`;
}

/** What stands in no number, and why. */
function apartSaid(rows: readonly HistoryRow[]): Sentence[] {
  const elsewhere = rows.filter(({ apart }) => apart === "elsewhere").length;
  const copies = rows.filter(({ apart }) => apart === "copy").length;
  const hidden = rows.filter(({ apart, summary }) => apart === null && summary.withheld).length;
  return [
    elsewhere === 0
      ? []
      : say`${strong(say`Counted apart:`)} ${count(elsewhere, "experiment")} that this machine neither began nor saw decided; nothing of ${elsewhere === 1 ? "it" : "them"} is in these numbers.`,
    copies === 0
      ? []
      : say`${count(copies, "folder")} ${copies === 1 ? "is a copy of another" : "are copies of others"} and ${copies === 1 ? "counts" : "count"} in nothing.`,
    hidden === 0
      ? []
      : say`The ${hidden === 1 ? "result" : "results"} of ${count(hidden, "experiment")} ${hidden === 1 ? "is" : "are"} held back until a person has judged.`,
  ].filter((said) => said.length > 0);
}

/** Which models design best here, and how sure that is; mostly that they are too few to say. */
export function designersSaid([group]: readonly DesignerGroup[], unit: ComparedUnit = "experiment"): Sentence {
  const title = strong(say`Who designs best:`);
  const { order } = LEAST_OF_DESIGNER;
  if (group === undefined) return say`${title} too few to say, for no two designed in one ${unit} yet.`;
  const known = group.rows.filter(({ experiments }) => experiments >= order);
  if (known.length < 2) {
    const [most = 0, next = 0] = group.rows.map(({ experiments }) => experiments).toSorted((a, b) => b - a);
    const there =
      most < order ? say`the most that one has is ${most}` : say`those that have most have ${most} and ${next}`;
    return say`${title} too few to say. It takes ${order} ${unit}s of each of two; ${there}.`;
  }
  const beaten = new Map(
    [...Map.groupBy(group.better, ({ better }) => better)].map(([seat, own]) => [seat, own.map(({ worse }) => worse)]),
  );
  if (beaten.size === 0)
    return say`${title} by these reviewers no one of ${count(known.length, "designer")} is told apart from another yet, over ${count(group.experiments, unit)}.`;
  const best = known.find(({ seat }) => beaten.get(seat)?.length === known.length - 1);
  if (best)
    return say`${title} by these reviewers ${model(best.seat)}, better than ${known.length === 2 ? "the other" : "each of the others"} with ${order} ${unit}s or more (each with P over ${95} %; ${points(Math.abs(best.effect))} ${best.effect < 0 ? "below" : "above"} the mean designer).`;
  const pairs = [...beaten].map(
    ([seat, worse]) => say`${model(seat)} better than ${listed(worse.map(model), MAX_NAMED)}`,
  );
  return say`${title} by these reviewers nobody beyond doubt; ${listed(pairs, MAX_NAMED)} (each with P over ${95} %).`;
}

/** Which reviewer does not see what was spoiled. */
function unseeingSaid(reviewers: readonly ReviewerRow[]): Sentence {
  const title = strong(say`Who does not see spoiled copies:`);
  const held = reviewers.flatMap(({ seat, controls }) => (controls === null ? [] : [{ seat, ...controls }]));
  if (held.length === 0)
    return say`${title} not known, for no experiment had planted copies that say something; ${copied("--control")} plants them.`;
  const blind = held.filter(({ unseeing }) => unseeing > 0);
  const most = Math.max(...held.map(({ of }) => of));
  if (blind.length === 0)
    return say`${title} none of ${count(held.length, "reviewer")} was named, in ${count(most, "experiment")} with planted copies.`;
  return say`${title} ${listed(
    blind.map(({ seat, unseeing, of }) => say`${model(seat)} in ${unseeing} of ${of}`),
    MAX_NAMED,
  )}.`;
}

/** Which reviewers err together, and from how many experiments that is known. */
function learnedSaid(learned: Learned): Sentence {
  const title = strong(say`Who makes the same mistakes:`);
  const { experiments } = learned;
  if (learned.is === "too-few")
    return say`${title} too few to say. It takes ${LEAST_LEARNED} experiments that this machine ran with three reviewers or more; there are ${experiments}.`;
  if (learned.is === "contradictory")
    return say`${title} not known. ${count(experiments, "experiment")} contradict each other, so rankings use ${ERROR_CORRELATION} for all.`;
  const far = ({ correlation }: { correlation: number }) => Math.abs(correlation - ERROR_CORRELATION);
  const pairs = learned.pairs.toSorted((a, b) => far(b) - far(a) || (a.one + a.other < b.one + b.other ? -1 : 1));
  const told = pairs.map(
    ({ one, other, correlation }) => say`${model(one)} with ${model(other)} ${Math.round(100 * correlation) / 100}`,
  );
  return say`${title} correlation of errors, learned from ${count(experiments, "experiment")}: ${listed(told, MAX_NAMED)}. Without history it is ${ERROR_CORRELATION}.`;
}

/** What a cheaper panel would have chosen. */
function halvesSaid(halves: HalvesBeside | null): Sentence {
  const title = strong(say`With half the reviewers:`);
  if (halves === null || halves.experiments < LEAST_PREDICTED)
    return say`${title} too few to say. It takes ${LEAST_PREDICTED} experiments that two halves of ${LEAST_TO_HALVE} reviewers or more can rank each for itself; there are ${halves?.experiments ?? 0}.`;
  const { whole, bold, experiments } = halves;
  const told =
    bold === null
      ? say`No half said 80 % or more.`
      : say`Where a half said 80 % or more (${percent(bold.said)} on average), the other half agreed in ${percent(bold.agreed)}: that is agreement, not being right.`;
  return say`${title} the same design would have come first in ${percent(whole)} of the ways to halve a panel, over ${count(experiments, "experiment")}. ${told}`;
}

/** Predicted against observed, as far as people said how it turned out. */
function outcomesSaid({ of, worked, partly, failed, expected, brier, log }: OutcomesBeside): Sentence {
  const title = strong(say`Predicted and observed:`);
  if (expected === null)
    return say`${title} too few to say. It takes ${LEAST_PREDICTED} outcomes of ranked designs that you chose; there are ${of}.`;
  const half = partly === 0 ? [] : say` (${partly} in part count half)`;
  const sure =
    brier === null || log === null
      ? say`Below ${LEAST_SCORED} outcomes no prediction is called good or bad.`
      : say`Brier score ${oneDecimal(100 * brier)} of 100, log score ${oneDecimal(log)}.`;
  return say`${title} ${oneDecimal(worked + partly / 2)} of ${worked + partly + failed} worked${half}; expected were ${oneDecimal(expected.sum)} ± ${oneDecimal(expected.deviation)}, if P(best) were the chance that a design works. ${sure}`;
}

const percent = (share: number): Sentence => say`${Math.round(100 * share)} %`;

const HOW_TO_READ: readonly Sentence[] = [
  say`All is worked out anew from scores and from what people said; to delete an experiment’s folder takes it out of every number.`,
  say`Designers are compared within experiments alone, and by these reviewers: what they all like is in every number, and no experiment more takes it out.`,
  say`A model is its id. What its provider changed behind one id is not seen here, and a new id is another model; a persona’s seat is the model as that persona. Designs of rounds and planted copies count for no designer.`,
  say`“Agrees”: of two designs of others that the other reviewers tell apart, it has the same first. “Strays”: how far its scores lie from theirs once its severity is out. “Severity”: the points that it gives beside theirs, below 0 where it is stricter. “For length”: points for each doubling of a design’s length, beside the others. Behind ± stands half of a 95 % interval, from 3 experiments on.`,
  say`“Who makes the same mistakes”: a new ranking gives two reviewers whose errors correlate more less weight. Only scores that a session of this machine gave teach it.`,
  say`“Copies not seen”: experiments with planted copies in which it did not see what is spoiled in them. Price and time are those of one answer.`,
  say`P(best) is the chance to be the best of those judged. It is no chance to work, and nothing nearer is known.`,
];
