import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Glob } from "bun";
import { GENERATIONS, type Generation, installedBinary } from "../../rehearsal/binary.ts";

/**
 * Runs every test and prints a line for each process that tests, what those say that fail, and one closing line. An
 * end-to-end file has a process of its own, once for each generation of the host that it is held on; of the others each
 * folder has one, several where it takes long, and short ones share one. Types are checked beside them. As
 * many run at a time as there are cores, two at most, the long ones first, and beside them one more, of those that mostly
 * wait as long as there are any. Up to three files that drive a browser or a host and fail are run once more at the end, alone, and both outcomes
 * are printed. Arguments are parts of paths: only files that hold one of them are run, each on its own; without one all
 * are but those in test/long.
 */
/** The generations of the host whose binary is here. */
const HOSTS = GENERATIONS.filter((each) => installedBinary(each) !== null);
const ROOT = join(import.meta.dir, "../..");
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
const PARTS: Readonly<Record<string, number>> = { "test/ops": 4 };
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
  "test/ops/brief.test.ts",
  "test/ops/outline.test.ts",
];
/**
 * Files that say how soon something must have ended, or that start a server again on the very port it had, which processes
 * beside them may have taken by then; they need the machine to themselves.
 */
const ALONE = ["e2e/abort", "browser/live-again"];
/**
 * A browser and a host are driven from outside, by the clock: what they show late, or a host's own command does not print,
 * because other tests take the machine, is no fault of what is tested.
 */
const DRIVEN = ["test/browser/", "test/e2e/"];
const MOST_AGAIN = 3;
/**
 * End-to-end files of what each generation does in its own way: how it is asked, what it lets a session see, what its
 * screen shows, how it is installed. Without an argument the others run on the newest generation alone, for their claims
 * are the lab's own; `npm run test:crash` runs each on all.
 */
const ON_EACH = [
  "ask",
  "children",
  "closed-folders",
  "contract",
  "cut-context",
  "guard",
  "isolation",
  "package",
  "run",
  "terminal",
  "unbuilt",
  "word",
].map((name) => `test/e2e/${name}.test.ts`);
/** Folders whose files each need, or take, a process. */
const APART = ["e2e", "long", "browser"];
/**
 * The engine's last compiler costs more than it saves in processes that live for seconds, and so do threads that collect
 * garbage beside them, a small heap, and an allocator that gives back to the system what it takes again at once: a third
 * of the processor where a run of four by four is played six times.
 */
const SHORT_LIVED = {
  BUN_JSC_useFTLJIT: "0",
  BUN_JSC_numberOfGCMarkers: "1",
  BUN_JSC_useConcurrentGC: "0",
  BUN_JSC_smallHeapGrowthFactor: "4",
  Malloc: "1",
};
/** What bun prints of each test that passed. */
const PASSED = /^\(pass\).*\n/gm;
/** Properties are held against the same examples in each run, so that what passes here passes elsewhere. */
const SAME_EXAMPLES = join(import.meta.dir, "same-examples.ts");
/** Milliseconds after which a test hangs; a machine may be three times as slow as another. */
const TIMEOUT = 300_000;

/**
 * What one process tests, by a name, and for an end-to-end file the generation of the host that it runs on; without files
 * the name is that of a script of the package.
 */
type Job = { path: string; files: readonly string[]; host: Generation | null };
type Outcome = {
  job: Job;
  name: string;
  code: number | null;
  output: string;
  passed: number;
  failed: number;
  seconds: number;
  /**
   * Seconds of the processor, of its own children too, but not of what nobody waited for: the pages of a browser and the
   * host in a terminal take as much again.
   */
  processor: number;
};

