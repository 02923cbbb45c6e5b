import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Glob } from "bun";

const SRC = join(import.meta.dir, "../../src");

/**
 * What each folder may import of the others, from what stands alone to what puts all together. A folder imports itself;
 * of the folders inside another, the longest name counts.
 */
const MAY: Readonly<Record<string, string>> = {
  artifacts: "",
  "errors.ts": "artifacts",
  text: "artifacts",
  stats: "artifacts text errors.ts",
  store: "artifacts text errors.ts",
  questions: "store artifacts text errors.ts",
  plan: "store artifacts text errors.ts",
  guard: "store artifacts text errors.ts",
  config: "artifacts text errors.ts",
  session: "artifacts text errors.ts",
  isolation: "artifacts text errors.ts",
  blind: "artifacts text errors.ts",
  prompting: "session config artifacts text errors.ts",
  experiment: "blind prompting stats questions store config artifacts text errors.ts",
  story: "guard experiment prompting stats questions plan store artifacts text errors.ts",
  views: "story questions plan artifacts text",
  "views/markdown": "story questions plan artifacts text",
  "views/html": "story questions artifacts text",
  "views/html/judge": "views/html story artifacts text",
  "views/html/live": "views/html story questions artifacts text",
  "views/terminal": "story artifacts text",
  stages: "views story plan experiment prompting blind stats questions store config artifacts text errors.ts",
  "stages/brief": "stages views story experiment prompting blind stats questions store config artifacts text errors.ts",
  "stages/designs":
    "stages views story experiment prompting blind stats questions store config artifacts text errors.ts",
  "stages/plan":
    "stages views story plan experiment prompting blind stats questions store config artifacts text errors.ts",
  "stages/judgement":
    "stages views story experiment prompting blind stats questions plan store config artifacts text errors.ts",
  "stages/work":
    "stages views story guard plan experiment prompting blind stats questions store config artifacts text errors.ts",
  live: "guard stages views story experiment prompting stats questions plan store artifacts text errors.ts",
  command: "text artifacts errors.ts",
  ops: "guard command live isolation stages views story plan experiment prompting questions store config artifacts text errors.ts",
  "tool.ts": "ops command views artifacts text errors.ts",
  "lab.ts": "ops prompting session store config artifacts text",
  host: "guard tool.ts lab.ts questions ops command live isolation stages/work views story prompting session store config artifacts text errors.ts",
  "host/drive": "host artifacts text errors.ts",
  study: "story experiment prompting stats store config artifacts text errors.ts",
  cli: "study live host lab.ts ops command views story experiment prompting session stats store config text artifacts errors.ts",
  "cli.ts": "cli",
  "index.ts": "host",
  "tui.ts": "host",
};

const ROOMS = Object.keys(MAY).sort((a, b) => b.length - a.length);
const roomOf = (path: string): string => ROOMS.find((room) => path === room || path.startsWith(`${room}/`)) ?? path;
const SPECIFIER = /(?:from|import\(?)\s*"(\.[^"]+)"/g;

/** Every import that the table does not know: "stats/a.ts imports views/b.ts". */
function forbidden(file: string, text: string): string[] {
  const own = roomOf(file);
  const allowed = [own, ...(MAY[own] ?? "").split(" ")];
  return [...text.matchAll(SPECIFIER)].flatMap(([, path = ""]) => {
    const other = relative(SRC, join(SRC, dirname(file), path));
    const room = roomOf(other);
    // Whoever may import a folder may import those in it, but for its own neighbours.
    const may = allowed.some((each) => room === each || (room.startsWith(`${each}/`) && !own.startsWith(`${each}/`)));
    return may || other === "../package.json" ? [] : [`${file} imports ${other}`];
  });
}

test("imports run one way", () => {
  const files = [...new Glob("**/*.{ts,tsx}").scanSync(SRC)];
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => forbidden(file, readFileSync(join(SRC, file), "utf8")))).toEqual([]);
});

test("no two folders import each other", () => {
  const reaches = (from: string, to: string, seen: string[] = []): boolean =>
    (MAY[from] ?? "")
      .split(" ")
      .some((next) => next === to || (next !== "" && !seen.includes(next) && reaches(next, to, [...seen, next])));
  expect(Object.keys(MAY).filter((room) => reaches(room, room))).toEqual([]);
});

test("an import that turns back is found", () => {
  expect(forbidden("stats/bias.ts", 'import type { X } from "../views/html/page.ts";')).toEqual([
    "stats/bias.ts imports views/html/page.ts",
  ]);
  expect(forbidden("views/html/live/app.tsx", 'const a = await import("../../../store/read.ts");')).toHaveLength(1);
  expect(forbidden("stages/designs/a.ts", 'import { a } from "../judgement/rank.ts";')).toHaveLength(1);
  expect(forbidden("nowhere/a.ts", 'import { a } from "../text/clean.ts";')).toHaveLength(1);
  expect(forbidden("ops/run/rank.ts", 'import { a } from "../text/clean.ts";')).toEqual([]);
});
