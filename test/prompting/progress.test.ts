import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import type { Progress, Said } from "../../src/artifacts/progress.ts";
import { createProgress } from "../../src/prompting/progress.ts";
import { createLimits } from "../../src/session/limits.ts";
import { createRunner } from "../../src/session/runner.ts";
import { aCaller, available, scriptedHost } from "../support/scripted-host.ts";

const WRITTEN: Said = { text: "design 1 of 1: p/m", kind: "news" };
const Answer = Type.Object({ x: Type.Number() });

/** Asks one question behind the progress and returns every report. */
async function reportsOf(answer: string, price: { input: number; output: number } | null) {
  const reports: [Progress, Said | null][] = [];
  const progress = createProgress(
    (each, said) => reports.push([each(), said]),
    () => 7,
  );
  const host = scriptedHost([{ id: "p/m" }], () => answer);
  const runner = createRunner({ host, sessions: new Map(), limits: createLimits(4, 2), now: () => new Date(0) });
  progress.expect({ seconds: 165, evaluations: 4 });
  progress.step("designs", 0, 1);
  await progress.watching(runner)({
    caller: aCaller(),
    title: "design by p/m",
    role: "designer",
    model: available("p/m", { price }),
    system: "s",
    prompt: "p",
    schema: Answer,
    tools: [],
    sampling: { temperature: 1 },
    isolated: true,
    strict: false,
    timeout_ms: 5_000,
    signal: new AbortController().signal,
  });
  progress.step("designs", 1, 1, WRITTEN);
  return reports;
}

test("every change is reported: the phase, the session when it is made, how it ended and what it cost", async () => {
  const reports = await reportsOf('{"x": 1}', { input: 1, output: 1 });
  const asked = {
    session_id: "ses_1",
    title: "design by p/m",
    role: "designer",
    model: "p/m",
    state: "asked",
    asked_at: 7,
  };
  const base = { phase: "designs", finished: 0, total: 1, cost: 0, started_at: 7, phase_at: 7, expected: 165 };
  expect(reports).toEqual([
    [{ ...base, sessions: [] }, null],
    [{ ...base, sessions: [asked] }, null],
    [{ ...base, cost: 0.01, sessions: [{ ...asked, state: "done" }] }, null],
    [{ ...base, cost: 0.01, finished: 1, sessions: [{ ...asked, state: "done" }] }, WRITTEN],
  ] as [Progress, Said | null][]);
});

test("a session that failed is said to have failed, and a price that is unknown makes the sum unknown", async () => {
  const [last] = (await reportsOf("nothing", null)).at(-1) ?? [];
  expect(last?.sessions.map(({ state }) => state)).toEqual(["failed"]);
  expect(last?.cost).toBeNull();
});
