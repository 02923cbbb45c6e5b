import { CODE_LINES } from "../../story/page-grade.ts";
import type { Markdown } from "../../text/markdown.ts";
import { block, code, join, literal, md } from "../../text/markdown.ts";

/** Why the page is not known to be open in a browser. */
export type NotShown = "ssh" | "told-not-to" | "no-display" | "not-started" | "no-file" | "not-come";

/** What the page shows: one experiment, what runs in the project, or that there is none yet. */
export type PageOf = { experiment: string } | "project" | "to come";

const LASTS = md`It answers on this machine alone and while this OpenCode runs, and stops by itself once nobody watches and nothing runs.`;

/** What the address of a reply opens, which an agent reads before the person does. */
export const NOT_YET_YOURS = md`An agent can read this address, too: its page shows all and takes answers, but no approval and no vote before it has the code that ${code(CODE_LINES.screen)} shows in OpenCode's terminal, or ${code(CODE_LINES.command)} in another.`;

/** Says that the live page is open. No address: what opens it is no reply's. */
export function shownReply(of: PageOf): Markdown {
  return join([md`**The page of ${what(of)} is open in the browser.**`, follows(of)], "\n\n");
}

/** Where the report of an experiment lies, a file that any browser shows. */
export function reportReply(file: string, opened: boolean): Markdown {
  return opened
    ? md`**The report is open in the browser**, from this file:\n\n${block(file)}`
    : md`**The report**, a file that any browser shows:\n\n${block(file)}`;
}

/** Where a person can open the live page, and why that is for the person to do. */
export function invitationReply(page: { address: string; port: number; of: PageOf; why: NotShown }): Markdown {
  const { address, port, of, why } = page;
  const tunnel = `ssh -L ${port}:127.0.0.1:${port} …`;
  return join(
    [
      md`**The page of ${what(of)}:**`,
      // Alone on its line, also where nobody draws Markdown, to be clicked or copied whole.
      block(address),
      md`${REASONS[why]} The address is good once and for 10 minutes; ${code("/design-lab open")} gives another.`,
      NOT_YET_YOURS,
      ...(why === "ssh" ? [md`From another machine: ${code(tunnel)}, then the same address there.`] : []),
      follows(of),
    ],
    "\n\n",
  );
}

/** What happened with the browser that was to show a page. */
export const whyNotShown = (why: NotShown): Markdown => REASONS[why];

/** Where questions can be answered by hand: on the page that is open, or on the one that has not come and why. */
export function pageText(page: { shown: true } | { shown: false; why: NotShown; address: string }): Markdown {
  if (page.shown) return md`Its page is open in the browser, and questions can be answered there.`;
  return join(
    [
      md`Its page, where questions can be answered, good once and for 10 minutes:`,
      block(page.address),
      REASONS[page.why],
      NOT_YET_YOURS,
    ],
    "\n\n",
  );
}

function what(of: PageOf): Markdown {
  if (typeof of === "object") return literal(of.experiment);
  return of === "project" ? md`this project's runs` : md`the experiments to come`;
}

function follows(of: PageOf): Markdown {
  return typeof of === "object"
    ? md`It stays at this experiment and lists the others; ${code("/design-lab open")} opens one that follows what runs. ${LASTS}`
    : md`It follows what runs, a new run too, also one of another process. ${LASTS}`;
}

const HERE = md`Open the address in a browser on this machine.`;
const REASONS = {
  ssh: md`No browser was opened: this is an SSH session. ${HERE}`,
  "told-not-to": md`No browser was opened: the environment says not to. ${HERE}`,
  "no-display": md`No browser was opened: there is no display. ${HERE}`,
  "not-started": md`No browser was opened: none could be started. ${HERE}`,
  "no-file": md`No browser was opened: the private file that would lead it there cannot be written. ${HERE}`,
  "not-come": md`A browser was started and has not asked for the page yet. Where it does not, or says that it may not read a file, open the address in it.`,
} as const;
