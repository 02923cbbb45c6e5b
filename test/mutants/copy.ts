import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Mutant } from "./mutants-of.ts";
import type { Job, Tests } from "./tests-of.ts";

/** What became of a mistake. `died` is the runtime itself ending by a signal, which no assertion did: it counts for nothing. */
export type Verdict = "noticed" | "survived" | "died";
/** A verdict, and the tests that were run for it, as many as were needed. */
export type Trial = { verdict: Verdict; ran: readonly Job[] };
type Outcome = { how: "passed" | "failed" | "endless" | "died"; seconds: number };

/** Seconds that the tests of one mistake may take without it; the nearest that fit are run, and one at least. */
const BUDGET = { near: 60, built: 180 };
/** A test that takes this many times as long as without the mistake, and this many seconds, waits for ever. */
const ENDLESS = { times: 6, seconds: 60 };
/** Seconds that a test may take without a mistake; who takes longer is left out. */
const PATIENCE = 300;
/** The engine's last compiler costs more than it saves in processes that live for seconds. */
const ENVIRONMENT = { BUN_JSC_useFTLJIT: "0" };

const running = new Set<ChildProcess>();
const homes = new Set<string>();

/** Ends whatever still runs and removes every copy. */
export function cleanUp(): void {
  for (const child of running) end(child);
  for (const home of homes) rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * A copy of the project in `root` in which mistakes are made one at a time, and a function that tries one. `unmutated`
 * is what each test did without a mistake; copies share it.
 */
export async function copyOf(
  root: string,
  unmutated: Map<string, Promise<Outcome>>,
): Promise<(mutant: Mutant, tests: Tests) => Promise<Trial>> {
  const home = await mkdtemp(join(tmpdir(), "designlab-mutants-"));
  homes.add(home);
  const [copy, temporary] = [join(home, "copy"), join(home, "tmp")];
  await mkdir(temporary);
  await cp(root, copy, { recursive: true, filter: (path) => !/\/(?:node_modules|\.git|dist)$/u.test(path) });
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));

  return async (mutant, { jobs, built }) => {
    if (built) await build();
    const ran = await affordable(jobs, built ? BUDGET.built : BUDGET.near);
    const path = join(copy, mutant.file);
    const original = await readFile(path, "utf8");
    await writeFile(path, mutated(original, mutant));
    try {
      if (built && !(await build())) return { verdict: "noticed", ran: [] };
      for (const [index, { job, limit }] of ran.entries()) {
        const verdict = await tried(job, limit);
        if (verdict !== "survived") return { verdict, ran: ran.slice(0, index + 1).map((each) => each.job) };
      }
      return { verdict: "survived", ran: ran.map(({ job }) => job) };
    } finally {
      await writeFile(path, original);
    }
  };

  async function affordable(jobs: readonly Job[], budget: number): Promise<{ job: Job; limit: number }[]> {
    const chosen: { job: Job; limit: number }[] = [];
    let left = budget;
    for (const job of jobs) {
      if (left <= 0) break;
      const key = `${job.path} ${job.host}`;
      const known = unmutated.get(key) ?? run(job, PATIENCE);
      unmutated.set(key, known);
      const { how, seconds } = await known;
      if (how !== "passed" || (seconds > left && chosen.length > 0)) continue;
      left -= seconds;
      chosen.push({ job, limit: Math.max(ENDLESS.seconds, ENDLESS.times * seconds) });
    }
    return chosen;
  }

  /** A test must fail twice, so that one that fails now and then on a busy machine notices nothing. */
  async function tried(job: Job, limit: number): Promise<Verdict> {
    const outcomes: string[] = [];
    while (outcomes.length < 3) {
      const { how } = await run(job, limit);
      if (how === "passed") return "survived";
      if (how === "endless" || outcomes.includes("failed")) return "noticed";
      outcomes.push(how);
    }
    return "died";
  }

  function run({ path, host }: Job, limit: number): Promise<Outcome> {
    const options = ["--bail", "--timeout", String(limit * 1000), `./${path}`];
    return started(["test", ...options], limit, host === null ? {} : { DESIGNLAB_HOST: String(host) });
  }

  async function build(): Promise<boolean> {
    return (await started(["run", "build"], PATIENCE, {})).how === "passed";
  }

  function started(args: readonly string[], limit: number, environment: Record<string, string>): Promise<Outcome> {
    const begun = Date.now();
    const child = spawn(process.execPath, args, {
      cwd: copy,
      env: { ...process.env, ...ENVIRONMENT, TMPDIR: temporary, ...environment },
      stdio: "ignore",
      detached: true,
    });
    running.add(child);
    return new Promise((resolve) => {
      let endless = false;
      const clock = setTimeout(() => {
        endless = true;
        end(child);
      }, limit * 1000);
      child.once("exit", (code) => {
        clearTimeout(clock);
        end(child);
        running.delete(child);
        const how = endless ? "endless" : code === 0 ? "passed" : code === 1 ? "failed" : "died";
        resolve({ how, seconds: (Date.now() - begun) / 1000 });
      });
    });
  }
}

/** The text of a file with a mistake in it. */
export function mutated(source: string, { start, before, after }: Mutant): string {
  return source.slice(0, start) + after + source.slice(start + before.length);
}

/** Ends a process and those that it started. */
function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // nobody is left
  }
}
