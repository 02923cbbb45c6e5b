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
    const again = await inRuntimeOf(process.execPath, import.meta.path, ["again"]);
    const told = { argv: process.argv.slice(2), bun: process.env.BUN_BE_BUN, path: process.env.PATH, again };
    writeFileSync(${JSON.stringify(told)}, JSON.stringify(told));
    ${ends}`,
  );
  return { script, told: async () => JSON.parse(await readFile(told, "utf8")) };
}

test("inRuntimeOf() runs a script once in the runtime of a host, with its words and environment, and gives its exit code", async () => {
  const { script, told } = await scriptThat("process.exit(3);");
  expect(await inRuntimeOf(process.execPath, script, ["show", "a b"])).toBe(3);
  expect(await told()).toEqual({ argv: ["show", "a b"], bun: "1", path: process.env.PATH, again: null });
  const killed = await scriptThat('process.kill(process.pid, "SIGKILL");');
  expect(await inRuntimeOf(process.execPath, killed.script, [])).toBe(130);
});

test("inRuntimeOf() runs nothing in what is no such runtime, or not there", async () => {
  const { script } = await scriptThat("");
  expect(await inRuntimeOf(join(dir, "none"), script, [])).toBeNull();
  const other = join(dir, "opencode");
  await writeFile(other, "#!/bin/sh\necho 1.18.33 of something else\n", { mode: 0o755 });
  expect(await inRuntimeOf(other, script, [])).toBeNull();
});

/** Who lends a runtime to a script that works until it is told to end, and when it does. */
async function lender(): Promise<{ process: Bun.Subprocess; said(): Promise<string> }> {
  const [script, lends, said] = ["works.ts", "lends.ts", "said"].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  await rm(said, { force: true });
  const runtime = JSON.stringify(join(import.meta.dir, "../../src/cli/runtime.ts"));
  await writeFile(
    script,
    `import { writeFileSync } from "node:fs";
    import { endWithLender } from ${runtime};
    const working = setInterval(() => {}, 1000);
    process.on("SIGTERM", () => {
      writeFileSync(${JSON.stringify(said)}, "ended in order");
      clearInterval(working);
      process.exitCode = 5;
    });
    endWithLender();
    writeFileSync(${JSON.stringify(said)}, "works");`,
  );
  await writeFile(
    lends,
    `import { inRuntimeOf } from ${runtime};
    process.exit((await inRuntimeOf(process.execPath, ${JSON.stringify(script)}, [])) ?? 9);`,
  );
  const lending = Bun.spawn([process.execPath, lends], { stdio: ["ignore", "ignore", "inherit"] });
  const read = () => readFile(said, "utf8").catch(() => "");
  while ((await read()) !== "works") await Bun.sleep(50);
  return { process: lending, said: read };
}

test("what is said to the process that lends a runtime reaches the one that works in it, whose exit code it takes", async () => {
  const lent = await lender();
  lent.process.kill("SIGTERM");
  expect(await lent.process.exited).toBe(5);
  expect(await lent.said()).toBe("ended in order");
});

test("what works in a lent runtime ends in order when the process that lent it is killed", async () => {
  const lent = await lender();
  lent.process.kill("SIGKILL");
  await lent.process.exited;
  while ((await lent.said()) !== "ended in order") await Bun.sleep(50);
});
