import type { RunEstimate } from "../story/live-offer.ts";

/** Why something is not so, or was not done: sentences. */
export type Why = { why: string };

/** What asks models and a person begins by a click on a page, in the process that serves it: runs of approved briefs, plans. */
export type PageRuns = {
  /** What the run of the brief in this folder would ask; or why it cannot be begun. No model is asked. */
  estimate(dir: string): Promise<RunEstimate | Why>;
  /**
   * Begins it where it would still ask what was said yes to, once however often it is told to. Resolves when somebody is
   * at work on it; with why where nothing was begun.
   */
  begin(dir: string, agreed: string): Promise<Why | null>;
  /** Has it planned, or the plan changed, as `begin` begins a run. */
  beginPlan(dir: string, agreed: string): Promise<Why | null>;
  /** Whether it is being begun, and why the last one begun here came to nothing; "" where none did. */
  standing(dir: string): { beginning: boolean; why: string };
};
