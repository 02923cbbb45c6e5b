import { createOutcomes, type Outcomes } from "./outcomes.ts";
import { attribute, type Element, elementsIn, parseXml, tagOf } from "./xml.ts";

const ATTRIBUTES = new Set(["name", "classname", "file", "filepath", "failures", "errors", "type"]);
const PASSED = ["system-out", "system-err", "failure", "error", "properties"];
const BAD = new Set(["failure", "error"]);
/** What a test has inside that failed first and passed at a later try. */
const RETRIED = new Set(["flakyFailure", "flakyError", "rerunFailure", "rerunError"]);

/**
 * JUnit XML, as surefire, Gradle, pytest, nextest, RSpec, vitest, bun, node and others write it. What is printed by tests
 * is not looked at. Null for other XML and for a text that breaks off.
 */
export function readJunit(text: string): Outcomes | null {
  if (!ROOT.test(text)) return null;
  const roots = parseXml(text, ATTRIBUTES, PASSED)?.filter((each) => /^testsuites?$/u.test(tagOf(each)));
  return roots?.length === 1 ? outcomesBelow(roots) : null;
}

/** What stands in every such document; others are not parsed. */
const ROOT = /<testsuites?[\s/>]/u;

/** One entry for a test. `key`: its name and file; null for a suite that failed by itself. */
type Entry = { key: string | null; path: string[]; file: string | null; failed: boolean };

function outcomesBelow(roots: readonly Element[]): Outcomes {
  const entries: Entry[] = [];
  let failures = 0;
  let retries = 0;
  const add = (entry: Entry): void => {
    entries.push(entry);
    if (entry.failed) failures++;
  };
  const visitSuite = (suite: Element, above: readonly Suite[]): void => {
    const before = { failures, retries };
    const suites =
      tagOf(suite) === "testsuites" ? above : [...above, { name: attribute(suite, "name"), file: fileAt(suite) }];
    let broken = false;
    for (const child of elementsIn(suite)) {
      const tag = tagOf(child);
      if (tag === "testsuite" || tag === "testsuites") visitSuite(child, suites);
      else if (tag === "testcase") visitTest(child, suites);
      else if (BAD.has(tag)) broken = true;
    }
    const counted = Number(attribute(suite, "failures") || 0) + Number(attribute(suite, "errors") || 0);
    if (failures > before.failures || !(broken || counted > retries - before.retries)) return;
    // It could not be set up or loaded: it fails, and none of its tests does.
    add({ key: null, path: [attribute(suite, "name")], file: suites.at(-1)?.file ?? null, failed: true });
  };
  const visitTest = (test: Element, suites: readonly Suite[]): void => {
    const inside = elementsIn(test);
    retries += inside.filter((each) => RETRIED.has(tagOf(each))).length;
    const failed = inside.some((each) => BAD.has(tagOf(each)));
    const skipped = inside.find((each) => tagOf(each) === "skipped");
    // A skipped test whose taking down fails is a failure. What is still to be done may fail.
    if (skipped && (!failed || attribute(skipped, "type") === "todo")) return;
    const { path, file } = namesOf(test, suites);
    add({ key: JSON.stringify([file, ...path]), path, file, failed });
  };
  for (const root of roots) visitSuite(root, []);
  const outcomes = createOutcomes("junit");
  const isDeno = roots.some((root) => attribute(root, "name") === "deno test");
  const own = isDeno ? entries.filter((entry) => !hasFailingStep(entry, entries)) : entries;
  for (const entry of withoutRetries(own)) outcomes.add(entry);
  return outcomes.done();
}

/** Whether a failing test of Deno only tells that a step in it fails. */
const hasFailingStep = ({ path, file, failed }: Entry, all: readonly Entry[]): boolean =>
  failed && all.some((each) => each.failed && each.file === file && each.path.at(-1)?.startsWith(`${path.at(-1)} > `));

/**
 * One entry for each failing test, and none for a try that failed before the same test passed. When a test ran again
 * after it passed, names do not tell tests apart, or all tests ran several times: then each failure counts.
 */
function withoutRetries(entries: readonly Entry[]): Entry[] {
  const last = new Map<string, Entry>();
  let reused = false;
  for (const entry of entries) {
    if (entry.key === null) continue;
    if (last.get(entry.key)?.failed === false) reused = true;
    last.set(entry.key, entry);
  }
  const told = new Set<string>();
  return entries.filter(({ key, failed }) => {
    if (key === null || !failed) return true;
    // A test that fails and whose taking down fails too is there twice.
    if (told.has(key) || (!reused && last.get(key)?.failed === false)) return false;
    told.add(key);
    return true;
  });
}

type Suite = { name: string; file: string };

/**
 * The names that lead to a test, and its file. Suites in suites name it better than `classname`, which bun turns round
 * and node fills with "test"; without them the class does.
 */
function namesOf(test: Element, suites: readonly Suite[]): { path: string[]; file: string | null } {
  const name = attribute(test, "name");
  const of = attribute(test, "classname");
  const outer = suites.map((suite) => suite.name);
  const named = fileAt(test) || (suites.findLast(({ file }) => file !== "")?.file ?? "");
  const file = named || [of, ...outer].find((each) => SCRIPT.test(each)) || null;
  const within = of === "test" ? outer : outer.length > 1 ? outer.slice(1) : [of];
  return {
    path: [...within.filter((each) => each !== "" && each !== file && !`${name} `.startsWith(`${each} `)), name],
    file,
  };
}

/** A suite or class of this name is the file itself, as vitest's and mocha's are. */
const SCRIPT = /^[^\s<>"|?*]{1,400}\.[cm]?[jt]sx?$/u;

const fileAt = (element: Element): string => attribute(element, "file") || attribute(element, "filepath");
