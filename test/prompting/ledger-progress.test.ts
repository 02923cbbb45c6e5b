import { expect, test } from "bun:test";
import type { LedgerLine } from "../../src/artifacts/ledger-line.ts";
import { callEnd, callStart, expectedBy, progressOf, sessionsOf } from "../../src/prompting/progress.ts";

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
      { session_id: "ses_a", model: "a", title: "design by a", role: "designer", state: "done", asked_at: AT },
      { session_id: "ses_b", model: "b", title: "design by b", role: "designer", state: "asked", asked_at: AT },
    ],
    cost: 0.5,
    started_at: AT,
    phase_at: AT,
    expected: 165,
    evaluating: null,
    designing: 120,
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
    total: 1,
    cost: null,
    sessions: [{}, { title: "review and score of a by r", state: "failed" }],
  });
});

test("a call ends with its ranking, and a vote or another ranking after it changes nothing", () => {
  const at = (seconds: number): string => new Date(AT + seconds * 1000).toISOString();
  const run = [line("setup"), design("done", "a", { at: at(10) })];
  expect(callEnd(run)).toBe(AT + 10_000);
  expect(callEnd([...run, line("vote", { at: at(900) }), line("task", { at: at(950) })])).toBe(AT + 10_000);
  const ended = [...run, line("ranking", { at: at(20) })];
  const later = [line("vote", { at: at(900) }), line("ranking", { at: at(901) })];
  expect(callEnd([...ended, ...later])).toBe(AT + 20_000);
  expect(callEnd([...ended, ...later, line("resumed", { at: at(1_000) })])).toBe(AT + 1_000_000);
  expect(callEnd([])).toBeNull();
});

test("a session that gets only errors has the last one, and when it is given up, until it ends", () => {
  const failing = [
    line("setup"),
    design("started", "a"),
    design("host_retry", "a", { message: "500", gives_up_seconds: 60 }),
  ];
  const [session] = progressOf(failing, PLAN)?.sessions ?? [];
  expect(session?.retrying).toEqual({ error: "500", gives_up_at: AT + 60_000 });
  const [ended] = progressOf([...failing, design("failed", "a", { cost: null })], PLAN)?.sessions ?? [];
  expect(ended?.retrying).toBeUndefined();
});

const PLANNED = {
  designers: ["a", "b", "c"].map((design_id) => ({ design_id })),
  reviewers: [{ reviewer_id: "r" }, { reviewer_id: "q" }],
};
const cell = (event: LedgerLine["event"], design_id: string, reviewer_id: string, nth = 1): LedgerLine =>
  line(event, {
    phases: ["review", "score"],
    model: reviewer_id,
    design_id,
    reviewer_id,
    session_id: `${design_id}${reviewer_id}${nth}`,
  });
const finishedOf = (lines: readonly LedgerLine[], plan = PLANNED) => {
  const shown = progressOf(lines, plan);
  return shown && `${shown.phase} ${shown.finished}/${shown.total}`;
};

test("a call that goes on counts what its first line expects, without a design that failed in it", () => {
  const first = [line("setup"), design("done", "a"), design("done", "b"), cell("done", "a", "r"), line("aborted")];
  const second = [
    ...first,
    line("resumed", { expected_evaluations: 5 }),
    cell("started", "b", "r"),
    cell("done", "b", "r"),
    design("started", "c"),
  ];
  expect(finishedOf(second)).toBe("evaluations 1/5");
  expect(finishedOf([...second, design("failed", "c")])).toBe("evaluations 1/3");
  expect(progressOf(second, PLANNED)?.sessions[0]?.title).toBe("review and score of B by r");
});

test("a design that a fallback wrote is not lost, and a cell that a stand-in answered counts once", () => {
  const plan = { ...PLANNED, reviewers: [...PLANNED.reviewers, { reviewer_id: "spare", stand_in: true }] };
  const lines = [
    line("setup", { expected_evaluations: 6 }),
    design("failed", "a"),
    design("started", "a"),
    design("done", "a"),
    cell("started", "a", "r"),
    cell("failed", "a", "r"),
    cell("started", "a", "spare"),
    cell("done", "a", "spare"),
  ];
  expect(finishedOf(lines, plan)).toBe("evaluations 1/6");
});

