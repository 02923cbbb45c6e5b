import { rmSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Mutant } from "./mutants-of.ts";
import { BROAD, type Job, type Tests } from "./tests-of.ts";

/** What became of a mistake. `died` is the runtime itself ending by a signal, which no assertion did: it counts for nothing. */
export type Verdict = "noticed" | "survived" | "died";
/**
 * A verdict, and the tests that were run for it, as many as were needed. `by` is the test that noticed, null for the build
 * or nobody; it is the kept prints alone only where all others were asked too.
 */
export type Trial = { verdict: Verdict; ran: readonly Job[]; by: Job | null };
/** `seconds` by the clock, `work` of the processor, which is the same on a busy machine. */
type Outcome = { how: "passed" | "failed" | "endless" | "died"; seconds: number; work: number };

/** Seconds of work after which no further test is run for a mistake. */
const BUDGET = 120;
/** Seconds after which a test waits for ever, if it takes less than a fifth of them without the mistake. */
const PATIENCE = 150;
/** The engine's last compiler costs more than it saves in processes that live for seconds. */
const ENVIRONMENT = { BUN_JSC_useFTLJIT: "0" };

const running = new Set<number>();
const homes = new Set<string>();

/** Ends whatever still runs and removes every copy. */
export function cleanUp(): void {
  for (const pid of running) end(pid);
  for (const home of homes) rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Tries mistakes of the project in `root`: each function that it returns makes one at a time in a copy of its own. What
 * fails there is run once in a copy that has no mistake, and when it fails there too it has noticed nothing.
 *
 * @param beyondPrints Whether what the kept prints notice is shown to the other tests too, until one of them notices.
 */
export async function trials(
  root: string,
  beyondPrints = false,
): Promise<() => Promise<(mutant: Mutant, tests: Tests) => Promise<Trial>>> {
  const faultless = await copyOf(root);
  const known = new Map<string, Promise<Outcome>>();
  let built: Promise<boolean> | null = null;

  return async () => {
    const copy = await copyOf(root);
    return async (mutant, tests) => {
      const path = join(copy, mutant.file);
      const original = await readFile(path, "utf8");
      await writeFile(path, mutated(original, mutant));
      try {
        return await tried(copy, tests);
      } finally {
        await writeFile(path, original);
      }
    };
  };

  async function tried(copy: string, tests: Tests): Promise<Trial> {
    if (tests.built) {
      built ??= build(faultless);
      if (!(await built)) throw new Error("Cannot build the project: fix the build before mistakes are made in it");
      if (!(await build(copy))) return { verdict: "noticed", ran: [], by: null };
    }
    const ran: Job[] = [];
    let prints: Job | null = null;
    let left = BUDGET;
    for (const job of tests.jobs) {
      if (left <= 0) break;
      ran.push(job);
      const outcome = await run(copy, job);
      left -= outcome.work;
      if (outcome.how === "passed") continue;
      const verdict = await verdictOf(copy, job, outcome);
      if (verdict === "noticed" && beyondPrints && job.path === BROAD) prints = job;
      else if (verdict === "noticed" || (verdict === "died" && prints === null)) return { verdict, ran, by: job };
    }
    return { verdict: prints === null ? "survived" : "noticed", ran, by: prints };
  }

  /** A test must fail twice, so that one that fails now and then on a busy machine notices nothing. */
  async function verdictOf(copy: string, job: Job, { how }: Outcome): Promise<Verdict> {
    const without = await withoutMistake(job);
    if (without.how !== "passed") return "survived";
    if (how === "endless") return without.seconds < PATIENCE / 5 ? "noticed" : "survived";
    const again = await run(copy, job);
    if (again.how === "passed") return "survived";
    return how === "died" || again.how === "died" ? "died" : "noticed";
  }

  function withoutMistake(job: Job): Promise<Outcome> {
    const key = `${job.path} ${job.host}`;
    const outcome =
      known.get(key) ?? run(faultless, job).then((first) => (first.how === "passed" ? first : run(faultless, job)));
    known.set(key, outcome);
    return outcome;
  }
}

/** The text of a file with a mistake in it. */
export function mutated(source: string, { start, before, after }: Mutant): string {
  return source.slice(0, start) + after + source.slice(start + before.length);
}

/** A copy of a project without what is built, beside a folder for the temporary files of its tests. */
async function copyOf(root: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "designlab-mutants-"));
  homes.add(home);
  // A database of root's tests runs as another user, who has to come by.
  await chmod(home, 0o711);
  const copy = join(home, "copy");
  await mkdir(temporaryOf(copy));
  await cp(root, copy, { recursive: true, filter: (path) => !/\/(?:node_modules|\.git|dist)$/u.test(path) });
  await installedIn(copy, join(root, "node_modules"));
  return copy;
}

/**
 * What is installed, file by file without their bytes: behind one link the runtime builds a script of it only once in a
 * process, and a page's tests build it again. One link where the disk or its `cp` can do no better.
 */
async function installedIn(copy: string, installed: string): Promise<void> {
  const there = join(copy, "node_modules");
  const linked = Bun.spawn(["cp", "-al", installed, there], { stdio: ["ignore", "ignore", "ignore"] });
  if ((await linked.exited) === 0) return;
  await rm(there, { recursive: true, force: true });
  await symlink(installed, there);
}

function temporaryOf(copy: string): string {
  return join(copy, "../tmp");
}

function run(copy: string, { path, host }: Job): Promise<Outcome> {
  const options = ["--bail", "--timeout", String(PATIENCE * 1000), `./${path}`];
  return started(copy, ["test", ...options], host === null ? {} : { DESIGNLAB_HOST: String(host) });
}

async function build(copy: string): Promise<boolean> {
  return (await started(copy, ["run", "build"], {})).how === "passed";
}

async function started(copy: string, args: string[], more: Record<string, string>): Promise<Outcome> {
  const begun = Date.now();
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: copy,
    env: { ...process.env, ...ENVIRONMENT, TMPDIR: temporaryOf(copy), ...more },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  });
  running.add(child.pid);
  let endless = false;
  const clock = setTimeout(() => {
    endless = true;
    end(child.pid);
  }, PATIENCE * 1000);
  const code = await child.exited;
  clearTimeout(clock);
  end(child.pid);
  running.delete(child.pid);
  return {
    how: endless ? "endless" : code === 0 ? "passed" : code === 1 ? "failed" : "died",
    seconds: (Date.now() - begun) / 1000,
    work: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1_000_000,
  };
}

/** Ends a process and those that it started. */
function end(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // nobody is left
  }
}
