import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, win32 } from "node:path";
import { createGuard, within } from "../../src/isolation/paths.ts";
import { windowsTrap } from "../../src/isolation/windows-name.ts";

describe("windowsTrap()", () => {
  const traps = [
    ...["con", "CON", "src/aux.txt", "src\\NUL", "com1", "LPT9.log", "prn .md", "conin$", "a/com\u00b2/b", "nul."],
    ...[".env::$DATA", ".env:", "a:b", "src:secret:$DATA", "lab::$INDEX_ALLOCATION/a.json", "C:\\work\\.env::$DATA"],
    ...["\\\\.\\C:\\work", "\\\\?\\C:\\work", "//./PhysicalDrive0", "C:work"],
  ];
  for (const path of traps) {
    test(`finds one in ${path}`, () => expect(windowsTrap(path)).toContain("Windows"));
  }
  const names = [
    "console.ts",
    "src/auxiliary/a.ts",
    "nullable.ts",
    "com10",
    "C:\\work\\a.ts",
    "c:/work",
    "\\\\server\\share\\a",
  ];
  for (const path of ["", ".", ...names]) {
    test(`finds none in ${path || "nothing"}`, () => expect(windowsTrap(path)).toBeNull());
  }
});

describe("createGuard() on Windows", () => {
  let root: string;
  beforeAll(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), "designlab-windows-")));
    await mkdir(join(root, "src"));
    await writeFile(join(root, ".env"), "TOKEN=1");
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  const guard = (platform: NodeJS.Platform) =>
    createGuard({ root, directory: root, home: root, closed: { experiments: [], host: [] }, platform });

  test("refuses another name of a file that holds secrets, and what is no file", async () => {
    for (const path of [".env::$DATA", "src/aux.txt", "src/../.env:"]) {
      expect([path, await (await guard("win32")).argument(path)]).toMatchObject([path, { state: "denied" }]);
    }
    expect(await (await guard("win32")).argument("src")).toMatchObject({ state: "allowed" });
  });

  test("lets such names be names where they are", async () => {
    expect(await (await guard("linux")).argument("src/aux.txt")).toMatchObject({ state: "allowed" });
  });
});

describe("within() folds what a disk that folds would, as paths are written there", () => {
  const cases: [string, string, boolean][] = [
    ["C:\\work\\.opencode\\design-lab", "c:\\WORK\\.OpenCode\\Design-Lab\\a", true],
    ["C:\\work\\.opencode\\design-lab", "C:/work/.opencode./design-lab. /a", true],
    ["C:\\work\\caf\u00e9", "C:\\work\\cafe\u0301\\a", true],
    ["\\\\server\\share\\work", "\\\\Server\\SHARE\\work\\a", true],
    ["C:\\work\\.opencode\\design-lab", "D:\\work\\.opencode\\design-lab\\a", false],
    ["C:\\work\\lab", "C:\\work\\lab2", false],
  ];
  for (const [folder, path, inside] of cases) {
    test(`${path} is ${inside ? "" : "not "}in ${folder}`, () => expect(within(folder, path, win32)).toBe(inside));
  }
});
