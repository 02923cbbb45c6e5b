import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { BOUNDS, exceededBound } from "../artifacts/bounds.ts";
import { briefSha256 } from "../artifacts/hashes.ts";
import { STUDY_MOST, StudyBundle, type StudyTask } from "../artifacts/study.ts";
import { type Places, realPathOf, rootOf } from "../config/files.ts";
import { readingOnce } from "../config/reading.ts";
import { providerOf } from "../config/schema.ts";
import { problemAt, type SourceProblem, sourceWithin } from "../config/source.ts";
import { type StudyFile, studyFileError } from "../config/study-file.ts";
import { LabError } from "../errors.ts";
import { briefOf, taskBriefOf, textsOf } from "../experiment/brief.ts";
import { besideLists } from "../prompting/agent.ts";
import { openBegun } from "../store/begun.ts";
import { isNewest } from "../store/experiment.ts";
import { slug } from "../store/paths.ts";
import { stands } from "../story/brief-stands.ts";
import { unmarked } from "../story/sentence.ts";
import { clean, isBlank } from "../text/clean.ts";
import { headingOf } from "../text/headings.ts";
import { nearest } from "../text/nearest.ts";
import { pathInside } from "../text/path-inside.ts";
import { truncate } from "../text/truncate.ts";
import { found } from "../text/wording.ts";
import { readPanel } from "./panel-of.ts";
import { filesMeant, pathFrom, type Roots, readTaskFile, type TaskLists } from "./task-files.ts";

/** What a person should know of a bundle that is no mistake. */
export type BundleNote =
  /** A file that two lines of the study mean; it is a task once. */
  | { kind: "task-named-twice"; source: string }
  /** A brief proposes criteria of its own, which no panel judges by. */
  | { kind: "brief-criteria-left"; source: string; criteria: number };

/** From where a bundle is read. `bases`: folders of experiments in which briefs are looked for. */
export type BundlePlaces = Places & { bases: readonly string[]; now: () => Date };

/**
 * What a study file comes to, with all that it names: texts of tasks and briefs, panels that stand alone. Asks no model and
 * writes nothing. Throws LabError with all that is wrong, where it stands in the file.
 */
