import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmod, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tryFolder } from "../../src/experiment/checkup.ts";

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "designlab-checkup-")));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test("tryFolder() takes a folder that can be made, and none below a file", async () => {
  const base = join(root, "not/yet/there");
  expect(await tryFolder(base)).toEqual({ writable: true, folder: base });
  const file = join(root, "file");
  await writeFile(file, "");
  for (const mode of [0o600, 0o700]) {
    await chmod(file, mode);
    expect(await tryFolder(join(file, "below"))).toEqual({ writable: false, folder: file });
  }
});
