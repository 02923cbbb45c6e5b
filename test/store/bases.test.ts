import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  basesUpward,
  isFree,
  isThere,
  placeOf,
  readBases,
  refuseIrregular,
  rememberBase,
} from "../../src/store/bases.ts";

let dir: string;
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), "designlab-bases-")));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const list = (bases: unknown) => writeFile(join(dir, "bases.json"), JSON.stringify({ version: 1, bases }));

describe("readBases()", () => {
  test("is the base itself and what it remembers, each once", async () => {
    expect(await readBases(dir)).toEqual([dir]);
    await list(["/other", dir, "/other"]);
    expect(await readBases(dir)).toEqual([dir, "/other"]);
  });

  test("passes over what no run remembers: a relative path, and a list that does not fit", async () => {
    await list(["relative", "../up", "/other"]);
    expect(await readBases(dir)).toEqual([dir, "/other"]);
    for (const odd of ["text", [7], Array(5_000).fill("/a")]) {
      await list(odd);
      expect(await readBases(dir)).toEqual([dir]);
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
  expect(await readBases(dir)).toEqual([dir, "/other"]);
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

test("rememberBase() adds to what was remembered, and nothing that is known by either path", async () => {
  const [real, link] = [join(dir, "real"), join(dir, "link")];
  await mkdir(real);
  await symlink(real, link);
  await list(["/other"]);
  await rememberBase(dir, link);
  expect(await readBases(dir)).toEqual([dir, "/other", real]);
  const before = await readFile(join(dir, "bases.json"), "utf8");
  for (const known of [dir, real, link, "/other"]) await rememberBase(dir, known);
  expect(await readFile(join(dir, "bases.json"), "utf8")).toBe(before);
});

test("placeOf() follows links and says how a folder lies to the project", async () => {
  const project = join(dir, "project");
  await mkdir(join(project, "sub"), { recursive: true });
  await symlink(join(project, "sub"), join(dir, "in"));
  await symlink(dir, join(project, "out"));
  await symlink(join(dir, "nowhere"), join(dir, "broken"));
  const place = (folder: string) => placeOf(folder, project);
  const at = (real: string, inside: boolean, holdsProject: boolean, inGit = false) => {
    return { real, inside, holdsProject, inGit };
  };
  expect(await place(project)).toEqual(at(project, true, true));
  expect(await place(join(project, "not", "yet"))).toEqual(at(join(project, "not", "yet"), true, false));
  expect(await place(join(dir, "in", "x"))).toEqual(at(join(project, "sub", "x"), true, false));
  expect(await place(join(project, "out"))).toEqual(at(dir, false, true));
  expect(await place(join(dir, "beside"))).toEqual(at(join(dir, "beside"), false, false));
  expect(await place(join(dir, "broken"))).toEqual(at("/", false, true));
  expect(await place(join(project, ".GIT", "x"))).toEqual(at(join(project, ".GIT", "x"), true, false, true));
  expect(await place(join(project, ".github"))).toMatchObject({ inGit: false });
  expect(await place(join(dir, ".git"))).toMatchObject({ inside: false, inGit: false });
});

test("isFree() asks nobody for a folder of the project or one that was allowed, nor to read the person's own", async () => {
  const [project, outside, own] = ["project", "outside", "own"].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(project);
  const trust = { worktree: project, ownBase: own, allowed: new Map([[outside, new Set(["read" as const])]]) };
  const free = async (folder: string) =>
    Promise.all((["read", "work"] as const).map((use) => isFree(folder, use, trust)));
  expect(await free(join(project, "lab"))).toEqual([true, true]);
  expect(await free(outside)).toEqual([true, false]);
  expect(await free(own)).toEqual([true, false]);
  expect(await free(join(own, "deeper"))).toEqual([false, false]);
});

test("refuseIrregular() names the first that is neither a file nor a folder, and isThere() takes a link to a folder", async () => {
  await mkdir(join(dir, "a", "b"), { recursive: true });
  await writeFile(join(dir, "a", "file"), "");
  await refuseIrregular(dir);
  await symlink(join(dir, "a", "file"), join(dir, "a", "b", "link"));
  await symlink(dir, join(dir, "folder"));
  const refused = refuseIrregular(join(dir, "a")).catch((error: unknown) => error);
  expect(await refused).toMatchObject({
    message: expect.stringContaining(`${join(dir, "a", "b", "link")} is a symbolic link`),
    advice: expect.stringContaining("remove it"),
  });
  const there = ["a", "folder", "a/file", "gone"].map((name) => isThere(join(dir, name)));
  expect(await Promise.all(there)).toEqual([true, true, false, false]);
});
