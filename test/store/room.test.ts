import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refuseFull } from "../../src/store/bases.ts";
import { canMount, smallDisk } from "../support/small-disk.ts";

let dir: string;
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), "designlab-room-")));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const MB = 1_000_000;
const refusal = (work: Promise<void>): Promise<string> =>
  work.then(
    () => "let in",
    (error: Error) => error.message,
  );

describe("refuseFull()", () => {
  test("lets in what the disk has room for, and leaves nothing", async () => {
    await refuseFull(dir, MB);
    await refuseFull(join(dir, "not/there/yet"), MB);
    expect(await readdir(dir)).toEqual([]);
  });

  test("says where, what is needed and what was found, also of a folder that is still to be made", async () => {
    for (const folder of [dir, join(dir, "not/there/yet")]) {
      expect(await refusal(refuseFull(folder, 2 ** 60))).toMatch(
        new RegExp(
          `^Cannot keep what would come in ${folder}: about 1,152,921,504,607 MB are needed, found [\\d,]+ MB free. Nothing was asked.$`,
        ),
      );
    }
  });

  test.skipIf(!canMount)("finds out by writing where the system does not tell, as with a quota", async () => {
    const disk = smallDisk(1);
    try {
      const unknown = async () => null;
      expect(await refusal(refuseFull(disk.dir, 4 * MB, unknown))).toContain("are needed, found no room for them");
      expect(await readdir(disk.dir)).toEqual([]);
      expect(await refusal(refuseFull(disk.dir, MB / 2, unknown))).toBe("let in");
    } finally {
      disk.remove();
    }
  });
});
