import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deskKey, leaveDeskKey, SHARED_KEY } from "../../src/host/reach-desk.ts";

const KEPT = process.env.XDG_STATE_HOME;
const HELD = Symbol.for("opencode-designlab.desk-key");
let state = "";
/** As in a new process. */
const anew = () => void Reflect.deleteProperty(globalThis, HELD);
const left = () => readdirSync(join(state, "opencode/design-lab"));

beforeEach(() => {
  anew();
  state = mkdtempSync(join(tmpdir(), "designlab-state-"));
  process.env.XDG_STATE_HOME = state;
});
afterEach(() => {
  anew();
  if (KEPT === undefined) delete process.env.XDG_STATE_HOME;
  else process.env.XDG_STATE_HOME = KEPT;
  rmSync(state, { recursive: true, force: true });
});

test("the key that a command leaves is read once, by whoever it started, and is in no environment and no file after that", async () => {
  const { secret, env, remove } = await leaveDeskKey();
  expect(JSON.stringify(env)).not.toContain(secret);
  const [file = ""] = left();
  expect(statSync(join(state, "opencode/design-lab", file)).mode & 0o777).toBe(0o600);
  const given = { ...env, [SHARED_KEY]: "of other servers, and long enough" };
  expect(await deskKey(given)).toEqual({ secret, from: "own" });
  expect([left(), given as object]).toEqual([[], {}]);
  // Every copy of the module in the process has it, and no other process.
  expect(await deskKey({})).toEqual({ secret, from: "own" });
  anew();
  expect(await deskKey({ ...env })).toBeNull();
  const unread = await leaveDeskKey();
  await remove();
  await unread.remove();
  expect(left()).toEqual([]);
});

test.each([
  ["", null],
  ["k".repeat(31), null],
  ["k".repeat(32), { secret: "k".repeat(32), from: "shared" }],
] as const)("a shared key %p is %p, and leaves the environment", async (key, held) => {
  const env: Record<string, string> = { [SHARED_KEY]: key, OPENCODE_DESIGNLAB_DESK: "../../etc/passwd" };
  expect(await deskKey(env)).toEqual(held);
  expect(env).toEqual({});
});
