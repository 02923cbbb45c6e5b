import { afterAll, expect, test } from "bun:test";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRuntimeOf } from "../../src/cli/runtime.ts";

const dir = await mkdtemp(join(tmpdir(), "runtime-"));
afterAll(() => rm(dir, { recursive: true, force: true }));

/** A script that writes down how it was run, tries to be run so once more, and ends so. */
async function scriptThat(ends: string): Promise<{ script: string; told(): Promise<unknown> }> {
  const [script, told] = [join(dir, "script.ts"), join(dir, "told.json")];
  const runtime = JSON.stringify(join(import.meta.dir, "../../src/cli/runtime.ts"));
  await writeFile(
    script,
    `import { writeFileSync } from "node:fs";
    import { inRuntimeOf } from ${runtime};
    if (process.argv.includes("again")) process.exit(0);
    const again = inRuntimeOf(process.execPath, import.meta.path, ["again"]);
    const told = { argv: process.argv.slice(2), bun: process.env.BUN_BE_BUN, path: process.env.PATH, again };
    writeFileSync(${JSON.stringify(told)}, JSON.stringify(told));
    ${ends}`,
  );
  return { script, told: async () => JSON.parse(await readFile(told, "utf8")) };
}

test("inRuntimeOf() runs a script once in the runtime of a host, with its words and environment, and gives its exit code", async () => {
  const { script, told } = await scriptThat("process.exit(3);");
  expect(inRuntimeOf(process.execPath, script, ["show", "a b"])).toBe(3);
  expect(await told()).toEqual({ argv: ["show", "a b"], bun: "1", path: process.env.PATH, again: null });
  const killed = await scriptThat('process.kill(process.pid, "SIGKILL");');
  expect(inRuntimeOf(process.execPath, killed.script, [])).toBe(130);
});

test("inRuntimeOf() runs nothing in what is no such runtime, or not there", async () => {
  const { script } = await scriptThat("");
  expect(inRuntimeOf(join(dir, "none"), script, [])).toBeNull();
  const other = join(dir, "opencode");
  await writeFile(other, "#!/bin/sh\necho 1.18.33 of something else\n", { mode: 0o755 });
  expect(inRuntimeOf(other, script, [])).toBeNull();
});
