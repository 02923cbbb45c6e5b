import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { readSource } from "../../src/config/files.ts";

test("a folder in a file's place is a problem that names the path and what was found", () => {
  const text = "it must be a file, found a folder";
  expect(readSource(tmpdir())).toEqual({ source: null, problems: [{ source: tmpdir(), text, position: null }] });
  expect(readSource("/nowhere/at/all")).toBeNull();
});
