import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findChangedFiles, type LOOKED } from "../../src/host/changed-files.ts";

const dir = mkdtempSync(join(tmpdir(), "designlab-changed-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const SINCE = 1_700_000_000_000;
const fits = (path: string): boolean => path.endsWith(".ts");

function put(path: string, at: number): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), "x");
  utimesSync(join(dir, path), at / 1000, at / 1000);
}

beforeAll(() => {
  for (const path of ["src/new.ts", "src/deep/er/new.ts", "lib/new.ts", "src/new.md", "node_modules/a/new.ts"])
    put(path, SINCE + 5_000);
  put("src/node_modules/a/new.ts", SINCE + 5_000);
  put(".git/new.ts", SINCE + 5_000);
  put("src/old.ts", SINCE - 5_000);
  put("new.ts", SINCE + 5_000);
  symlinkSync(join(dir, "src/new.ts"), join(dir, "src/link.ts"));
});

const changed = (patterns: string[], bounds?: typeof LOOKED) =>
  findChangedFiles(dir, { patterns, since: SINCE, fits }, bounds);

test("what was written since then is found in the folders of the patterns, and nothing else", async () => {
  expect(await changed(["src/**/*.ts"])).toEqual(["src/deep/er/new.ts", "src/new.ts"]);
  expect(await changed(["./src/**", "lib/*.ts", "!src/deep/**"])).toEqual([
    "lib/new.ts",
    "src/deep/er/new.ts",
    "src/new.ts",
  ]);
  expect(await changed(["**/*.ts"])).toEqual(["lib/new.ts", "new.ts", "src/deep/er/new.ts", "src/new.ts"]);
  expect(await changed(["src/new.ts", "src/old.ts"])).toEqual(["src/new.ts"]);
  expect(await changed(["nowhere/**"])).toEqual([]);
});

test("no more than so many entries are looked at, and no longer than so long once some were seen", async () => {
  const bounds = { entries: 9_000, milliseconds: -1, in_any_case: 0 };
  expect(await changed(["**/*.ts"], { ...bounds, entries: 1, milliseconds: 9_000 })).toHaveLength(1);
  expect(await changed(["**/*.ts"], bounds)).toEqual(["new.ts"]);
  expect(await changed(["**/*.ts"], { ...bounds, in_any_case: 200 })).toContain("src/deep/er/new.ts");
});

test("near ones come first, also where a pattern begins in a folder that another goes through", async () => {
  const entries = readdirSync(join(dir, "src")).length;
  expect(
    await changed(["src/**/*.ts", "src/deep/er/*.ts"], { entries: entries + 1, milliseconds: 9_000, in_any_case: 0 }),
  ).toEqual(["src/new.ts"]);
});
