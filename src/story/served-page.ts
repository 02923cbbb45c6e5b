import { copied, type Marked, type Sentence, say } from "./sentence.ts";

/** Which page a server shows; what is said of it at its door and where its server is gone. */
export type ServedPage = "open" | "judge" | "study";

/** The line that opens it anew. */
export const pageLine = (page: ServedPage): string =>
  page === "study" ? "opencode-designlab study show --page" : `/design-lab ${page}`;

export const SILENT = "The OpenCode that shows this page does not answer.";
const SILENT_COMMAND = "The command that shows this page has ended, or does not answer.";
export const SHUT = "This page is shut: its key is no longer good.";
export const ANEW = say`it opens the page anew.`;

/** What to type where a page's server can be found again. */
export const typeLine = (page: ServedPage): Sentence =>
  say`Type ${copied(pageLine(page))} in ${page === "study" ? "a terminal" : "the project's OpenCode"}`;

/** Why nothing new comes, what a page that shows something holds meanwhile, and what to type. */
export function lostSaid(page: ServedPage, of: "gone" | "shut", known: boolean): Sentence {
  const held = known ? HELD[page] : "";
  const then = {
    open: say`: this page then goes on, or a new one opens.`,
    judge: say`.`,
    study: say`: this page then goes on, or a new one opens.`,
  }[page];
  const silent = page === "study" ? SILENT_COMMAND : SILENT;
  return say`${of === "gone" ? silent : SHUT}${held} ${typeLine(page)}${of === "gone" ? then : say`: ${ANEW}`}`;
}

const HELD = {
  open: " What is below is the last that it was told.",
  judge: " What you said stays here, and is saved when the page goes on.",
  study: " What is below is the last that it was told.",
} as const;

/** What of an experiment cannot be read, as its page says it; it is looked at again all the time. */
export const unreadSaid = (why: Marked, known: boolean): Sentence =>
  say`${why}${known ? " What is below is the last that could be read." : ""} This page goes on as soon as it can be read.`;

/** Why what a page sent was not kept, where its server does not say. */
export const NOT_KEPT = {
  judge: "It was not kept, and nobody said why.",
  open: "The experiment is gone, or nothing may be written in its folder.",
};
export const TYPED_STAYS = "What you typed stays here; send it again when the page goes on.";

/** A page before its script has said anything, and where to read or vote without scripts. */
export const BEFORE_SCRIPT = {
  open: {
    title: "Design lab",
    first: "Looking at the experiments …",
    without:
      "This page follows a run with a script. Without scripts, open results/report.html in the experiment's folder.",
  },
  judge: {
    title: "Design lab: judging",
    first: "Opening the designs …",
    without:
      "This page takes a vote with a script. Without scripts, a vote can be given in the conversation: ask the agent for judge.",
  },
  study: {
    title: "Design lab: study",
    first: "Looking at the study …",
    without: "This page follows a study with a script. Without scripts, a terminal follows it: study show --follow.",
  },
  ballot: {
    title: "Ballot",
    first: "Opening the ballot …",
    without: "This ballot needs a script, which is in this very file. Allow it, or open the file in another browser.",
  },
} as const;

/** The link of a file that leads a browser to a page. */
export const GO_ON = "Go on to the page of the design lab";

const OPENED_BY = {
  open: ["The page of a project", "every page of this project that was opened so far"],
  judge: ["The page on which you judge", "every page that was opened for this person so far"],
  study: ["The page of a study", "every page of a study that was opened so far"],
} as const;

/** What became of an invitation that let nobody in: what is so, and why. */
export function notEntered(
  page: ServedPage,
  outcome: "none" | "used" | "unknown" | "lost",
): readonly [is: string, why: string] {
  const [name, others] = OPENED_BY[page];
  const giver = page === "study" ? "command" : "OpenCode";
  const said = {
    none: [
      "This address opens nothing by itself",
      `${name} is opened by an address that the design lab gives out, once for each time.`,
    ],
    used: [
      "This address was used before",
      `It opens the page once. Somebody may have seen it and come first, so ${others} is shut.`,
    ],
    unknown: [
      "This address is no longer good",
      `It opens the page once, for 10 minutes, and while the ${giver} that gave it runs.`,
    ],
    lost: [
      "The design lab does not answer",
      `The ${giver} that gave this address has ended, or stopped showing pages.`,
    ],
  } as const;
  return said[outcome];
}
