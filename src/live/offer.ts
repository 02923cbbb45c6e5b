import { lstat } from "node:fs/promises";
import { briefOf } from "../experiment/brief.ts";
import { pathOf } from "../store/artifacts.ts";
import { readBegun } from "../store/begun.ts";
import type { Witnessed } from "../store/seen.ts";
import type { LiveOffer } from "../story/live-offer.ts";
import type { PageRuns } from "./page-runs.ts";

/** What the page of an approved brief offers; null where no brief waits to be designed, or nothing can be begun there. */
export async function liveOffer(
  place: Witnessed,
  { running, runs, now }: { running: boolean; runs: PageRuns | null; now: () => Date },
): Promise<LiveOffer | null> {
  if (runs === null || !(await isDue(place, now))) return null;
  const { beginning, why } = runs.standing(place.dir);
  if (beginning) return { estimate: null, beginning, why: "" };
  // Who asked for the approval is about to take it in.
  if (running) return null;
  const estimate = await runs.estimate(place.dir);
  return "why" in estimate ? { estimate: null, beginning, why: estimate.why } : { estimate, beginning, why };
}

/** Whether the brief is approved and its task not set up. */
async function isDue(place: Witnessed, now: () => Date): Promise<boolean> {
  if ((await lstat(pathOf(place.dir, "task")).catch(() => null)) !== null) return false;
  const begun = await readBegun(place, now);
  return begun !== null && (await briefOf(begun, now)).state === "approved";
}
