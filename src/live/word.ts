import { lstat } from "node:fs/promises";
import { pathOf } from "../store/artifacts.ts";
import type { DecisionOffer } from "../story/live-decide.ts";
import type { LivePlanning } from "../story/live-plan.ts";
import type { PageRuns } from "./page-runs.ts";
import type { PageWords } from "./page-words.ts";

/** What the page of an experiment offers to decide; null where nothing is designed, somebody is at work, or nobody can. */
export async function liveWord(
  dir: string,
  { running, words }: { running: boolean; words: PageWords | null },
): Promise<DecisionOffer | null> {
  if (words === null || running) return null;
  if (!(await isAny(dir, ["task"]))) return null;
  return words.offer(dir);
}

/** What the page of an experiment offers of a plan; null where nothing is decided or planned, or somebody is at work. */
export async function livePlanning(
  dir: string,
  { running, words, runs }: { running: boolean; words: PageWords | null; runs: PageRuns | null },
): Promise<LivePlanning | null> {
  if (words === null || !(await isAny(dir, ["decision", "plan"]))) return null;
  const { beginning, why } = runs?.standing(dir) ?? { beginning: false, why: "" };
  if (beginning) return { offer: null, beginning, why: "" };
  if (running) return null;
  const offer = await words.plan(dir);
  // What asks a model needs a process that stays.
  const isPossible = offer !== null && (offer.step === "write" || runs !== null);
  return isPossible ? { offer, beginning, why: offer.step === "write" ? "" : why } : null;
}

async function isAny(dir: string, kinds: readonly ("task" | "decision" | "plan")[]): Promise<boolean> {
  const found = await Promise.all(kinds.map((kind) => lstat(pathOf(dir, kind)).catch(() => null)));
  return found.some((each) => each !== null);
}
