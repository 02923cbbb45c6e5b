import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "acorn";
import { Glob } from "bun";
import { checkSync } from "recheck";

const ROOT = join(import.meta.dir, "../..");

type Found = { where: string; source: string; flags: string };

/** Every literal pattern of the source, by its syntax tree. */
function literals(): Found[] {
  return [...new Glob("src/**/*.{ts,tsx}").scanSync(ROOT)].flatMap((file) => {
    const loader = file.endsWith("x") ? "tsx" : "ts";
    const code = new Bun.Transpiler({ loader }).transformSync(readFileSync(join(ROOT, file), "utf8"));
    const found: Found[] = [];
    const visit = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      const { regex } = node as { regex?: { pattern: string; flags: string } };
      if (regex) found.push({ where: file, source: regex.pattern, flags: regex.flags });
      else for (const inner of Object.values(node)) visit(inner);
    };
    visit(parse(code, { ecmaVersion: "latest", sourceType: "module" }));
    return found;
  });
}

/** Every pattern that is put together at run time. */
function built(): Found[] {
  const { stdout } = Bun.spawnSync([process.execPath, join(import.meta.dir, "built-patterns.ts")], { cwd: ROOT });
  const patterns: [string, string][] = JSON.parse(stdout.toString());
  return patterns.map(([source, flags]) => ({ where: "built at run time", source, flags }));
}

/** Without a repetition that has no end, one look at one place takes no longer however long the text is. */
function repeatsWithoutEnd({ source }: Found): boolean {
  const bare = source.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
  return /[*+]|\{\d+,\}/.test(bare);
}

test("the patterns of the source are found, those built at run time too", () => {
  const sources = [...literals(), ...built()].map(({ source }) => source);
  expect(sources.length).toBeGreaterThan(250);
  expect(sources.some((source) => source.includes("\\uE000") || source.includes("\uE000"))).toBe(true);
});

test("no pattern of the source takes longer than in proportion to what it is given", () => {
  const risky = [...literals(), ...built()].filter(repeatsWithoutEnd);
  const found = risky.flatMap(({ where, source, flags }) => {
    const verdict = checkSync(source, flags, { timeout: 10_000 });
    return verdict.status === "safe"
      ? []
      : [
          `${where}: /${source}/${flags} is ${verdict.status === "vulnerable" ? verdict.complexity.summary : verdict.status}`,
        ];
  });
  expect(found).toEqual([]);
});
