import { createHash } from "node:crypto";
import { basename } from "node:path";
import pLimit from "p-limit";
import { version } from "../../package.json";
import type { Problem } from "../artifacts/problem.ts";
import { STUDY_MOST, type StudyBundle, type StudyExperiment } from "../artifacts/study.ts";
import type { StudyResult } from "../artifacts/study-result.ts";
import { LabError } from "../errors.ts";
import { type SummaryOptions, summaryOf } from "../experiment/summary.ts";
import { type StudyOutcome, type StudyOutcomes, studyNumbers } from "../stats/study-result.ts";
import { OPEN_FILES } from "../store/artifacts.ts";
import { type Experiment, listExperiments } from "../store/experiment.ts";
import type { Home } from "../store/private.ts";

/** An experiment of a study that lies in the project, by its key and the name of its folder. */
export type Lying = { key: string; folder: string; worker: string | null; cost: number; unpriced: number };

/** What is known of a study beside its experiments' folders; null where its queue cannot be asked. */
export type StudyKnown = {
  name: string;
  hash: string;
  bundle: Pick<StudyBundle, "tasks" | "panels" | "repeats"> | null;
  /** How its experiments stand in the queue. */
  queued: readonly StudyExperiment[] | null;
  pulled: readonly Lying[];
};

/** A result, what it was worked out from, and the folders of its experiments by their keys. */
export type StudyRead = {
  result: StudyResult;
  outcomes: StudyOutcomes;
  folders: ReadonlyMap<string, Experiment>;
  problems: readonly Problem[];
};

/**
 * Reads what the experiments of a study say, from their scores and never from a ranking that lies there, and works out what
 * all say together. An experiment whose folder is gone or cannot be read is told as such. Writes summaries alone.
 *
 * @param base The folder of experiments that they were pulled into.
 * @param keeps Whether something may be kept beside an experiment.
 * @param since When this was begun, milliseconds of the system's clock.
 */
export async function readStudyResult(
  known: StudyKnown,
  {
    base,
    options,
    now,
    person,
    keeps,
    since,
  }: {
    base: string;
    options: SummaryOptions;
    now: () => Date;
    person: Home;
    keeps(experiment: Experiment): Promise<boolean>;
    since: number;
  },
): Promise<StudyRead> {
  const { experiments, problems } = await listExperiments([base], now, person);
  const folders = new Map(experiments.map((each) => [basename(each.dir), each]));
  const taken = new Set<string>();
  const lying = new Map<string, Lying & { experiment: Experiment | null }>();
  for (const each of known.pulled.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    // One folder is one experiment, whatever a list says of it.
    const experiment = taken.has(each.folder) ? null : (folders.get(each.folder) ?? null);
    taken.add(each.folder);
    lying.set(each.key, { ...each, experiment });
  }
  const { tasks, panels, repeats } = askedOf(known);
  const queued = new Map((known.queued ?? []).map((each) => [each.key, each]));
  const places = tasks.flatMap(({ key }) =>
    panels.flatMap((panel) => Array.from({ length: repeats }, (_, at) => ({ task: key, panel, repeat: at + 1 }))),
  );
  const outcomes = await pLimit(OPEN_FILES).map(places, async (place): Promise<StudyOutcome> => {
    const key = `${place.task}/${place.panel}/${place.repeat}`;
    const [own, row] = [lying.get(key), queued.get(key)];
    const took = {
      worker: workerForOthers(row?.worker ?? own?.worker ?? null),
      cost: row === undefined ? (own?.cost ?? null) : row.cost,
      unpriced: row?.unpriced ?? own?.unpriced ?? 0,
      seconds: row !== undefined && row.ended !== null ? row.seconds : null,
    };
    if (own === undefined)
      return { ...place, ...took, state: row?.state === "failed" ? "failed" : "missing", summary: null };
    if (own.experiment === null) return { ...place, ...took, state: "unread", summary: null };
    const summary = await summaryOf(own.experiment, options, { keeps: await keeps(own.experiment), since }).catch(
      () => null,
    );
    return { ...place, ...took, state: summary === null ? "unread" : "done", summary };
  });
  const study: StudyOutcomes = { tasks, panels, repeats, outcomes };
  const made_of = createHash("sha256")
    .update(JSON.stringify([version, known.hash, study]))
    .digest("hex");
  const { name, hash } = known;
  return {
    result: { version: 1, name, hash, made_of, ...studyNumbers(study) },
    outcomes: study,
    folders: new Map([...lying].flatMap(([key, { experiment }]) => (experiment === null ? [] : [[key, experiment]]))),
    problems: problems.filter(({ path }) => known.pulled.some(({ folder }) => path.includes(folder))),
  };
}

/** "03-ferry-booking/wide/2" */
const KEY = /^([a-z0-9-]{1,60})\/([a-z0-9-]{1,60})\/([1-9]\d{0,3})$/u;

/** What a study asks, of its bundle; without one of what was pulled, by its keys. Throws LabError. */
function askedOf({ bundle, pulled }: StudyKnown): Pick<StudyOutcomes, "tasks" | "panels" | "repeats"> {
  if (bundle !== null)
    return {
      tasks: bundle.tasks.map(({ key, title }) => ({ key, title })),
      panels: bundle.panels.map(({ name }) => name),
      repeats: bundle.repeats,
    };
  const parts = pulled.flatMap(({ key }) => {
    const [, task, panel, nth] = KEY.exec(key) ?? [];
    return task !== undefined && panel !== undefined ? [{ task, panel, repeat: Number(nth) }] : [];
  });
  const tasks = [...new Set(parts.map(({ task }) => task))].toSorted();
  const panels = [...new Set(parts.map(({ panel }) => panel))].toSorted();
  const repeats = parts.reduce((most, { repeat }) => Math.max(most, repeat), 0);
  if (panels.length > STUDY_MOST.panels || tasks.length * panels.length * repeats > STUDY_MOST.experiments)
    throw new LabError(
      `Cannot tell what the study asks: its experiments.json names ${tasks.length} tasks, ${panels.length} panels and ${repeats} repeats, and a study has at most ${STUDY_MOST.panels} panels and ${STUDY_MOST.experiments} experiments.`,
      { advice: "Name its queue, which knows what it asks: --queue FILE, or --queue postgres://…." },
    );
  return { tasks: tasks.map((key) => ({ key, title: key })), panels, repeats };
}

/** What a worker is called in what may be published: by the eight digits that it drew, without its machine's name. */
const workerForOthers = (id: string | null): string | null => id?.replace(/^.{0,200}-(?=[0-9a-f]{8}$)/su, "") ?? null;
