import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { developmentBinary } from "../../rehearsal/binary.ts";
import { findBinary } from "../../src/host/drive/serve.ts";
import { HOST } from "./support/hosts.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "designlab-path-"));
  for (const folder of ["plain", "folder/opencode", "host", "other"])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "plain/opencode"), "no program");
  symlinkSync(developmentBinary(HOST), join(root, "host/opencode"));
  writeFileSync(join(root, "other/opencode"), "#!/bin/sh\n");
  chmodSync(join(root, "other/opencode"), 0o755);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const path = (...folders: string[]): string => folders.map((folder) => join(root, folder)).join(delimiter);

test.skipIf(process.platform === "win32")(
  "the host that is driven is the first program of its name on the PATH, whatever else has that name",
  () => {
    expect(findBinary(null, path("none", "plain", "folder", "host", "other"))).toBe(join(root, "host/opencode"));
    expect(findBinary(null, path("other", "host"))).toBe(join(root, "other/opencode"));
    expect(findBinary(null, path("plain", "folder"))).toBeNull();
    expect(findBinary(null, "")).toBeNull();
  },
);

test("a host that is named is taken from its place, and what is no program is refused", () => {
  expect(findBinary(developmentBinary(HOST), "")).toBe(developmentBinary(HOST));
  const plain = join(root, "plain/opencode");
  expect(() => findBinary(plain, dirname(plain))).toThrow(`Cannot drive ${plain}: there is no such program.`);
});
