import { setTimeout as sleep } from "node:timers/promises";
import type { Use } from "../../artifacts/caller.ts";
import { freeBases } from "../../experiment/open.ts";
import type { Invited } from "../../live/own-server.ts";
import { noBrowser, PAGE_PATIENCE, showPage } from "../../live/show-page.ts";
import type { Lab } from "../../prompting/lab.ts";
import type { NotShown } from "../../story/open-page.ts";
import type { Grade } from "../../story/page-grade.ts";
import { followGate } from "../guard/status.ts";
import type { OpContext } from "../op.ts";

/** How a person comes to the page: it is there, or why it is not, with a way in. */
export type PageOffer = { shown: true } | ({ shown: false; why: NotShown } & Pick<Invited, "address" | "port">);

/** A page that is being opened in the person's browser. */
export type Opening = {
  /** Whether it came: a browser that is not started yet may take its time. Never fails. */
  came: Promise<boolean>;
  /** How the person comes to it, for a reply; a browser that runs is given its moment, unless `ended` fires. */
  offer(ended: AbortSignal): Promise<PageOffer>;
};

type Invite = (grade: Grade) => Promise<Invited>;

/** The way into the live page, that of one experiment where its folder is given; null where no process stays to serve it. */
export function liveInvite(lab: Lab, { pages }: OpContext, dir?: string): Invite | null {
  if (pages === null) return null;
  const { person } = lab;
  const { ranking } = lab.config;
  const bases = (use: Use) => freeBases(lab, use);
  const options = { bases, ranking: () => ranking, now: lab.now, person, gate: followGate(lab) };
  return (grade) => pages.invite(grade, options, dir);
}

/**
 * Opens a page in the person's browser, by a private file. Where none comes the reply has an address, and what a reply
 * says an agent reads: that one leads to a page that is no person's yet.
 */
export function startPage(place: OpContext, invite: Invite): Opening {
  const since = performance.now();
  const shown = (async (): Promise<"shown" | NotShown> => {
    const why = noBrowser(place.env, process.platform);
    return why ?? showPage(await invite("person"), place, PAGE_PATIENCE.cold);
  })();
  const came = shown.then(
    (all) => all === "shown",
    () => false,
  );
  return {
    came,
    async offer(ended) {
      const done = new AbortController();
      const left = Math.max(0, PAGE_PATIENCE.warm - (performance.now() - since));
      const late = sleep(left, "not-come" as const, { signal: AbortSignal.any([ended, done.signal]) });
      const state = await Promise.race([shown, late.catch(() => "not-come" as const)]);
      done.abort();
      if (state === "shown") return { shown: true };
      // A browser that comes late uses up its own invitation, not the one that a person is told.
      const { address, port } = await invite("shown");
      return { shown: false, why: state, address, port };
    },
  };
}
