import type { Forecast } from "../artifacts/cost.ts";
import { count, dollars, duration, listText } from "../text/numbers.ts";
import { listed, model, type Sentence, say, typed, words } from "./sentence.ts";

/** What a run that a page offers would ask, and the hash that a yes to it is bound to. `thrifty`: some of it may be spared. */
export type RunEstimate = { sha256: string; thrifty: boolean; forecast: Forecast };

/** What a page says of the run of an approved brief; it has an estimate where it can be begun there. */
export type LiveOffer = {
  estimate: RunEstimate | null;
  /** Somebody pressed the button, and nobody is at work yet. */
  beginning: boolean;
  /** Why it cannot be begun, or why what was begun ended before it was at work; "" where nothing is to be said. */
  why: string;
};

/** One event of an experiment's page; null where no run of a brief is to come, or none can be begun from the page. */
export type LiveOffered = { offer: LiveOffer | null };

/** What its button says: "Have it designed: 4 designs, 24 sessions, about $1.38". */
export function offerCalled({ forecast, thrifty }: RunEstimate): string {
  const { rows } = forecast;
  const designs = rows.reduce((sum, row) => sum + row.designs, 0);
  const most = thrifty ? "at most " : "";
  return `Have it designed: ${count(designs, "design")}, ${most}${forecastCalled(forecast)}`;
}

/** How many are asked, and at what price: "24 sessions, about $1.38". */
export const forecastCalled = (forecast: Forecast): string =>
  `${count(forecast.sessions, "session")}, ${priceCalled(forecast)}`;

function priceCalled({ cost, unpriced }: Forecast): string {
  if (unpriced.length === 0) return `about ${dollars(cost)}`;
  return cost === 0 ? "price unknown" : `about ${dollars(cost)} and more`;
}

/** Models that are named; of more, how many. */
const MOST_NAMED = 6;

/** What stands beside it: who is asked, how long it should take, whose price is unknown, and to whom the task goes. */
export function offerSaid({ forecast, thrifty }: RunEstimate): Sentence[] {
  const { rows, seconds } = forecast;
  const who = (of: "designs" | "evaluations") => rows.filter((row) => row[of] > 0).map((row) => model(row.model));
  const judges = who("evaluations");
  return [
    ...strangersSaid(forecast, "task"),
    say`${listed(who("designs"), MOST_NAMED)} ${who("designs").length === 1 ? "designs" : "design"}${
      judges.length > 0 ? say`; ${listed(judges, MOST_NAMED)} ${judges.length === 1 ? "judges" : "judge"}` : []
    }. About ${words(duration(seconds))}.`,
    ...(thrifty ? [say`Some reviewers judge only where it can still change the choice.`] : []),
    ...unknownSaid(forecast),
  ];
}

/** To which of the host's own models a text of the person's goes. */
export function strangersSaid({ hosts_own }: Forecast, text: "task" | "design"): Sentence[] {
  if (hosts_own.length === 0) return [];
  return [
    say`The text of the ${text} goes to ${listed(hosts_own.map(model), MOST_NAMED)}, which OpenCode offers by itself: a free service that you did not set up.`,
  ];
}

/** Of which models nobody knows the price, and which nobody offers. */
export function unknownSaid({ unpriced, unreachable }: Forecast): Sentence[] {
  return [
    ...(unpriced.length > 0 ? [say`No price is known of ${words(listText(unpriced, MOST_NAMED), "note")}.`] : []),
    ...(unreachable.length > 0
      ? [say`Nobody offers ${words(listText(unreachable, MOST_NAMED), "note")}: they are asked nothing.`]
      : []),
  ];
}

/** What shows other sizes of it. */
export const offerLine = (id: string): Sentence =>
  say`${typed("dry-run", id)} shows what other sizes and models would come to.`;

/** That it is being begun, and why a page that shows another estimate now began nothing. */
export const BEGINNING = "Being begun \u2026";
export const CHANGED_SINCE =
  "What it would ask or cost has changed since it was shown. Nothing was begun: look at what stands here now, and press again.";
/** Why nothing begins that a person said yes to as it was. */
export const OTHER_ESTIMATE = "Not started: it would ask something else than what was said yes to. No model was asked.";
export const NOT_ESTIMATED = "What it would ask cannot be told.";
export const NOT_FROM_HERE =
  "This page can begin nothing: the OpenCode that shows it ends with what it was started for.";