test("a cell of several samples counts once, when none of its sessions is at work", () => {
  const lines = [line("setup", { expected_evaluations: 4 }), cell("started", "a", "r"), cell("started", "a", "r", 2)];
  expect(finishedOf([...lines, cell("done", "a", "r")])).toBe("evaluations 0/4");
  expect(finishedOf([...lines, cell("done", "a", "r"), cell("done", "a", "r", 2)])).toBe("evaluations 1/4");
});

test("a cell is not finished while further samples of its score are to be asked for, and is where one failed or was held back", () => {
  const plan = { ...PLANNED, score_samples: 2 };
  const lines = [line("setup", { expected_evaluations: 4 }), cell("started", "a", "r"), cell("done", "a", "r")];
  expect(finishedOf(lines, plan)).toBe("evaluations 0/4");
  expect(finishedOf([...lines, cell("started", "a", "r", 2), cell("done", "a", "r", 2)], plan)).toBe("evaluations 1/4");
  expect(finishedOf([...lines, cell("started", "a", "r", 2), cell("failed", "a", "r", 2)], plan)).toBe(
    "evaluations 1/4",
  );
  expect(finishedOf([...lines, cell("budget", "a", "r", 2)], plan)).toBe("evaluations 1/4");
});

test("of a ledger that expects nothing, what was begun counts", () => {
  const lines = [line("resumed"), cell("started", "a", "r"), cell("started", "b", "r"), cell("done", "b", "r")];
  expect(finishedOf(lines)).toBe("evaluations 1/2");
});

test("a call that has ended is not shown, and the next one begins anew", () => {
  const first = [line("setup"), design("started", "a"), design("done", "a", { cost: 1 }), line("ranking")];
  expect(progressOf(first, PLAN)).toBeNull();
  expect(progressOf([line("setup"), line("aborted")], PLAN)).toBeNull();
  expect(progressOf([], PLAN)).toBeNull();
  const second = [...first, line("resumed"), design("started", "b")];
  expect(progressOf(second, {})).toMatchObject({ finished: 0, total: 0, cost: 0, sessions: [{ model: "b" }] });
});

test("a question that was asked again in another session is one, and ends with the last", () => {
  const asked = [
    cell("started", "a", "r"),
    { ...cell("retry", "a", "r"), message: "429" },
    cell("started", "a", "r", 2),
  ];
  const lines = [line("setup", { expected_evaluations: 4 }), ...asked];
  expect(progressOf(lines, PLANNED)?.sessions.map(({ session_id }) => session_id)).toEqual(["ar2"]);
  expect(finishedOf(lines)).toBe("evaluations 0/4");
  expect(finishedOf([...lines, cell("done", "a", "r", 2)])).toBe("evaluations 1/4");
});

test("what a design takes is told by the slowest that is written, of all calls", () => {
  const took = (event: LedgerLine["event"], id: string, seconds?: number) =>
    design(event, id, seconds === undefined ? {} : { seconds });
  const lines = [
    line("setup"),
    took("done", "a", 90),
    took("done", "b", 300),
    took("failed", "c", 900),
    took("done", "d"),
  ];
  expect(progressOf([...lines, line("aborted"), line("resumed")], PLAN)?.designing).toBe(300);
  expect(progressOf([line("setup"), took("failed", "c", 900)], PLAN)?.designing).toBe(120);
});

