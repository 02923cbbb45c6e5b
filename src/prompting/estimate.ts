import type { AvailableModel } from "../artifacts/model.ts";
import { ROLES, type Role } from "../artifacts/roles.ts";

/** What one session is expected to take: tokens and seconds. */
export type Expected = { input: number; output: number; seconds: number };

/** Characters of a token: English prose and JSON. */
const CHARACTERS = 4;

/** Expectation for a prompt of that many characters, system prompt included. */
export function expected(role: Role, characters: number): Expected {
  const { turns, output, seconds } = ROLES[role].typical;
  return { input: Math.ceil(characters / CHARACTERS) * turns, output, seconds };
}

/**
 * Bytes that what comes may take, rather more than less: a design as JSON, as a page and in the report; an evaluation as
 * two files, their ledger lines and in the report; the results themselves.
 */
const KEPT = { design: 256_000, evaluation: 64_000, results: 2_000_000 } as const;

/** Bytes that must be free for so many designs and evaluations. */
export function bytesFor({ designs, evaluations }: { designs: number; evaluations: number }): number {
  return KEPT.results + designs * KEPT.design + evaluations * KEPT.evaluation;
}

/** US dollars for these tokens; null when the model's price is unknown. */
export function costOf({ price }: AvailableModel, { input, output }: { input: number; output: number }): number | null {
  return price === null ? null : (input * price.input + output * price.output) / 1_000_000;
}
