import type { DecisionOffer } from "../story/live-decide.ts";
import type { PlanOffer } from "../story/live-plan.ts";
import type { Why } from "./page-runs.ts";

/** A call that a page makes with a person's word: an op, and its args without the experiment. */
export type PageSaid = { op: "decide" | "outcome" | "plan"; args: object };

/** What a person says by a click on a page, as calls of ops that ask no model, in the process that serves it. */
export type PageWords = {
  /** What can be decided in this folder, and where it would be written; null where nothing can be. */
  offer(dir: string): Promise<DecisionOffer | null>;
  /** What can be done next with the plan in this folder; null where a person, or nobody, has the next word. */
  plan(dir: string): Promise<PlanOffer | null>;
  /** Makes the call where what it rests on is what was shown, one after the other; with why where nothing was written. */
  say(dir: string, said: PageSaid, agreed: string): Promise<Why | null>;
};
