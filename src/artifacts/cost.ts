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

/** What one model is expected to be asked and to cost. cost is null when its price is unknown. */
export type ForecastRow = {
  model: string;
  designs: number;
  evaluations: number;
  tokens: number;
  cost: number | null;
};

/** What a run would ask and cost, before anything is asked. */
export type Forecast = {
  rows: ForecastRow[];
  sessions: number;
  tokens: number;
  /** US dollars of the models whose price is known. */
  cost: number;
  unpriced: string[];
  /** Sessions of the models whose price is unknown. */
  unpriced_sessions: number;
  /** Models that no connected provider offers; their sessions are counted nowhere. */
  unreachable: string[];
  /** Models to be asked that the host brought by itself and that neither the configuration nor the call names. */
  hosts_own: string[];
  /** All of it, and of that the evaluations. */
  seconds: number;
  evaluation_seconds: number;
};

/** Why a person is asked before models are. */
export type AskReason =
  /** What the known prices come to is more than these US dollars. */
  | { kind: "above"; limit: number }
  /** Nobody knows what these models cost, and so many sessions are to be asked of them. */
  | { kind: "unpriced"; models: string[]; sessions: number }
  /** The task's text would go to these models of the host's own, which nobody named; `project`: what designers read, too. */
  | { kind: "hosts-own"; models: string[]; project: boolean };
