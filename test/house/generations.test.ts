import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const SRC = join(import.meta.dir, "../../src");
/** Where a generation of the host may be named; everything else is the same on every host. */
const MAY = /^host\/|^(?:index|tui)\.ts$/;
const NAMES = /OpenCode [12]\b|\b[vV][12]\b|(?:-v|V)[12]\b|\bgenerations? of the host\b/;

test("nothing outside host names a generation of the host", () => {
  const files = [...new Glob("**/*.{ts,tsx}").scanSync(SRC)].filter((file) => !MAY.test(file));
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => NAMES.test(readFileSync(join(SRC, file), "utf8")))).toEqual([]);
});

test("the two adapters together stay under 600 lines", () => {
  const adapters = ["v1/adapter.ts", "v2/adapter.ts", "v2/api.ts", "v2/question.ts"].map((file) => `host/${file}`);
  const lines = adapters.map((file) => readFileSync(join(SRC, file), "utf8").split("\n").length - 1);
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThan(600);
});
