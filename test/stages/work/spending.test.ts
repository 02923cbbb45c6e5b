import { afterEach, expect, test } from "bun:test";
import { join } from "node:path";
import { readSpent } from "../../../src/store/guard-spending.ts";
import { type GateBench, gateBench } from "../../support/gate.ts";
import type { GateWork } from "../../support/gate-process.ts";

/** What each question of the scripted host costs. */
const COST = 0.01;

let at: GateBench;
afterEach(() => at.dispose());

/** A project whose guard has a limit, and processes that work in it. */
async function project(max_cost: number) {
  at = await gateBench(() => "", { max_cost });
  await at.run(0);
  const lab = await at.lab();
  const place = { ...lab.person, directory: lab.directory };
  const start = (name: string, edits: number, ms: number) => {
    const work: GateWork = {
      ...{ directory: lab.directory, home: lab.person.home, on: at.on, now: lab.now().toISOString(), ms },
      edits: Array.from({ length: edits }, (_, nth) => `${name}${nth}`),
    };
    const file = join(import.meta.dir, "../../support/gate-process.ts");
    return Bun.spawn([process.execPath, file, JSON.stringify(work)], { stdout: "pipe", stderr: "inherit" });
  };
  const asked = async (process: ReturnType<typeof start>) =>
    (await new Response(process.stdout).text()).split("\n").filter((line) => line === "asked").length;
  return { start, asked, spent: () => readSpent(place, at.on.since) };
}

test("two processes with several sessions each exceed the limit by one question at most", async () => {
  const { start, asked, spent } = await project(2.5 * COST);
  const both = [start("a", 4, 400), start("b", 4, 400)];
  const counts = await Promise.all(both.map(asked));
  const total = counts.reduce((sum, count) => sum + count * COST, 0);
  expect(total).toBeGreaterThanOrEqual(2 * COST);
  expect(total).toBeLessThanOrEqual(3.5 * COST);
  expect(await spent()).toBeCloseTo(total);
});

test("with room for all of them, all sessions of both processes ask", async () => {
  const { start, asked, spent } = await project(100 * COST);
  const counts = await Promise.all([start("a", 3, 50), start("b", 3, 50)].map(asked));
  expect(counts).toEqual([3, 3]);
  expect(await spent()).toBeCloseTo(6 * COST);
});

test("a question of a killed process stays reserved, and nobody waits for it", async () => {
  const { start, asked, spent } = await project(100 * COST);
  const killed = start("a", 1, 60_000);
  await killed.stdout.getReader().read();
  const reserved = await spent();
  killed.kill("SIGKILL");
  await killed.exited;
  expect(reserved).toBeGreaterThan(0);
  expect(await asked(start("b", 2, 50))).toBe(2);
  expect(await spent()).toBeCloseTo(reserved + 2 * COST);
});

test("killed processes cannot lead past the limit", async () => {
  const { start, asked, spent } = await project(2.5 * COST);
  for (const name of ["a", "b", "c", "d"]) {
    const killed = start(name, 1, 60_000);
    await killed.stdout.getReader().read();
    killed.kill("SIGKILL");
    await killed.exited;
  }
  const before = await spent();
  expect(before).toBeGreaterThan(0);
  const counted = (await asked(start("e", 6, 200))) * COST;
  expect(counted).toBeLessThanOrEqual(2.5 * COST - before + COST);
});
