import { createOutcomes, type Outcomes } from "./outcomes.ts";
import { attribute, type Element, elementsIn, parseXml, tagOf } from "./xml.ts";

const ATTRIBUTES = new Set(["id", "testId", "testName", "outcome", "className"]);
const PASSED = ["Output", "RunInfos", "TestSettings", "TestLists", "TestEntries"];
const OK = new Set(["Passed", "PassedButRunAborted", "Completed", "Warning"]);
const BAD = new Set(["Failed", "Error", "Timeout", "Aborted", "Disconnected"]);

/**
 * TRX, as `dotnet test --logger trx` writes it. A row counts, not the test around it. A run that failed without a failing
 * test is one failure. Null for other XML and for a text that breaks off.
 */
export function readTrx(text: string): Outcomes | null {
  const root = parseXml(text, ATTRIBUTES, PASSED)?.find((each) => tagOf(each) === "TestRun");
  if (root === undefined) return null;
  const classes = new Map<string, string>();
  for (const test of below(root, "TestDefinitions"))
    for (const method of elementsIn(test))
      if (tagOf(method) === "TestMethod") classes.set(attribute(test, "id"), attribute(method, "className"));
  const outcomes = createOutcomes("trx");
  const visit = (result: Element): void => {
    const rows = below(result, "InnerResults");
    const before = outcomes.failed();
    for (const row of rows) visit(row);
    const outcome = attribute(result, "outcome");
    const failed = BAD.has(outcome);
    if ((!failed && !OK.has(outcome)) || (rows.length > 0 && (!failed || outcomes.failed() > before))) return;
    const name = attribute(result, "testName");
    const of = attribute(result, "testId");
    const within = classes.get(of) ?? "";
    outcomes.add({ path: name.startsWith(`${within}.`) ? [name] : [within, name], failed });
  };
  for (const result of below(root, "Results")) visit(result);
  const summary = elementsIn(root).find((each) => tagOf(each) === "ResultSummary");
  if (summary && BAD.has(attribute(summary, "outcome")) && outcomes.failed() === 0)
    outcomes.add({ path: ["test run"], failed: true });
  return outcomes.done();
}

/** The elements inside the child elements of this name. */
const below = (element: Element, name: string): Element[] =>
  elementsIn(element).flatMap((each) => (tagOf(each) === name ? elementsIn(each) : []));
