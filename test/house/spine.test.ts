import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const HOUSE = readFileSync(join(ROOT, "docs/house.md"), "utf8");
const MOST_FILES = 30;
const MOST_LINES = 4_100;

/** The files that a section of docs/house.md lists, in its order. */
function wayIn(title: string): string[] {
  const [, section = ""] = HOUSE.split(`## ${title}\n`);
  const [own = ""] = section.split("\n## ", 1);
  return [...own.matchAll(/^\d+\. `(src\/[^`]+)`/gmu)].map(([, path = ""]) => path);
}

const SPECIFIER = /(?:from|import\(?)\s*"(\.[^"]+)"/gu;
const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const importsOf = (path: string): string[] =>
  [...textOf(path).matchAll(SPECIFIER)].map(([, other = ""]) => join(dirname(path), other));

const RUN = wayIn("From a typed line to a ranking");
const VOTE = wayIn("From a vote to the record");

test.each([
  ["a typed line to a ranking", RUN],
  ["a vote to the record", VOTE],
])("each file on the way of %s is imported by one before it", (_, way) => {
  expect(way.length).toBeGreaterThan(5);
  const known = new Set(way.slice(0, 1));
  const lost = way.filter((path) => {
    const reached = known.has(path) || [...known].some((before) => importsOf(before).includes(path));
    known.add(path);
    return !reached;
  });
  expect(lost).toEqual([]);
});

test("the way of a run is short enough to be read in one go", () => {
  expect(RUN.length).toBeLessThanOrEqual(MOST_FILES);
  const lines = RUN.map((path) => textOf(path).split("\n").length - 1);
  expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MOST_LINES);
});

const dir = mkdtempSync(join(tmpdir(), "designlab-spine-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/**
 * What is remembered once a run is over: the lock of its folder leads there, and nothing of the run comes after; and what
 * earlier experiments say of its reviewers.
 */
const BEHIND = [
  "src/ops/memory/renew.ts",
  "src/ops/memory/project-facts.ts",
  "src/experiment/history.ts",
  "src/experiment/outline.ts",
  "src/experiment/sealed-scores.ts",
  "src/stages/designs/stage.ts",
  "src/store/memory-folder.ts",
  "src/store/outline.ts",
  "src/story/project-page.ts",
  "src/text/is-object.ts",
  "src/text/literal-block.ts",
];

/** What decides, before the work, which files a call may read and where it may write. */
const BEFORE = ["src/ops/paths/outside.ts", "src/config/reading.ts", "src/command/decide-line.ts"];

/** A test that loads all that a call may load, types a line and, where `runs`, makes the call that the line means. */
const script = (runs: boolean): string => `
import { expect, test } from "bun:test";
import { Glob } from "bun";
import { parseCommandLine } from "${ROOT}/src/command/command.ts";
import { allOps } from "${ROOT}/src/ops/registry.ts";
import { bench } from "${ROOT}/test/support/lab.ts";
const NO_CALL = /^(?:host|cli|index|tui|views\\/terminal|views\\/html\\/(?:live|judge|study\\/main)|config\\/write-schema)\\b/;
test("a run", async () => {
  for (const path of new Glob("**/*.{ts,tsx}").scanSync("${ROOT}/src"))
    if (!NO_CALL.test(path) && !path.endsWith(".d.ts")) await import("${ROOT}/src/" + path);
  const ops = await allOps();
  const lab = await bench();
  if (${runs}) {
    const line = parseCommandLine('run "Design a durable task queue"', { screen: true }, ops);
    if (line.kind !== "call") throw new Error(JSON.stringify(line));
    expect(await lab.call(line.op, line.args)).toContain("is better than the other 2 designs");
  }
  await lab.dispose();
}, 300_000);
`;

/** How many functions of each file were called. */
async function calledIn(runs: boolean): Promise<Map<string, number>> {
  const name = join(dir, String(runs));
  const path = `${name}.test.ts`;
  writeFileSync(path, script(runs));
  const coverage = ["--coverage", "--coverage-reporter=lcov", `--coverage-dir=${name}`];
  const child = Bun.spawn([process.execPath, "test", ...coverage, path], { cwd: ROOT, stdout: "pipe", stderr: "pipe" });
  const [said, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  if (code !== 0) throw new Error(said);
  const files = readFileSync(join(name, "lcov.info"), "utf8").split("end_of_record");
  const called = files.map((each): [string, number] => [
    relative(ROOT, join(ROOT, /^SF:(.*)$/mu.exec(each)?.[1] ?? "")),
    Number(/^FNH:(\d+)$/mu.exec(each)?.[1] ?? 0),
  ]);
  return new Map(called);
}

/** What is deep on purpose, behind a face that stands beside the way: statistics, sessions, the seal of what was made here, SQLite, and what masks a document. */
const DEEP =
  /^src\/(?:(?:stats|session)\/|(?:blind\/(?:head-keys|head-values|heads|identifiers|people|revisions|titles)|store\/(?:made|private|seal|seen|sqlite)|text\/canonical-json)\.ts$)/u;

test("what runs between call and reply is on its way or beside it, but for statistics, sessions and seals", async () => {
  const [loaded, ran] = await Promise.all([calledIn(false), calledIn(true)]);
  const worked = [...ran].flatMap(([path, called]) => (called > (loaded.get(path) ?? 0) ? path : []));
  const own = worked.filter((path) => path.startsWith("src/") && !DEEP.test(path));
  expect(own.length).toBeGreaterThan(100);
  const way = [...RUN, ...BEFORE, ...BEHIND];
  const near = new Set([...way, ...way.flatMap(importsOf)]);
  expect(own.filter((path) => !near.has(path)).sort()).toEqual([]);
}, 180_000);

/** Rooms of src by what each may import, as the table of imports.test.ts has it, folders inside a room as the room. */
function rooms(): Map<string, Set<string>> {
  const table = /MAY: [^=]+= \{(.*?)\n\};/su.exec(readFileSync(join(import.meta.dir, "imports.test.ts"), "utf8"))?.[1];
  const all = new Map<string, Set<string>>();
  const roomOf = (name: string): string => name.split("/")[0] ?? name;
  for (const [, quoted, plain, may = ""] of (table ?? "").matchAll(/^ {2}(?:"([^"]+)"|(\w+)):\s+"([^"]*)"/gmu)) {
    const room = roomOf(quoted ?? plain ?? "");
    const others = all.get(room) ?? new Set();
    for (const other of may.split(" ").filter(Boolean).map(roomOf)) if (other !== room) others.add(other);
    all.set(room, others);
  }
  return all;
}

/** The picture of them: an arrow to each that a room imports, unless another arrow's end leads there too. */
function picture(): string {
  const all = rooms();
  const below = (room: string): Set<string> => {
    const own = [...(all.get(room) ?? [])];
    return new Set([...own, ...own.flatMap((other) => [...below(other)])]);
  };
  const arrows = [...all].flatMap(([room, others]) =>
    [...others]
      .filter((other) => ![...others].some((between) => between !== other && below(between).has(other)))
      .map((other) => `  ${room} --> ${other}`),
  );
  return ["```mermaid", "flowchart TD", ...arrows.sort(), "```"].join("\n");
}

test("the picture of the rooms is drawn from the table of what each may import", () => {
  expect(rooms().size).toBeGreaterThan(15);
  const [drawn = ""] = /```mermaid\n.*?\n```/su.exec(HOUSE) ?? [];
  expect(drawn).toBe(picture());
});
