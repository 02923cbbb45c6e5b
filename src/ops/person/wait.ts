import { noBrowser } from "../../live/show-page.ts";
import type { Lab } from "../../prompting/lab.ts";
import { notComeSaid, ON_YOUR_PAGE, waitSaid } from "../../story/person-asked.ts";
import type { OpContext } from "../op.ts";
import { liveInvite, type Opening, type PageOffer, startPage } from "./page.ts";

/** Seconds that a call waits for answers that a page can bring. */
export const WAIT = 300;

type Given = {
  /** Seconds that the call named; undefined where it left them to the lab. */
  wait: number | undefined;
  /** What is waited for, as the beginning of a sentence: "2 questions for you". */
  what(): string;
  /** Where the person can answer without the page. */
  elsewhere?: string;
  /** Begins to open the page; null where none is to be opened, or can be. */
  open(): Opening | null;
  /** Whether a person has the page open already. */
  isOpen?(): boolean;
};

/** How one call waits for a person. */
export type Wait = {
  /** At most, all waits of the call together. */
  seconds: number;
  /** Fires when nothing is waited for any more: the call was stopped, a line was typed, nobody can see what is asked. */
  over: AbortSignal;
  /** Opens the page the first time, and says whether the call waits; the person is then told for what, and how to end it. */
  begin(): boolean;
  /** Tells the person what else is waited for. */
  tell(what: string): void;
  /** How the person comes to the page, once something was opened; null where nothing was. */
  page(): Promise<PageOffer | null>;
};

/**
 * The one way in which calls wait for a person, and nobody unseen: where the call names no seconds it waits while a page
 * is open, or comes. A line that the person types ends it at once.
 */
export function waitOf(
  lab: Lab,
  context: OpContext,
  { wait, what, elsewhere = ANYWHERE, open, isOpen = () => false }: Given,
): Wait {
  const unseen = new AbortController();
  const { line } = lab.caller;
  const over = AbortSignal.any([lab.signal, unseen.signal, ...(line ? [line] : [])]);
  const seconds = wait ?? (canShow(context) ? WAIT : 0);
  let opening: Opening | null = null;
  let offer: Promise<PageOffer> | null = null;
  let came = false;
  /** One address for the notice and the reply. */
  const offered = (own: Opening): Promise<PageOffer> => {
    offer ??= own.offer(over);
    return offer;
  };
  /** A browser that starts and shows nothing is no reason to be silent: where to open the page is said meanwhile. */
  const tellAddress = async (own: Opening): Promise<void> => {
    const page = await offered(own);
    if (!page.shown && !over.aborted && !came && !isOpen())
      lab.progress.say({ text: notComeSaid(page.address), kind: "news" });
  };
  let begun = false;
  const tell = (text: string) => lab.progress.say({ text: waitSaid(text, Boolean(line)), kind: "news" });
  return {
    seconds,
    over,
    tell,
    begin() {
      if (begun || over.aborted) return begun && seconds > 0;
      begun = true;
      const seen = isOpen();
      if (!seen) opening = open();
      if (seconds === 0) return false;
      if (wait === undefined && !seen) {
        if (opening === null) unseen.abort();
        else void opening.came.then((came) => came || isOpen() || unseen.abort());
      }
      if (over.aborted) return false;
      void opening?.came.then((all) => {
        came = all;
      });
      if (opening !== null && canShow(context)) void tellAddress(opening).catch(() => undefined);
      const where = seen || (opening !== null && canShow(context)) ? ON_YOUR_PAGE : elsewhere;
      tell(`${what()}: ${where}`);
      return true;
    },
    page: async () => {
      if (begun && (came || isOpen())) return { shown: true };
      return opening === null ? null : offered(opening);
    },
  };
}

/** How a call waits for what a person can say on the live page of an experiment: `what` waits there. */
export function pageWait(
  lab: Lab,
  context: OpContext,
  dir: string,
  { wait, what, opens = true }: { wait: number | undefined; what: string; opens?: boolean },
): Wait {
  const invite = opens ? liveInvite(lab, context, dir) : null;
  const open = () => invite && startPage(context, invite);
  return waitOf(lab, context, { wait, what: () => what, open, isOpen: () => context.pages?.isWatched(dir) ?? false });
}

const ANYWHERE = "/lab-questions asks here";

/** Whether a browser of the person's can show a page of this process. */
const canShow = ({ pages, env }: OpContext): boolean => pages !== null && noBrowser(env, process.platform) === null;
