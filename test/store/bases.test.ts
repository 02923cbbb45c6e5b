import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { basesUpward, knownBases, rememberBase } from "../../src/store/bases.ts";

let dir: string;
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), "designlab-bases-")));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const list = (bases: unknown) => writeFile(join(dir, "bases.json"), JSON.stringify({ version: 1, bases }));

describe("knownBases()", () => {
  test("is the base itself and what it remembers, each once", async () => {
    expect(await knownBases(dir)).toEqual([dir]);
    await list(["/other", dir, "/other"]);
    expect(await knownBases(dir)).toEqual([dir, "/other"]);
  });

  test("passes over what no run remembers: a relative path, and a list that does not fit", async () => {
    await list(["relative", "../up", "/other"]);
    expect(await knownBases(dir)).toEqual([dir, "/other"]);
    for (const odd of ["text", [7], Array(5_000).fill("/a")]) {
      await list(odd);
      expect(await knownBases(dir)).toEqual([dir]);
    }
  });
});

test("rememberBase() adds a base once, by its real path", async () => {
  const other = join(dir, "other");
  await mkdir(other);
  await rememberBase(dir, other);
  await rememberBase(dir, other);
  expect(JSON.parse(await readFile(join(dir, "bases.json"), "utf8")).bases).toEqual([other]);
});

test("rememberBase() keeps a copy of a file that is no such list, and replaces neither a link nor what it leads to", async () => {
  const path = join(dir, "bases.json");
  await writeFile(path, "the person's own");
  await rememberBase(dir, "/other");
  expect(await knownBases(dir)).toEqual([dir, "/other"]);
  expect(await readFile(join(dir, "bases.superseded-1.json"), "utf8")).toBe("the person's own");
  await rm(path);
  await writeFile(join(dir, "target"), "theirs");
  await symlink(join(dir, "target"), path);
  expect(rememberBase(dir, "/other")).rejects.toThrow(`${path} is a symbolic link, needed is a plain file`);
  expect(await readFile(join(dir, "target"), "utf8")).toBe("theirs");
});

test("basesUpward() finds the bases known from each folder up to the root, and none above it", async () => {
  const deep = join(dir, "a", "b");
  await mkdir(join(deep, "lab"), { recursive: true });
  await writeFile(join(deep, "lab", "bases.json"), JSON.stringify({ version: 1, bases: ["/other"] }));
  expect(await basesUpward(deep, dir, ["lab"])).toEqual([
    join(deep, "lab"),
    "/other",
    join(dir, "a", "lab"),
    join(dir, "lab"),
  ]);
});
