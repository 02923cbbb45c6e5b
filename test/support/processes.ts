import { dirname } from "node:path";
import { Glob } from "bun";
import type { Generation } from "../../rehearsal/binary.ts";

/**
 * What one process tests, by a name, and for an end-to-end file the generation of the host that it runs on; without files
 * the name is that of a script of the package.
 */
export type Job = { path: string; files: readonly string[]; host: Generation | null };

/**
 * Which processes there are: `daily` those of `npm test`, `rest` what it leaves out and `npm run test:rest` runs; parts of
 * paths are all files that hold one of them, each on its own, on every host.
 */
export type Wanted = "daily" | "rest" | readonly string[];

/** Folders and files that take many seconds, longest first; the others follow by name. */
const LONG = [
  "test/ops",
  "e2e/isolation",
  "e2e/cli",
  "test/views",
  "test/cli",
  "test/story",
  "e2e/run",
  "e2e/command",
  "e2e/plan",
  "e2e/crash",
  "browser/questions",
  "e2e/",
  "browser/",
  "test/stats",
  "test/house",
  "test/isolation",
];
/** Into how many processes a folder is parted that would be the last to end. */
const PARTS: Readonly<Record<string, number>> = { "test/ops": 6 };
/** Folders that take seconds: loading the same modules costs them more than their tests. */
const SHORT = [
  "artifacts",
  "blind",
  "command",
  "config",
  "experiment",
  "mutants",
  "plan",
  "prompting",
  "questions",
  "rehearsal",
  "stages",
  "stages/brief",
  "stages/designs",
  "stages/export",
  "stages/plan",
  "store",
  "text",
].map((name) => `test/${name}`);
const TOGETHER = "test of what is short";
/** Views and their drawers share what they draw. */
const VIEWS = "test/views";
/**
 * What mostly waits, for models, people, clocks or ports, so that the processor has little to do: folders, which end in a
 * slash, files, and beginnings of names of files.
 */
const WAITING = [
  "e2e/keyboard",
  "e2e/terminal",
  "e2e/word",
  "test/live/",
  "test/host/",
  "e2e/waits",
  "e2e/ask",
  "test/session/",
  "test/study/",
  "test/ops/brief.test.ts",
  "test/ops/outline.test.ts",
];
/**
 * Files that say how soon something must have ended, or that start a server again on the very port it had, which processes
 * beside them may have taken by then; they need the machine to themselves.
 */
const ALONE = ["e2e/abort", "browser/live-again"];
/** Where a browser or a host is driven from outside. */
const DRIVEN = ["test/browser/", "test/e2e/"];
/**
 * What `npm test` asks of installed hosts and of a browser, and on which generations: what only they can hold, and people
 * rely on. A run goes from a typed line to a ranking, no session of the lab sees what it must not, nobody but a person
 * approves, the gate holds edits, the scripted host of all other tests does as real ones do, the package loads, a result
 * opens without the tool, and an agent's page approves nothing.
 */
const DAILY: Readonly<Record<string, "each" | "newest">> = {
  "test/e2e/contract.test.ts": "each",
  "test/e2e/guard.test.ts": "each",
  "test/e2e/isolation.test.ts": "each",
  "test/e2e/package.test.ts": "newest",
  "test/e2e/run.test.ts": "each",
  "test/e2e/word.test.ts": "each",
  "test/browser/export.test.ts": "newest",
  "test/browser/own-page.test.ts": "newest",
};
/**
 * Files that need neither and that `npm test` leaves to `npm run test:rest`: each takes many seconds, and the file behind
 * it holds what is nearest there.
 */
export const LATER: Readonly<Record<string, string>> = {
  "test/cli/false-host.test.ts": "test/host/desk.test.ts",
  "test/cli/slow-host.test.ts": "test/host/desk.test.ts",
  "test/cli/study-hostile-server.test.ts": "test/cli/study-work.test.ts",
  "test/house/growth.test.ts": "test/house/patterns.test.ts",
  "test/ops/clock-back.test.ts": "test/ops/odd-input.test.ts",
  "test/ops/controls.test.ts": "test/story/controls.test.ts",
  "test/ops/decide-designs.test.ts": "test/ops/decide.test.ts",
  "test/ops/decide-dissent.test.ts": "test/ops/decide.test.ts",
  "test/ops/decide-place.test.ts": "test/ops/decide.test.ts",
  "test/ops/decide-shape.test.ts": "test/ops/decide.test.ts",
  "test/ops/decide-today.test.ts": "test/ops/decide.test.ts",
  "test/ops/disk.test.ts": "test/ops/full-disk.test.ts",
  "test/ops/exclude-self.test.ts": "test/stats/kept.test.ts",
  "test/ops/fallbacks.test.ts": "test/stages/stand-ins.test.ts",
  "test/ops/kept-answers.test.ts": "test/ops/resume.test.ts",
  "test/ops/kept-votes.test.ts": "test/ops/judge.test.ts",
  "test/ops/limits.test.ts": "test/session/limits.test.ts",
  "test/ops/odd-votes.test.ts": "test/ops/judge.test.ts",
  "test/ops/personas-ranked.test.ts": "test/story/personas.test.ts",
  "test/ops/plan-again.test.ts": "test/ops/plan.test.ts",
  "test/ops/plan-expand.test.ts": "test/ops/plan.test.ts",
  "test/ops/plan-hostile.test.ts": "test/ops/plan.test.ts",
  "test/ops/plan-link.test.ts": "test/ops/plan.test.ts",
  "test/ops/plan-views.test.ts": "test/ops/plan.test.ts",
  "test/views/one-account.test.ts": "test/views/printed.test.ts",
};
/** Files that only `npm run test:crash` runs, before a release; what holds most of it meanwhile. */
export const BEFORE_RELEASE: Readonly<Record<string, string>> = {
  "test/browser/figures.test.ts": "test/views/html/report.test.ts",
  "test/browser/long-report.test.ts": "test/browser/report.test.ts",
  "test/e2e/crash.test.ts": "test/ops/resume.test.ts",
  "test/e2e/page-way.test.ts": "test/e2e/page-run.test.ts",
  "test/e2e/plan.test.ts": "test/ops/plan.test.ts",
  "test/e2e/study-provider.test.ts": "test/e2e/study.test.ts",
};
/**
 * End-to-end files of what each generation does in its own way: how it is asked, what it lets a session see, what its
 * screen shows. The others run on the newest generation alone, for their claims are the lab's own or are held on the other
 * by a file of this list; `npm run test:crash` runs each on all.
 */
