import { createOutcomes, type Outcomes } from "./outcomes.ts";

type Assertion = { status?: unknown; title?: unknown; ancestorTitles?: unknown };
type Suite = { name?: unknown; status?: unknown; assertionResults: Assertion[] };

/** What `vitest --reporter=json` and `jest --json` write, which is of one shape; null for any other value. */
export function readJsonTests(value: unknown): Outcomes | null {
  const report = asObject(value);
  const suites = report?.testResults;
  if (!report || !Array.isArray(suites) || !suites.every(isSuite)) return null;
  if (typeof report.numTotalTests !== "number" || typeof report.success !== "boolean") return null;
  // Jest alone says whether it was stopped on its way.
  const outcomes = createOutcomes("wasInterrupted" in report || "openHandles" in report ? "jest" : "vitest");
  for (const suite of suites) {
    const before = outcomes.failed();
    const file = stringOf(suite.name);
    for (const { status, title, ancestorTitles } of suite.assertionResults) {
      if (status !== "failed" && status !== "passed") continue;
      const above = Array.isArray(ancestorTitles) ? ancestorTitles.map(stringOf) : [];
      outcomes.add({ path: [...above.filter(Boolean), stringOf(title)], file, failed: status === "failed" });
    }
    // It does not compile, or could not be loaded.
    if (suite.status === "failed" && outcomes.failed() === before) outcomes.add({ path: [file], file, failed: true });
  }
  // Something beside the tests failed. Vitest ends without success also when there are no tests.
  const isEmpty = suites.length === 0 && report.numTotalTests === 0;
  if (!report.success && !isEmpty && outcomes.failed() === 0) outcomes.add({ path: ["run"], failed: true });
  return outcomes.done();
}

function isSuite(value: unknown): value is Suite {
  const assertions = asObject(value)?.assertionResults;
  return Array.isArray(assertions) && assertions.every((each) => asObject(each) !== null);
}

/** A value as an object with keys; null for a list and for all that is none. */
export function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** A value as a text; empty for any other. */
export const stringOf = (value: unknown): string => (typeof value === "string" ? value : "");
