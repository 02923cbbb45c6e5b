import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeText } from "../../src/store/files.ts";
import { openLedger } from "../../src/store/ledger.ts";

let dir: string;
let restore: () => void;
/** What the disk was told to keep, in order: a folder or a file, and what stood at `path` then. */
let synced: { what: "file" | "folder"; there: string | null }[];
let path: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "designlab-durability-"));
  path = join(dir, "note.json");
  synced = [];
  const handle = await open(dir, "r");
  const prototype = Object.getPrototypeOf(handle) as { sync: FileHandle["sync"] };
  await handle.close();
  const original = prototype.sync;
  prototype.sync = async function (this: FileHandle) {
    const what = (await this.stat()).isDirectory() ? "folder" : "file";
    synced.push({ what, there: existsSync(path) ? readFileSync(path, "utf8") : null });
    return original.call(this);
  };
  restore = () => {
    prototype.sync = original;
  };
});
afterEach(async () => {
  restore();
  await rm(dir, { recursive: true, force: true });
});

describe("writeText()", () => {
  test("has the disk keep the text before it gets its name, and then the name", async () => {
    await writeText(path, "new");
    expect(synced).toEqual([
      { what: "file", there: null },
      { what: "folder", there: "new" },
    ]);
  });

  test("leaves the old text under the name until the disk has the new one", async () => {
    await writeText(path, "old");
    synced = [];
    await writeText(path, "new");
    expect(synced).toEqual([
      { what: "file", there: "old" },
      { what: "folder", there: "new" },
    ]);
  });
});

test("a ledger's line is on the disk when append() is done", async () => {
  path = join(dir, "ledger.jsonl");
  const ledger = openLedger(dir, () => new Date("2026-11-21T10:00:00Z"));
  await ledger.append({ event: "started" });
  await ledger.append({ event: "done" });
  const lines = synced.map(({ what, there }) => [what, there?.trim().split("\n").length]);
  expect(lines).toEqual([
    ["file", 1],
    ["file", 2],
  ]);
});
