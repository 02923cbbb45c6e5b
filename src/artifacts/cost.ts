import type { PresetName } from "./preset.ts";

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

/**
 * What a run of one size would ask, beside those of others. `evaluations` are all that there can be; the other numbers
 * are what is expected, of a thrifty size with `expected_evaluations` of them. `models` are asked.
 */
export type Size = {
  models: number;
  designs: number;
  reviewers: number;
  thrifty: boolean;
  evaluations: number;
  expected_evaluations: number;
  sessions: number;
  /** US dollars of the models whose price is known. */
  cost: number;
  unpriced: string[];
  seconds: number;
};

/** The size of a preset. `taken`: the call would ask this very panel; `same_as`: so would a smaller preset, else null. */
export type PresetSize = Size & { preset: PresetName; taken: boolean; same_as: PresetName | null };

/** What a call would ask, and the presets that it could name in its place. */
export type Sizes = { call: Size; presets: readonly PresetSize[] };

/** Why a person is asked before models are. */
export type AskReason =
  /** What the known prices come to is more than these US dollars. */
  | { kind: "above"; limit: number }
  /** Nobody knows what these models cost, and so many sessions are to be asked of them. */
  | { kind: "unpriced"; models: string[]; sessions: number }
  /** The task's text would go to these models of the host's own, which nobody named; `project`: what designers read, too. */
  | { kind: "hosts-own"; models: string[]; project: boolean };
