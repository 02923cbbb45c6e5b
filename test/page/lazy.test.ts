import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");

test("nothing that draws the report is loaded when the plugin starts", () => {
  const outdir = mkdtempSync(join(tmpdir(), "designlab-bundle-"));
  try {
    const build = ["build", "src/index.ts", "--target=bun", "--format=esm", "--splitting", `--outdir=${outdir}`];
    const { status, stderr } = spawnSync(process.execPath, build, { cwd: ROOT, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    const texts = new Map(readdirSync(outdir).map((name) => [name, readFileSync(join(outdir, name), "utf8")]));
    const loaded = new Set(["index.js"]);
    for (const name of loaded) {
      const imports = (texts.get(name) ?? "").matchAll(/^(?:import|export)\b[^"\n]*"\.\/([^"]+)";?$/gm);
      for (const [, found = ""] of imports) loaded.add(found);
    }
    const start = [...loaded].map((name) => texts.get(name) ?? "").join("\n");
    const all = [...texts.values()].join("\n");
    for (const mark of ["wasm-graphviz", "observablehq", "mixmark-io"]) {
      expect([mark, all.includes(mark), start.includes(mark)]).toEqual([mark, true, false]);
    }
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
});
