import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectFile } from "../../src/store/private.ts";
import { keepShown, type ShownList, wasShown } from "../../src/store/shown.ts";

let home: string;
let lessons: ShownList;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "designlab-shown-"));
  lessons = { home, env: {}, directory: "/project", list: "lessons" };
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test("what was shown last is known, in whatever order its keys stand, and nothing of another list or project", async () => {
  await keepShown(lessons, [{ number: 1, text: "a" }]);
  expect(await wasShown(lessons, { text: "a", number: 1 })).toBe(true);
  expect(await wasShown(lessons, { text: "a", number: 2 })).toBe(false);
  expect(await wasShown({ ...lessons, list: "guard" }, { number: 1, text: "a" })).toBe(false);
  expect(await wasShown({ ...lessons, directory: "/other" }, { number: 1, text: "a" })).toBe(false);
  await keepShown({ ...lessons, list: "guard" }, [1]);
  expect(await wasShown(lessons, { number: 1, text: "a" })).toBe(true);
  await keepShown(lessons, []);
  expect(await wasShown(lessons, { number: 1, text: "a" })).toBe(false);
});

test("what another program wrote there was not shown, and what cannot be kept costs nothing", async () => {
  await keepShown(lessons, ["a"]);
  const file = projectFile(lessons, "shown");
  writeFileSync(file, JSON.stringify({ version: 1, shown: { lessons: ["0".repeat(64)] } }));
  expect(await wasShown(lessons, "a")).toBe(false);
  writeFileSync(file, "{");
  expect(await wasShown(lessons, "a")).toBe(false);
  const nowhere = { ...lessons, env: { XDG_STATE_HOME: "/dev/null/x" } };
  await keepShown(nowhere, ["a"]);
  expect(await wasShown(nowhere, "a")).toBe(false);
});
