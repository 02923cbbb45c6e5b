import type { History, HistoryRow } from "../experiment/history.ts";
import type { DesignerGroup } from "../stats/designers.ts";
import { LEAST_OF_DESIGNER } from "../stats/designers.ts";
import { LEAST_TO_HALVE } from "../stats/halves.ts";
import {
  type Estimate,
  type HalvesBeside,
  LEAST_PREDICTED,
  LEAST_SCORED,
  type OutcomesBeside,
  type ReviewerRow,
} from "../stats/history.ts";
import { dayOf } from "../store/record-names.ts";
import { count, dollars, duration, oneDecimal, points, probability, tenths } from "../text/numbers.ts";
import { type Block, heading, type Item, list, section } from "./block.ts";
import { turnedOut } from "./decision.ts";
import { copied, listed, model, quote, type Sentence, say, strong, together, typed, words } from "./sentence.ts";
import { UNSEEN } from "./unseen.ts";

/** Experiments of a reply; all stand in what a program is given. */
const MOST_TOLD = 20;
const MAX_NAMED = 6;

/** What is told of all experiments of a project: first what somebody who must decide asks, then tables, then each of them. */
export function historyBlocks({ rows, numbers }: History): Block[] {
  const { designers, reviewers, outcomes, halves } = numbers;
  const counting = rows.filter(({ apart }) => apart === null);
  return [
    heading(say`What this project’s experiments say`, 2),
    list([
      stateSaid(counting),
      ...apartSaid(rows),
      designersSaid(designers),
      unseeingSaid(reviewers),
      halvesSaid(halves),
      outcomesSaid(outcomes),
    ]),
    ...designers.flatMap(designerTable),
    ...reviewerTables(reviewers),
    ...halvesTable(halves),
    heading(say`Each experiment, the newest first`),
    list(
      rows.slice(0, MOST_TOLD).flatMap(rowItems),
      rows.length > MOST_TOLD
        ? {
            last: say`${rows.length - MOST_TOLD} more; ${copied("opencode-designlab history --json")} has all of them.`,
          }
        : {},
    ),
    ...section(say`How to read this`, HOW_TO_READ),
    { is: "next", of: rows.slice(0, 1).map(({ id }) => say`${typed("show", id)} shows one of them`) },
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
function designersSaid([group]: readonly DesignerGroup[]): Sentence {
  const title = strong(say`Who designs best:`);
  const { order } = LEAST_OF_DESIGNER;
  if (group === undefined) return say`${title} too few to say, for no two designed in one experiment yet.`;
  const known = group.rows.filter(({ experiments }) => experiments >= order);
  if (known.length < 2) {
    const most = Math.max(...group.rows.map(({ experiments }) => experiments));
    return say`${title} too few to say. It takes ${order} experiments of each of two; the most that one has is ${most}.`;
  }
  const beaten = new Map(
    [...Map.groupBy(group.better, ({ better }) => better)].map(([seat, own]) => [seat, own.map(({ worse }) => worse)]),
  );
  if (beaten.size === 0)
    return say`${title} by these reviewers no one of ${count(known.length, "designer")} is told apart from another yet, over ${count(group.experiments, "experiment")}.`;
  const best = known.find(({ seat }) => beaten.get(seat)?.length === known.length - 1);
  if (best)
    return say`${title} by these reviewers ${model(best.seat)}, better than ${known.length === 2 ? "the other" : "each of the others"} with ${order} experiments or more (each with P over ${95} %; ${points(Math.abs(best.effect))} ${best.effect < 0 ? "below" : "above"} the mean designer).`;
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

/** What a cheaper panel would have chosen. */
function halvesSaid(halves: HalvesBeside | null): Sentence {
  const title = strong(say`With half the reviewers:`);
  if (halves === null || halves.experiments < LEAST_PREDICTED)
    return say`${title} too few to say. It takes ${LEAST_PREDICTED} experiments with ${LEAST_TO_HALVE} reviewers or more; there are ${halves?.experiments ?? 0}.`;
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

function designerTable(group: DesignerGroup, at: number): Block[] {
  const title =
    at === 0
      ? say`Models as designers, by these reviewers`
      : say`Designers that no experiment compares with those above`;
  const rows = group.rows.map(({ seat, experiments, effect, half }) => [
    seat,
    String(experiments),
    signed(effect),
    half === null ? TOO_FEW : `± ${tenths(half)}`,
  ]);
  return [
    heading(title),
    {
      is: "table",
      head: ["designer", "experiments", "points beside the mean", "95 % interval"],
      rows,
      align: ["l", "r", "r", "r"],
      named: "designers",
    },
  ];
}

const TOO_FEW = "too few";
const NOTHING = "–";

/** What reviewers say beside the others, and what they take. */
function reviewerTables(reviewers: readonly ReviewerRow[]): Block[] {
  if (reviewers.length === 0) return [];
  return [
    heading(say`Models and people as reviewers, each beside the others of its panels`),
    {
      is: "table",
      head: ["reviewer", "exp.", "agrees", "strays", "severity", "for length"],
      rows: reviewers.map(({ seat, experiments, agreement, strays, severity, length }) => [
        seat,
        String(experiments),
        agreement === null ? NOTHING : `${Math.round(100 * agreement)} %`,
        strays === null ? NOTHING : `±${tenths(strays)}`,
        estimated(severity),
        estimated(length),
      ]),
      align: ["l", "r", "r", "r", "r", "r"],
      named: "reviewers",
    },
    {
      is: "table",
      head: ["reviewer", "copies not seen", "answers", "failed", "price", "time"],
      rows: reviewers
        .filter(({ person }) => !person)
        .map(({ seat, controls, answers, failed, cost, seconds }) => [
          seat,
          controls === null ? NOTHING : `${controls.unseeing} of ${controls.of}`,
          String(answers),
          String(failed),
          cost === null ? NOTHING : dollars(cost),
          seconds === null ? NOTHING : duration(seconds),
        ]),
      align: ["l", "r", "r", "r", "r", "r"],
      named: "answers",
    },
  ];
}

const signed = (value: number): string => {
  const text = oneDecimal(Math.abs(value));
  return text === "0" ? "0" : `${value < 0 ? "−" : "+"}${text}`;
};

function estimated(estimate: Estimate | null): string {
  if (estimate === null) return NOTHING;
  return estimate.half === null ? signed(estimate.value) : `${signed(estimate.value)} ± ${oneDecimal(estimate.half)}`;
}

function halvesTable(halves: HalvesBeside | null): Block[] {
  if (halves === null || halves.experiments < LEAST_PREDICTED) return [];
  const bound = (share: number): number => Math.round(100 * share);
  return [
    heading(say`What half a panel says, and whether the other half agrees`),
    {
      is: "table",
      head: ["a half says", "experiments", "on average", "the other half agreed"],
      rows: halves.bins.map(({ from, to, experiments, said, agreed }) => [
        from === 0 ? `under ${bound(to)} %` : `${bound(from)}–${bound(to)} %`,
        String(experiments),
        `${bound(said)} %`,
        `${bound(agreed)} %`,
      ]),
      align: ["l", "r", "r", "r"],
      named: "halves",
    },
  ];
}

/** What was asked, decided, rejected and why, and how it turned out. */
function rowItems({ id, summary, witness, apart }: HistoryRow): Item[] {
  const { topic, created_at, decided, designs, withheld } = summary;
  const on = Date.parse(created_at);
  const day = Number.isFinite(on) ? say` (${words(dayOf(new Date(on)))})` : [];
  const from = apart === null ? [] : apart === "copy" ? say`, a copy` : say`, counted apart`;
  const title: Item = { as: "title", of: say`${strong(words(topic, "line"))}${day}, ${words(id, "line")}${from}` };
  const below = (of: Sentence): Item => ({ as: "below", of });
  if (withheld) return [title, below(say`Its result is held back until a person has judged.`)];
  if (decided === null) return [title, below(undecidedSaid(designs))];
  const { because, before, outcome, by } = decided;
  const unseen = witness.decision ? [] : say` (${UNSEEN})`;
  const who = by === null ? [] : say` by ${words(by)}`;
  const why = because === "" ? [] : say`, because ${quote(because, "summary")}`;
  const p = decided.p === null ? [] : say`, P(best) ${probability(decided.p)}`;
  const chosen =
    decided.design_id === null
      ? say`Decided${who} for none of the designs${unseen}${why}.`
      : say`Decided${who} for ${calledSaid(decided, designs)}${p}${unseen}${why}.`;
  const others = designs.filter(({ design_id }) => design_id !== decided.design_id);
  return [
    title,
    below(chosen),
    ...(others.length > 0
      ? [below(say`Not chosen: ${listed(others.map(otherSaid(decided, designs)), MAX_NAMED)}.`)]
      : []),
    ...before.map((earlier) =>
      below(
        say`Given up: ${earlier.name === null ? say`none of the designs` : words(earlier.name)}${earlier.because === "" ? [] : say`, decided because ${quote(earlier.because, "summary")}`}.`,
      ),
    ),
    ...(outcome === null
      ? []
      : [
          below(
            say`${turnedOut({ ...outcome, outcome: outcome.is })}${witness.outcome === null ? say` That is ${UNSEEN}.` : []}`,
          ),
        ]),
  ];
}

type Told = HistoryRow["summary"];

function undecidedSaid(designs: Told["designs"]): Sentence {
  if (designs.length === 0) return say`Nothing is designed yet.`;
  const [first] = designs.filter(({ score }) => score !== null).toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
  if (first === undefined) return say`Not decided; ${count(designs.length, "design")}, not ranked.`;
  return say`Not decided; first of ${count(designs.length, "design")} is ${nameSaid(first)}${first.p_best === null ? [] : say`, P(best) ${probability(first.p_best)}`}.`;
}

function nameSaid({ name, title, seat }: Told["designs"][number]): Sentence {
  const whose = seat === null ? say`a document` : say`${model(seat)}`;
  return together([words(name), title === "" ? [] : quote(title, "name"), say`(${whose})`], " ");
}

/** The chosen design, also one of a round, which is none of the experiment's own. */
function calledSaid({ design_id, name, title }: NonNullable<Told["decided"]>, designs: Told["designs"]): Sentence {
  const own = designs.find((each) => each.design_id === design_id);
  if (own) return nameSaid(own);
  const called = words(name ?? "");
  return title === null
    ? say`${called}, which is gone`
    : say`${called} ${quote(title, "name")}, of a round of better designs`;
}

/** A design that was left, with how far its quality lies from the chosen one's. */
function otherSaid({ design_id }: NonNullable<Told["decided"]>, designs: Told["designs"]) {
  const own = designs.find((each) => each.design_id === design_id)?.score ?? null;
  return (other: Told["designs"][number]): Sentence => {
    if (own === null || other.score === null) return nameSaid(other);
    const apart = own - other.score;
    return say`${nameSaid(other)}, ${points(Math.abs(apart))} ${apart < 0 ? "ahead of it" : "behind it"}`;
  };
}

const HOW_TO_READ: readonly Sentence[] = [
  say`All is worked out anew from scores and from what people said; to delete an experiment’s folder takes it out of every number.`,
  say`Designers are compared within experiments alone, and by these reviewers: what they all like is in every number, and no experiment more takes it out.`,
  say`A model is its id. What its provider changed behind one id is not seen here, and a new id is another model; a persona’s seat is the model as that persona. Designs of rounds and planted copies count for no designer.`,
  say`“Agrees”: of two designs of others that the other reviewers tell apart, it has the same first. “Strays”: how far its scores lie from theirs once its severity is out. “For length”: points for each doubling of a design’s length, beside the others. Behind ± stands half of a 95 % interval, from 3 experiments on.`,
  say`P(best) is the chance to be the best of those judged. It is no chance to work, and nothing nearer is known.`,
];
