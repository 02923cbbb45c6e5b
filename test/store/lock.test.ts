import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canLock, isLocked, openDatabase, withLock } from "../../src/store/lock.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "designlab-lock-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test("withLock() refuses a second call of the same process and lets the next one in", async () => {
  await withLock(dir, "exp", async () => {
    await expect(withLock(dir, "exp", async () => 1)).rejects.toThrow("is at work on exp; nothing was done here");
  });
  expect(await withLock(dir, "exp", async () => 2)).toBe(2);
});

test("withLock() lets go when the work throws", async () => {
  await expect(withLock(dir, "exp", () => Promise.reject(new Error("boom")))).rejects.toThrow("boom");
  expect(await withLock(dir, "exp", async () => 3)).toBe(3);
});

test("withLock() refuses another process and takes over at once when that is killed", async () => {
  const code = `import { isLocked, withLock } from ${JSON.stringify(join(import.meta.dir, "../../src/store/lock.ts"))};
    await withLock(${JSON.stringify(dir)}, "exp", async () => { console.log("held"); await new Promise((r) => setTimeout(r, 60_000)); });`;
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  await expect(withLock(dir, "exp", async () => 1)).rejects.toThrow("Another call or another OpenCode");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await withLock(dir, "exp", async () => 4)).toBe(4);
});

test("isLocked() tells whether somebody is at work, and leaves the lock to whoever wants it", async () => {
  expect(await isLocked(dir)).toBe(false);
  await withLock(dir, "exp", async () => expect(await isLocked(dir)).toBe(true));
  expect(await isLocked(dir)).toBe(false);
  expect(await withLock(dir, "exp", async () => 5)).toBe(5);
});

test("isLocked() makes nothing in a folder, and says no of what is no lock", async () => {
  expect(await isLocked(join(dir, "gone"))).toBe(false);
  expect(await readdir(dir)).toEqual([]);
  await writeFile(join(dir, ".lock"), "not a database");
  expect(await isLocked(dir)).toBe(false);
});

test("withLock() says which folder is missing", async () => {
  await expect(withLock(join(dir, "gone"), "exp", async () => 1)).rejects.toThrow("Cannot lock");
});

describe("withLock() refuses what no lock of the plugin is, and says which file to remove:", () => {
  const foreign: [string, () => Promise<unknown>][] = [
    ["text", () => writeFile(join(dir, ".lock"), "not a database")],
    [
      "a database that another program made",
      () => writeFile(join(dir, ".lock"), `SQLite format 3\0${"x".repeat(5000)}`),
    ],
    ["a link", () => symlink("/dev/null", join(dir, ".lock"))],
    ["a folder", () => mkdir(join(dir, ".lock"))],
  ];
  for (const [what, make] of foreign) {
    test(what, async () => {
      await make();
      const error = await withLock(dir, "exp", async () => 1).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        name: "LabError",
        message: expect.stringContaining(join(dir, ".lock")),
        advice: expect.stringContaining("Remove it"),
      });
    });
  }
});

test("withLock() never replays a journal that came with the folder: what it names stays", async () => {
  const victim = join(dir, "victim");
  await writeFile(victim, "precious");
  await writeFile(join(dir, ".lock"), "");
  await writeFile(join(dir, ".lock-journal"), superJournal(victim));
  expect(await withLock(dir, "exp", async () => 5)).toBe(5);
  expect(await readFile(victim, "utf8")).toBe("precious");
});

/** A rollback journal of SQLite that ends with the name of a super-journal, which is deleted once it is replayed. */
function superJournal(name: string): Buffer {
  const header = Buffer.alloc(512);
  Buffer.from([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]).copy(header);
  header.writeUInt32BE(0, 8);
  header.writeUInt32BE(512, 20);
  header.writeUInt32BE(4096, 24);
  const text = Buffer.from(name);
  const record = Buffer.alloc(8 + 8);
  record.writeUInt32BE(text.length, 0);
  record.writeUInt32BE(
    text.reduce((sum, byte) => sum + byte, 0),
    4,
  );
  Buffer.from([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]).copy(record, 8);
  const page = Buffer.alloc(4);
  return Buffer.concat([header, page, text, record]);
}

test("openDatabase() says what is wrong with a file, which is not that another holds it", async () => {
  const file = join(dir, "text");
  await writeFile(file, "not a database, and as long as the head of one would be".repeat(4));
  const connection = await openDatabase(file);
  expect(() => connection?.take(0)).toThrow("not a database");
  connection?.close();
});

test("canLock() is told in Node.js too, where a lock can be taken from the version on that has an SQLite", async () => {
  expect(await canLock()).toBe(true);
  const node = Bun.which("node");
  if (node === null) return;
  const entrypoints = [join(import.meta.dir, "../../src/store/lock.ts")];
  const { success } = await Bun.build({ entrypoints, target: "node", outdir: dir, naming: "sqlite.mjs" });
  expect(success).toBe(true);
  const typed = (code: string) => Bun.spawnSync([node, "--input-type=module", "-e", code]).stdout.toString().trim();
  const has = typed('console.log(await import("node:sqlite").then(() => true, () => false))');
  const module = JSON.stringify(`file://${join(dir, "sqlite.mjs")}`);
  expect(typed(`console.log(await (await import(${module})).canLock())`)).toBe(has);
});