const ON_EACH = ["ask", "contract", "guard", "isolation", "run", "terminal", "word", "word-run"].map(
  (name) => `test/e2e/${name}.test.ts`,
);
/** Folders whose files each need, or take, a process. */
const APART = ["e2e", "long", "browser"];

/**
 * The processes that test what is wanted, those that take longest first.
 * @param root The project.
 * @param hosts Generations whose binary is here, the newest last.
 */
export function processesFor(wanted: Wanted, root: string, hosts: readonly Generation[]): Job[] {
  const parts = typeof wanted === "string" ? null : wanted;
  const files = [...new Glob("test/**/*.test.ts").scanSync(root)].filter((file) => {
    if (parts !== null) return parts.some((part) => file.includes(part));
    if (file.startsWith("test/long/") || file in BEFORE_RELEASE) return false;
    return isDriven({ path: file }) || (wanted === "rest") === file in LATER;
  });
  const jobs = [...Map.groupBy(files, (file) => (parts !== null || isApart(file) ? file : folderOf(file)))]
    .sort(([a], [b]) => weight(a) - weight(b) || a.localeCompare(b))
    .flatMap(([path, files]): Job[] =>
      hostsOf(path, wanted, hosts).flatMap((host) =>
        inParts(path, files.toSorted()).map((part) => ({ ...part, host })),
      ),
    );
  // What the types are wrong in fails as a test does, so that a core need not wait for the other to know them.
  return wanted === "daily" ? [{ path: "types", files: [], host: null }, ...jobs] : jobs;
}

/** On which hosts a path runs; `null` is none, for what needs none. */
function hostsOf(path: string, wanted: Wanted, hosts: readonly Generation[]): (Generation | null)[] {
  const all: readonly (Generation | null)[] = needsHost(path) ? hosts : [null];
  if (typeof wanted !== "string") return [...all];
  const newest = all.slice(-1);
  const whole = ON_EACH.includes(path) ? [...all] : newest;
  if (!isDriven({ path })) return whole;
  const daily = DAILY[path] === "each" ? whole : DAILY[path] === "newest" ? newest : [];
  return wanted === "daily" ? daily : whole.filter((host) => !daily.includes(host));
}

const isOneOf =
  (parts: readonly string[]) =>
  ({ path }: Pick<Job, "path">): boolean =>
    parts.some((part) => `${path}/`.includes(part));

export const isWaiting = isOneOf(WAITING);
export const needsMachine = isOneOf(ALONE);
/**
 * Whether it drives a browser or a host from outside, by the clock: what they show late, or a host's own command does not
 * print, because other tests take the machine, is no fault of what is tested.
 */
export const isDriven = isOneOf(DRIVEN);

/** Every nth file, so that long and short ones, which lie beside each other by name, are in each part. */
function inParts(path: string, files: readonly string[]): Pick<Job, "path" | "files">[] {
  const parts = PARTS[path] ?? 1;
  if (parts === 1) return [{ path, files }];
  return Array.from({ length: parts }, (_, part) => ({
    path: `${path} ${part + 1}/${parts}`,
    files: files.filter((_, at) => at % parts === part),
  }));
}

function folderOf(file: string): string {
  const folder = dirname(file);
  if (SHORT.includes(folder)) return TOGETHER;
  return `${folder}/`.startsWith(`${VIEWS}/`) ? VIEWS : folder;
}

function needsHost(path: string): boolean {
  return path.startsWith("test/e2e/") || path.startsWith("test/long/");
}

function isApart(file: string): boolean {
  return WAITING.includes(file) || APART.some((folder) => file.startsWith(`test/${folder}/`));
}

function weight(path: string): number {
  const at = LONG.findIndex((part) => path.includes(part));
  return at < 0 ? LONG.length : at;
}
