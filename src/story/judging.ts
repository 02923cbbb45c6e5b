import type { Ballot } from "../artifacts/ballot.ts";
import { count } from "../text/numbers.ts";
import { firstSentence, truncate } from "../text/truncate.ts";
import { type Block, list } from "./block.ts";
import { NOT_YET_YOURS, PAGE_REASONS, type PageShown } from "./open-page.ts";
import { copied, path, type Sentence, say, strong, typed, words } from "./sentence.ts";

/** What is told of a page that waits for a person, or in its place. */
type Judging = {
  id: string;
  /** What follows the experiment in a line about one of its rounds. */
  round: readonly string[];
  name: string;
  /** The page; null where nobody serves one. */
  page: PageShown | null;
  ballot: Ballot;
  /** The folder with each design as a text; null where the page shows them. */
  reading: string | null;
  /** Whether a result waits for the vote. */
  withheld: boolean;
};

/** How a person judges: on the page that is open, on one that can be opened, or with a typed order. */
export function howToJudge({ id, round, name, page, ballot, reading, withheld }: Judging): Block[] {
  const order = ballot.designs.map(({ letter }) => letter).join(">");
  const line = typed("judge", id, order, ...round, ...(name === "you" ? [] : ["--as", JSON.stringify(name)]));
  return [
    page?.shown
      ? say`${strong(say`The designs are on the page in your browser, blind.`)} What you say there is kept as you go; ${typed("judge", id, ...round)} opens it again.`
      : say`${strong(say`${count(ballot.designs.length, "design")} to judge, blind.`)} An order is enough; scores say more.`,
    ...(withheld
      ? [say`The result is held back until you are done; ${typed("judge", id, ...round, "--show")} shows it before.`]
      : []),
    ...(page !== null && !page.shown
      ? [
          say`The page, good once and for 10 minutes, in a browser on this machine:`,
          { is: "copy" as const, text: page.address },
          ...(page.why === "not-come" ? [PAGE_REASONS[page.why]] : []),
          NOT_YET_YOURS,
        ]
      : []),
    ...(reading === null
      ? []
      : [
          designLines(ballot),
          say`Each whole, without its author: ${path(reading)}`,
          say`To judge with an order, the best first, type ${line}, with = between equal ones.${seen(ballot.has_result)}`,
          say`A file in which anybody judges without OpenCode: ${typed("judge", id, ...round, "--ballot")}`,
        ]),
  ];
}

function designLines({ designs }: Ballot): Block {
  return list(
    designs.map(({ letter, body: { title, summary } }) => {
      const about = words(truncate(firstSentence(summary), SUMMARY), "message");
      return say`${strong(words(letter))} ${words(truncate(title, TITLE), "sentence")}: “${about}”`;
    }),
  );
}

/** Columns of a design's title, and of what it is. */
const TITLE = 120;
const SUMMARY = 240;

function seen(has_result: boolean): Sentence {
  return has_result
    ? say` There is a result already: a vote counts beside it, and with it only where ${copied("--unseen")} says that you have not seen it.`
    : [];
}

/** Where the file to hand over lies, and how what comes back is counted. */
export function ballotFile(file: string, id: string, name: string | null, round: readonly string[]): Block[] {
  const whose = name === null ? [] : say` for ${words(name)}`;
  return [
    say`${strong(say`A ballot${whose}:`)} one file with all designs, without their authors, that opens in any browser and asks for nothing.`,
    say`File: ${path(file)}`,
    say`It saves a file of its own; ${typed("judge", id, "--from", "ballot.json", ...round)} counts that one.`,
  ];
}

/** What waits, and where it can be done without the page. */
export const DESIGNS_WAIT = "the designs wait for you, blind";
export const orderElsewhere = (id: string, round: readonly string[]): string =>
  `/design-lab ${["judge", id, ...round].join(" ")} and an order of their letters`;

/** That a person can judge the designs of a run while it is on. */
export const designsThere = (id: string, onPage: boolean, round: readonly string[] = []): string =>
  `the designs are there: judge them ${onPage ? "in your browser" : `with /design-lab ${["judge", id, ...round].join(" ")}`}, blind`;
