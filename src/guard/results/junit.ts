import { XMLParser, XMLValidator } from "fast-xml-parser";
import { createOutcomes, type Outcomes } from "./outcomes.ts";

/** Elements inside one another; no runner nests suites so deep. */
const MAX_NESTED = 60;
const ATTRIBUTES = new Set(["name", "classname", "file", "filepath", "failures", "errors"]);
const BAD = new Set(["failure", "error"]);

/** An element as the parser has it: its children under its name, its attributes under ":@". */
type Element = { [name: string]: unknown };

/**
 * JUnit XML, as surefire, Gradle, pytest, nextest, RSpec, vitest, bun, node and others write it. No entity of a document
 * is ever expanded; what is printed by tests is not looked at. Null for other XML and for a text that breaks off.
 */
export function readJunit(text: string): Outcomes | null {
  if (!ROOT.test(text) || XMLValidator.validate(text, { allowBooleanAttributes: true }) !== true) return null;
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: (name: string) => !ATTRIBUTES.has(name),
    attributeNamePrefix: "",
    allowBooleanAttributes: true,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    maxNestedTags: MAX_NESTED,
    jPath: false,
    stopNodes: ["..system-out", "..system-err", "..failure", "..error", "..properties"],
  });
  const roots = (parser.parse(text) as Element[]).filter((each) => /^testsuites?$/u.test(tagOf(each)));
  return roots.length === 1 ? outcomesBelow(roots) : null;
}

/** What stands in every such document; others are not parsed. */
const ROOT = /<testsuites?[\s/>]/u;

function outcomesBelow(roots: readonly Element[]): Outcomes {
  const outcomes = createOutcomes("junit");
  /** A test that fails and whose taking down fails too stands there twice. */
  const failed = new Set<string>();
  const visitSuite = (suite: Element, above: readonly Suite[]): void => {
    const before = outcomes.failed();
    const suites =
      tagOf(suite) === "testsuites" ? above : [...above, { name: attribute(suite, "name"), file: fileAt(suite) }];
    let broken = false;
    for (const child of childrenOf(suite)) {
      const tag = tagOf(child);
      if (tag === "testsuite" || tag === "testsuites") visitSuite(child, suites);
      else if (tag === "testcase") visitTest(child, suites);
      else if (BAD.has(tag)) broken = true;
    }
    const counted = Number(attribute(suite, "failures") || 0) + Number(attribute(suite, "errors") || 0);
    if (outcomes.failed() > before || !(broken || counted > 0)) return;
    // It could not be set up or loaded: it fails, and none of its tests does.
    outcomes.add({ path: [attribute(suite, "name")], file: suites.at(-1)?.file ?? null, failed: true });
  };
  const visitTest = (test: Element, suites: readonly Suite[]): void => {
    const tags = new Set(childrenOf(test).map(tagOf));
    if (tags.has("skipped")) return;
    const { path, file } = namesOf(test, suites);
    const fails = tags.has("failure") || tags.has("error");
    if (fails) {
      const key = JSON.stringify([file, ...path]);
      if (failed.has(key)) return;
      failed.add(key);
    }
    outcomes.add({ path, file, failed: fails });
  };
  for (const root of roots) visitSuite(root, []);
  return outcomes.done();
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

function tagOf(element: Element): string {
  for (const name in element) if (name !== ":@") return name;
  return "";
}

function childrenOf(element: Element): Element[] {
  const inner = element[tagOf(element)];
  return Array.isArray(inner) ? inner : [];
}

function attribute(element: Element, name: string): string {
  const value = (element[":@"] as Record<string, unknown> | undefined)?.[name];
  return typeof value === "string" ? decoded(value) : "";
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** The five signs that XML itself names, and those named by number; others stay as they are written. */
function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/giu, (whole, name, tens, hex) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole;
    const point = tens ? Number(tens) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
