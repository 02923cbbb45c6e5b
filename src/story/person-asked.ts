import { amount } from "../text/numbers.ts";

/** Who asks for a person's word where no terminal typed it here: each question to the person names it. */
export const WHO_ASKS = "An agent or a typed line";

/** Whether a file is a person's answer. */
export const isYourFile = (file: { path: string; bytes: number }, question: string, id: string): string =>
  `${WHO_ASKS} gives ${file.path} (${amount(file.bytes)} bytes) as your answer to ${question} in ${id}. Do you?`;

/** Whether a person says yes to what was asked; `taken`: whether they did before, and a call changes that. */
export const isYourYes = (text: string, id: string, taken: boolean): string =>
  taken
    ? `${text} You approved it in ${id}, and an agent's call changes that. Do you?`
    : `${text} ${WHO_ASKS} says yes to it in ${id}. Do you approve it?`;

/** What is done in a folder outside the project: the words stand before its path. */
export const OUTSIDE = {
  read: "read the experiments in",
  work: "work in",
  keep: "keep experiments in",
  files: "read a file in",
  documents: "read documents in",
  tasks: "read the task files in",
  change: "change the task files in",
  configure: "write its configuration into",
} as const;

/** Whether it may be done there. @param real Where the path leads past its links. */
export function mayOutside(intent: keyof typeof OUTSIDE, folder: string, real: string): string {
  const leads = real === folder ? "" : ` (which leads to ${real})`;
  return `May designlab ${OUTSIDE[intent]} ${folder}${leads}, outside the project?`;
}

/** What waits for the person: questions, a text. */
export const waitsForYou = (what: string): string => `${what} waits for you`;

/** What is waited for, and how the wait ends before its time: where a line can be typed with it, else as the call does. */
export const waitSaid = (what: string, canType: boolean): string =>
  `${what}; ${canType ? "any line that you type" : "stopping the call"} ends the wait`;

/** Where the page is that a browser was started for and has not shown. */
export const notComeSaid = (address: string): string =>
  `Your browser has not opened the page yet. Open it yourself: ${address}`;

export const ON_YOUR_PAGE = "on the page in your browser";
