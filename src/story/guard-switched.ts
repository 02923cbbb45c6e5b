import type { GuardLine } from "../artifacts/guard.ts";
import type { GuardTally } from "../guard/tally.ts";
import type { GuardOn } from "../store/guard-switch.ts";
import { moment } from "../text/numbers.ts";
import type { Block } from "./block.ts";
import { didSaid, editedFiles } from "./guard.ts";
import { heldToSaid, MOST_TERMS, type TermsTold, termsSaid } from "./guard-terms.ts";
import { SHOW_GATE, TURN_GATE_OFF, TURN_GATE_ON } from "./next.ts";
import { listed, quote, type Sentence, say, strong, together, unmarked, words } from "./sentence.ts";

/** It was turned on. */
export function turnedOn(told: TermsTold, { again, problem }: { again: boolean; problem: string | null }): Block[] {
  return [
    say`${strong(again ? say`The gate is on, on these terms from now on` : say`The gate is on`)}, for this project on this machine${heldToSaid(told.task)}, until you turn it off.`,
    ...termsSaid(told),
    ...logProblem(problem),
    { is: "next", of: [SHOW_GATE, TURN_GATE_OFF] },
  ];
}

/** What was on already, as an agent asks for it. */
export const isOnAlready = (on: GuardOn): Block[] => [
  say`The gate is on already, on these terms, since ${moment(Date.parse(on.since))}. Nothing was changed.`,
  { is: "next", of: [SHOW_GATE, TURN_GATE_OFF] },
];

const logProblem = (problem: string | null): Block[] =>
  problem === null ? [] : [say`Its log is not kept: ${words(problem, "message")}.`];

/** It was turned off, or was off. */
export function turnedOff(was: GuardOn | null, tally: GuardTally | null): Block[] {
  if (was === null) return [say`The gate is off already. Nothing was changed.`, { is: "next", of: [TURN_GATE_ON] }];
  return [
    say`${strong(say`The gate is off.`)} No edit waits for a test any more.`,
    ...(tally === null
      ? []
      : [say`It was on since ${moment(Date.parse(was.since))}. ${together(didSaid(tally, was.terms), " ")}`]),
    { is: "next", of: [TURN_GATE_ON] },
  ];
}

export const MAY_TURN_OFF = "Turn the gate off for this project? Edits then wait for no test any more.";

/** The question whose yes lets through what was held back: the edit with the reason, or all until green. */
export function mayAllow(refused: GuardLine | null): string {
  if (refused === null)
    return "Let every edit through until the tests are green? After that the gate holds edits back as before.";
  return unmarked(
    say`Let this edit through once: ${listed(
      refused.files.map((each) => words(each, "all")),
      MOST_TERMS,
    )}? It was held back at ${moment(Date.parse(refused.at))} for this reason: ${quote(refused.reason, "note")}`,
    String,
  );
}

/** What a person let through. */
export function letThrough(refused: GuardLine | null, problem: string | null): Block[] {
  const said =
    refused === null
      ? say`${strong(say`Every edit is let through until the tests are green.`)} Then edits are held back as before.`
      : say`${strong(say`That edit of ${editedFiles(refused)} is let through once`)}, when it is made again as it was.`;
  return [said, ...logProblem(problem), { is: "next", of: [SHOW_GATE, TURN_GATE_OFF] }];
}

export const ALLOWED_ALREADY: Sentence = say`That edit is let through already, when it is made again as it was. Nothing was changed.`;
