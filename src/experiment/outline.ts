import { confirmed } from "../artifacts/design.ts";
import { possible } from "../artifacts/incomplete.ts";
import type { Outline } from "../artifacts/outline.ts";
import { placed, type Ranking } from "../artifacts/ranking.ts";
import type { States } from "../artifacts/stages/stages.ts";
import type { Experiment } from "../store/experiment.ts";
import { keepOutline, readOutline } from "../store/outline.ts";
import { truncate } from "../text/truncate.ts";
import { insteadPlanned } from "./basis.ts";
import { copiesMissing } from "./controls.ts";
import type { DecisionView } from "./decision.ts";
import { madeIn, outcomesOf } from "./round-outcome.ts";
import { ranFor } from "./spent.ts";
import { readRanking, type View, viewOf } from "./view.ts";

/** Columns of a title in a list, far above what a line of one has room for. */
const MAX_TITLE = 200;

/**
 * What a list says of an experiment. Kept beside it where `keeps`, so that the next list need not read all of it; what is
 * kept is used only while every file that it was made of is the same.
 * @param since When the list was begun, milliseconds of the system's clock.
 */
export async function outlineOf(
  experiment: Experiment,
  since: number,
  keeps: boolean,
  statesOf: (view: View) => States,
): Promise<Outline> {
  const kept = await readOutline(experiment);
  if (kept.outline) return kept.outline;
  const [view, { ranking }] = await Promise.all([viewOf(experiment), readRanking(experiment)]);
  const outline = { ...outlineFrom(view, ranking), stages: statesOf(view) };
  if (keeps) await keepOutline(experiment, { ...kept, outline }, since);
  return outline;
}

/** How scores of rounds are counted where nothing is ranked. */
const UNRANKED = { method: "adjusted", exclude_self_reviews: false } as const;

/** The outline of what was read already. */
export function outlineFrom(view: View, ranking: Ranking | null): Outline {
  const { ledger, status, spent, names, decided, withheld } = view;
  const copies = copiesMissing(view);
  const made = madeIn(outcomesOf(view, ranking ?? UNRANKED));
  return {
    ran: ranFor(ledger),
    spent,
    counts: possible(status),
    ...(copies > 0 && { copies }),
    open: (status.pending.length > 0 || copies > 0) && !insteadPlanned(view),
    withheld: withheld !== null,
    ...(made.length > 0 && { made }),
    ranked: ranking && rankedOf(ranking, names.titles),
    decided: decided && chosenOf(decided, names.titles),
  };
}

function chosenOf(
  { decision: { design_id }, seen }: DecisionView,
  titles: ReadonlyMap<string, string>,
): NonNullable<Outline["decided"]> {
  const title = titles.get(design_id ?? "");
  return { design_id, title: title === undefined ? null : truncate(title, MAX_TITLE), seen: seen.decision };
}

function rankedOf({ summary, designs }: Ranking, titles: ReadonlyMap<string, string>): Outline["ranked"] {
  const { winner, verdict, confidence } = summary;
  const named = placed(verdict).flatMap((id) => {
    const title = titles.get(id);
    return title === undefined ? [] : [[id, truncate(title, MAX_TITLE)] as const];
  });
  return {
    verdict,
    confidence,
    titles: Object.fromEntries(named),
    flagged: designs.some(({ design_id, flags }) => design_id === winner && confirmed(flags).length > 0),
  };
}
