import type { StudyStanding } from "../artifacts/study.ts";
import { amount } from "../text/numbers.ts";
import { type Sentence, say, unmarked } from "./sentence.ts";
import { cellSaid, headSaid, type StateCounts } from "./study-standing.ts";

/** What the page of a study says around its parts. */
export const STUDY_PAGE = {
  eyebrow: "Design lab study",
  tasks: "Tasks",
  task: "task",
  table: "How the experiments of each task by each panel stand",
  looks: "This page only looks. What changes a study is typed in a terminal.",
  trouble: "Nothing new can be told:",
} as const;

/** What a browser's tab says of it. */
export const pageTitle = (standing: Pick<StudyStanding, "name" | "counts" | "state">): string =>
  unmarked(headSaid(standing), String);

/** "Tasks 1–50: 96 of 200, 2 failed". */
export const groupSaid = (from: number, to: number, counts: StateCounts): Sentence =>
  say`Tasks ${amount(from)} to ${amount(to)}: ${cellSaid(counts)}`;

/** What a command that serves the page says meanwhile. */
export const FOLLOWED = "The page is open in your browser. It is followed until you close it, or press Ctrl-C here.";

/** Where the page is to be opened by hand: an address alone on its line. */
export const pageAt = ({ address, port, ssh }: { address: string; port: number; ssh: boolean }): string[] => [
  "Open this address in a browser; it opens the page once, for 10 minutes:",
  address,
  ...(ssh ? [`On another machine first: ssh -L ${port}:127.0.0.1:${port} and the name of this one.`] : []),
  "It is followed until you close it, or press Ctrl-C here.",
];
