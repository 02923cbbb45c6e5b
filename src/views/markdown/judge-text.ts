import type { Ballot } from "../../artifacts/ballot.ts";
import { block, code, inline, join, literal, type Markdown, md } from "../../text/markdown.ts";
import { count } from "../../text/numbers.ts";
import { firstSentence } from "../../text/truncate.ts";
import { typed } from "../../text/typed.ts";
import { BY_MODELS, bodyText } from "./design-text.ts";
import { NOT_YET_YOURS, type NotShown, whyNotShown } from "./open-text.ts";

type BlindDesign = Ballot["designs"][number];

/** A design for reading by whoever judges it: what it says, and not whose it is. */
export function blindText({ letter, body }: BlindDesign): Markdown {
  return join([md`# ${inline(letter)}: ${inline(body.title)}`, BY_MODELS, bodyText(body)], "\n\n");
}

/** What is told of a page that waits for a person, or in its place. */
type Judging = {
  id: string;
  name: string;
  /** The page; null where nobody serves one. */
  page: { shown: true } | { shown: false; why: NotShown; address: string } | null;
  ballot: Ballot;
  /** The folder with each design as a text; null where the page shows them. */
  reading: string | null;
  /** Whether a result waits for the vote. */
  withheld: boolean;
};

/** How a person judges: on the page that is open, on one that can be opened, or with a typed order. */
export function judgeReply({ id, name, page, ballot, reading, withheld }: Judging): Markdown {
  const order = ballot.designs.map(({ letter }) => letter).join(">");
  const line = typed("judge", id, order, ...(name === "you" ? [] : ["--as", JSON.stringify(name)]));
  return join(
    [
      page?.shown
        ? md`**The designs are on the page in your browser, blind.** What you say there is kept as you go; ${typed("judge", id)} opens it again.`
        : md`**${count(ballot.designs.length, "design")} to judge, blind.** An order is enough; scores say more.`,
      ...(withheld
        ? [md`The result is held back until you are done; ${typed("judge", id, "--show")} shows it before.`]
        : []),
      ...(page !== null && !page.shown
        ? [
            md`The page, good once and for 10 minutes, in a browser on this machine:`,
            block(page.address),
            ...(page.why === "not-come" ? [whyNotShown(page.why)] : []),
            NOT_YET_YOURS,
          ]
        : []),
      ...(reading === null ? [] : [designLines(ballot), md`Each whole, without its author: ${literal(reading)}`]),
      ...(reading === null
        ? []
        : [
            md`To judge with an order, the best first, type ${line}, with = between equal ones.${seen(ballot.has_result)}`,
            md`A file in which anybody judges without OpenCode: ${typed("judge", id, "--ballot")}`,
          ]),
    ],
    "\n\n",
  );
}

function designLines({ designs }: Ballot): Markdown {
  const lines = designs.map(({ letter, body }) => {
    return md`- **${inline(letter)}** ${inline(body.title, 120)}: “${inline(firstSentence(body.summary), 240)}”`;
  });
  return join(lines, "\n");
}

function seen(has_result: boolean): Markdown {
  return has_result
    ? md` There is a result already: a vote counts beside it, and with it only where ${code("--unseen")} says that you have not seen it.`
    : md``;
}

/** Where the file to hand over lies, and how what comes back is counted. */
export function ballotReply(file: string, id: string, name: string | null): Markdown {
  return join(
    [
      md`**A ballot${name === null ? md`` : md` for ${inline(name)}`}:** one file with all designs, without their authors, that opens in any browser and asks for nothing.`,
      md`File: ${literal(file)}`,
      md`It saves a file of its own; ${typed("judge", id, "--from", "ballot.json")} counts that one.`,
    ],
    "\n\n",
  );
}
