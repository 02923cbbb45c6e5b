import { expect, test } from "bun:test";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
/** What a host loads when it starts may be so large; the rest is loaded by the first call. Bytes. */
const MAX_AT_START = 140_000;

test("what a host loads at its start is small: no schemas, no statistics, no reports", async () => {
  const built = await Bun.build({ entrypoints: [join(ROOT, "src/index.ts")], target: "bun", splitting: true });
  const texts = new Map<string, string>();
  for (const output of built.outputs) texts.set(output.path.replace(/^\.\//u, ""), await output.text());
  const loaded = new Set<string>();
  const load = (name: string): void => {
    const text = texts.get(name);
    if (text === undefined || loaded.has(name)) return;
    loaded.add(name);
    // A static import stands at the start of a line; import("…") is loaded when it is called.
    for (const [, next = ""] of text.matchAll(/^(?:import\s[^"]*|\} from\s*)"\.\/([^"]+)";$/gmu)) load(next);
  };
  load("index.js");
  const size = [...loaded].reduce((sum, name) => sum + (texts.get(name)?.length ?? 0), 0);
  expect(loaded.size).toBeGreaterThan(1);
  expect(size).toBeLessThanOrEqual(MAX_AT_START);
  const whole = [...loaded].map((name) => texts.get(name)).join("\n");
  for (const heavy of ["@sinclair/typebox", "/ml-matrix/", "src/stats/", "src/report/"])
    expect(whole).not.toContain(heavy);
});
