import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");

/** The texts of the built plugin by name, built as `npm run build` does, and the names of those that a start loads. */
export function builtPlugin(): { texts: Map<string, string>; atStart: Set<string> } {
  const outdir = mkdtempSync(join(tmpdir(), "designlab-bundle-"));
  try {
    const build = ["build", "src/index.ts", "--target=bun", "--format=esm", "--splitting", `--outdir=${outdir}`];
    const { status, stderr } = spawnSync(process.execPath, build, { cwd: ROOT, encoding: "utf8" });
    if (status !== 0) throw new Error(`The plugin cannot be built: ${stderr}`);
    const texts = new Map(readdirSync(outdir).map((name) => [name, readFileSync(join(outdir, name), "utf8")]));
    const atStart = new Set(["index.js"]);
    for (const name of atStart) {
      // A static import stands at the start of a line; import("…") is loaded when it is called.
      const imports = (texts.get(name) ?? "").matchAll(/^(?:(?:import|export)\b[^"\n]*|\} from\s*)"\.\/([^"]+)";?$/gmu);
      for (const [, found = ""] of imports) atStart.add(found);
    }
    return { texts, atStart };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
