import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "acorn";
import { Glob } from "bun";
import { checkSync } from "recheck";

const ROOT = join(import.meta.dir, "../..");

type Found = { where: string; source: string; flags: string };

type Node = { type?: string; name?: string; regex?: { pattern: string; flags: string } };

/** What `pick` makes of every node of the source's syntax trees. */
function eachNode<T>(pick: (node: Node, file: string) => T[]): T[] {
  return [...new Glob("src/**/*.{ts,tsx}").scanSync(ROOT)].flatMap((file) => {
    const loader = file.endsWith("x") ? "tsx" : "ts";
    const written = readFileSync(join(ROOT, file), "utf8");
    const code = new Bun.Transpiler({ loader }).transformSync(written);
    const visit = (node: unknown): T[] =>
      typeof node === "object" && node !== null
        ? [...pick(node as Node, file), ...Object.values(node).flatMap(visit)]
        : [];
    return visit(parse(code, { ecmaVersion: "latest", sourceType: "module" }));
  });
}

/** Every literal pattern of the source. */
const literals = (): Found[] =>
  eachNode(({ regex }, where) => (regex ? [{ where, source: regex.pattern, flags: regex.flags }] : []));

/** Every pattern that is put together, when the code is loaded or used; see the script. */
const built = (() => {
  const { stdout } = Bun.spawnSync([process.execPath, join(import.meta.dir, "built-patterns.ts")], { cwd: ROOT });
  const all: Record<"loaded" | "used", [string, string][]> = JSON.parse(stdout.toString());
  const named = (when: "loaded" | "used"): Found[] =>
    all[when].map(([source, flags]) => ({ where: `built when it is ${when}`, source, flags }));
  return { loaded: named("loaded"), used: named("used") };
})();

/** Without a repetition that has no end, one look at one place takes no longer however long the text is. */
function repeatsWithoutEnd({ source }: Found): boolean {
  const bare = source.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
  return /[*+]|\{\d+,\}/.test(bare);
}

test("the patterns of the source are found, those put together and those of schemas too", () => {
  const sources = [...literals(), ...built.loaded].map(({ source }) => source);
  expect(sources.length).toBeGreaterThan(250);
  expect(sources.some((source) => source.includes("\\uE000") || source.includes("\uE000"))).toBe(true);
  expect(sources).toContain("^[RCNS][1-9][0-9]*$");
});

test("one function alone puts patterns together", () => {
  const users = eachNode(({ type, name }, file) => (type === "Identifier" && name === "RegExp" ? [file] : []));
  expect([...new Set(users)]).toEqual(["src/text/pattern.ts"]);
});

test("no pattern is made of what a model or a person wrote", () => expect(built.used).toEqual([]));

/** Times that an attack of the second degree is repeated: some 800 million steps, which take a second and more. */
const PUMPS = 40_000;
/** Milliseconds of the processor that no linear pattern takes for as long a text. */
const LINEAR = 150;

/**
 * Whether the attack that was found takes no time after all: on a machine that is busy the checker runs out of its own
 * time limits, guesses, and names patterns that it finds safe in quiet.
 */
function isHarmless(source: string, flags: string, { complexity, attack }: Vulnerable): boolean {
  if (complexity.type !== "polynomial" || complexity.degree > 2) return false;
  const text = attack.pumps.map(({ prefix, pump }) => prefix + pump.repeat(PUMPS)).join("") + attack.suffix;
  const begun = process.cpuUsage().user;
  new RegExp(source, flags).test(text);
  return (process.cpuUsage().user - begun) / 1_000 < LINEAR;
}
type Vulnerable = Extract<ReturnType<typeof checkSync>, { status: "vulnerable" }>;

test("an attack that takes its time is told from a guess", () => {
  const verdict = checkSync("^\\d+\\d+x", "", {});
  expect(verdict.status === "vulnerable" && isHarmless("^\\d+\\d+x", "", verdict)).toBe(false);
  expect(verdict.status === "vulnerable" && isHarmless("^\\d+x", "", verdict)).toBe(true);
});

test("no pattern of the source takes longer than in proportion to what it is given", () => {
  const risky = [...literals(), ...built.loaded, ...built.used].filter(repeatsWithoutEnd);
  const found = risky.flatMap(({ where, source, flags }) => {
    const verdict = checkSync(source, flags, { timeout: 60_000 });
    if (verdict.status === "safe" || (verdict.status === "vulnerable" && isHarmless(source, flags, verdict))) return [];
    const is = verdict.status === "vulnerable" ? verdict.complexity.summary : verdict.status;
    return [`${where}: /${source}/${flags} is ${is}`];
  });
  expect(found).toEqual([]);
});
