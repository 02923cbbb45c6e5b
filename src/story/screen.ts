import { listText } from "../text/numbers.ts";

/** What a row of the terminal's page says where it is more than a name or a number. */
export const ROWS = {
  back: "to where you were",
  none: "No experiment yet: type /design-lab run and after it what is to be designed.",
  unknown: "OpenCode does not know this session",
  unended: "without an end in the ledger",
  unread: "its ledger cannot be read",
} as const;

/** What the terminal of OpenCode lists of the lab, and what it shows. */
export const SCREEN = {
  sessions: "Design lab: sessions and experiments",
  questions: "Design lab: answer its questions",
  code: "Design lab: the code of your page",
  page: "Design lab: its sessions. Enter opens one, Esc goes back.",
  experiments: "the experiments of this project",
  outside: "outside the project: /design-lab show asks before it reads it",
  noQuestion: "No question is open.",
  whatChanges: "What is to be changed?",
  noCode: 'No page waits for a code: press "Make it my own" on the page first.',
  codes: "Type it on the page, and in no conversation",
  remarks: "With what is to be changed",
  late: "Nobody waits for that word any more, or it was given on another screen.",
} as const;

/** Which page a code is of. */
export const pageOfCode = (port: number): string => `the page at port ${port}`;

/** What a dialog asks a person's own word of. */
export const ownWordAsked = (about: string, sentence: string): string =>
  `Design lab asks for your own word on ${about}: ${sentence}`;

/** How a person says yes to it: by letters that this dialog alone shows. */
export const yesByLetters = (sentence: string, letters: string): string =>
  `${sentence} To say yes, type ${letters}; Esc says no.`;

/** That only errors come of a model, and in what time it is given up. */
export const givesUpSaid = (model: string, left: string, error: string): string =>
  `Gives up on ${model} in ${left}: ${error}`;

/** What a person is told who has stopped a run: what of it is kept, and what goes on with it. */
export function stoppedSaid(kept: readonly string[]): string {
  const what = kept.length > 0 ? `What is finished is kept: ${listText(kept)}` : "Nothing was finished yet";
  return `Stopped. ${what}.\n/design-lab resume goes on with it.`;
}
