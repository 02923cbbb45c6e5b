import { spawnSync } from "node:child_process";
import { EXIT_CODES } from "../artifacts/exit.ts";

/**
 * Runs a script in the runtime inside an installed host, which has the SQLite to take an experiment's lock with that an
 * older Node.js lacks. The exit code; null where that host has no such runtime, or this is it.
 */
export function inRuntimeOf(opencode: string, script: string, argv: readonly string[]): number | null {
  if (process.env[LENT] === "1") return null;
  const env = { ...process.env, BUN_BE_BUN: "1", [LENT]: "1" };
  // What is called opencode may be a script that knows nothing of this.
  const asked = spawnSync(opencode, ["-e", "console.log(process.versions.bun)"], {
    env,
    encoding: "utf8",
    timeout: 20_000,
  });
  if (!/^\d+\.\d+\.\d+\s*$/u.test(asked.stdout ?? "")) return null;
  const { status } = spawnSync(opencode, [script, ...argv], { stdio: "inherit", env });
  return status ?? EXIT_CODES.stopped;
}

/** Set for the process that runs in a host's runtime, so that it looks for no other. */
const LENT = "OPENCODE_DESIGNLAB_LENT";
