import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { findBinary } from "../../src/host/drive/serve.ts";

let root: string;
const place = (name: string): string => join(root, name, "opencode");
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "designlab-binary-")));
  mkdirSync(place("folder"), { recursive: true });
  for (const [name, mode] of [
    ["plain", 0o644],
    ["program", 0o755],
    ["second", 0o755],
  ] as const) {
    mkdirSync(join(root, name));
    writeFileSync(place(name), "#!/bin/sh\n");
    chmodSync(place(name), mode);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
const path = (...names: string[]): string => names.map((name) => join(root, name)).join(delimiter);

test("the opencode that is driven is the first program of that name on the PATH, no folder and no plain file", () => {
  expect(findBinary(null, path("none", "folder", "plain", "program", "second"))).toBe(place("program"));
  expect(findBinary(null, path("none", "folder", "plain"))).toBeNull();
  expect(findBinary(null, "")).toBeNull();
});

test("the one that is named counts, wherever it lies, and is a program", () => {
  expect(findBinary(place("second"), path("program"))).toBe(place("second"));
  for (const name of ["none", "folder", "plain"])
    expect(() => findBinary(place(name), path("program"))).toThrow(
      `Cannot drive ${place(name)}: there is no such program.`,
    );
});