export async function readBundle(
  study: StudyFile,
  places: BundlePlaces,
): Promise<{ bundle: StudyBundle; notes: readonly BundleNote[] }> {
  const { name, source, repeats, limits, providers, machines } = study;
  const { drafts, notes, problems } = await readTasks(study, places);
  const read = readingOnce(places);
  const from = dirname(study.path);
  const panels = study.panels.flatMap((each) => {
    const came = readPanel(sourceWithin(source, ["panels", each.name]), each.name, {
      ...placesOf(from, places),
      from,
      read,
    });
    if ("problems" in came) problems.push(...came.problems);
    return "panel" in came ? [came.panel] : [];
  });
  const known = [...new Set(panels.flatMap((panel) => panel.models.map(providerOf)))];
  if (panels.length === study.panels.length)
    for (const provider of Object.keys(providers).filter((each) => !known.includes(each))) {
      const [near] = nearest(provider, known, 1);
      const others = near === undefined ? `; there are ${known.join(", ")}` : `; nearest: ${near}`;
      const text = `must be a provider of a panel's model, found ${found(provider)}${others}`;
      problems.push(problemAt(source, ["providers", provider], text, "key"));
    }
  const experiments = drafts.length * study.panels.length * repeats;
  if (experiments > STUDY_MOST.experiments) {
    const [most, many] = [STUDY_MOST.experiments, experiments].map((each) => each.toLocaleString("en"));
    const text = `must come to at most ${most} experiments, found ${drafts.length} tasks × ${study.panels.length} panels × ${repeats}, which are ${many}`;
    problems.push(problemAt(source, ["tasks"], text));
  }
  if (problems.length > 0) throw studyFileError(problems);
  const bundle: StudyBundle = {
    version: 1,
    name,
    file: { name: basename(study.path), text: study.text },
    tasks: withKeys(drafts),
    panels,
    repeats,
    limits,
    providers: { ...providers },
    machines: machines.map((machine) => ({ ...machine })),
  };
  const [strange] = Value.Errors(StudyBundle, bundle);
  if (strange !== undefined)
    throw studyFileError([{ source: source.label, text: `${strange.path}: ${strange.message}`, position: null }]);
  return { bundle, notes };
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The project; where the study lies outside of it, the study's own folder. */
function placesOf(from: string, places: Places): Places {
  return pathInside(realPathOf(rootOf(places)), realPathOf(from))
    ? places
    : { ...places, directory: from, worktree: from };
}

type Draft = Omit<StudyTask, "key">;

async function readTasks(
  { path, tasks, source }: StudyFile,
  places: BundlePlaces,
): Promise<{ drafts: Draft[]; notes: BundleNote[]; problems: SourceProblem[] }> {
  const drafts: Draft[] = [];
  const notes: BundleNote[] = [];
  const problems: SourceProblem[] = [];
  const folder = dirname(path);
  const roots: Roots = [realPathOf(folder), realPathOf(rootOf(places))];
  const seen = new Set<string>();
  /** Where each text stood first. */
  const said = new Map<string, string>();
  let characters = 0;
  const take = (draft: Draft, at: number): void => {
    const text = sha256(draft.task.trim());
    const twin = said.get(text);
    characters += draft.task.length;
    if (twin === undefined) said.set(text, draft.source);
    else {
      const same = `must be a task of its own: ${draft.source} says the same as ${twin}; repeats asks one several times`;
      problems.push(problemAt(source, ["tasks", at], same));
    }
    drafts.push(draft);
  };
  for (const [at, entry] of tasks.entries()) {
    if (problems.length > MOST_PROBLEMS || drafts.length > STUDY_MOST.tasks || characters > STUDY_MOST.text) break;
    if ("brief" in entry) {
      const came = await briefTask(entry.brief, places);
      if ("fault" in came) problems.push(problemAt(source, ["tasks", at, "brief"], came.fault));
      else {
        take(came.draft, at);
        if (came.criteria > 0)
          notes.push({ kind: "brief-criteria-left", source: came.draft.source, criteria: came.criteria });
      }
      continue;
    }
    const meant = filesMeant(entry.file, roots);
    if ("fault" in meant) {
      problems.push(problemAt(source, ["tasks", at], `must ${meant.fault}`));
      continue;
    }
    for (const file of meant.paths) {
      if (problems.length > MOST_PROBLEMS || drafts.length > STUDY_MOST.tasks || characters > STUDY_MOST.text) break;
      const real = realPathOf(file);
      const shown = pathFrom(folder, file);
      if (seen.has(real)) {
        notes.push({ kind: "task-named-twice", source: shown });
        continue;
      }
      seen.add(real);
      const came = readTaskFile(file, roots);
      if ("fault" in came) problems.push(problemAt(source, ["tasks", at], `means ${file}: ${came.fault}`));
      else take(fileDraft(came, shown), at);
    }
  }
  if (drafts.length > STUDY_MOST.tasks) {
    const text = `must come to at most ${STUDY_MOST.tasks.toLocaleString("en")} tasks, found more`;
    problems.push(problemAt(source, ["tasks"], text));
  }
  if (characters > STUDY_MOST.text) {
    const text = `must have at most ${STUDY_MOST.text.toLocaleString("en")} characters in all, found more`;
    problems.push(problemAt(source, ["tasks"], text));
  }
  return { drafts, notes, problems };
}

const MOST_PROBLEMS = 100;

function fileDraft(
  { text, lists, sha256: hash }: { text: string; lists: TaskLists; sha256: string },
  source: string,
): Draft {
  return { title: titleOf(text), source, sha256: hash, task: text, ...lists };
}

/** An approved brief as a task: what it takes for granted and leaves out stands below its text. */
async function briefTask(
  reference: string,
  { bases, directory, home, env, now }: BundlePlaces,
): Promise<{ draft: Draft; criteria: number } | { fault: string }> {
  if (isNewest(reference)) return { fault: `must be an id or a path, for the newest is another soon, found "latest"` };
  try {
    const begun = await openBegun(bases, reference, { directory, now, person: { home, env }, what: "brief" });
    const view = await briefOf(begun, now);
    const { brief, state, id } = view;
    if (brief === null || state !== "approved")
      return {
        fault: `must be a brief that you approved on this machine; ${id} is not. ${unmarked(stands(view), String)}`,
      };
    const task = [brief.task.trim(), ...besideLists({ brief: taskBriefOf(brief) })];
    const draft: Draft = {
      title: titleOf(brief.topic),
      source: `brief ${id}`,
      sha256: briefSha256(brief),
      task: task.join("\n\n"),
      requirements: textsOf(brief.requirements),
      constraints: textsOf(brief.constraints),
      non_functional_requirements: textsOf(brief.non_functional_requirements),
      assertions: [],
    };
    if (isBlank(brief.task)) return { fault: `must be a brief whose task says something; that of ${id} is empty` };
    const excess = exceededBound(draft, BOUNDS.task);
    return excess === null
      ? { draft, criteria: brief.criteria?.length ?? 0 }
      : { fault: `must be a brief of a task's size: ${excess}` };
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    return { fault: `must be an approved brief. ${error.message}` };
  }
}

/** What a task calls itself: its first heading, else its first line. */
function titleOf(text: string): string {
  const seen = clean(text).text;
  const line = seen.split("\n").find((each) => !isBlank(each)) ?? "";
  return truncate((headingOf(seen) ?? line).replace(/\s+/gu, " ").trim(), MOST_TITLE) || "task";
}

const MOST_TITLE = 120;

/** "03-ferry-booking": by its number, then by its title; a title in another script leaves the number alone. */
function withKeys(drafts: readonly Draft[]): StudyTask[] {
  const digits = Math.max(2, String(drafts.length).length);
  return drafts.map((draft, at) => {
    const named = slug(draft.title, "task", 40);
    const number = String(at + 1).padStart(digits, "0");
    return { key: `${number}-${/^[a-z0-9][a-z0-9-]*$/u.test(named) ? named : "task"}`, ...draft };
  });
}
