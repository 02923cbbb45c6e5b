import { freeBases } from "../experiment/open.ts";
import type { Invited } from "../live/own-server.ts";
import { noBrowser, showPage } from "../live/show-page.ts";
import type { Lab } from "../prompting/lab.ts";
import type { NotShown } from "../views/markdown/open-text.ts";
import type { OpContext } from "./op.ts";

/** Seconds that a call waits for answers that a page can bring. */
export const WAIT = 300;

/** How a person comes to the page: it is there, or why it is not, with a way in. */
export type PageOffer = { shown: true } | ({ shown: false; why: NotShown } & Pick<Invited, "address" | "port">);

/**
 * Opens the page in the person's browser, that of one experiment where its folder is given. null where no process stays
 * to serve it.
 */
export async function offerPage(lab: Lab, context: OpContext, dir?: string): Promise<PageOffer | null> {
  const { pages } = context;
  if (pages === null) return null;
  const { ranking } = lab.config;
  const invite = () =>
    pages.invite(
      { bases: (use) => freeBases(lab, use), ranking: () => ranking, now: lab.now, person: lab.person },
      dir,
    );
  const came = noBrowser(context.env, process.platform) ?? (await showPage(await invite(), context));
  if (came === "shown") return { shown: true };
  // A browser that comes late uses up its own invitation, not the one that a person is told.
  const { address, port } = await invite();
  return { shown: false, why: came, address, port };
}
