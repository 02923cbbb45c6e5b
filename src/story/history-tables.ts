import type { DesignerGroup, HalvesBeside, OverExperiments, ReviewerRow } from "../artifacts/study-result.ts";
import { LEAST_PREDICTED } from "../stats/history.ts";
import { dollars, duration, oneDecimal, tenths } from "../text/numbers.ts";
import { type Block, heading } from "./block.ts";
import { say } from "./sentence.ts";

/** What counts once where designers are compared: an experiment, or in a study a task with all its experiments. */
export type ComparedUnit = "experiment" | "task";

/** Those who design, of one group that experiments connect; `at` counts groups. */
export function designerTable(group: DesignerGroup, at: number, unit: ComparedUnit = "experiment"): Block[] {
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
      head: ["designer", `${unit}s`, "points beside the mean", "95 % interval"],
      rows,
      align: ["l", "r", "r", "r"],
      named: "designers",
    },
  ];
}

const TOO_FEW = "too few";
const NOTHING = "–";

/** What reviewers say beside the others, and what they take. */
export function reviewerTables(reviewers: readonly ReviewerRow[]): Block[] {
  if (reviewers.length === 0) return [];
  const nameOf = namesOf(reviewers.map(({ seat }) => seat));
  return [
    heading(say`Models and people as reviewers, each beside the others of its panels`),
    {
      is: "table",
      head: ["reviewer", "exp.", "agrees", "strays", "severity", "for length"],
      rows: reviewers.map(({ seat, experiments, agreement, strays, severity, length }) => [
        nameOf(seat),
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
          nameOf(seat),
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

/** Columns of a name that the narrowest of these tables shows whole. */
const ROOM = 18;

/** Names without their providers, where a table would cut some of them and none is another's then. */
function namesOf(seats: readonly string[]): (seat: string) => string {
  const without = (seat: string): string => (seat.startsWith("person/") ? seat : seat.slice(seat.indexOf("/") + 1));
  const isCut = seats.some((seat) => seat.length > ROOM);
  return isCut && new Set(seats.map(without)).size === new Set(seats).size ? without : (seat) => seat;
}

/** "+0.2", "−0.2", and "0" of what rounds to it. */
export const signed = (value: number): string => {
  const text = oneDecimal(Math.abs(value));
  return text === "0" ? "0" : `${value < 0 ? "−" : "+"}${text}`;
};

function estimated(estimate: OverExperiments | null): string {
  if (estimate === null) return NOTHING;
  return estimate.half === null ? signed(estimate.value) : `${signed(estimate.value)} ± ${oneDecimal(estimate.half)}`;
}

/** Where halves of panels are enough to tell anything. */
export function halvesTable(halves: HalvesBeside | null): Block[] {
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
