import type { Use } from "../artifacts/caller.ts";
import { freeBases } from "../experiment/open.ts";
import type { Invited } from "../live/own-server.ts";
import { noBrowser, showPage } from "../live/show-page.ts";
import type { Lab } from "../prompting/lab.ts";
import type { Grade } from "../story/page-grade.ts";
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
  const { person } = lab;
  const options = { bases: (use: Use) => freeBases(lab, use), ranking: () => ranking, now: lab.now, person };
  return offer(context, (grade) => pages.invite(grade, options, dir));
}

/**
 * Opens a page in the person's browser, by a private file. Where none comes the reply has an address, and what a reply
 * says an agent reads: that one leads to a page that is no person's yet.
 */
export async function offer(place: OpContext, invite: (grade: Grade) => Promise<Invited>): Promise<PageOffer> {
  const came = noBrowser(place.env, process.platform) ?? (await showPage(await invite("person"), place));
  if (came === "shown") return { shown: true };
  // A browser that comes late uses up its own invitation, not the one that a person is told.
  const { address, port } = await invite("shown");
  return { shown: false, why: came, address, port };
}
