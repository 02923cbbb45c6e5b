import { afterEach, beforeEach, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withLock } from "../../src/store/file-lock.ts";

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
  const code = `import { withLock } from ${JSON.stringify(join(import.meta.dir, "../../src/store/file-lock.ts"))};
    await withLock(${JSON.stringify(dir)}, "exp", async () => { console.log("held"); await new Promise((r) => setTimeout(r, 60_000)); });`;
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  await expect(withLock(dir, "exp", async () => 1)).rejects.toThrow("Another call or another OpenCode");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await withLock(dir, "exp", async () => 4)).toBe(4);
});

test("withLock() says which folder is missing", async () => {
  await expect(withLock(join(dir, "gone"), "exp", async () => 1)).rejects.toThrow("Cannot lock");
});
