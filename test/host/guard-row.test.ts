import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dropGuard, keepGuard } from "../../src/store/guard-switch.ts";
import "../support/solid.ts";

const { watchGuard } = await import("../../src/host/screen/guard-row.ts");
const { createRunning } = await import("../../src/views/terminal/running.ts");

test("the panel has a row about the gate while it is on, whatever runs, and none while it is off", async () => {
  const home = await mkdtemp(join(tmpdir(), "designlab-home-"));
  const places = { directory: home, worktree: home, home, env: {} };
  const running = createRunning(Date.now, () => null);
  const rows: (string | null)[] = [];
  const watched = watchGuard(
    () => places,
    (row) => {
      rows.push(row);
      running.stand(row);
    },
  );
  const come = async (many: number): Promise<void> => {
    for (let tries = 0; rows.length < many && tries < 400; tries++) await Bun.sleep(25);
  };
  try {
    await come(1);
    expect(running.panel("ses_1")).toEqual([]);
    const terms = { test_output: ["a.xml"], patterns: ["src/**", "test/**"], model: "a/b", max_age: 300, max_cost: 1 };
    const since = new Date().toISOString();
    await keepGuard(places, { terms, since, door: "command", task: null, edits_allowed: [], until_green: null });
    await come(2);
    expect(running.panel("ses_1")).toEqual([{ text: "Gate on: src/** and 1 more", quiet: false, wrapped: true }]);
    await dropGuard(places);
    await come(3);
    expect(rows).toEqual([null, "Gate on: src/** and 1 more", null]);
    expect(running.panel("ses_1")).toEqual([]);
  } finally {
    watched.dispose();
    running.dispose();
    await rm(home, { recursive: true, force: true });
  }
});
