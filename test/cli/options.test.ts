import { afterAll, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OWN_OPTIONS, ownOptions, taskIn } from "../../src/cli/options.ts";

const dir = await mkdtemp(join(tmpdir(), "task-in-"));
afterAll(() => rm(dir, { recursive: true, force: true }));

const going = new AbortController().signal;
const NEEDED = "Cannot read the task: at most 1000000 bytes are needed, and";

async function read(text: string): Promise<string> {
  const file = join(dir, "task.md");
  await writeFile(file, text);
  return taskIn(file, tmpdir(), going);
}

/** What is read from the standard input of another process, or why not. */
async function piped(text: string): Promise<string> {
  const module = JSON.stringify(join(import.meta.dir, "../../src/cli/options.ts"));
  const code = `import { OWN_OPTIONS, ownOptions, taskIn } from ${module};
    console.log(await taskIn("-", ".", new AbortController().signal).catch(({ message }) => message));`;
  const child = Bun.spawn([process.execPath, "-e", code], { stdin: "pipe", stdout: "pipe" });
  child.stdin.write(text);
  void child.stdin.end();
  return (await new Response(child.stdout).text()).trim();
}

test("taskIn() reads a file up to its bound, without the mark that an editor puts before it", async () => {
  expect(await read("\uFEFFDesign a queue")).toBe("Design a queue");
  expect(await read("x".repeat(1_000_000))).toHaveLength(1_000_000);
  await expect(read("x".repeat(1_000_001))).rejects.toThrow(`${NEEDED} ${join(dir, "task.md")} has more.`);
});

test.skipIf(process.platform === "win32")("taskIn() reads no further than its bound what has no end", async () => {
  await expect(taskIn("/dev/zero", tmpdir(), going)).rejects.toThrow(`${NEEDED} /dev/zero has more.`);
});

test("taskIn() reads the standard input as it reads a file", async () => {
  expect(await piped("Design a queue,\nfor jobs")).toBe("Design a queue,\nfor jobs");
  expect(await piped("x".repeat(1_000_001))).toBe(`${NEEDED} the standard input has more.`);
});

test("taskIn() names what cannot be read, and gives nothing when it was stopped", async () => {
  await expect(taskIn(join(dir, "none.md"), tmpdir(), going)).rejects.toThrow("Cannot read the task: ENOENT");
  await expect(taskIn(dir, tmpdir(), going)).rejects.toThrow("Cannot read the task: EISDIR");
  await writeFile(join(dir, "task.md"), "Design a queue");
  await expect(taskIn(join(dir, "task.md"), tmpdir(), AbortSignal.abort(new Error("stopped")))).rejects.toThrow(
    "stopped",
  );
});

const SUM = "0123456789abcdef".repeat(4);

test("every option of the command is kept under its name, wherever it stands, and the other words remain", () => {
  for (const { name, takes } of OWN_OPTIONS) {
    const value = name === "allow-config" ? SUM : "a=b";
    const key = name.replaceAll("-", "_");
    const ways = takes === undefined ? [[`--${name}`]] : [[`--${name}`, value], [`--${name}=${value}`]];
    const nothing = ownOptions([]).own;
    for (const way of ways) {
      const { own, given } = ownOptions(["run", ...way, "x"]);
      expect(own).toEqual({ ...nothing, [key]: takes === undefined ? true : value });
      expect(given.map(({ word }) => word)).toEqual(["run", "x"]);
      expect(() => ownOptions([...way, ...way])).toThrow(`--${name} stands twice.`);
      expect(ownOptions(["--", ...way]).own).toEqual(nothing);
    }
    if (takes === undefined) expect(() => ownOptions([`--${name}=x`])).toThrow('takes no value, found "x".');
    else
      for (const none of [[`--${name}`], [`--${name}=`]])
        expect(() => ownOptions(none)).toThrow(`--${name} needs a value: --${name} ${takes}.`);
  }
});

test("a configuration is allowed by its whole SHA-256 alone, in either case", () => {
  const allowed = (text: string) => ownOptions(["--allow-config", text]).own.allow_config;
  expect(allowed(SUM.toUpperCase())).toBe(SUM);
  for (const wrong of ["yes", SUM.slice(1), `${SUM}0`, `x${SUM.slice(1)}`])
    expect(() => allowed(wrong)).toThrow(
      `--allow-config needs a SHA-256 of 64 hexadecimal digits, found "${wrong.slice(0, 80)}".`,
    );
});
