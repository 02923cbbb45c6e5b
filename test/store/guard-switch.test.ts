import { afterEach, beforeEach, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changeGuard, dropGuard, type GuardOn, keepGuard, readGuard } from "../../src/store/guard-switch.ts";
import { projectFile } from "../../src/store/private.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "designlab-switch-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const place = () => ({ home, env: {}, directory: "/project" });
const ON: GuardOn = {
  terms: { test_output: ["a.xml"], patterns: ["src/**"], model: "a/b", max_age: 300, max_cost: null },
  ...{ since: "2026-11-26T10:00:00.000Z", door: "command", task: null, edits_allowed: ["x"], until_green: null },
};
const file = () => projectFile(place(), "guard");

test("what is changed while it is on stays, and what was turned off is changed no more", async () => {
  await keepGuard(place(), ON);
  expect((await changeGuard(place(), ON.since, (on) => ({ ...on, edits_allowed: [] })))?.edits_allowed).toEqual([]);
  expect((await readGuard(place()))?.edits_allowed).toEqual([]);
  await dropGuard(place());
  expect(await changeGuard(place(), ON.since, (on) => on)).toBeNull();
  expect(await readGuard(place())).toBeNull();
});

test("a change that is under way while it is turned off turns nothing on", async () => {
  for (let round = 0; round < 40; round++) {
    await keepGuard(place(), ON);
    const changes = Array.from({ length: 4 }, () => changeGuard(place(), ON.since, (on) => ({ ...on, task: "T1" })));
    await Promise.all([dropGuard(place()), ...changes]);
    expect(await readGuard(place())).toBeNull();
  }
});

test("a switch that was turned off, put back as it was, turns nothing on; turned on anew it is on", async () => {
  await keepGuard(place(), ON);
  copyFileSync(file(), join(home, "kept"));
  await dropGuard(place());
  copyFileSync(join(home, "kept"), file());
  expect(await readGuard(place())).toBeNull();
  await keepGuard(place(), { ...ON, task: "T2" });
  expect((await readGuard(place()))?.task).toBe("T2");
  copyFileSync(join(home, "kept"), file());
  expect(await readGuard(place())).toBeNull();
});

test("a change of what was turned on anew since then is none", async () => {
  await keepGuard(place(), ON);
  await keepGuard(place(), { ...ON, since: "2026-11-26T11:00:00.000Z" });
  expect(await changeGuard(place(), ON.since, (on) => ({ ...on, task: "T1" }))).toBeNull();
  expect((await readGuard(place()))?.task).toBeNull();
});

test("the switch of another folder, and an end that another program wrote, count for nothing", async () => {
  const other = { ...place(), directory: "/other" };
  await keepGuard(other, ON);
  copyFileSync(projectFile(other, "guard"), file());
  expect(await readGuard(place())).toBeNull();
  const over = JSON.stringify({ version: 1, turn: 1, mac: "0".repeat(64) });
  writeFileSync(projectFile(other, "guard-over"), over);
  expect(await readGuard(other)).toEqual(ON);
  expect(readFileSync(projectFile(other, "guard"), "utf8")).toContain('"turn":1');
});
