import { describe, expect, test } from "bun:test";
import { renameOver } from "../../src/store/rename.ts";

const refusal = (code: string) => Object.assign(new Error(`${code}: operation not permitted, rename`), { code });

/** A disk on which the file is open elsewhere for so many tries; `waited` is how long was paused in all. */
function disk(platform: NodeJS.Platform, code: string, refused: number) {
  const seen = { tries: 0, waited: 0, renamed: [] as string[] };
  const system = {
    platform,
    async rename(from: string, to: string) {
      if (++seen.tries <= refused) throw refusal(code);
      seen.renamed.push(from, to);
    },
    async pause(ms: number) {
      seen.waited += ms;
    },
  };
  return { seen, system };
}

describe("renameOver()", () => {
  for (const code of ["EPERM", "EACCES", "EBUSY"]) {
    test(`tries again on Windows while ${code} says that somebody has the file open`, async () => {
      const { seen, system } = disk("win32", code, 3);
      await renameOver("a.tmp", "a", system);
      expect(seen).toMatchObject({ tries: 4, renamed: ["a.tmp", "a"] });
    });
  }

  test("gives up after some seconds, with what the system said", async () => {
    const { seen, system } = disk("win32", "EPERM", Number.POSITIVE_INFINITY);
    await expect(renameOver("a.tmp", "a", system)).rejects.toMatchObject({ code: "EPERM" });
    expect(seen.waited).toBeGreaterThan(2_000);
    expect(seen.waited).toBeLessThan(6_000);
    expect(seen.tries).toBeLessThan(50);
  });

  test("tries once where an open file is no hindrance, and for whatever else is wrong", async () => {
    for (const [platform, code] of [
      ["linux", "EPERM"],
      ["darwin", "EACCES"],
      ["win32", "ENOENT"],
      ["win32", "ENOSPC"],
    ] as const) {
      const { seen, system } = disk(platform, code, 1);
      await expect(renameOver("a.tmp", "a", system)).rejects.toMatchObject({ code });
      expect(seen).toMatchObject({ tries: 1, waited: 0 });
    }
  });
});
