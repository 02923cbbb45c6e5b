import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Persona } from "../artifacts/persona.ts";
import { besideTask, numbered, requirementsOf } from "../artifacts/requirement.ts";
import type { StudyPanel, StudyTask } from "../artifacts/study.ts";
import type { Task } from "../artifacts/task.ts";
import { isPlanned, type Reviewer, seatOf } from "../artifacts/task.ts";
import { tidyAssertions } from "../config/assertions.ts";
import { countedOf, spentOf } from "../experiment/spent.ts";
import { loadArtifact } from "../store/artifacts.ts";
import { parseLedger } from "../store/ledger.ts";
import { paths } from "../store/paths.ts";
import { readRegular } from "../store/read.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import { clean, cleanValue } from "../text/clean.ts";
import { fileHash } from "./manifest.ts";
import type { ExperimentSpent, TakenExperiment } from "./queue.ts";
import { isInsidePath, removeWorkFolder, type WorkFolder, writeInside } from "./work-folder.ts";

/** What is there of an experiment before it is gone on with. */
export type Restored = {
  /** Its folder; null where it is begun anew. */
  dir: string | null;
  /** Paths of its files and the hashes that they are stored under. */
  known: Map<string, string>;
  /** Paths of what was damaged: it is left out, and asked anew. */
  damaged: string[];
  /** Why nothing of what is stored is used; null where it is, and where nothing was. */
  refused: "plan-damaged" | "plan-of-another" | null;
};

export const LEDGER_PATH = "ledger.jsonl";
/** Files of one machine alone: locks, what is being written, and what says that it was begun there. */
const OF_MACHINE = /^(?:\..*|made\.json|summary\.json|.*\.tmp)$/u;

/** Whether a file of an experiment is stored for others, by its path. */
export const isForOthers = (path: string): boolean =>
  isInsidePath(path) && path.split("/").every((name) => !OF_MACHINE.test(name));

/**
 * Lays out what others stored of an experiment, so that it is gone on with. A file whose hash is another is left out; all
 * is, and taken out of the queue, where its plan is damaged or asks what the study does not: that would be paid for too.
 */
export async function restoreStored(
  { base, asks }: Pick<WorkFolder, "base" | "asks">,
  taken: Pick<TakenExperiment, "bundle" | "experiment" | "files" | "read" | "put">,
): Promise<Restored> {
  const stored = await taken.files();
  const damaged: string[] = [];
  const known = new Map<string, string>();
  const dir = join(base, `restored-${taken.experiment.epoch}`);
  for (const { path, sha256 } of stored) {
    const bytes = isForOthers(path) ? await taken.read(path) : null;
    if (bytes === null || fileHash(bytes) !== sha256 || isBeyond(path, bytes)) {
      damaged.push(path);
      await taken.put(path, null);
      continue;
    }
    await writeInside(dir, path, bytes);
    known.set(path, sha256);
  }
  if (stored.length === 0) return { dir: null, known, damaged, refused: null };
  const read = await loadArtifact(dir, "task");
  const refused = read.state !== "ok" ? "plan-damaged" : isOfStudy(read.value, taken, asks) ? null : "plan-of-another";
  if (refused === null) return { dir, known, damaged, refused };
  for (const path of known.keys()) await taken.put(path, null);
  await removeWorkFolder({ directory: dir });
  return { dir: null, known: new Map(), damaged, refused };
}

/** Whether a file is a ledger that says more than any experiment costs: what is paid on top of it would be lost in its sum. */
const isBeyond = (path: string, bytes: Uint8Array): boolean =>
  path === LEDGER_PATH && countedIn(new TextDecoder().decode(bytes)) > MOST_COUNTED;

/** Whether a plan asks what the study's panel asks about the study's task, in the same words, and no more. */
function isOfStudy(
  task: Task,
  { bundle, experiment }: Pick<TakenExperiment, "bundle" | "experiment">,
  asks: WorkFolder["asks"],
): boolean {
  const about = bundle.tasks.find(({ key }) => key === experiment.task);
  const panel = bundle.panels.find(({ name }) => name === experiment.panel);
  if (about === undefined || panel === undefined) return false;
  return isAbout(task, about, asks) && isAskedOf(task, panel, asks) && isJudgedBy(task, asks);
}

