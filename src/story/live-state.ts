import type { Incomplete } from "../artifacts/incomplete.ts";
import type { TimeLeft } from "../artifacts/progress.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import type { LiveWord } from "./live-decide.ts";
import type { LiveNext } from "./live-next.ts";
import type { LiveOffered } from "./live-offer.ts";
import type { LivePlanned } from "./live-plan.ts";
import type { LiveAsked } from "./live-questions.ts";
import type { Grade } from "./page-grade.ts";
import type { PlanSheet } from "./plan-sheet.ts";
import type { Sentence } from "./sentence.ts";
import type { VerdictTold } from "./verdict.ts";

/**
 * Where one thing that the plan wants stands. `interrupted`: it was begun, nothing tells how it ended, and nobody is at
 * work any more. `limit`: a limit on cost, tokens or time held it back. `spared`: it could
 * hardly change the choice, or the reviewer is asked about other designs alone. `nothing`: there is no design to judge, for that
 * failed or was held back.
 */
export type LiveStage =
  | "waiting"
  | "asking"
  | "repairing"
  | "done"
  | "failed"
  | "interrupted"
  | "limit"
  | "spared"
  | "nothing";

export type LiveCell = {
  stage: LiveStage;
  /** When the session that runs now began, milliseconds since the epoch; null while none does. */
  since: number | null;
  /** What the sessions took that ended, seconds; null before the first. */
  seconds: number | null;
  /** Why it failed, is repaired or held back; "" where nothing is to be said. */
  reason: string;
  /** When it fails if the provider sends only errors, milliseconds since the epoch; absent while none came. */
  gives_up_at?: number;
  /** Of a cell that is scored: 0–10. */
  score: number | null;
  /** Under what place that is kept which was sent for it and came back; null where nothing is, and while authors are held back. */
  exchange: string | null;
  /** The ranking leaves this score out, for the reviewer's model wrote the design. */
  left_out: boolean;
};

export type LiveDesign = LiveCell & { design_id: string; letter: string; model: string; title: string | null };

/** One design of the ranking of what is scored so far. `scored` of `of` reviewers and people who judge are in it. */
export type LivePlace = {
  letter: string;
  rank: number;
  score: number;
  /** The chance to be the best in words, such as "over 80 %"; null while nothing can be said of it. */
  chance: string | null;
  scored: number;
  of: number;
};

/**
 * Where a whole run stands. `running`: somebody is at work on it, in this process or another; `failures`: all has ended,
 * not all of it well; `left`: something is to come and nobody is at work.
 */
export type RunStanding = "running" | "finished" | "failures" | "left";

/** An experiment as its page shows it. Times are milliseconds since the epoch, by the clock of the server. */
export type LiveState = {
  id: string;
  topic: string;
  standing: RunStanding;
  now: number;
  /** When the call that runs, or ran last, began; null before the first. */
  started_at: number | null;
  /** When that call ended, or told of itself last; null before the first. */
  ended_at: number | null;
  designs: LiveDesign[];
  /** A row for each reviewer, its cells in the order of `designs`. */
  reviewers: { model: string; cells: LiveCell[] }[];
  /** Of all that can come to something: cells of a design that failed are in none of the three. */
  done: number;
  failed: number;
  total: number;
  /** Sessions that run now. */
  asked: number;
  tokens: number;
  /** Sessions of which nobody knows what they took, in neither sum. */
  uncounted: number;
  /** US dollars of the sessions whose price is known, and the models whose price is not. */
  cost: number;
  unpriced: string[];
  left: TimeLeft | null;
  so_far: LivePlace[];
  /** Which score ranks them. */
  method: Ranking["method"];
  /** What the stored ranking says; null while somebody is at work, and where none is stored. */
  verdict: Pick<VerdictTold, "answer" | "confidence"> | null;
  /** What a person decided; null where nothing is. */
  decision: Sentence | null;
  /** What the plan wanted and is not there; null while anything is still to come, and where nothing is missing. */
  incomplete: Incomplete | null;
  /** Whether authors, scores and order are held back until a person has judged. */
  withheld: boolean;
  /** Where its stages are, as their rows say it; absent where they say nothing. */
  stands?: string[];
  /** What rounds of better designs came to, and what of one is being made or missing; absent where there was none. */
  rounds?: Sentence[];
  /** The designs that rounds made, which have pages of their own; absent where there is none. */
  children?: { design_id: string; name: string; title: string }[];
  /** What leads on; null while somebody is at work. */
  next: LiveNext | null;
  /** Whether results/report.html is there. */
  report: boolean;
};

/** What of the experiment cannot be read, so that what is shown of that may be old; null once all can be again. */
export type LiveTrouble = { trouble: string | null };

/** The plan, an event of its own; null where there is none. `unread` says why there may be one that cannot be read. */
export type LivePlan = { plan: PlanSheet | null; unread: string };

/** One event of an experiment's page. */
export type LiveTold = LiveState | LiveTrouble | LiveAsked | LivePlan | LiveOffered | LiveWord | LivePlanned;

/** One line of the list of a project's experiments. `asks`: it began with questions, and there is no run yet. */
export type LiveEntry = { id: string; topic: string; running: boolean; asks: boolean };

/** What a page that shows an invitation is answered: where it leads, or why it leads nowhere. */
export type Entry = { at: string } | { refused: "used" | "unknown" };

/** What a page learns once it is in: what its server will prove itself with, and whose word the page's is. */
export type ProofKey = { proof: string; grade: Grade };
