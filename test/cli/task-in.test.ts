import { expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const COMMAND = join(import.meta.dir, "../../src/cli.ts");
const folder = await mkdtemp(join(tmpdir(), "task-in-"));

/** What the command makes of a task's file, where there is no host to ask. */
async function typed(file: string, input = ""): Promise<{ error: string; status: number }> {
  const child = Bun.spawn([process.execPath, COMMAND, "dry-run", "--task-file", file], {
    cwd: folder,
    env: { PATH: "/nowhere" },
    stdin: "pipe",
    stderr: "pipe",
    timeout: 20_000,
  });
  child.stdin.write(input);
  void child.stdin.end();
  return { error: await new Response(child.stderr).text(), status: await child.exited };
}

const there = async (name: string, text: string): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
};

test("a task is read as far as its bound, from a file that has an end or none and from the standard input", async () => {
  const long = await there("long.md", "x".repeat(1_000_001));
  const needed = "Cannot read the task: at most 1000000 bytes are needed, and";
  expect(await typed(long)).toEqual({ error: `${needed} ${long} has more.\n`, status: 2 });
  expect(await typed("-", "x".repeat(1_000_001))).toEqual({
    error: `${needed} the standard input has more.\n`,
    status: 2,
  });
  if (process.platform !== "win32")
    expect(await typed("/dev/zero")).toEqual({ error: `${needed} /dev/zero has more.\n`, status: 2 });
});

test("what is no longer is read, without the mark that an editor puts before it, and what is no file is named", async () => {
  const asks = "Cannot run: it asks models through OpenCode";
  expect((await typed(await there("whole.md", "x ".repeat(500_000)))).error).toStartWith(asks);
  expect((await typed("-", "Design a durable queue")).error).toStartWith(asks);
  expect((await typed(await there("empty.md", "\uFEFF"))).error).toContain('"dry-run" needs a task');
  expect(await typed(join(folder, "none.md"))).toMatchObject({ error: expect.stringContaining("ENOENT"), status: 2 });
  expect(await typed(folder)).toMatchObject({
    error: expect.stringContaining("Cannot read the task: EISDIR"),
    status: 2,
  });
  await rm(folder, { recursive: true });
});