test("a phase begins with its first line, and a call with its own", () => {
  const at = (seconds: number, ...[event, more]: Parameters<typeof line>) =>
    line(event, { ...more, at: new Date(AT + seconds * 1_000).toISOString() });
  const lines = [
    at(0, "setup"),
    at(9, "aborted"),
    at(20, "resumed", { expected_seconds: 60, expected_evaluation_seconds: 45, expected_evaluations: 2 }),
    at(25, "limit", { provider: "p", sessions: 2 }),
    at(30, "started", { phases: ["score"], design_id: "a", reviewer_id: "r", session_id: "s", model: "m" }),
    at(40, "started", { phases: ["score"], design_id: "b", reviewer_id: "r", session_id: "t", model: "m" }),
  ];
  expect(progressOf(lines, PLANNED)).toMatchObject({ started_at: AT + 20_000, phase_at: AT + 30_000 });
  expect(progressOf(lines, PLANNED)).toMatchObject({ phase: "evaluations", expected: 60, evaluating: 45, total: 2 });
  expect(progressOf(lines.slice(0, 4), PLANNED)).toMatchObject({ phase_at: AT + 20_000, total: 3 });
  expect(progressOf([line("setup")], PLANNED)).toMatchObject({ expected: null, evaluating: null });
});

test("sessions are titled by what they do and by whose work, in the order in which they began", () => {
  const begun = (session_id: string, more: Partial<LedgerLine>) => line("started", { session_id, model: "m", ...more });
  const lines = [
    begun("t", { phases: ["setup"] }),
    begun("d", { phases: ["generate"], design_id: "b" }),
    begun("e", { phases: ["review"], design_id: "c", reviewer_id: "r" }),
    begun("f", { phases: ["score"], design_id: "nobody's", reviewer_id: "r" }),
    begun("", { phases: ["score"], design_id: "a" }),
    line("repair", { session_id: "d" }),
    line("budget", { session_id: "e" }),
    line("failed", { session_id: "f" }),
    line("done", { session_id: "t" }),
    line("done", { session_id: "unknown" }),
    begun("d", { phases: ["generate"], design_id: "b" }),
  ];
  expect(sessionsOf(lines, PLANNED).map(({ title, role, state }) => `${title}: ${role}, ${state}`)).toEqual([
    "topic by m: topic, done",
    "design by m: designer, asked",
    "review of C by m: evaluator, asked",
    "score of nobody's by m: evaluator, failed",
  ]);
});

test("what a call is to do is told in its first line, but for what no forecast says", () => {
  expect(expectedBy(null)).toEqual({});
  expect(expectedBy({ seconds: 0, evaluation_seconds: 0, evaluations: 0 })).toEqual({
    expected_seconds: 0,
    expected_evaluation_seconds: 0,
    expected_evaluations: 0,
  });
  expect(expectedBy({ seconds: null, evaluation_seconds: null, evaluations: 3 })).toEqual({ expected_evaluations: 3 });
});

test("a call begins at the last line that begins one, and where none does at the first", () => {
  expect(callStart([line("setup"), line("aborted"), line("resumed"), line("ranking")])).toBe(2);
  expect(callStart([line("setup"), line("ranking")])).toBe(0);
  expect(callStart([line("ranking"), line("setup")])).toBe(1);
  expect(callStart([line("ranking")])).toBe(0);
});

test("designs that stand there already are not asked again, and a cost of nothing is known", () => {
  const first = [
    line("setup"),
    design("done", "a", { cost: 1 }),
    design("done", "a"),
    design("failed", "b"),
    line("aborted"),
  ];
  const second = [...first, line("resumed"), design("started", "b"), design("failed", "b", { cost: 0.25 })];
  expect(progressOf(second, PLANNED)).toMatchObject({ phase: "designs", finished: 1, total: 2, cost: 0.25 });
  expect(progressOf([line("setup")], PLANNED)?.cost).toBe(0);
});

test("what fails by a limit or in a design costs each reviewer's cell of it, a violation none", () => {
  const lines = [
    line("setup", { expected_evaluations: 6 }),
    design("done", "a"),
    design("violation", "a"),
    design("budget", "b"),
    design("failed", "c"),
    cell("started", "a", "r"),
  ];
  expect(finishedOf(lines)).toBe("evaluations 0/2");
});
