import { Parser, type Result } from "tap-parser";
import { patternOf } from "../../text/pattern.ts";
import { strangeIn, tooDeep, yamlDocument } from "../../text/yaml.ts";
import { asObject, stringOf } from "./json-tests.ts";
import { createOutcomes, type Outcomes, type Ran } from "./outcomes.ts";

/** Characters of a line that the parser gets; what is longer is a name that nobody reads to its end. */
const MAX_LINE = 4_000;
/** Blanks that a line may begin with: four for each test within a test. */
const MAX_INDENT = 200;
const MAX_LINES = 1_000_000;
/** Characters of the block below a test, of which its place is read. */
const MAX_BLOCK = 20_000;

const POINT = /^ {0,200}(not )?ok\b/u;
/** Without a version only such a point tells TAP from a text that begins with "ok". */
const CERTAIN = /^(?:not )?ok(?: \d| - | #|$)/u;
const PLAN = /^\d{1,9}\.\.\d{1,9}(?:\s|$)/u;
const BAIL_OUT = /^Bail out!/iu;
const VERSION = /^TAP version \d+\s*$/iu;

/**
 * TAP 12 to 14, with tests within tests in each of its ways. Of nested failures the innermost counts; TODO and SKIP do
 * not. A bail-out, a plan that is not kept, or a point that does not fit count as one, where no test says why. Null for
 * a text without a plan, as a run has it that is not over.
 */
export function readTap(text: string): Outcomes | null {
  const { lines, blocks } = linesOf(text);
  const runs = runsOf(lines);
  if (runs.length === 0) return null;
  const outcomes = createOutcomes("tap");
  for (const run of runs) {
    const root = new Parser();
    const level = followLevel(root, blocks);
    const before = outcomes.failed();
    let bailed: string | null = null;
    root.on("bailout", (reason: string) => {
      bailed = `Bail out! ${reason}`;
    });
    for (const line of run) root.write(`${line}\n`);
    root.end();
    if (bailed === null && !run.some((line) => PLAN.test(line))) return null;
    for (const each of level.tests()) outcomes.add({ ...each, alike: true });
    const amiss = bailed ?? root.results?.failures.find(({ tapError }) => typeof tapError === "string")?.tapError;
    if (outcomes.failed() === before && amiss) outcomes.add({ path: [String(amiss)], failed: true, alike: true });
  }
  return outcomes.done();
}

/**
 * The runs that a text holds, one behind the other; none where it has neither a version nor a plan with points. A version
 * within a run that is not over was printed by a test.
 */
function runsOf(lines: readonly string[]): string[][] {
  const runs: string[][] = [];
  let run: string[] = [];
  let [hasVersion, points, planned] = [false, 0, Number.NaN];
  const isRun = (): boolean => hasVersion || (points > 0 && !Number.isNaN(planned));
  for (const line of lines) {
    if (VERSION.test(line)) {
      if (isRun() && !(points >= planned)) continue;
      if (isRun()) runs.push(run);
      run = [];
      [hasVersion, points, planned] = [true, 0, Number.NaN];
    }
    run.push(line);
    if (CERTAIN.test(line)) points++;
    else if (Number.isNaN(planned) && PLAN.test(line))
      planned = Number.parseInt(line.slice(line.indexOf("..") + 2), 10);
    else if (BAIL_OUT.test(line)) planned = 0;
  }
  return isRun() ? [...runs, run] : runs;
}

/** The tests of one level with those within them, and how many points it has. */
type Level = { tests(): Ran[]; points(): number };

/** Collects the tests of one level: what a point closes that had tests within is those, and not the point. */
function followLevel(parser: Parser, blocks: readonly string[]): Level {
  const tests: Ran[] = [];
  let points = 0;
  let within: { name: string; level: Level }[] = [];
  const settle = (closing: Result | null): Ran[] => {
    const inner = within.flatMap(({ name, level }, index) => {
      const closed =
        closing !== null && index === within.length - 1 && (name === "" || plain(name) === plain(closing.name));
      const below = closed ? closing.name : name;
      return level.tests().map((test) => ({ ...test, path: [below, ...test.path], closed }));
    });
    within = [];
    tests.push(...inner.filter(({ closed }) => !closed));
    return inner.filter(({ closed }) => closed);
  };
  parser.on("child", (child: Parser) => {
    within.push({ name: child.name, level: followLevel(child, blocks) });
  });
  parser.on("assert", (point: Result) => {
    points++;
    const holds = within.some(({ level }) => level.points() > 0);
    const inner = settle(point);
    if (point.todo || point.skip) return;
    tests.push(...inner);
    const told = point.ok ? holds : inner.some(({ failed }) => failed);
    if (!told)
      tests.push({ path: [point.name || String(point.id || points)], file: placeOf(point, blocks), failed: !point.ok });
  });
  return {
    points: () => points,
    tests: () => {
      tests.push(...settle(null));
      return tests;
    },
  };
}

/** A name as it stands behind "# Subtest:" and as it stands in its point differ by what is escaped. */
const plain = (name: string): string => name.replaceAll("\\", "").trim();

/**
 * The lines that the parser gets: without colours and blocks of YAML, of which those below a failing point are kept
 * aside and stand there by their number. The parser would make values of the types that such a block names.
 */
function linesOf(text: string): { lines: string[]; blocks: string[] } {
  const all = text
    .replaceAll(/\r\n?/gu, "\n")
    .replaceAll(/[\u2028\u2029\u0085]/gu, " ")
    .replaceAll(COLOUR, "")
    .split("\n");
  if (all.length > MAX_LINES) throw new RangeError("more lines than are read");
  const lines: string[] = [];
  const blocks: string[] = [];
  let point: RegExpExecArray | null = null;
  for (let at = 0; at < all.length; at++) {
    const line = (all[at] ?? "").slice(0, MAX_LINE);
    const blank = /^[ \t]*/u.exec(line)?.[0] ?? "";
    if (blank.length > MAX_INDENT) continue;
    if (point !== null && blank !== "" && line.trimEnd() === `${blank}---`) {
      const end = blockEnd(all, at + 1, blank);
      if (end !== null) {
        if (point[1] !== undefined) {
          lines.push(`${blank}---`, `${blank}block: ${blocks.length}`, `${blank}...`);
          blocks.push(all.slice(at + 1, end).join("\n"));
        }
        at = end;
        continue;
      }
    }
    lines.push(line);
    const found = POINT.exec(line);
    if (found !== null || (line.trim() !== "" && !line.trimStart().startsWith("#"))) point = found;
  }
  return { lines, blocks };
}

/** Where a block ends that is indented so far; null where it does not. */
function blockEnd(all: readonly string[], from: number, blank: string): number | null {
  for (let at = from; at < all.length; at++) {
    const line = all[at] ?? "";
    if (line.trimEnd() === `${blank}...`) return at;
    if (line.trim() !== "" && !line.startsWith(blank)) return null;
  }
  return null;
}

const COLOUR = patternOf("\\u001b\\[[\\d;]{0,40}m", "g");

/** The file of a failing test, as the block below it tells: node's location, vitest's and tap's at, a plain file. */
function placeOf(point: Result, blocks: readonly string[]): string | null {
  const index = asObject(point.diag)?.block;
  const block = typeof index === "number" ? blocks[index] : undefined;
  if (block === undefined || block.length > MAX_BLOCK || tooDeep(block) !== null) return null;
  const document = yamlDocument(block);
  if (document.errors.length > 0 || strangeIn(document.contents) !== null) return null;
  const at = (...path: string[]): string => stringOf(document.getIn(path));
  const place = at("location") || at("file") || at("at", "fileName") || at("at", "file") || at("at");
  return place.replace(/(?::\d{1,9}){1,2}$/u, "") || null;
}
