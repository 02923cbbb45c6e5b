import { call, copied, type Sentence, say, strong, words } from "./sentence.ts";

/** What the lab is. */
const WHAT = say`Several models each write a design for one task, alone; reviewers judge every design blind; statistics rank them and say how sure the ranking is.`;

/** What is said around the lists of help: of what an agent can call, and of what a person can type. */
export const HELP = {
  what: WHAT,
  typed: say`${WHAT} What you can type:`,
  brackets: say`What is in brackets may be left out, and then the newest experiment is meant. Options of a run stand before its task:`,
  options: say`Options, before the task:`,
  agent: say`For the agent: ${call("help")}.`,
} as const;

/** Where an agent finds the args for a word that a user types. */
export const opOfWord = (op: string): Sentence =>
  say`Its op is ${strong(words(op, "all"))}: ${call("help", { op })} shows the args.`;

/** How an agent asks for more. @param lines What it gives to be told what a person types. */
export const agentHelp = (lines: string): Sentence =>
  say`For the agent, ${copied("designlab({op, args})")}; one op with its args and an example: ${call("help", { op: "run" })}; what a person types: ${call("help", { op: lines })}.`;

/** One op, above its args. */
export const opSaid = (name: string, summary: string): Sentence =>
  say`Op ${strong(words(name, "all"))}: ${words(summary, "all")}.`;
