import type { Block } from "./block.ts";
import { CODE_LINES } from "./page-grade.ts";
import { copied, path, type Sentence, say, strong } from "./sentence.ts";

/** Why the page is not known to be open in a browser. */
export type NotShown = "ssh" | "told-not-to" | "no-display" | "not-started" | "no-file" | "not-come";

/** A page that is open in the browser, or where it can be opened. */
export type PageShown = { shown: true } | { shown: false; why: NotShown; address: string };

/** What the page shows: one experiment, what runs in the project, or that there is none yet. */
type PageOf = { experiment: string } | "project" | "to come";

const LASTS = say`It answers on this machine alone and while this OpenCode runs, and stops by itself once nobody watches and nothing runs.`;

/** What the address of a reply opens, which an agent reads before the person does. */
export const NOT_YET_YOURS = say`An agent can read this address, too: its page shows all and takes answers, but no approval and no vote before it has the code that ${copied(CODE_LINES.screen)} shows in OpenCode's terminal, or ${copied(CODE_LINES.command)} in another.`;

/** Says that the live page is open. No address: what opens it is no reply's. */
export function shownPage(of: PageOf): Block[] {
  return [[strong(say`The page of ${what(of)} is open in the browser.`)], follows(of)];
}

/** Where the report of an experiment lies, a file that any browser shows. */
export function reportAt(file: string, opened: boolean): Block[] {
  return [
    opened
      ? say`${strong(say`The report is open in the browser`)}, from this file:`
      : say`${strong(say`The report`)}, a file that any browser shows:`,
    { is: "copy", text: file },
  ];
}

/** Where a person can open the live page, and why that is for the person to do. */
export function invitation(page: { address: string; port: number; of: PageOf; why: NotShown }): Block[] {
  const { address, port, of, why } = page;
  const tunnel = `ssh -L ${port}:127.0.0.1:${port} …`;
  return [
    [strong(say`The page of ${what(of)}:`)],
    // Alone on its line, also where nobody draws Markdown, to be clicked or copied whole.
    { is: "copy", text: address },
    say`${PAGE_REASONS[why]} The address is good once and for 10 minutes; ${copied("/design-lab open")} gives another.`,
    NOT_YET_YOURS,
    ...(why === "ssh" ? [say`From another machine: ${copied(tunnel)}, then the same address there.`] : []),
    follows(of),
  ];
}

/** Where questions can be answered by hand: on the page that is open, or on the one that has not come and why. */
export function answeringPage(page: PageShown): Block[] {
  if (page.shown) return [say`Its page is open in the browser, and questions can be answered there.`];
  return [
    say`Its page, where questions can be answered, good once and for 10 minutes:`,
    { is: "copy", text: page.address },
    PAGE_REASONS[page.why],
    NOT_YET_YOURS,
  ];
}

function what(of: PageOf): Sentence {
  if (typeof of === "object") return [path(of.experiment)];
  return of === "project" ? say`this project's runs` : say`the experiments to come`;
}

function follows(of: PageOf): Sentence {
  return typeof of === "object"
    ? say`It stays at this experiment and lists the others; ${copied("/design-lab open")} opens one that follows what runs. ${LASTS}`
    : say`It follows what runs, a new run too, also one of another process. ${LASTS}`;
}

const HERE = say`Open the address in a browser on this machine.`;
/** What happened with the browser that was to show a page. */
export const PAGE_REASONS = {
  ssh: say`No browser was opened: this is an SSH session. ${HERE}`,
  "told-not-to": say`No browser was opened: the environment says not to. ${HERE}`,
  "no-display": say`No browser was opened: there is no display. ${HERE}`,
  "not-started": say`No browser was opened: none could be started. ${HERE}`,
  "no-file": say`No browser was opened: the private file that would lead it there cannot be written. ${HERE}`,
  "not-come": say`A browser was started and has not asked for the page yet. Where it does not, or says that it may not read a file, open the address in it.`,
} as const satisfies Record<NotShown, Sentence>;
