import { amount, count, dollars, duration } from "../text/numbers.ts";
import { WITHHELD } from "./held-back.ts";
import type { LiveStage, LiveState, RunStanding } from "./live-state.ts";

export const NO_RUN_YET = "This page shows a run as soon as there is one.";

/** Where a whole run stands, and how well that is. */
export const RUN_STANDS: Readonly<Record<RunStanding, readonly [word: string, level: string]>> = {
  running: ["Running", "now"],
  finished: ["Finished", "high"],
  failures: ["Ended with failures", "medium"],
  left: ["Nobody is at work", "low"],
};
export const ENDED_OF_ALL = "What has ended of all that is planned";

/** How long a run ran until then, what is left of it, and what it took. Milliseconds, by the clock of its server. */
export function figuresSaid(of: LiveState, until: number): (readonly [name: string, said: string])[] {
  const { standing, started_at, tokens, uncounted, cost, unpriced, left } = of;
  const running = standing === "running";
  const elapsed = started_at === null ? 0 : Math.max(0, until - started_at) / 1000;
  const known = (what: string, all: boolean): string => `${what} in all${all ? "" : ", as far as known"}`;
  return [
    [running ? "This call runs for" : "The last call ran for", wholeSeconds(elapsed)],
    ...(running && left !== null
      ? [[left.forecast ? "Left, as forecast" : "Left at this pace", `about ${wholeSeconds(left.seconds)}`] as const]
      : []),
    [known("Tokens", uncounted === 0), amount(tokens)],
    [known("Cost", unpriced.length + uncounted === 0), dollars(cost)],
  ];
}

/** A duration as it changes on a page: "<1s", "9s", "2m 4s". Seconds. */
export function wholeSeconds(seconds: number): string {
  return seconds < 0.5 ? "<1s" : duration(Math.round(seconds));
}

export const reportCalled = (running: boolean): string => (running ? "Report of the last ranking" : "Open the report");

/** What of a run that stands still is kept, and of what no price is known. */
export const KEPT = "What is finished is kept.";
export const unpricedSaid = (models: readonly string[]): string =>
  `No price is known of ${count(models.length, "model")}: ${models.join(", ")}.`;

/** Stopping a run: what it comes to, and that it could not be had. */
export const STOP = {
  sure: "What is finished stays, and the run can be gone on with.",
  failed: "It could not be asked to stop; stop it where it runs.",
};

/** Where a page went on to, or stays. */
export const wentOnSaid = (runs: boolean): string =>
  `${runs ? "A run began" : "Something is asked"}, and this page went on to it. Back to`;
export const STAYS = "This page stays at what was chosen.";

/** How to read the table of all that is asked. */
export const tableSaid = ({ reviewers }: LiveState): string =>
  `Each column is a design, each row below the first a reviewer; a number is its score of the design, of 10${
    reviewers.some(({ cells }) => cells.some(({ left_out }) => left_out))
      ? "; one that is struck through is not counted, for the design is the reviewer's own."
      : "."
  }`;
export const DESIGNERS_ROW = "The design's own model, to write it";

/** The ranking that is stored, or that of what is scored: how it is called, and what it rests on; or why it is not shown. */
export function rankingSaid({ withheld, verdict, so_far }: LiveState): { title: string; lead: string } {
  const title = "The ranking";
  if (withheld)
    return { title, lead: `Authors, scores and order are ${WITHHELD}: type /design-lab judge, or --show behind it.` };
  if (so_far.length === 0) return { title, lead: "" };
  if (verdict !== null) return { title, lead: "Scores are of 10. Why each was given stands in the report." };
  const there = so_far.reduce((sum, { scored }) => sum + scored, 0);
  const lead = `Of the ${count(there, "score")} that ${there === 1 ? "is" : "are"} there; it may turn with every one that comes. Scores are of 10.`;
  return { title: `${title} so far`, lead };
}
export const placesHead = ({ method }: LiveState): string[] => [
  "Design",
  "Rank",
  method === "adjusted" ? "Adjusted score" : "Mean score",
  "Chance to be best",
  "Scored by",
];

/**
 * A stage's sign and word; `absent` says what became of a design that has no title, `wrong` how a reason is introduced
 * where it is not by "failed". The table fills up through those that are `usual`, which stand explained from the start.
 */
export const CELL_STAGES: Readonly<Record<LiveStage, StageWords>> = {
  waiting: { sign: "·", word: "waiting", usual: true },
  asking: { sign: "◔", word: "asking", usual: true, wrong: "asked again" },
  repairing: { sign: "↻", word: "repairing", wrong: "its answer is being repaired" },
  done: { sign: "✓", word: "done", usual: true },
  failed: { sign: "✕", word: "failed", absent: "there is none, it failed" },
  interrupted: { sign: "‖", word: "interrupted", absent: "there is none, it was interrupted" },
  limit: { sign: "▣", word: "held back by a limit", absent: "there is none, a limit held it back", wrong: "held back" },
  spared: { sign: "○", word: "not asked for" },
  nothing: { sign: "–", word: "no design to judge" },
};

/** "asked again, gives up in 54s": how the reason of a cell is introduced that gets only errors. Milliseconds. */
export const askedAgain = (gives_up_at: number, now: number): string =>
  gives_up_at > now ? `asked again, gives up in ${wholeSeconds((gives_up_at - now) / 1000)}` : "asked again";

type StageWords = { sign: string; word: string; usual?: true; absent?: string; wrong?: string };
