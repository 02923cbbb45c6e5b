import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forgetSpent, openVerifierPurse, readSpent } from "../../src/store/guard-spending.ts";
import { projectFile } from "../../src/store/private.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "designlab-spending-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const place = () => ({ home, env: {}, directory: "/project" });
const SINCE = "2026-11-26T10:00:00.000Z";
async function spend(cost: number, since = SINCE, project = place()): Promise<number> {
  const purse = openVerifierPurse(project, since, null);
  const before = await purse.reserve(0.01);
  await purse.settle(cost);
  return before;
}

test("what questions cost counts since the guard was turned on, of several in parallel, and if it cannot be kept", async () => {
  await Promise.all(Array.from({ length: 20 }, () => spend(0.25)));
  await spend(9, "2026-11-25T10:00:00.000Z");
  expect(await readSpent(place(), SINCE)).toBe(5);
  const file = projectFile(place(), "guard-spent");
  const text = readFileSync(file, "utf8");
  rmSync(file);
  mkdirSync(file);
  expect(await readSpent(place(), SINCE)).toBe(Number.POSITIVE_INFINITY);
  expect(await spend(0, "2026-11-26T12:00:00.000Z")).toBe(Number.POSITIVE_INFINITY);
  rmSync(file, { recursive: true });
  writeFileSync(file, `torn${text}`);
  expect(await readSpent(place(), SINCE)).toBeCloseTo(5);
  const nowhere = { ...place(), home: join(home, "nowhere") };
  mkdirSync(join(nowhere.home, ".local/state/opencode"), { recursive: true });
  symlinkSync(join(home, "gone"), join(nowhere.home, ".local/state/opencode/design-lab"));
  await spend(0.5, "2026-11-26T13:00:00.000Z", nowhere);
  expect(await readSpent(nowhere, "2026-11-26T13:00:00.000Z")).toBe(0.5);
  await forgetSpent(place());
  expect(await readSpent(place(), SINCE)).toBe(0);
});

test("a question whose cost is unknown counts as reserved, and one that reserved nothing does not count", async () => {
  const purse = openVerifierPurse(place(), SINCE, 1);
  await purse.settle(null);
  expect(await readSpent(place(), SINCE)).toBe(0);
  await purse.reserve(0.02);
  await purse.settle(null);
  expect(await readSpent(place(), SINCE)).toBe(0.02);
});

test("near the limit a question waits for the open ones, and takes what they leave", async () => {
  expect(await spend(0.03)).toBe(0);
  const [first, second] = [openVerifierPurse(place(), SINCE, 0.07), openVerifierPurse(place(), SINCE, 0.07)];
  expect(await first.reserve(0.02)).toBe(0.03);
  const waits = second.reserve(0.02);
  expect(await Promise.race([waits, Bun.sleep(400)])).toBeUndefined();
  await first.settle(0.01);
  expect(await waits).toBeCloseTo(0.04);
});
