import type { ScriptedModel } from "../rehearsal/scripted-model.ts";

/** A matrix of scripted models of one provider. `seconds` are the delays of the designers, and of the reviewers, in turn. */
export type Case = {
  name: string;
  designs: number;
  reviewers: number;
  seconds: readonly number[];
  snapshot?: boolean;
  /** The provider answers 429 above so many at once. */
  cap?: number;
  /** The lab's own limit of requests at once; its default unless given. */
  max_parallel?: number;
  /** The same sessions without the lab, by a plugin that does nothing else. */
  bare?: boolean;
};

export function modelsOf({ designs, reviewers, seconds }: Case): ScriptedModel[] {
  const delay = (at: number): number => (seconds[at % seconds.length] ?? 0) * 1000;
  return [
    ...Array.from({ length: designs }, (_, at) => ({ id: designerOf(at), delay: delay(at) })),
    ...Array.from({ length: reviewers }, (_, at) => ({ id: `acme/judge-${at + 1}`, delay: delay(at) })),
  ];
}

export const designerOf = (at: number): string => `acme/maker-${at + 1}`;

/** Seconds that the models alone would take: all at once, or in waves of what the lab or the provider allows. */
export function timesOf({ designs, reviewers, seconds, ...limits }: Case): { critical: number } {
  const { cap = Number.POSITIVE_INFINITY, max_parallel = Number.POSITIVE_INFINITY } = limits;
  const slowest = (count: number): number => Math.max(...seconds.slice(0, count));
  const waves = (count: number): number => Math.ceil(count / Math.min(cap, max_parallel, count));
  return { critical: slowest(designs) * waves(designs) + slowest(reviewers) * waves(designs * reviewers) };
}
