import type { LabSession } from "../schemas/lab-session.ts";
import type { AvailableModel } from "../schemas/model.ts";

/** What one session is expected to take: tokens and seconds. */
export type Expected = { input: number; output: number; seconds: number };

type Role = LabSession["role"];

/**
 * Before anything was seen: what a session of each role usually takes. A designer that reads the project sends its
 * prompt again with every turn; an evaluator reads a design of about 5,000 tokens, which is in its prompt already.
 */
const TYPICAL: Readonly<Record<Role, { turns: number; output: number; seconds: number }>> = {
  topic: { turns: 1, output: 200, seconds: 5 },
  designer: { turns: 3, output: 6_000, seconds: 120 },
  evaluator: { turns: 1, output: 2_500, seconds: 45 },
};

/** Characters of a token: English prose and JSON. */
const CHARACTERS = 4;

/** Expectation for a prompt of that many characters, system prompt included. */
export function expected(role: Role, characters: number): Expected {
  const { turns, output, seconds } = TYPICAL[role];
  return { input: Math.ceil(characters / CHARACTERS) * turns, output, seconds };
}

/** US dollars for these tokens; null when the model's price is unknown. */
export function costOf({ price }: AvailableModel, { input, output }: { input: number; output: number }): number | null {
  return price === null ? null : (input * price.input + output * price.output) / 1_000_000;
}
