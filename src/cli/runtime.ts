import { spawn, spawnSync } from "node:child_process";
import { EXIT_CODES } from "../artifacts/exit.ts";

/**
 * Runs a script in the runtime inside an installed host, which has the SQLite to take an experiment's lock with that an
 * older Node.js lacks. The exit code; null where that host has no such runtime, or this is it.
 */
export async function inRuntimeOf(opencode: string, script: string, argv: readonly string[]): Promise<number | null> {
  if (isLent()) return null;
  const env = { ...process.env, BUN_BE_BUN: "1", [LENT]: "1" };
  // What is called opencode may be a script that knows nothing of this.
  const asked = spawnSync(opencode, ["-e", "console.log(process.versions.bun)"], {
    env,
    encoding: "utf8",
    timeout: 20_000,
  });
  if (!/^\d+\.\d+\.\d+\s*$/u.test(asked.stdout ?? "")) return null;
  const lent = spawn(opencode, [script, ...argv], { stdio: "inherit", env });
  // A terminal tells both of Ctrl-C, and of its end; this is said to one process alone.
  const passOn = (): void => void lent.kill("SIGTERM");
  process.on("SIGTERM", passOn);
  try {
    return await new Promise<number>((resolve, reject) => {
      lent.once("error", reject);
      lent.once("close", (code) => resolve(code ?? EXIT_CODES.stopped));
    });
  } finally {
    process.off("SIGTERM", passOn);
  }
}

/** In a lent runtime: ends this process in order once the one that lent it is gone, for nobody could end it any more. */
export function endWithLender(): void {
  if (!isLent()) return;
  const lender = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === lender) return;
    clearInterval(watching);
    process.kill(process.pid, "SIGTERM");
  }, 1_000);
  watching.unref();
}

/** Set for the process that runs in a host's runtime, so that it looks for no other. */
const LENT = "OPENCODE_DESIGNLAB_LENT";
const isLent = (): boolean => process.env[LENT] === "1";
