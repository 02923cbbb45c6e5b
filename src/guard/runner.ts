import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { EXIT_RECORD } from "../artifacts/guard.ts";
import { readRegular } from "../store/read.ts";
import { shellWord } from "../text/shell-word.ts";
import type { Folder } from "./package-runner.ts";
import { RUNNER_FILES, RUNNER_KINDS, type RunnerName } from "./runner-kinds.ts";

/** A test runner of the project, and how its runs write what the gate reads. Paths are relative to the project, with "/". */
export type Runner = {
  name: RunnerName;
  /** The folder that it is for; "" for the whole project. */
  folder: string;
  /** What to type in the project's folder. */
  line: string;
  /** What it writes: files, or folders of reports, and last the record of a run that ended with an error. */
  output: readonly string[];
  /** Globs of what it tests. */
  patterns: readonly string[];
  /** What else is needed once, a sentence; null for nothing. */
  needs: string | null;
};

/** Folders that hold no project of their own. */
const PASSED: ReadonlySet<string> = new Set(
  "node_modules target dist build out vendor venv env coverage __pycache__ bin obj".split(" "),
);
const DEEPEST = 4;
const MOST_FOLDERS = 1_000;
const MOST_RUNNERS = 12;
const MOST_BYTES = 1_000_000;

/** The runners of a project by its files, those of the whole first. What cannot be read tells of none. Never rejects. */
export async function findRunners(directory: string): Promise<Runner[]> {
  const folders = await lookInto(directory);
  const found = folders.flatMap((folder) =>
    Object.entries(RUNNER_KINDS).flatMap(([name, kind]) =>
      kind.is(folder) ? [{ name: name as RunnerName, folder }] : [],
    ),
  );
  const first = found.filter(
    ({ name, folder }) =>
      RUNNER_KINDS[name].alone || !found.some((other) => other.name === name && isAbove(other.folder.at, folder.at)),
  );
  // A runner makes no folder for what it writes.
  const makes = folders[0]?.names.has(RESULTS) ? "" : `mkdir -p ${RESULTS}; `;
  return first.slice(0, MOST_RUNNERS).map(({ name, folder }) => {
    const isModule = RUNNER_KINDS[name].isModule ?? RUNNER_KINDS[name].is;
    const modules = folders.filter((each) => isAbove(folder.at, each.at) && isModule(each)).map(({ at }) => at);
    const isOnly = first.every((other) => other.name === name || other.folder.at !== folder.at);
    return runnerOf(name, folder, { modules, slug: slugOf(isOnly ? folder.at : `${folder.at} ${name}`), makes });
  });
}

/** The folder that results go to. */
const RESULTS = ".opencode";

function slugOf(name: string): string {
  const slug = name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/gu, "");
  return slug === "" ? "" : `-${slug}`;
}

const isAbove = (above: string, below: string): boolean =>
  above !== below && (above === "" || below.startsWith(`${above}/`));

function runnerOf(
  name: RunnerName,
  folder: Folder,
  { modules, slug, makes }: { modules: readonly string[]; slug: string; makes: string },
): Runner {
  const { at } = folder;
  const kind = RUNNER_KINDS[name];
  const up = at === "" ? "" : "../".repeat(at.split("/").length);
  const place = `${RESULTS}/test-results${slug}`;
  const results = kind.writes === "folder" ? place : `${place}.${kind.writes ?? "xml"}`;
  const beside = (path: string) => [at, ...modules].map((each) => (each === "" ? path : `${each}/${path}`));
  const reports =
    kind.place === undefined ? [results] : beside(kind.place.path).slice(0, kind.place.inModules ? undefined : 1);
  const record = `${place}${EXIT_RECORD}`;
  const command = kind.command(folder, shellWord(`${up}${results}`));
  const { before, after } = recordLine(name, reports, record);
  return {
    name,
    folder: at,
    line: `${makes}${before}; ${at === "" ? command : `(cd ${shellWord(at)} && ${command})`} || ${after}`,
    output: [...reports, record],
    patterns: kind.patterns(folder).map((pattern) => prefixed(pattern, at)),
    needs: kind.needs?.(folder) ?? null,
  };
}

/**
 * What stands around a command so that no old report outlives it, and so that a run that fails leaves a failure: code
 * that does not compile makes most runners write no report.
 */
function recordLine(name: RunnerName, reports: readonly string[], record: string): { before: string; after: string } {
  const [head, tail] = [`{"runner":${JSON.stringify(name)},"exit_code":`, `,"reports":${JSON.stringify(reports)}}`];
  return {
    before: `rm -rf ${[...reports, record].map(shellWord).join(" ")}`,
    after: `{ echo ${shellWord(head)}$?${shellWord(tail)} > ${shellWord(record)}; false; }`,
  };
}

const prefixed = (pattern: string, at: string): string => {
  if (at === "") return pattern;
  return pattern.startsWith("!") ? `!${at}/${pattern.slice(1)}` : `${at}/${pattern}`;
};

/** The project's folder and those below it, breadth first. */
async function lookInto(directory: string): Promise<Folder[]> {
  const folders: Folder[] = [];
  for (let level = [""], depth = 0; level.length > 0 && depth <= DEEPEST; depth++) {
    const next: string[] = [];
    for (const at of level) {
      if (folders.length >= MOST_FOLDERS) return folders;
      const entries = await readdir(join(directory, at), { withFileTypes: true }).catch(() => []);
      const names = new Set(entries.map(({ name }) => name));
      const texts = new Map<string, string>();
      for (const name of [...names].filter((each) => RUNNER_FILES.test(each))) {
        const read = await readRegular(join(directory, at, name), directory, undefined, MOST_BYTES);
        if (read.state === "ok") texts.set(name, read.value);
      }
      folders.push({ at, names, texts });
      const below = entries.filter(
        (each) => each.isDirectory() && !each.name.startsWith(".") && !PASSED.has(each.name),
      );
      next.push(...below.map(({ name }) => (at === "" ? name : `${at}/${name}`)).sort());
    }
    level = next;
  }
  return folders;
}
