import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Glob } from "bun";
import { GENERATIONS, type Generation, installedBinary } from "../../rehearsal/binary.ts";

/**
 * Runs every test file in a process of its own, two at a time on two cores, the long ones first, and prints a line
 * for each file, the whole output of those that fail, and one closing line. An end-to-end file is run once for each
 * generation of the host. Arguments are parts of paths: only files
 * that hold one of them are run.
 */
/** The generations of the host whose binary is here. */
const HOSTS = GENERATIONS.filter((each) => installedBinary(each) !== null);
const ROOT = join(import.meta.dir, "../..");
/** Folders whose files take seconds, longest first; within a folder the order of names does. */
const LONG = ["e2e/crash", "e2e/faults", "e2e/", "ops/", "rehearsal/"];
/** Milliseconds that one test may take. */
const TIMEOUT = 120_000;

/** A file, and for an end-to-end file the generation of the host that it runs on. */
type Job = { file: string; host: Generation | null };
type Outcome = { name: string; code: number | null; output: string; passed: number; failed: number; seconds: number };

const wanted = process.argv.slice(2);
const jobs: Job[] = [...new Glob("test/**/*.test.ts").scanSync(ROOT)]
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort((a, b) => weight(a) - weight(b) || a.localeCompare(b))
  .flatMap((file): Job[] => (file.includes("/e2e/") ? HOSTS.map((host) => ({ file, host })) : [{ file, host: null }]));

/** Files that play time limits, and so need the machine to themselves. */
const ALONE = ["e2e/faults", "e2e/abort"];
const isAlone = ({ file }: Job): boolean => ALONE.some((part) => file.includes(part));

const started = Date.now();
const outcomes: Outcome[] = [];
let queue = jobs.filter((job) => !isAlone(job));
await Promise.all(Array.from({ length: Math.max(1, Math.min(2, availableParallelism())) }, lane));

queue = jobs.filter(isAlone);
await lane();

const failing = outcomes.filter(({ code }) => code !== 0);
for (const { name, output } of failing) console.log(`\n===== ${name}\n${output}`);
if (failing.length > 0) console.log(`\nFailing: ${failing.map(({ name }) => name).join(", ")}`);
for (const host of GENERATIONS.filter((each) => !HOSTS.includes(each))) {
  console.log(`Skipped: every end-to-end test on OpenCode ${host}, whose binary does not exist for this system`);
}
console.log(`${jobs.length} runs of files in ${Math.round((Date.now() - started) / 1000)} s`);
const failed = sum("failed") + failing.filter((outcome) => outcome.failed === 0).length;
console.log(`${sum("passed")} passed, ${failed} failed`);
process.exit(failing.length === 0 && sum("passed") > 0 ? 0 : 1);

async function lane(): Promise<void> {
  for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
    const outcome = await run(job);
    outcomes.push(outcome);
    const { name, code, passed, seconds } = outcome;
    console.log(
      `${code === 0 ? "ok  " : "FAIL"} ${name}: ${passed} passed, ${outcome.failed} failed, ${seconds.toFixed(1)} s`,
    );
  }
}

function run({ file, host }: Job): Promise<Outcome> {
  const begun = Date.now();
  const child = spawn(process.execPath, ["test", "--timeout", String(TIMEOUT), `./${file}`], {
    cwd: ROOT,
    env: { ...process.env, ...(host !== null && { DESIGNLAB_HOST: String(host) }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise((resolve) => {
    child.once("close", (code) => {
      resolve({
        name: host === null ? file : `${file} on OpenCode ${host}`,
        code,
        output,
        passed: count(output, "pass"),
        failed: count(output, "fail"),
        seconds: (Date.now() - begun) / 1000,
      });
    });
  });
}

/** The number in bun's closing line " 12 pass". */
function count(output: string, word: "pass" | "fail"): number {
  return Number(new RegExp(`^ *(\\d+) ${word}$`, "m").exec(output)?.[1] ?? 0);
}

function sum(what: "passed" | "failed"): number {
  return outcomes.reduce((total, outcome) => total + outcome[what], 0);
}

function weight(file: string): number {
  const at = LONG.findIndex((part) => file.includes(part));
  return at < 0 ? LONG.length : at;
}
