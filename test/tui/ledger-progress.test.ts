import { expect, test } from "bun:test";
import type { LedgerLine } from "../../src/schemas/ledger-line.ts";
import { progressOf } from "../../src/tui/ledger-progress.ts";

const AT = Date.parse("2026-11-21T10:00:00.000Z");
const PLAN = { designers: [{}, {}], reviewers: [{}, {}] };
const line = (event: LedgerLine["event"], more: Partial<LedgerLine> = {}): LedgerLine => ({
  at: "2026-11-21T10:00:00.000Z",
  event,
  ...more,
});
const design = (event: LedgerLine["event"], model: string, more: Partial<LedgerLine> = {}) =>
  line(event, { phases: ["generate"], model, design_id: model, session_id: `ses_${model}`, ...more });

test("designs are counted as they end, with what they cost", () => {
  const lines = [
    line("setup", { expected_seconds: 165 }),
    design("started", "a"),
    design("started", "b"),
    design("done", "a", { cost: 0.5 }),
  ];
  expect(progressOf(lines, PLAN)).toEqual({
    phase: "designs",
    finished: 1,
    total: 2,
    sessions: [
      { session_id: "ses_a", model: "a", title: "design by a", state: "done", asked_at: AT },
      { session_id: "ses_b", model: "b", title: "design by b", state: "asked", asked_at: AT },
    ],
    cost: 0.5,
    started_at: AT,
    phase_at: AT,
    expected: 165,
  });
});

test("evaluations are counted once one has begun, and a price that is unknown makes the sum unknown", () => {
  const cell = { phases: ["review", "score"] as LedgerLine["phases"], model: "r", design_id: "a", session_id: "ses_r" };
  const lines = [
    line("setup"),
    design("started", "a"),
    design("done", "a", { cost: 0.5 }),
    line("started", cell as LedgerLine),
    line("failed", { ...(cell as LedgerLine), cost: null }),
  ];
  expect(progressOf(lines, PLAN)).toMatchObject({
    phase: "evaluations",
    finished: 1,
    total: 4,
    cost: null,
    sessions: [{}, { title: "review and score of a by r", state: "failed" }],
  });
});

test("a call that goes on counts only what it has to do, and nothing of a design that failed", () => {
  const plan = { designers: ["a", "b", "c"].map((design_id) => ({ design_id })), reviewers: [{}, {}] };
  const cell = (event: LedgerLine["event"], design_id: string, reviewer_id: string): LedgerLine =>
    line(event, {
      phases: ["review", "score"],
      model: reviewer_id,
      design_id,
      reviewer_id,
      session_id: design_id + reviewer_id,
    });
  const first = [line("setup"), design("done", "a"), design("done", "b"), cell("done", "a", "r"), line("aborted")];
  const second = [...first, line("resumed"), cell("started", "b", "r"), cell("done", "b", "r"), design("failed", "c")];
  expect(progressOf(second, plan)).toMatchObject({
    finished: 1,
    total: 3,
    sessions: [{ title: "review and score of B by r" }],
  });
});

test("a call that has ended is not shown, and the next one begins anew", () => {
  const first = [line("setup"), design("started", "a"), design("done", "a", { cost: 1 }), line("ranking")];
  expect(progressOf(first, PLAN)).toBeNull();
  expect(progressOf([line("setup"), line("aborted")], PLAN)).toBeNull();
  expect(progressOf([], PLAN)).toBeNull();
  const second = [...first, line("resumed"), design("started", "b")];
  expect(progressOf(second, {})).toMatchObject({ finished: 0, total: 0, cost: 0, sessions: [{ model: "b" }] });
});
