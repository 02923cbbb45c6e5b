import { expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canLock, openDatabase } from "../../src/store/sqlite.ts";

const dir = await mkdtemp(join(tmpdir(), "sqlite-"));

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
  const entrypoints = [join(import.meta.dir, "../../src/store/sqlite.ts")];
  const { success } = await Bun.build({ entrypoints, target: "node", outdir: dir, naming: "sqlite.mjs" });
  expect(success).toBe(true);
  const typed = (code: string) => Bun.spawnSync([node, "--input-type=module", "-e", code]).stdout.toString().trim();
  const has = typed('console.log(await import("node:sqlite").then(() => true, () => false))');
  const module = JSON.stringify(`file://${join(dir, "sqlite.mjs")}`);
  expect(typed(`console.log(await (await import(${module})).canLock())`)).toBe(has);
  await rm(dir, { recursive: true });
});
