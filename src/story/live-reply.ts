import type { Block } from "./block.ts";
import { forecastCalled, offerCalled, offerSaid, type RunEstimate, strangersSaid, unknownSaid } from "./live-offer.ts";
import { copied, type Sentence, say } from "./sentence.ts";
import type { WayName } from "./way-in.ts";

/** A reply as a page draws it, and under what each experiment is found there that it may name, by its id. */
export type LiveReply = { blocks: readonly Block[]; keys: Readonly<Record<string, string>> };

/**
 * What fits a person's words. `fits`: the way, null where something is there already; `there`: the id of the experiment that
 * has these words; `offers`: what can be begun from the page, each with the hash that a yes is bound to.
 */
export type WayFound = { fits: WayName | null; there: string | null; offers: WayOffers };
export type LiveWay = LiveReply & WayFound;
export type WayOffers = Partial<Record<WayName, RunEstimate>>;

/** What a page keeps of the field: what was typed. */
export type WayDraft = { task: string };

/** How the first field of a page is worded. */
export const FIRST_FIELD = {
  title: "What do you want to build or know?",
  again: "Something else that you want to build or know?",
  label: "In your own words, a line or pages",
  send: "Say what fits",
  busy: "Looking \u2026",
  hint: "It says what fits, why and what it costs. No model is asked, and nothing is started.",
  empty: "Type first what you want: nothing stands there.",
  changed: "This was said of other words than those that stand there now.",
  there: "Go to its page",
  typed: say`What begins with ${copied("/design-lab")} can be typed into OpenCode instead.`,
} as const;

/** What the button of a way says: what it has done, how many it asks and at what price. */
export function wayCalled(way: WayName, offer: RunEstimate): string {
  if (way === "designs") return offerCalled(offer);
  return `${way === "plan" ? "Have it planned" : "Begin the brief"}: ${forecastCalled(offer.forecast)}`;
}

/** What stands beside it: to whom the words go, and what nobody knows the price of. */
export function wayOffered(way: WayName, offer: RunEstimate): Sentence[] {
  if (way === "designs") return offerSaid(offer);
  const { forecast } = offer;
  const then = way === "brief" ? BRIEF_ASKS : PLAN_WAITS;
  return [...strangersSaid(forecast, "task"), then, ...unknownSaid(forecast)];
}

const BRIEF_ASKS = say`Its questions come on this page, and you approve what is written of your answers.`;
const PLAN_WAITS = say`Nothing is written into the project before you approve it here.`;

/** How the view of a project's history is worded. */
export const LIVE_HISTORY = {
  title: "What this project’s experiments say",
  link: "History of all experiments",
  back: "Back to the experiments",
  again: "Read it again",
  reading: "Reading all experiments \u2026",
  unread: "It could not be read.",
} as const;
