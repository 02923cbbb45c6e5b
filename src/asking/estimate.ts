import type { AvailableModel } from "../schemas/model.ts";
import { ROLES, type Role } from "../schemas/roles.ts";

/** What one session is expected to take: tokens and seconds. */
export type Expected = { input: number; output: number; seconds: number };

/** Characters of a token: English prose and JSON. */
const CHARACTERS = 4;

/** Expectation for a prompt of that many characters, system prompt included. */
export function expected(role: Role, characters: number): Expected {
  const { turns, output, seconds } = ROLES[role].typical;
  return { input: Math.ceil(characters / CHARACTERS) * turns, output, seconds };
}

/** US dollars for these tokens; null when the model's price is unknown. */
export function costOf({ price }: AvailableModel, { input, output }: { input: number; output: number }): number | null {
  return price === null ? null : (input * price.input + output * price.output) / 1_000_000;
}
