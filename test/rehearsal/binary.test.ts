import { expect, test } from "bun:test";
import { chooseOpencode, GENERATIONS, installedBinary, ownOpencode } from "../../rehearsal/binary.ts";

const newest = GENERATIONS.findLast((each) => installedBinary(each) !== null) ?? 1;

test("the person's own opencode is taken unless another generation is asked for", () => {
  const own = { binary: "/usr/bin/opencode", generation: 1 as const };
  expect(chooseOpencode(null, own)).toEqual(own);
  expect(chooseOpencode(1, own)).toEqual(own);
  expect(chooseOpencode(null, null).generation).toBe(newest);
});

test.skipIf(newest !== 2)("the other generation is the package's", () => {
  expect(chooseOpencode(2, { binary: "/usr/bin/opencode", generation: 1 })).toEqual({
    generation: 2,
    binary: installedBinary(2) ?? "",
  });
});

test("no opencode on the path, or one that tells no version, is none", () => {
  expect(ownOpencode("/nowhere")).toBeNull();
});
