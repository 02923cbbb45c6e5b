import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { kindOf, MAX_BYTES, readJson, readRegular } from "../../src/store/read.ts";
import { problemText } from "../../src/views/markdown/lines.ts";

const Note = Type.Object({ version: Type.Literal(1), text: Type.String() });
const GOOD = '{"version": 1, "text": "secret"}';

let dir: string;
let path: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "designlab-read-"));
  path = join(dir, "note.json");
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function problemOf(at: string, within?: string) {
  const read = await readJson(at, Note, within === undefined ? {} : { within });
  if (read.state !== "unusable") throw new Error(`expected a problem, found ${read.state}`);
  return read.problem;
}

describe("readJson() names the path and leaves the file as it is for", () => {
  const cases: [string, string, string][] = [
    ["invalid JSON", '{"version": 1, "text": "a"', "is not valid JSON"],
    ["no object", "[]", "does not fit its schema"],
    ["another type", '{"version": 1, "text": 3}', "text: expected string, found 3"],
    ["a newer version", '{"version": 2, "text": "a"}', "has version 2 and this plugin reads version 1: update"],
    ["an older version", '{"version": 0, "text": "a"}', "has version 0 and this plugin reads version 1: it was"],
    ["a version that is no number", '{"version": {"a": 1}, "text": "a"}', 'has version {"a":1} and this plugin'],
    ["no version", '{"text": "a"}', "version: expected required property, found nothing"],
    ["nesting past the bound", `{"version": 1, "text": ${"[".repeat(50)}${"]".repeat(50)}}`, "holds too much: text"],
    ["nesting without end", "[".repeat(1_000_000), "is not valid JSON"],
  ];
  for (const [name, text, message] of cases) {
    test(name, async () => {
      await writeFile(path, text);
      const problem = await problemOf(path);
      expect(problem.path).toBe(path);
      expect(problemText(problem)).toStartWith(`${path} `);
      expect(problemText(problem)).toContain(message);
      expect(await readFile(path, "utf8")).toBe(text);
    });
  }
});

describe("readJson()", () => {
  test("reads a file with a byte order mark", async () => {
    await writeFile(path, `\uFEFF${GOOD}`);
    expect(await readJson(path, Note)).toMatchObject({ state: "ok", value: { text: "secret" } });
  });

  test("tells a file that is not there from one that cannot be read", async () => {
    expect(await readJson(path, Note)).toEqual({ state: "missing" });
    expect(await readJson(join(dir, "designs", "note.json"), Note, { within: dir })).toEqual({ state: "missing" });
    expect(await problemOf(dir)).toMatchObject({ kind: "not-a-file", found: "a folder" });
  });

  test("reads no file past the bound, whatever it holds", async () => {
    await writeFile(path, GOOD);
    await truncate(path, MAX_BYTES + 1);
    expect(await problemOf(path)).toEqual({ kind: "too-large", path, bytes: MAX_BYTES + 1, most: MAX_BYTES });
  });
});

describe("only regular files below the folder are read:", () => {
  test("a link to a file outside is not followed", async () => {
    const outside = join(dir, "outside.json");
    await writeFile(outside, GOOD);
    await symlink(outside, path);
    expect(await problemOf(path)).toEqual({ kind: "not-a-file", path, found: "a symbolic link" });
  });

  test("nor is a link on the way to it", async () => {
    await mkdir(join(dir, "elsewhere"));
    await mkdir(join(dir, "experiment"));
    await writeFile(join(dir, "elsewhere/note.json"), GOOD);
    await symlink(join(dir, "elsewhere"), join(dir, "experiment/designs"));
    const problem = await problemOf(join(dir, "experiment/designs/note.json"), join(dir, "experiment"));
    expect(problem).toEqual({
      kind: "not-a-file",
      path: join(dir, "experiment/designs"),
      found: "a symbolic link",
    });
  });

  test("a link to a device and a pipe that nobody writes to end at once", async () => {
    await symlink("/dev/zero", path);
    expect(await problemOf(path)).toMatchObject({ kind: "not-a-file", found: "a symbolic link" });
    const pipe = join(dir, "pipe.json");
    expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
    expect(await problemOf(pipe)).toMatchObject({ kind: "not-a-file", found: "a pipe, socket or device" });
    expect(await readRegular("/dev/zero")).toMatchObject({
      state: "unusable",
      problem: { found: "a pipe, socket or device" },
    });
  });

  test("while the folder itself may be a link, as a configured base folder may", async () => {
    await mkdir(join(dir, "real"));
    await writeFile(join(dir, "real/note.json"), GOOD);
    await symlink(join(dir, "real"), join(dir, "linked"));
    expect(await readJson(join(dir, "linked/note.json"), Note, { within: join(dir, "linked") })).toMatchObject({
      state: "ok",
    });
  });
});

test("readJson() says what was found of a version and of a field, cut, and which of them is newer", async () => {
  const problems = async (value: unknown) => {
    await writeFile(path, JSON.stringify(value));
    return problemOf(path);
  };
  expect(await problems({ version: 2, text: "a" })).toEqual({
    kind: "other-version",
    path,
    found: "2",
    reads: 1,
    newer: true,
  });
  expect(await problems({ version: 0, text: "a" })).toMatchObject({ newer: false });
  expect(await problems({ version: "x".repeat(50), text: "a" })).toMatchObject({ found: `"${"x".repeat(19)}` });
  expect(await problems({ version: 1, text: Array(50).fill(7) })).toMatchObject({
    kind: "misfit",
    against: "schema",
    where: "text",
    found: JSON.stringify(Array(50).fill(7)).slice(0, 80),
  });
  expect(await problems(7)).toMatchObject({ kind: "misfit", where: "the file", found: "7" });
  expect(await problems({ version: 1 })).toMatchObject({ where: "text", found: "nothing" });
  const nested = Type.Object({ a: Type.Object({ b: Type.Number() }) });
  await writeFile(path, '{"a": {"b": "c"}}');
  expect(await readJson(path, nested)).toMatchObject({ problem: { where: "a.b" } });
  await writeFile(path, '{"version": 3, "a": {"b": 1}}');
  expect(await readJson(path, nested)).toMatchObject({ state: "ok" });
});

test("kindOf() tells a link, a file and a folder from all else", async () => {
  const entry = (kind: string) => ({
    isSymbolicLink: () => kind === "link",
    isFile: () => kind === "file",
    isDirectory: () => kind === "folder",
  });
  expect(["link", "file", "folder", "pipe"].map((kind) => kindOf(entry(kind)))).toEqual([
    "a symbolic link",
    "a file",
    "a folder",
    "a pipe, socket or device",
  ]);
});

describe("where a system cannot refuse to open a link", () => {
  test("readRegular() refuses one all the same, and reads what is none", async () => {
    await writeFile(join(dir, "secret.json"), GOOD);
    await symlink(join(dir, "secret.json"), path);
    expect(await readRegular(path, dir, 0)).toMatchObject({ state: "unusable", problem: { found: "a symbolic link" } });
    expect(await readRegular(join(dir, "secret.json"), dir, 0)).toEqual({ state: "ok", value: GOOD });
    expect(await readRegular(join(dir, "none.json"), dir, 0)).toEqual({ state: "missing" });
  });
});

test("a file that an editor on Windows has saved is read as any other", async () => {
  await writeFile(path, `\uFEFF${GOOD.replace(", ", ",\r\n  ")}\r\n`);
  expect(await readJson(path, Note)).toEqual({ state: "ok", value: { version: 1, text: "secret" } });
});
