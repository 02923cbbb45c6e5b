import { count } from "../text/numbers.ts";
import { copied, say } from "./sentence.ts";

/**
 * Who could read the address that opened a page: the person's own browser or screen alone, or whoever reads a reply, as an
 * agent does.
 */
export type Grade = "person" | "shown";

/** What a page that is not the person's alone says wherever only a person may act. */
export const SHOWN_TO_AGENTS = "This page was opened by an address that an agent could read.";

/** How such a page becomes the person's own. */
export const MAKE_IT_YOURS = "The code that a screen of yours shows makes it your own.";

/** What shows that code, each a line that is typed. */
export const CODE_LINES = { screen: "/lab-code", command: "opencode-designlab code" } as const;

/** What such a page takes all the same, and what it does not beside the control for it. */
export const SHOWN_TAKES = {
  judge: "It shows the designs and keeps no vote: what you say stays in this browser until it is your own.",
  open: "What you answer here counts as said in the conversation. What waits for your approval is approved on a page of your own.",
} as const;
export const NEEDS_OWN = {
  vote: "A vote is not taken from here.",
  change: "A vote is not changed from here.",
  approval: "From here it can be sent back, and not approved.",
  run: "From here nothing is begun that costs.",
  decision: "From here nothing is decided.",
} as const;

/** Why its server takes neither from it. */
export const refusedShown = (what: "vote" | "approval" | "run" | "decision"): string =>
  `${REFUSED_SHOWN[what]} ${SHOWN_TO_AGENTS} ${MAKE_IT_YOURS}${what === "vote" ? "" : " Nothing was changed."}`;

const REFUSED_SHOWN = {
  vote: "Not saved: a vote is a person's word.",
  approval: "Not taken: whether it is approved is a person's word.",
  decision: "Not decided: what is decided, and how it turned out, is a person's word.",
  run: "Not begun: a yes to what it costs is a person's word.",
} as const;

/** The way to a page of one's own. */
export const RAISING = {
  title: "Whose page this is",
  begin: "Make it my own",
  how: say`Type ${copied(CODE_LINES.screen)} in OpenCode's terminal, or ${copied(CODE_LINES.command)} in a terminal of yours, in the project's folder: it shows the code for five minutes. Type it here, and in no conversation.`,
  code: "The code that your screen shows",
  send: "This is my page",
  again: "Ask for a code again",
  link: "Make this page your own",
};

/** Why a code did not make it so, or none can be had. */
export const NO_SCREEN = "No screen can show a code: no private file can be written for it.";
export const wrongCode = (left: number): string =>
  left === 0
    ? "No code is good now: ask for one again."
    : `That is not the code that your screen shows. ${count(left, "attempt")} left.`;
