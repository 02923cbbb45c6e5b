import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { GENERATIONS, installedBinary } from "../../rehearsal/binary.ts";
import { exitCodeOf, MOST_FLAKES } from "./flakes.ts";
import { isDriven, isWaiting, type Job, needsMachine, processesFor } from "./processes.ts";

/**
 * Runs the tests of `npm test` and prints a line for each process that tests, what those say that fail, and one closing
 * line. An end-to-end file has a process of its own, once for each generation of the host that it is held on; of the others
 * each folder has one, several where it takes long, and short ones share one. Types are checked beside them. As
 * many run at a time as there are cores, two at most, the long ones first, and beside them two more, of those that mostly
 * wait, as long as there are any, and one to the end. Up to three files that drive a browser or a host and fail run once more at the end, alone. One that passes then is
 * printed as a flake, and more than one flake fails the run. With --rest it runs what `npm test` leaves out, but what takes minutes. Other arguments are parts
 * of paths: only files that hold one of them are run, each on its own, on every host.
 */
/** The generations of the host whose binary is here. */
const HOSTS = GENERATIONS.filter((each) => installedBinary(each) !== null);
const ROOT = join(import.meta.dir, "../..");
const MOST_AGAIN = 3;
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

const parts = process.argv.slice(2);
const wanted = parts.length === 0 ? "daily" : parts[0] === "--rest" ? "rest" : parts;
const jobs = processesFor(wanted, ROOT, HOSTS);
const files = new Set(jobs.flatMap((job) => job.files));

const started = Date.now();
const outcomes: Outcome[] = [];
const [waiting, alone] = [jobs.filter(isWaiting), jobs.filter(needsMachine)];
const others = jobs.filter((job) => !waiting.includes(job) && !alone.includes(job));
const cores = Math.max(1, Math.min(2, availableParallelism()));
// What waits leaves room to the end: once all of it was run, others are run in the place of one.
const waits = [lane(waiting).then(() => lane(others)), lane(waiting)];
await Promise.all([...waits, ...Array.from({ length: cores }, () => lane(others))]);
await lane(alone);
// If only a few fail, each runs once more alone: one that passes then is a flake, and is printed as one.
const flakes: Outcome[] = [];
const again = outcomes.filter((each) => each.code !== 0 && isDriven(each.job));
for (const each of again.length > MOST_AGAIN ? [] : again) {
  console.log(`Once more, alone: ${each.name}`);
  outcomes.splice(outcomes.indexOf(each), 1);
  await lane([each.job]);
  if (outcomes.at(-1)?.code === 0) flakes.push(each);
}

const failing = outcomes.filter(({ code }) => code !== 0);
for (const { name, output } of failing) console.log(`\n===== ${name}\n${output.replace(PASSED, "")}`);
if (failing.length > 0) console.log("\nFailing:");
for (const each of failing) console.log([each.name, ...failedIn(each)].join("\n     "));
for (const flake of flakes) {
  console.log(`\nFlake: ${flake.name} failed beside others and passed alone:\n${flake.output.replace(PASSED, "")}`);
}
if (flakes.length > MOST_FLAKES)
  console.log(`FAIL ${flakes.length} flakes, at most ${MOST_FLAKES} is allowed in one run`);
for (const host of GENERATIONS.filter((each) => !HOSTS.includes(each))) {
  console.log(`Skipped: every end-to-end test on OpenCode ${host}, whose binary does not exist for this system`);
}
const took = `${Math.round((Date.now() - started) / 1000)} s, ${Math.round(sum("processor"))} of the processor`;
console.log(`${files.size} files, ${jobs.length} processes, in ${took}`);
const tooFlaky = flakes.length > MOST_FLAKES ? flakes.length : 0;
const failed = sum("failed") + failing.filter((outcome) => outcome.failed === 0).length + tooFlaky;
console.log(`${sum("passed")} passed, ${failed} failed`);
process.exit(exitCodeOf({ failing: failing.length, flakes: flakes.length, passed: sum("passed") }));

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
