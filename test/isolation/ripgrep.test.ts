import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runRipgrep } from "../../src/isolation/ripgrep.ts";

const dir = await mkdtemp(join(tmpdir(), "ripgrep-"));
afterAll(() => rm(dir, { recursive: true, force: true }));

/** What is handed over of a program that does this in a shell. */
async function partsOf(script: string): Promise<string[]> {
  const program = join(dir, "rg");
  await writeFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const parts: string[] = [];
  await runRipgrep(program, dir, [], "\n", async (part) => parts.push(part) > 0);
  return parts;
}

describe.skipIf(process.platform === "win32")("runRipgrep()", () => {
  test("hands over every part, also a last one that nothing ends, and none where nothing was printed", async () => {
    expect(await partsOf("printf 'one\\n\\ntwo\\n'")).toEqual(["one", "", "two"]);
    expect(await partsOf("printf 'one\\nt'")).toEqual(["one", "t"]);
    expect(await partsOf("")).toEqual([]);
  });

  test("leaves out a part that is too long, wherever it stands", async () => {
    const long = "head -c 4000001 /dev/zero | tr '\\0' x";
    expect(await partsOf(`${long}; printf '\\nafter\\n'`)).toEqual(["after"]);
    expect(await partsOf(`printf 'before\\n'; ${long}`)).toEqual(["before"]);
  });

  test("throws the program's own words where it could not begin, and keeps back what it says of single files", async () => {
    await expect(partsOf("echo 'regex parse error' >&2; exit 2")).rejects.toThrow("regex parse error");
    expect(await partsOf("echo found; echo 'secret.txt: denied' >&2; exit 2")).toEqual(["found"]);
  });
});
