import { lstat } from "node:fs/promises";
import { pathOf } from "../store/artifacts.ts";
import type { DecisionOffer } from "../story/live-decide.ts";
import type { PageWords } from "./page-words.ts";

/** What the page of an experiment offers to decide; null where nothing is designed, somebody is at work, or nobody can. */
export async function liveWord(
  dir: string,
  { running, words }: { running: boolean; words: PageWords | null },
): Promise<DecisionOffer | null> {
  if (words === null || running) return null;
  if ((await lstat(pathOf(dir, "task")).catch(() => null)) === null) return null;
  return words.offer(dir);
}