/** Where the first that needs it unpacks Chromium for all. */
const CHROMIUM = mkdtempSync(join(tmpdir(), "designlab-browser-"));
process.on("exit", () => rmSync(CHROMIUM, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

const wanted = process.argv.slice(2);
const files = [...new Glob("test/**/*.test.ts").scanSync(ROOT)].filter((file) =>
  wanted.length === 0 ? !file.startsWith("test/long/") : wanted.some((part) => file.includes(part)),
);
const jobs = [...Map.groupBy(files, (file) => (wanted.length > 0 || isApart(file) ? file : folderOf(file)))]
  .sort(([a], [b]) => weight(a) - weight(b) || a.localeCompare(b))
  .flatMap(([path, files]): Job[] => {
    const newest = wanted.length === 0 && !ON_EACH.includes(path) ? HOSTS.slice(-1) : HOSTS;
    const hosts = isOnHost(path) ? newest : [null];
    return hosts.flatMap((host) => inParts(path, files.toSorted()).map((part) => ({ ...part, host })));
  });
// What the types are wrong in fails as a test does, so that a core need not wait for the other to know them.
if (wanted.length === 0) jobs.unshift({ path: "types", files: [], host: null });
const isOneOf =
  (parts: readonly string[]) =>
  ({ path }: Job): boolean =>
    parts.some((part) => `${path}/`.includes(part));

const started = Date.now();
const outcomes: Outcome[] = [];
const [waiting, alone] = [jobs.filter(isOneOf(WAITING)), jobs.filter(isOneOf(ALONE))];
const others = jobs.filter((job) => !waiting.includes(job) && !alone.includes(job));
const cores = Math.max(1, Math.min(2, availableParallelism()));
// What waits leaves room to the end: once all of it was run, others are run in its place.
await Promise.all([lane(waiting).then(() => lane(others)), ...Array.from({ length: cores }, () => lane(others))]);
await lane(alone);
// What fails in a few is run once more alone; where many fail, that is no matter of the machine.
const again = outcomes.filter((each) => each.code !== 0 && isOneOf(DRIVEN)(each.job));
for (const each of again.length > MOST_AGAIN ? [] : again) {
  console.log(`Once more, alone: ${each.name}`);
  const [failed] = outcomes.splice(outcomes.indexOf(each), 1);
  await lane([each.job]);
  if (outcomes.at(-1)?.code === 0)
    console.log(`Passed alone, failed beside others:\n${failed?.output.replace(PASSED, "")}`);
}

const failing = outcomes.filter(({ code }) => code !== 0);
for (const { name, output } of failing) console.log(`\n===== ${name}\n${output.replace(PASSED, "")}`);
if (failing.length > 0) console.log("\nFailing:");
for (const each of failing) console.log([each.name, ...failedIn(each)].join("\n     "));
for (const host of GENERATIONS.filter((each) => !HOSTS.includes(each))) {
  console.log(`Skipped: every end-to-end test on OpenCode ${host}, whose binary does not exist for this system`);
}
const took = `${Math.round((Date.now() - started) / 1000)} s, ${Math.round(sum("processor"))} of the processor`;
console.log(`${files.length} files, ${jobs.length} processes, in ${took}`);
const failed = sum("failed") + failing.filter((outcome) => outcome.failed === 0).length;
console.log(`${sum("passed")} passed, ${failed} failed`);
process.exit(failing.length === 0 && sum("passed") > 0 ? 0 : 1);

/** Every nth file, so that long and short ones, which lie beside each other by name, are in each part. */
function inParts(path: string, files: readonly string[]): Pick<Job, "path" | "files">[] {
  const parts = PARTS[path] ?? 1;
  if (parts === 1) return [{ path, files }];
  return Array.from({ length: parts }, (_, part) => ({
    path: `${path} ${part + 1}/${parts}`,
    files: files.filter((_, at) => at % parts === part),
  }));
}

async function lane(queue: Job[]): Promise<void> {
  for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
    const outcome = await run(job);
    outcomes.push(outcome);
    const { name, code, passed, seconds, processor } = outcome;
    console.log(
      `${code === 0 ? "ok  " : "FAIL"} ${name}: ${passed} passed, ${outcome.failed} failed, ${seconds.toFixed(1)} s, ` +
        `${processor.toFixed(1)} of the processor`,
    );
    for (const test of failedIn(outcome)) console.log(`     ${test}`);
  }
}

async function run(job: Job): Promise<Outcome> {
  const { path, files, host } = job;
  const begun = Date.now();
  const tests = ["test", "--preload", SAME_EXAMPLES, "--timeout", String(TIMEOUT), ...files.map((file) => `./${file}`)];
  const child = Bun.spawn([process.execPath, ...(files.length === 0 ? ["run", "--silent", path] : tests)], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...SHORT_LIVED,
      DESIGNLAB_CHROMIUM: CHROMIUM,
      ...(host !== null && { DESIGNLAB_HOST: String(host) }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = [child.stdout, child.stderr].map((stream) => new Response(stream).text());
  const output = (await Promise.all(texts)).join("");
  const code = await child.exited;
  return {
    job,
    name: host === null ? path : `${path} on OpenCode ${host}`,
    code,
    output,
    passed: count(output, "pass"),
    failed: count(output, "fail"),
    seconds: (Date.now() - begun) / 1000,
    processor: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6,
  };
}

/** What the process says of each test that failed, once. */
function failedIn({ output }: Outcome): string[] {
  return [...new Set(Array.from(output.matchAll(/^\(fail\) (.+?)(?: \[[\d.]+ms\])?$/gm), ([, test]) => test ?? ""))];
}

/** The number in bun's closing line " 12 pass". */
function count(output: string, word: "pass" | "fail"): number {
  return Number(new RegExp(`^ *(\\d+) ${word}$`, "m").exec(output)?.[1] ?? 0);
}

function sum(what: "passed" | "failed" | "processor"): number {
  return outcomes.reduce((total, outcome) => total + outcome[what], 0);
}

function folderOf(file: string): string {
  const folder = dirname(file);
  if (SHORT.includes(folder)) return TOGETHER;
  return `${folder}/`.startsWith(`${VIEWS}/`) ? VIEWS : folder;
}

function isOnHost(path: string): boolean {
  return path.startsWith("test/e2e/") || path.startsWith("test/long/");
}

function isApart(file: string): boolean {
  return WAITING.includes(file) || APART.some((folder) => file.startsWith(`test/${folder}/`));
}

function weight(path: string): number {
  const at = LONG.findIndex((part) => path.includes(part));
  return at < 0 ? LONG.length : at;
}
