/**
 * What sessions cost, every session counted once. `cost` is in US dollars, of the models whose price is known;
 * `uncounted` are the sessions of which nobody knows what they took, in neither sum.
 */
export type Spent = {
  sessions: number;
  prompts: number;
  tokens: number;
  cost: number;
  unpriced: string[];
  uncounted: number;
};

/** What one model took in all the sessions that ended. Seconds. */
export type ModelUsage = { model: string; spent: Spent; failed: number; seconds: number; slowest: number };
