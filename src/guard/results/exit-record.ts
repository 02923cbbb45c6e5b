import { asObject } from "./json-tests.ts";
import { createOutcomes, type Outcomes } from "./outcomes.ts";

/**
 * What a proposed command writes when its runner ends with an error:
 * `{"runner": "go test", "exit_code": 1, "reports": [".opencode/test-results.json"]}`. `reports`: files and folders,
 * relative to the folder above the record's. It is one failing test, unless a test of those reports fails. Null for any
 * other value.
 */
export function readExitRecord(value: unknown): Outcomes | null {
  const { runner, exit_code, reports } = asObject(value) ?? {};
  if (typeof runner !== "string" || typeof exit_code !== "number" || !Array.isArray(reports)) return null;
  if (reports.length > MAX_REPORTS || !reports.every((each) => typeof each === "string")) return null;
  const outcomes = createOutcomes("exit");
  if (exit_code !== 0 && exit_code !== NO_TESTS[runner])
    outcomes.add({ path: [`${runner} ended with exit code ${exit_code}`], failed: true, alike: true });
  return { ...outcomes.done(), reports };
}

const MAX_REPORTS = 500;
/** The exit codes with which a runner says that there are no tests, and nothing else. */
const NO_TESTS: Readonly<Record<string, number>> = { pytest: 5, "cargo nextest": 4 };
