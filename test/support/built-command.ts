import { afterAll, beforeAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ENTRY = join(import.meta.dir, "../../src/cli.ts");

/** What a process of tests is told of the engine, for the many short lives that it starts with an environment of their own. */
export const ENGINE = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name.startsWith("BUN_JSC_") || name === "Malloc"),
);

/**
 * The command as a file's tests start it, built before them of what src holds now and gone after them: a start takes a
 * third of what it takes from src. For files that start it often; those of a few starts run src/cli.ts.
 */
export function builtCommand(): { readonly file: string } {
  let outdir = "";
  beforeAll(() => {
    outdir = mkdtempSync(join(tmpdir(), "designlab-command-"));
    // In a process of its own: a builder does not find modules of folders of which tests loaded a part before.
    const options = ["--target=bun", "--format=esm", "--splitting", `--outdir=${outdir}`];
    const { exitCode, stderr } = Bun.spawnSync([process.execPath, "build", ENTRY, ...options]);
    if (exitCode !== 0) throw new Error(`The command cannot be built: ${stderr}`);
  }, 300_000);
  afterAll(() => rmSync(outdir, { recursive: true, force: true }));
  return {
    get file() {
      return join(outdir, "cli.js");
    },
  };
}
