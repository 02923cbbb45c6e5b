import { basename, join } from "node:path";
import type { StudyExperiment } from "../../artifacts/study.ts";
import { StudyResult } from "../../artifacts/study-result.ts";
import { LabError } from "../../errors.ts";
import type { SummaryOptions } from "../../experiment/summary.ts";
import type { Lab } from "../../prompting/lab.ts";
import { isFree } from "../../store/bases.ts";
import { jsonOf, writePlain } from "../../store/files.ts";
import type { Sentence } from "../../story/sentence.ts";
import { queueUnasked, resultKept, studyBlocks } from "../../story/study-result.ts";
import { meantStudy, type StudyPlace } from "../../study/folder.ts";
import { readPulled } from "../../study/pull.ts";
import { readStudyResult, type StudyKnown, type StudyRead } from "../../study/result.ts";
import { studyHtml } from "../../views/html/study-result-page.tsx";
import { blocksText } from "../../views/markdown/blocks.ts";
import { problemLines } from "../../views/markdown/lines.ts";
import type { CallCame } from "../remote.ts";
import { noStudyThere, type OpenedStudy, studiesHere, withStudy } from "./opened.ts";
import { MEANT, studyOptions } from "./options.ts";
import type { StudyCall, StudyWord } from "./study.ts";

export const resultWord: StudyWord = {
  word: "result",
  usage: "result [STUDY] [--queue URL]",
  does: "works out what a study says from the scores that were pulled, and writes study.md, study.html and study.json",
  async run(call) {
    const { values, positionals } = studyOptions(resultWord, call.rest, MEANT, 1);
    const found = await readHere(call, { ...values, study: positionals[0] ?? values.study });
    return found === null ? noStudyThere("unranked") : writeResult(found, { next: [] });
  },
};

/** Writes what was worked out. @param next What can be typed before a file of its numbers is made. */
export async function writeResult(
  { place, read, unasked, isNewest }: ReadHere,
  { next }: { next: readonly Sentence[] },
): Promise<CallCame> {
  const { result } = read;
  const files: Record<string, string> = {
    "study.json": jsonOf("study.json", StudyResult, result),
    "study.md": `${blocksText(studyBlocks(result, "file"))}\n`,
    "study.html": studyHtml(result),
  };
  for (const [name, text] of Object.entries(files)) await writePlain(place.base, join(place.path, name), text);
  const blocks = [
    ...studyBlocks(result, "reply"),
    ...(unasked === null ? [] : queueUnasked(unasked)),
    ...resultKept(place.path, { next, meant: isNewest ? "" : basename(place.path) }),
  ];
  const isRanked = result.panels.some(({ ranked }) => ranked > 0);
  return {
    text: [blocksText(blocks), ...problemLines(read.problems)].join("\n\n"),
    outcome: isRanked ? "answered" : "unranked",
    facts: { study: result, folder: place.path, ...(unasked !== null && { unasked }) },
  };
}

/** A study of this project with its result, why its queue could not be asked, null where it could, and whether no other is newer. */
export type ReadHere = {
  place: StudyPlace;
  lab: Lab;
  known: StudyKnown;
  read: StudyRead;
  unasked: string | null;
  isNewest: boolean;
};

/** How scores become an order, as it is configured today. */
export const rankingOptions = ({ config }: Lab): SummaryOptions => {
  const { method, exclude_self_reviews, person_weight } = config.ranking;
  return { method, exclude_self_reviews, person_weight };
};

/** Reads the study that is meant, from what was pulled of it; null where this project has none. Throws LabError. */
export async function readHere(
  call: StudyCall,
  meant: { queue?: string | undefined; study?: string | undefined },
): Promise<ReadHere | null> {
  const since = Date.now();
  const { lab, studies } = await studiesHere(call);
  const place = meantStudy(studies, meant.study ?? null, "in this project");
  if (place === null) return null;
  const asked = await askQueue(call, { queue: meant.queue, study: place.hash });
  return readFrom({ place, lab, isNewest: studies[0]?.hash === place.hash }, asked, since);
}

/** The same of a study whose queue is open; null where this project has none of it. */
export async function readOpened({ place, ...opened }: OpenedStudy): Promise<ReadHere | null> {
  const since = Date.now();
  return place === null ? null : readFrom({ ...opened, place }, await askOpened(opened), since);
}

async function readFrom(
  { place, lab, isNewest }: Pick<ReadHere, "place" | "lab" | "isNewest">,
  { bundle, queued, why }: Asked,
  since: number,
): Promise<ReadHere> {
  const known: StudyKnown = { name: place.name, hash: place.hash, pulled: await readPulled(place), bundle, queued };
  const read = await readStudyResult(known, {
    ...{ base: place.base, options: rankingOptions(lab), now: lab.now, person: lab.person, since },
    keeps: ({ dir }) => isFree(dir, "work", lab),
  });
  return { place, lab, known, read, unasked: why, isNewest };
}

type Asked = Pick<StudyKnown, "bundle" | "queued"> & { why: string | null };

/** What the queue says of the study; what was pulled counts without it too. */
async function askQueue(call: StudyCall, meant: { queue?: string | undefined; study: string }): Promise<Asked> {
  try {
    const asked = await withStudy(call, meant, askOpened);
    if (asked !== null) return asked;
  } catch (error) {
    if (!(error instanceof LabError) || meant.queue !== undefined) throw error;
    return { bundle: null, queued: null, why: [error.message, error.advice].filter(Boolean).join(" ") };
  }
  return { bundle: null, queued: null, why: null };
}

/** Its experiments, each with the machine that did it in place of the worker's own name. */
async function askOpened({ queue, hash, bundle }: Pick<OpenedStudy, "queue" | "hash" | "bundle">): Promise<Asked> {
  const machines = new Map((await queue.standing(hash)).workers.map(({ id, machine }) => [id, machine]));
  const queued = (await queue.experiments(hash)).map(
    (each): StudyExperiment => ({
      ...each,
      worker: each.worker === null ? null : (machines.get(each.worker) ?? each.worker),
    }),
  );
  return { bundle, queued, why: null };
}
