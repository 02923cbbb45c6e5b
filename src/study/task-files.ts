import { lstatSync, type Stats } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { Type } from "@sinclair/typebox";
import picomatch from "picomatch";
import type { StudyTask } from "../artifacts/study.ts";
import { STUDY_LISTS } from "../artifacts/study.ts";
import { entriesOf, readSource, realPathOf } from "../config/files.ts";
import { partedFront } from "../config/front-matter.ts";
import { ruleByName } from "../config/needs-trust.ts";
import { fieldProblems } from "../config/source.ts";
import { yamlSource } from "../config/yaml-source.ts";
import { isBlank } from "../text/clean.ts";
import { nearest } from "../text/nearest.ts";
import { pathInside } from "../text/path-inside.ts";
import { isSecretName } from "../text/secret-name.ts";
import { found } from "../text/wording.ts";

/** What a task's front matter may state: the lists of a task, each a requirement, constraint or assertion an entry. */
const Lists = Type.Object(
  Object.fromEntries(
    STUDY_LISTS.map((name) => [
      name,
      Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 4_000 }), { maxItems: 100 })),
    ]),
  ),
  { additionalProperties: false },
);
export type TaskLists = Pick<StudyTask, (typeof STUDY_LISTS)[number]>;

/** A file of a task, or why there is none, as words that follow its path. */
export type TaskFile =
  | { path: string; text: string; lists: TaskLists; sha256: string }
  | { path: string; fault: string };

/** Where files of tasks may lie, past every link: the study file's folder first, from which all is named. */
export type Roots = readonly [string, ...string[]];

/**
 * The paths that a file or a glob of a study means, absolute, in the order of their letters; or what is wrong with it, as
 * words that follow "must". Globs mean no hidden file and follow no link to a folder.
 */
export function filesMeant(named: string, roots: Roots): { paths: string[] } | { fault: string } {
  const [folder] = roots;
  const literal = resolve(folder, named);
  const { isGlob, base, glob } = picomatch.scan(named);
  if (!isGlob || isThere(literal)) {
    if (!isThere(literal)) return { fault: `name a file that is there, found none at ${literal}${near(literal)}` };
    return { paths: [literal] };
  }
  if (isCostly(named)) return { fault: `be a glob of fewer signs, found ${found(named)}` };
  if (glob.split(/[/\\]/u).includes(".."))
    return { fault: `be a glob without ".." behind a sign, found ${found(named)}` };
  const from = resolve(folder, base);
  if (!isWithin(from, roots)) return { fault: `stay in the study's folder or the project, found ${found(named)}` };
  const fits = picomatch(glob, { noextglob: true, windows: false });
  const paths = filesBelow(from, (path) => fits(path));
  if (paths === null)
    return { fault: `mean a folder of at most ${MOST_ENTRIES.toLocaleString("en")} entries, found more` };
  if (paths.length === 0) return { fault: `mean a file at least, found none for ${found(named)} in ${from}` };
  return { paths };
}

/** The most entries that are looked at for a glob. */
const MOST_ENTRIES = 200_000;

/** Whether looking a name up by it could take a time that grows past all bounds, as each star within a name multiplies it. */
function isCostly(glob: string): boolean {
  const parts = glob.split(/[/{},]/u);
  const wide = parts.filter((part) => part.includes("**")).length;
  const signs = glob.match(/[?[{(]/gu)?.length ?? 0;
  return glob.length > 300 || signs > 12 || wide > 2 || parts.some((part) => (part.match(/\*+/gu)?.length ?? 0) > 2);
}

/** The file of a task: UTF-8 text of at most 1 MB that shows something and lies, past every link, in one of the roots. */
export function readTaskFile(path: string, roots: Roots): TaskFile {
  if (!isWithin(path, roots)) {
    const leads = realPathOf(path);
    const to = leads === path ? "" : `, found a link to ${leads}`;
    return { path, fault: `it must lie in the study's folder or the project${to}` };
  }
  const rule = [path, realPathOf(path)].map(ruleOf).find((each) => each !== undefined);
  if (rule !== undefined) return { path, fault: `it must be open to models, found one that the rule "${rule}" closes` };
  let text = "";
  const reading = readSource(path, (label, read) => {
    text = read;
    return { source: { label, value: null, positionOf: () => null }, problems: [] };
  });
  const [problem] = reading?.problems ?? [];
  if (problem !== undefined) return { path, fault: problem.text };
  const file = reading?.source?.file;
  if (file === undefined) return { path, fault: "it must be a file that is there, found none" };
  // Between the first look and the reading a link may have been put there.
  if (!roots.some((root) => pathInside(root, file.path)))
    return { path, fault: `it must lie in the study's folder or the project, found a link to ${file.path}` };
  if (text.includes("\0")) return { path, fault: "it must be text, found bytes of zero" };
  const stated = listsIn(path, text);
  if ("fault" in stated) return { path, fault: stated.fault };
  if (isBlank(stated.body)) return { path, fault: "it must say what is to be designed, found nothing" };
  return { path, text: stated.body, lists: stated.lists, sha256: file.sha256 };
}

/** The rule that keeps a file from every model by its name. */
const ruleOf = (path: string) => (isSecretName(basename(path).toLowerCase()) ? "secrets" : ruleByName(path));

/** The lists in a text's front matter, and the text below it; a text without one states none. */
function listsIn(path: string, text: string): { lists: TaskLists; body: string } | { fault: string } {
  const none: TaskLists = { requirements: [], constraints: [], non_functional_requirements: [], assertions: [] };
  const parts = partedFront(text);
  if (!("front" in parts)) return { lists: none, body: text };
  const { source, problems } = yamlSource(path, parts.front, "requirements");
  const [problem] = source === null || problems.length > 0 ? problems : fieldProblems(source, Lists);
  if (problem !== undefined) {
    const { line = 1, column = 1 } = problem.position ?? {};
    return { fault: `${line}:${column}: ${problem.text}` };
  }
  return { lists: { ...none, ...(source?.value as Partial<TaskLists>) }, body: parts.body };
}

/** A path as people read it and as another machine may: from the folder, with "/". */
export const pathFrom = (folder: string, path: string): string => relative(folder, path).split(sep).join("/");

const isWithin = (path: string, roots: Roots): boolean => {
  const leads = realPathOf(path);
  return roots.some((root) => pathInside(root, leads));
};

const isThere = (path: string): boolean => lookAt(path) !== undefined;

/** What stands there itself, no link followed; undefined for nothing. */
function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function near(path: string): string {
  const [name] = nearest(basename(path), entriesOf(dirname(path)) ?? [], 1);
  return name === undefined ? "" : `; nearest: ${name}`;
}

/** Files and links below a folder that fit, by their path from it; null for more entries than are looked at. */
function filesBelow(folder: string, fits: (path: string) => boolean): string[] | null {
  const files: string[] = [];
  const left = [folder];
  for (let at = left.pop(), seen = 0; at !== undefined; at = left.pop()) {
    for (const name of entriesOf(at) ?? []) {
      if (++seen > MOST_ENTRIES) return null;
      if (name.startsWith(".") || name === "node_modules") continue;
      const path = join(at, name);
      if (lookAt(path)?.isDirectory()) left.push(path);
      // A link to a folder is not followed, for it may lead round.
      else if (fits(pathFrom(folder, path)) && !lookAt(realPathOf(path))?.isDirectory()) files.push(path);
    }
  }
  return files.sort();
}
