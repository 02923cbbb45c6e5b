import { lstat } from "node:fs/promises";
import { resolve } from "node:path";
import type { StudyBundle } from "../../artifacts/study.ts";
import { LabError, UsageError } from "../../errors.ts";
import { freeBases } from "../../experiment/open.ts";
import { createLab } from "../../lab.ts";
import type { Lab } from "../../prompting/lab.ts";
import { noStudy, type StudySeen, studyProgress } from "../../story/study-standing.ts";
import { queuePlace } from "../../study/database.ts";
import { listStudies, meantStudy, queueOf, type StudyPlace, studyFolderName } from "../../study/folder.ts";
import { openQueue } from "../../study/open-queue.ts";
import { readPulled } from "../../study/pull.ts";
import type { StudyQueue } from "../../study/queue.ts";
import { shellWord } from "../../text/shell-word.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { callerHere, withoutHost } from "../local.ts";
import type { CallCame } from "../remote.ts";
import type { StudyCall } from "./study.ts";

/** A study in its queue, and the project that asks about it. */
export type OpenedStudy = {
  queue: StudyQueue;
  hash: string;
  bundle: StudyBundle;
  /** Its folder in this project; null where it has none. */
  place: StudyPlace | null;
  /** Whether this project has none that is newer. */
  isNewest: boolean;
  lab: Lab;
  /** What is typed behind a word to mean it again; empty where nothing is needed. */
  meant: string;
};

/** Named by its queue's address and by its name or hash; null: the project's own, the newest. */
export type StudyMeant = { queue?: string | undefined; study?: string | undefined };

/** The project that the command works in, as it is for reading, and its studies. */
export async function studiesHere({ directory, signal }: Pick<StudyCall, "directory" | "signal">) {
  const lab = await createLab(withoutHost(directory)).labForReading(callerHere(signal));
  const { studies } = await listStudies(await freeBases(lab, "read"), lab.now);
  return { lab, studies };
}

/** What is said where there is no study at all. */
export const noStudyThere = (outcome: "answered" | "unranked"): CallCame => ({
  ...{ text: blocksText(noStudy()), outcome, facts: { study: null } },
});

/** Has a word do something with the study that is meant, and says so where there is none. Throws as `withStudy` does. */
export const aboutStudy = async (
  call: Pick<StudyCall, "directory" | "signal">,
  meant: StudyMeant,
  work: (opened: OpenedStudy) => Promise<CallCame>,
): Promise<CallCame> => (await withStudy(call, meant, work)) ?? noStudyThere("unranked");

/**
 * Opens the queue of the study that is meant and does something with it; null where there is no study at all. Throws
 * LabError where what was named is not there.
 */
export async function withStudy<T>(
  { directory, signal }: Pick<StudyCall, "directory" | "signal">,
  { queue: named, study: reference }: StudyMeant,
  work: (opened: OpenedStudy) => Promise<T>,
): Promise<T | null> {
  const { lab, studies } = await studiesHere({ directory, signal });
  let place = named === undefined ? meantStudy(studies, reference ?? null, "in this project") : null;
  if (named === undefined && place === null) return null;
  const address = named ?? (await queueOf(place as StudyPlace, lab.person));
  const queue = await openThere(address, directory);
  try {
    const inQueue = await queue.studies();
    const found =
      place === null
        ? meantStudy(inQueue, reference ?? null, `in ${queue.address}`)
        : (inQueue.find(({ hash }) => hash === place?.hash) ?? null);
    if (found === null && place === null) return null;
    const hash = found?.hash ?? place?.hash ?? "";
    const bundle = found === null ? null : await queue.bundle(hash);
    if (bundle === null)
      throw new LabError(
        `Cannot find the study ${hash.slice(0, 8)} in the queue at ${queue.address}: it is not there.`,
        {
          advice: "Name the queue that has it: --queue FILE, or --queue postgres://….",
        },
      );
    place ??= studies.find((each) => each.hash === hash) ?? null;
    return await work({
      queue,
      hash,
      bundle,
      place,
      isNewest: studies[0]?.hash === hash,
      lab,
      meant: meantBy(named, place, { bundle, hash, studies, inQueue }),
    });
  } finally {
    await queue.close();
  }
}

/** Whether a queue can be there without being made: a database that is away is one. */
export async function isQueue(address: string): Promise<boolean> {
  const where = queuePlace(address);
  return where.kind === "postgres" || ((await lstat(where.path).catch(() => null))?.isFile() ?? false);
}

/** A file that is not there would be made: whoever looks for a study wants one that is. */
export async function openThere(address: string, directory: string): Promise<StudyQueue> {
  const where = queuePlace(address);
  if (where.kind === "postgres") return openQueue(address);
  const path = resolve(directory, where.path);
  if (await isQueue(path)) return openQueue(path);
  const found = await lstat(path).catch(() => null);
  throw new UsageError(
    `Cannot open the queue ${path}: needed is the file of a queue, found ${found === null ? "nothing" : "something else"}.`,
    { advice: "opencode-designlab study run FILE makes one, in the study's folder." },
  );
}

function meantBy(
  named: string | undefined,
  place: StudyPlace | null,
  {
    bundle,
    hash,
    studies,
    inQueue,
  }: { bundle: StudyBundle; hash: string; studies: readonly StudyPlace[]; inQueue: readonly { hash: string }[] },
): string {
  const own = studyFolderName(bundle, hash);
  if (named === undefined) return studies[0]?.hash === place?.hash ? "" : `--study ${own}`;
  const where = queuePlace(named);
  const queue = `--queue ${shellWord(where.kind === "postgres" ? where.shown : named)}`;
  return inQueue[0]?.hash === hash ? queue : `${queue} --study ${own}`;
}

/** How many were pulled; none where the file that says it cannot be used, which the next pull says. */
async function countPulled(place: StudyPlace): Promise<number> {
  const entries = await readPulled(place).catch((error) => {
    if (error instanceof LabError) return [];
    throw error;
  });
  return entries.filter(({ pulled }) => pulled !== null).length;
}

/** How the study stands now, as a person is told. */
export async function lookAtStudy({ queue, hash, bundle, place, meant }: OpenedStudy): Promise<StudySeen> {
  const [standing, experiments] = [await queue.standing(hash), await queue.experiments(hash)];
  return {
    standing,
    progress: studyProgress(bundle, experiments),
    now: Date.now(),
    meant,
    pulled: place === null ? 0 : await countPulled(place),
    queue: shellWord(queue.address),
  };
}
