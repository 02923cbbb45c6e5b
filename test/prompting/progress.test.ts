import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import type { Progress, ProgressWord } from "../../src/artifacts/progress.ts";
import type { Agent } from "../../src/prompting/agent.ts";
import { askAgent } from "../../src/prompting/ask.ts";
import { createProgress } from "../../src/prompting/progress.ts";
import { askingLab, type Ending } from "../support/asking-lab.ts";

const WRITTEN: ProgressWord = { text: "design 1 of 1: p/a", kind: "news" };
const Answer = Type.Object({ x: Type.Number() });
const agent: Agent<Record<never, never>, typeof Answer> = {
  role: "designer",
  title: () => "designlab: design by p/a",
  system: () => "s",
  prompt: () => "p",
  output: () => Answer,
  tools: () => [],
};
const QUESTION = { input: {}, model: "p/a", phases: ["generate" as const], design_id: "a" };

/** Asks one question behind the progress and returns every report. */
async function reportsOf(ending: Ending, cost: number | null) {
  const reports: [Progress, ProgressWord | null][] = [];
  const progress = createProgress(
    (each, said) => reports.push([each(), said]),
    () => 7,
  );
  const { lab, record } = askingLab(() => ending, { trace: { cost }, progress });
  progress.expect({ seconds: 165, evaluation_seconds: 45, evaluations: 4 });
  progress.follow({ designers: [{ design_id: "a" }] }, []);
  await askAgent(lab, record, agent, QUESTION);
  progress.say(WRITTEN);
  return reports;
}

test("every change is reported: the phase, the session when it is made, how it ended and what it cost", async () => {
  const reports = await reportsOf({ value: { x: 1 } }, 0.01);
  const asked = {
    session_id: "ses",
    title: "design by p/a",
    role: "designer",
    model: "p/a",
    state: "asked",
    asked_at: 7,
  };
  const call = { started_at: 7, phase_at: 7, expected: 165, evaluating: 45, designing: 120 };
  const base = { phase: "designs", finished: 0, total: 1, cost: 0, ...call };
  const done = { ...base, cost: 0.01, finished: 1, designing: 2, sessions: [{ ...asked, state: "done" }] };
  expect(reports).toEqual([
    [{ ...base, sessions: [] }, null],
    [{ ...base, sessions: [asked] }, null],
    [done, null],
    [done, WRITTEN],
  ] as [Progress, ProgressWord | null][]);
});

test("a session that failed is said to have failed, and a price that is unknown makes the sum unknown", async () => {
  const [last] = (await reportsOf({ kind: "invalid_output" }, null)).at(-1) ?? [];
  expect(last?.sessions.map(({ state }) => state)).toEqual(["failed"]);
  expect(last?.cost).toBeNull();
});

test("a call that only judges is at its evaluations before the first has begun, one without a plan at its setup", () => {
  let latest: Progress | null = null;
  const progress = createProgress(
    (each) => {
      latest = each();
    },
    () => 7,
  );
  progress.expect({ seconds: null, evaluation_seconds: null, evaluations: 4 });
  progress.told({ event: "started", phases: ["setup"], model: "p/a", session_id: "t" });
  expect(latest).toMatchObject({ phase: "setup", total: 0, sessions: [{ title: "topic by p/a", role: "topic" }] });
  const before = [
    { at: "2026-11-21T10:00:00.000Z", event: "done" as const, phases: ["generate" as const], design_id: "a" },
  ];
  progress.follow({ designers: [{ design_id: "a" }], reviewers: [{ reviewer_id: "r" }] }, before);
  expect(latest).toMatchObject({ phase: "evaluations", finished: 0, total: 4 });
});
