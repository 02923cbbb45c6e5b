import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hold } from "../../../src/artifacts/hold.ts";
import { endHold, holdBack } from "../../../src/stages/judgement/hold.ts";
import { loadArtifact, saveArtifact } from "../../../src/store/artifacts.ts";
import { experiment } from "../../stats/support.ts";
import { rankingOf } from "../../views/markdown/support.ts";

let home: string;
let dir: string;
let place: Parameters<typeof endHold>[0];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "designlab-hold-"));
  dir = join(home, "experiment");
  await mkdir(dir);
  place = { dir, now: () => new Date(0), person: { home: join(home, "person"), env: {} } };
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function stored(): Promise<Hold | null> {
  const hold = await loadArtifact(dir, "hold");
  return hold.state === "ok" ? hold.value : null;
}

test("a result is held back once, until what ended it is kept; an end that this machine saw is the last", async () => {
  expect(await endHold(place, "voted")).toBe(false);
  expect(await holdBack(place, true)).toBe(true);
  expect(await stored()).toMatchObject({ scores_before: true, ended: null });
  expect(await holdBack(place, false)).toBe(true);
  expect(await stored()).toMatchObject({ scores_before: true, ended: null });
  expect(await endHold(place, "voted")).toBe(true);
  const ended = await stored();
  expect(ended?.ended).toMatchObject({ at: "1970-01-01T00:00:00.000Z", why: "voted" });
  expect(await endHold(place, "shown")).toBe(false);
  expect(await stored()).toEqual(ended);
  expect(await holdBack(place, true)).toBe(false);
});

test("an end that came with the files is none, so that the person's own is kept in its place", async () => {
  await holdBack(place, false);
  await endHold({ ...place, person: { home: join(home, "somebody"), env: {} } }, "voted");
  expect(await endHold(place, "shown")).toBe(true);
  expect((await stored())?.ended).toMatchObject({ why: "shown" });
});

test("a result that lies there is not held back", async () => {
  await saveArtifact(dir, "ranking", rankingOf(experiment([[8], [6]])));
  expect(await holdBack(place, false)).toBe(false);
  expect(await stored()).toBeNull();
});
