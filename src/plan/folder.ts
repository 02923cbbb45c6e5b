import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import type { LeftOut, PlanTask, TaskFault } from "../artifacts/plan-task.ts";
import { messageOf, UsageError } from "../errors.ts";
import { kindOf, readRegular } from "../store/read.ts";
import { stampOf } from "../store/stamp.ts";
import { MAX_FRONT_MATTER } from "./front-matter.ts";
import { naturally } from "./graph.ts";
import { type ReadTask, readTask } from "./task-file.ts";

/** Most files, folders inside one another, bytes of one file, characters of all files and of what a parser reads of them. */
const MAX_FILES = 2_000;
const MAX_FOLDERS = 8;
export const MAX_TASK_FILE_BYTES = 1_000_000;
const MAX_CHARACTERS = 40_000_000;
const MAX_YAML = 2_000_000;
/** Names that are looked at in all, whatever they are. */
const MAX_NAMES = 20_000;

/** What lies in a folder of tasks now. */
export type TaskFolder = {
  dir: string;
  /** A task for each id, of the first file that has it. */
  tasks: PlanTask[];
  /** Ids that stand in more files than one, with all of them; the first is the one that is read. */
  twice: { id: string; files: string[] }[];
  /** Files without a task, because they cannot be read, and fields that cannot. */
  broken: TaskFault[];
  faults: TaskFault[];
  left_out: LeftOut[];
  /** Markdown files that are no tasks. */
  others: number;
};

/**
 * Reads every task file of a folder and of those in it. Links are not followed, hidden names are not looked at, and what
 * cannot be read is named while the rest is. Throws UsageError where the folder itself cannot be read.
 */
export async function readFolder(dir: string): Promise<TaskFolder> {
  const folder: TaskFolder = { dir, tasks: [], twice: [], broken: [], faults: [], left_out: [], others: 0 };
  const files = await filesIn(dir, folder.left_out);
  const owners = new Map<string, string[]>();
  let characters = 0;
  let yaml = 0;
  for await (const { file, read } of readAll(dir, files)) {
    if (read.state === "missing") continue;
    if (read.state === "unusable") {
      folder.left_out.push(leftOut(file, read.problem));
      continue;
    }
    characters += read.value.length;
    const most = characters > MAX_CHARACTERS ? MAX_CHARACTERS : yaml >= MAX_YAML - MAX_FRONT_MATTER ? MAX_YAML : null;
    if (most !== null) {
      folder.left_out.push({ file, kind: "more", what: "characters", most });
      break;
    }
    const found = known(file, read.value);
    yaml += parsed(read.value, found);
    if (found.state === "none") folder.others++;
    else if (found.state === "broken") folder.broken.push(found.fault);
    else {
      const same = owners.get(found.task.id);
      if (same === undefined) folder.tasks.push(found.task);
      owners.set(found.task.id, [...(same ?? []), file]);
      folder.faults.push(...found.faults);
    }
  }
  folder.tasks.sort((a, b) => naturally(a.id, b.id));
  folder.twice = [...owners].flatMap(([id, files]) => (files.length > 1 ? [{ id, files }] : []));
  return folder;
}

/** How the task files of a folder stand: another text once one was written, added or taken out; "" where there is no folder. */
export async function folderStamp(dir: string): Promise<string> {
  const files = await filesIn(dir, []).catch(() => null);
  if (files === null) return "";
  return `${files.join("\n")}\n${await stampOf(...files.map((file) => join(dir, ...file.split("/"))))}`;
}

/** Files that are read at once. */
const AT_ONCE = 32;

/** What lies in files, in their order. */
async function* readAll(dir: string, files: readonly string[]) {
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const some = files.slice(at, at + AT_ONCE).map(async (file) => {
      const read = await readRegular(join(dir, ...file.split("/")), dir, undefined, MAX_TASK_FILE_BYTES);
      return { file, read };
    });
    yield* await Promise.all(some);
  }
}

/** What files were read as before: of 300 that are looked at again after each change most are as they were. */
const KNOWN = new Map<string, ReadTask>();
const MAX_KNOWN = 8_000_000;
let kept = 0;

/** As `readTask`, which parses a text once. */
function known(file: string, text: string): ReadTask {
  const key = `${file}\n${text}`;
  const before = KNOWN.get(key);
  if (before !== undefined) return before;
  if (kept + key.length > MAX_KNOWN) {
    KNOWN.clear();
    kept = 0;
  }
  kept += key.length;
  const found = readTask(file, text);
  KNOWN.set(key, found);
  return found;
}

/** Every Markdown file below a folder, with slashes, in the order of their names. */
async function filesIn(dir: string, left_out: LeftOut[]): Promise<string[]> {
  const files: string[] = [];
  const folders = [""];
  let names = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const entries = await readdir(join(dir, ...folder.split("/")), { withFileTypes: true }).catch((error: unknown) => {
      if (folder === "") throw unreadable(dir, error);
      left_out.push({ file: folder, kind: "unreadable", reason: messageOf(error) });
      return [];
    });
    entries.sort((a, b) => naturally(a.name, b.name));
    for (const entry of entries) {
      const file = folder === "" ? entry.name : `${folder}/${entry.name}`;
      const isTask = /\.md$/iu.test(entry.name);
      if (entry.name.startsWith(".")) continue;
      if (++names > MAX_NAMES || (isTask && files.length >= MAX_FILES)) {
        const bound =
          names > MAX_NAMES
            ? ({ what: "names", most: MAX_NAMES } as const)
            : ({ what: "files", most: MAX_FILES } as const);
        left_out.push({ file, kind: "more", ...bound });
        return files;
      }
      if (entry.isDirectory()) {
        if (file.split("/").length > MAX_FOLDERS) {
          left_out.push({ file, kind: "more", what: "folders", most: MAX_FOLDERS });
        } else folders.push(file);
      } else if (isTask && entry.isFile()) files.push(file);
      else if (isTask || entry.isSymbolicLink()) left_out.push({ file, kind: "not-a-file", found: kindOf(entry) });
    }
  }
  return files;
}

/** Characters of a file that a parser had before it, or may have had. */
function parsed(text: string, found: ReadTask): number {
  if (found.state === "task") return text.length - found.task.body.length;
  return /^\uFEFF?---/u.test(text) ? Math.min(text.length, MAX_FRONT_MATTER) : 0;
}

type Unusable = Extract<Awaited<ReturnType<typeof readRegular>>, { state: "unusable" }>["problem"];

function leftOut(file: string, problem: Unusable): LeftOut {
  if (problem.kind === "too-large") return { file, kind: "too-large", bytes: problem.bytes, most: problem.most };
  if (problem.kind === "not-a-file") return { file, kind: "not-a-file", found: problem.found };
  return { file, kind: "unreadable", reason: "reason" in problem ? problem.reason : problem.kind };
}

function unreadable(dir: string, error: unknown): UsageError {
  const { code } = error as NodeJS.ErrnoException;
  const why = code === "ENOENT" ? "there is no such folder" : code === "ENOTDIR" ? "it is no folder" : messageOf(error);
  return new UsageError(`Cannot read the tasks in ${dir.split(sep).join("/")}: ${why}.`, {
    advice: "Name a folder that holds task files (Markdown with an id and a name in its front matter).",
    cause: error,
  });
}
