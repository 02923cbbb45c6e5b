import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { EDITS, LOOK, NEW_FILES } from "./stage-of-nothing.ts";

const ROOT = join(import.meta.dir, "../..");
const MOST_EDITED = 10;

/** A list that somebody keeps by hand beside the rows again, as each stood before. */
const BY_HAND: Readonly<Record<string, readonly [string, string, string]>> = {
  phases: [
    "artifacts/stages/stages.ts",
    "Object.keys(PHASE_FACTS) as readonly PhaseName[]",
    '["setup", "first", "probe", "brief", "generate", "review", "score", "plan"] as readonly PhaseName[]',
  ],
  kinds: [
    "artifacts/stages/stages.ts",
    "ROWS.flatMap(({ makes }) => makes) as readonly ArtifactKind[]",
    '["idea", "interview", "brief", "task", "design", "review", "score", "look", "hold", "vote", "ranking", "decision", "plan"] as readonly ArtifactKind[]',
  ],
  "what a run asks": [
    "stages/stages.ts",
    "STAGE_NAMES.flatMap((name) => stageOf(name).ofRun",
    '(["brief", "designs", "judgement"] as const).flatMap((name) => stageOf(name).ofRun',
  ],
};

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "designlab-stage-"));
  for (const name of ["src", "rehearsal", "test/support", "test/isolation/support", "package.json", "tsconfig.json"])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  for (const [path, text] of Object.entries(NEW_FILES)) {
    mkdirSync(dirname(join(copy, "src", path)), { recursive: true });
    writeFileSync(join(copy, "src", path), text);
  }
  for (const [path, edits] of Object.entries(EDITS)) for (const [from, to] of edits) edit(path, from, to);
  writeFileSync(join(copy, "look.ts"), LOOK);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Replaces a text that stands once in a file of the copy. */
function edit(path: string, from: string, to: string): void {
  const file = join(copy, "src", path);
  const parts = readFileSync(file, "utf8").split(from);
  if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} times: ${from}`);
  writeFileSync(file, parts.join(to));
}

function look(): { seen: unknown; error: string } {
  const { stdout, stderr } = Bun.spawnSync([process.execPath, "look.ts"], { cwd: copy });
  const last = stdout.toString().trim().split("\n").at(-1) ?? "";
  return { seen: last.startsWith("{") ? JSON.parse(last) : null, error: stderr.toString() };
}

const EVERYWHERE = {
  ...{ list: true, account: true, help: true, ledger: true, loaded: true, page: true, terminal: true },
  live: ["Nothing is done yet"],
  stopped: "Stopped. Nothing was begun.",
  forecast: [1, 7],
  refused: true,
  closed: true,
};

test("a stage that does nothing is seen everywhere by its own files and edits of ten files at most", () => {
  expect(Object.keys(EDITS).length).toBeLessThanOrEqual(MOST_EDITED);
  const { seen, error } = look();
  expect([seen, seen === null ? error : ""]).toEqual([EVERYWHERE, ""]);
});

for (const [what, [path, from, to]] of Object.entries(BY_HAND)) {
  test(`it is not where ${what} are a list that is kept by hand`, () => {
    edit(path, from, to);
    expect(look().seen).not.toEqual(EVERYWHERE);
    edit(path, to, from);
  });
}
