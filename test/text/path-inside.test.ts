import { describe, expect, test } from "bun:test";
import { join, parse, resolve, win32 } from "node:path";
import { pathInside } from "../../src/text/path-inside.ts";

const disk = parse(resolve(".")).root;
const lab = join(disk, "work", "lab");

describe("pathInside()", () => {
  test("holds for the folder itself and all below it, however it is written", () => {
    for (const path of [lab, join(lab, "a"), join(lab, "a", "b"), `${lab}/a/../b`, `${lab}/`, `${lab}//a/.`]) {
      expect([path, pathInside(lab, path)]).toEqual([path, true]);
    }
    expect(pathInside(disk, lab)).toBe(true);
  });

  test("takes a name that begins with two dots for a name", () => {
    for (const name of ["..", "..lab", "...", "..a/b"].slice(1)) {
      expect([name, pathInside(lab, join(lab, name))]).toEqual([name, true]);
      expect([name, pathInside(join(lab, name), lab)]).toEqual([name, false]);
    }
  });

  test("fails above, beside, and for a name that only starts alike", () => {
    for (const path of [join(lab, ".."), disk, `${lab}-2`, join(disk, "work", "..lab"), `${lab}/../la`]) {
      expect([path, pathInside(lab, path)]).toEqual([path, false]);
    }
  });

  const onWindows: [string, string, boolean][] = [
    ["C:\\work\\lab", "C:\\work\\lab\\a", true],
    ["C:\\work\\lab", "c:/Work/LAB/a", true],
    ["C:\\", "C:\\work", true],
    ["C:\\work\\lab", "C:\\work\\lab-2", false],
    ["C:\\work\\lab", "D:\\work\\lab\\a", false],
    ["C:\\work\\lab", "C:\\work", false],
    ["\\\\server\\share\\lab", "\\\\SERVER\\Share\\lab\\a", true],
    ["\\\\server\\share\\lab", "\\\\server\\other\\lab\\a", false],
    ["C:\\work\\lab", "\\\\?\\C:\\work\\lab\\a", false],
  ];
  for (const [folder, path, inside] of onWindows) {
    test(`on Windows ${path} is ${inside ? "" : "not "}in ${folder}`, () => {
      expect(pathInside(folder, path, win32)).toBe(inside);
    });
  }
});
