import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { chmod, lstat, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

/** Longer than what changed lately counts as changing still. */
const SETTLED = 2_200;

let lab: Bench;
let dir: string;
let base: string;
const list = () => lab.call("show");
const outline = (of = dir): string => join(of, "results/outline.json");
const isKept = async (of = dir): Promise<boolean> => (await lstat(outline(of)).catch(() => null))?.isFile() === true;
const without = async (): Promise<string> => {
  for (const found of await readdir(base, { withFileTypes: true }))
    if (found.isDirectory()) await rm(join(base, found.name, "results/outline.json"), { recursive: true, force: true });
  return list();
};

beforeAll(async () => {
  lab = await bench();
  await lab.call("run", { task: "Design a queue", topic: "queue" });
  dir = await onlyExperiment(lab.dir);
  base = dirname(dir);
  await rm(join(base, ".gitignore"), { force: true });
  await lab.call("run", { task: "Design a cache", topic: "cache" });
  await lab.call("generate", { task: "Design a log", topic: "log" });
});
afterAll(() => lab.dispose());

describe("a list keeps what it read of an experiment", () => {
  test("not while it was just written, and then once, for all that is ranked; it says the same to the byte", async () => {
    // However long the runs took, and the list takes: nothing is kept yet, and something is written while it is made.
    await rm(outline(), { force: true });
    const ranking = join(dir, "results/ranking.json");
    const soon = new Date(Date.now() + 600_000);
    await utimes(ranking, soon, soon);
    const first = await list();
    expect(await isKept()).toBe(false);
    await utimes(ranking, new Date(), new Date());
    await Bun.sleep(SETTLED);
    const before = await snapshot(dir);
    expect(await list()).toBe(first);
    const { "results/outline.json": kept, ...rest } = await snapshot(dir);
    expect(kept).toBeDefined();
    expect(rest).toEqual(before);
    expect(await isKept(join(base, basename(dir).replace("queue", "log")))).toBe(false);
    expect(await list()).toBe(first);
    expect(await without()).toBe(first);
  });

  test("and uses it only while every file is the one that it was made of", async () => {
    await Bun.sleep(SETTLED);
    const whole = await list();
    expect(await isKept()).toBe(true);
    const [score = ""] = await readdir(join(dir, "scores"));
    const path = join(dir, "scores", score);
    const { atime, mtime } = await lstat(path);
    const text = await readFile(path, "utf8");
    // Of one length, and dated as before.
    await writeFile(path, text.replace('"version": 1', '"version": 7'));
    await utimes(path, atime, mtime);
    const broken = await list();
    expect(broken).not.toBe(whole);
    expect(broken).toContain("Unfinished: 3 of 3 designs, 9 of 9 reviews, 8 of 9 scores");
    expect(broken).toBe(await without());
    await rm(path);
    expect(await list()).toBe(broken);
    await writeFile(path, text);
    expect(await list()).toBe(whole);
    const design = join(
      dir,
      "designs",
      (await readdir(join(dir, "designs"))).find((name) => name.endsWith(".json")) ?? "",
    );
    const old = await readFile(design, "utf8");
    await writeFile(design, JSON.stringify({ ...JSON.parse(old), summary: "Changed." }));
    expect(await list()).toContain("Unfinished: 3 of 3 designs, 6 of 9 reviews, 6 of 9 scores");
    await writeFile(design, old);
    expect(await list()).toBe(whole);
  });

  test("and believes none that came with a folder, whatever it says", async () => {
    await Bun.sleep(SETTLED);
    const whole = await list();
    const kept = await readJson<{ outline: { ranked: { titles: object } } }>(outline());
    const copy = join(base, "2026-01-01-copy");
    execFileSync("cp", ["-a", dir, copy]);
    await writeFile(
      outline(copy),
      JSON.stringify(kept)
        .replaceAll("high", "low")
        .replaceAll(/“?Alder|queue/gu, "PLANTED"),
    );
    const seen = await list();
    expect(seen).not.toContain("PLANTED");
    expect(seen).toBe(await without());
    await rm(copy, { recursive: true });
    expect(await list()).toBe(whole);
  });

  test("and makes it anew where something else stands in its place, or passes over it", async () => {
    await Bun.sleep(SETTLED);
    const whole = await list();
    const elsewhere = join(lab.dir, "elsewhere.json");
    await writeFile(elsewhere, await readFile(outline(), "utf8"));
    const plants: Record<string, () => Promise<unknown>> = {
      "no JSON": () => writeFile(outline(), "{"),
      nothing: () => writeFile(outline(), ""),
      "another shape": () => writeFile(outline(), '{"version": 1, "made_of": "x", "outline": {"ran": -1}}'),
      "much too much": () => writeFile(outline(), `[${"[".repeat(300_000)}`),
      "a link": () => symlink(elsewhere, outline()),
      "a folder": () => mkdir(outline()),
      "a pipe": async () => execFileSync("mkfifo", [outline()]),
    };
    for (const [name, plant] of Object.entries(plants)) {
      await rm(outline(), { recursive: true, force: true });
      await plant();
      expect([name, await list()]).toEqual([name, whole]);
      expect([name, await list()]).toEqual([name, whole]);
    }
    expect(JSON.parse(await readFile(elsewhere, "utf8")).version).toBe(1);
    expect((await lstat(outline())).isFIFO()).toBe(true);
    await rm(outline());
  });

  test("and does without in a folder that cannot be written to, and in one outside the project", async () => {
    await Bun.sleep(SETTLED);
    const whole = await without();
    await rm(outline(), { force: true });
    if (process.getuid?.() !== 0) {
      await chmod(join(dir, "results"), 0o555);
      await Bun.sleep(SETTLED);
      expect(await list()).toBe(whole);
      expect(await isKept()).toBe(false);
      await chmod(join(dir, "results"), 0o755);
    }
    const outside = await bench({ config: { output: { base_dir: base } } });
    try {
      outside.permits = true;
      const before = await snapshot(base);
      expect(await outside.call("show")).toContain(basename(dir));
      expect(await snapshot(base)).toEqual(before);
    } finally {
      await outside.dispose();
    }
  });

  test("with two processes at once, and leaves nothing behind", async () => {
    await Bun.sleep(SETTLED);
    const whole = await without();
    await rm(outline(), { force: true });
    const other = await bench({ dir: lab.dir });
    const texts = await Promise.all([list(), other.call("show"), list(), other.call("show")]);
    for (const text of texts) expect(text).toBe(whole);
    expect(await isKept()).toBe(true);
    expect((await readdir(join(dir, "results"))).sort()).toEqual([
      "outline.json",
      "ranking.json",
      "ranking.md",
      "report.html",
    ]);
  });
});
