import type { HistoryRow } from "../experiment/history.ts";
import { count, points, probability } from "../text/numbers.ts";
import { type Block, heading, type Item, list } from "./block.ts";
import { turnedOut } from "./decision.ts";
import {
  copied,
  experimentNamed,
  listed,
  model,
  quote,
  type Sentence,
  say,
  strong,
  together,
  words,
} from "./sentence.ts";
import { UNSEEN } from "./unseen.ts";

/** Lines of a reply for experiments, at most; all of them stand in what a program is given. */
const MOST_LINES = 70;
const MAX_NAMED = 6;

/** Each experiment, as many as there is room for; all of them where `whole`. */
export function rowBlocks(rows: readonly HistoryRow[], whole: boolean): Block[] {
  const items: Item[] = [];
  let told = 0;
  for (const row of rows) {
    const own = rowItems(row);
    if (!whole && told > 0 && items.length + told + own.length > MOST_LINES) break;
    items.push(...own);
    told++;
  }
  const left = rows.length - told;
  return [
    heading(say`Each experiment, the newest first`),
    list(items),
    left > 0 ? say`${left} more; ${copied("opencode-designlab history --json")} has all of them.` : [],
  ];
}

/** What was asked, decided, rejected and why, and how it turned out. */
function rowItems({ id, summary, witness, apart }: HistoryRow): Item[] {
  const { topic, decided, designs, withheld } = summary;
  const from = apart === null ? [] : apart === "copy" ? say`, a copy` : say`, counted apart`;
  const title: Item = { as: "title", of: say`${strong(words(topic, "line"))}, ${experimentNamed(id)}${from}` };
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

function nameSaid({ name, title, seat }: Told["designs"][number], more: Sentence = []): Sentence {
  const whose = together([seat === null ? say`a document` : say`${model(seat)}`, more], "; ");
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
    return nameSaid(other, say`${points(Math.abs(apart))} ${apart < 0 ? "ahead" : "behind"}`);
  };
}