function isAbout(task: Task, about: StudyTask, { config }: WorkFolder["asks"]): boolean {
  const assertions = tidyAssertions(about.assertions.length > 0 ? about.assertions : config.review.assertions);
  const own = numbered({ ...task, assertions });
  return (
    task.task === clean(about.task.trim()).text &&
    task.brief === undefined &&
    LISTS.every((list) =>
      isSame(
        task[list],
        about[list].map((each) => clean(each).text.trim()),
      ),
    ) &&
    // What a model read out of a task without lists stands in it word for word.
    (LISTS.every((list) => task[list].length === 0)
      ? besideTask(task).every((each) => own.some((other) => isSame(other, each)))
      : isSame(requirementsOf(task), own))
  );
}

const isSame = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other);
const LISTS = ["requirements", "constraints", "non_functional_requirements"] as const;

function isAskedOf(
  { designers, reviewers, score_samples, control }: Task,
  panel: StudyPanel,
  { config: { review, fallback_models } }: WorkFolder["asks"],
): boolean {
  const own = new Set(panel.models);
  const planned = reviewers.filter(isPlanned);
  // A fallback that answered has a row too, and the plan asks nothing of it by itself.
  const standsIn = ({ model, persona }: Reviewer): boolean =>
    planned.some((each) => each.persona === persona && fallback_models[each.model]?.includes(model));
  return (
    designers.length <= panel.designs &&
    planned.length <= panel.reviewers &&
    score_samples <= review.quantitative.samples &&
    (control ?? false) === review.control &&
    designers.every(({ entrant, lineage }) => entrant === undefined && lineage === undefined) &&
    [...designers, ...planned].every((each) => own.has(seatOf(each).model)) &&
    reviewers.every((each) => isPlanned(each) || standsIn(each))
  );
}

/** Whether reviewers score what the panel says, and whoever is played is whom its file says. */
function isJudgedBy({ criteria, personas = [] }: Task, { config, personas: known }: WorkFolder["asks"]): boolean {
  const isKnown = (persona: Persona): boolean => {
    const file = known.find(({ name }) => name === persona.name);
    const told = ({ role, text, temperature }: Persona) => ({ role, text, temperature });
    return (
      file !== undefined &&
      isSame(told(persona), told(file)) &&
      (persona.criteria ?? []).every((each) => file.criteria?.some((other) => isSame(other, each)))
    );
  };
  return isSame(criteria, cleanValue(config.review.quantitative.criteria).value) && personas.every(isKnown);
}

/** The folder of the one experiment that lies in a base; null while it has no plan. */
export async function experimentIn({ base }: Pick<WorkFolder, "base">): Promise<string | null> {
  for (const name of (await readdir(base).catch(() => [])).sort()) {
    const dir = join(base, name);
    if ((await loadArtifact(dir, "task")).state === "ok") return dir;
  }
  return null;
}

/** What a ledger's text says that an experiment spent. */
export function spentIn(text: string): ExperimentSpent {
  const lines = parseLedger(text);
  const { cost, tokens } = spentOf(lines);
  const asked = lines.filter(({ event, attempts = 0 }) => (event === "done" || event === "failed") && attempts > 0);
  return {
    cost,
    tokens,
    unpriced: asked.filter((line) => typeof line.cost !== "number" || line.tokens === null).length,
  };
}

/** US dollars that limits count of a ledger's text: what is known, and what was assumed of the rest. */
export const countedIn = (text: string): number => countedOf(parseLedger(text)).cost;

/** The most US dollars that one experiment's ledger may say: no experiment costs as much, and small sums vanish in larger ones. */
const MOST_COUNTED = 100_000;

/** What an experiment's ledger says in its folder, "" where none is. */
export async function ledgerText(dir: string): Promise<string> {
  const read = await readRegular(paths.ledger(dir));
  return read.state === "ok" ? read.value : "";
}
