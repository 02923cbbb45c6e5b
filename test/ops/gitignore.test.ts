import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onlyExperiment, snapshot } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

const BASE = ".opencode/design-lab";
let lab: Bench;
beforeEach(async () => {
  lab = await bench({ config: { design_models: ["alpha/strong-1", "gamma/weak-1"] } });
});
afterEach(() => lab.dispose());

describe(".gitignore", () => {
  const run = (args: object) => lab.call("generate", { task: "A queue", topic: "queue", ...args });

  test("is written into a base folder that the plugin made, and into none that was there", async () => {
    await run({});
    expect(await readFile(join(lab.dir, BASE, ".gitignore"), "utf8")).toBe("*\n");
    await mkdir(join(lab.dir, "docs"));
    await writeFile(join(lab.dir, "docs/page.md"), "mine");
    await run({ output_dir: "docs", fresh: true });
    expect((await readdir(join(lab.dir, "docs"))).filter((name) => name.startsWith("."))).toEqual([]);
    const experiment = await onlyExperiment(lab.dir, "docs");
    expect(await readFile(join(experiment, ".gitignore"), "utf8")).toBe("*\n");
  });

  test("of the person's own is left as it is", async () => {
    await mkdir(join(lab.dir, "docs"));
    await writeFile(join(lab.dir, "docs/.gitignore"), "*.tmp\n");
    await run({ output_dir: "docs" });
    expect(await readFile(join(lab.dir, "docs/.gitignore"), "utf8")).toBe("*.tmp\n");
    expect(existsSync(join(await onlyExperiment(lab.dir, "docs"), ".gitignore"))).toBe(true);
    expect(await readFile(join(lab.dir, BASE, ".gitignore"), "utf8")).toBe("*\n");
  });

  test("is nowhere when it is not wanted", async () => {
    await lab.dispose();
    lab = await bench({ config: { design_models: ["alpha/strong-1", "gamma/weak-1"], output: { gitignore: false } } });
    await mkdir(join(lab.dir, "docs"));
    await run({ output_dir: "docs" });
    expect(Object.keys(await snapshot(lab.dir)).filter((file) => file.includes(".gitignore"))).toEqual([]);
  });
});
