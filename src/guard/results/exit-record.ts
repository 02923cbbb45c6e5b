import { asObject } from "./json-tests.ts";
import { createOutcomes, type Outcomes } from "./outcomes.ts";

/**
 * What a proposed command writes when its runner ends with an error:
 * `{"runner": "go test", "exit_code": 1, "reports": [".opencode/test-results.json"]}`. `reports`: files and folders,
 * relative to the folder above the record's. It is one failing test, unless a test of those reports fails, or the exit
 * code says that no test ran. Null for any other value.
 */
export function readExitRecord(value: unknown): Outcomes | null {
  const { runner, exit_code, reports } = asObject(value) ?? {};
  if (typeof runner !== "string" || typeof exit_code !== "number" || !Array.isArray(reports)) return null;
  if (reports.length > MAX_REPORTS || !reports.every((each) => typeof each === "string")) return null;
  const outcomes = createOutcomes("exit");
  const stopped = STOPPED.has(exit_code);
  if (!stopped && exit_code !== 0 && exit_code !== NO_TESTS[runner])
    outcomes.add({ path: [`${runner} ended with exit code ${exit_code}`], failed: true, alike: true });
  return { ...outcomes.done(), run: { reports, stopped, unclear: exit_code === 1 && UNCLEAR.has(runner) } };
}

/** As many as the folders in which runners are looked for. */
const MAX_REPORTS = 1_000;
/** The exit codes with which a runner says that there are no tests, and nothing else. */
const NO_TESTS: Readonly<Record<string, number>> = { pytest: 5, "cargo nextest": 4 };
/** Runners that end with exit code 1 also when there are no tests. */
const UNCLEAR: ReadonlySet<string> = new Set(["vitest", "jest", "mocha", "playwright", "bun test", "deno test"]);
/**
 * Exit codes of a shell for a program that cannot be started or is not there, and for one that SIGHUP, SIGINT, SIGQUIT,
 * SIGKILL, SIGPIPE or SIGTERM ended. Other signals are crashes of what is tested, and PHP ends with 255 by itself.
 */
const STOPPED: ReadonlySet<number> = new Set([126, 127, 129, 130, 131, 137, 141, 143]);
