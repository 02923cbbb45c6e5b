import { describe, expect, test } from "bun:test";
import type { LedgerLine } from "../../src/artifacts/ledger-line.ts";
import { NO_TOKENS } from "../../src/artifacts/no-tokens.ts";
import { createView } from "../../src/experiment/view.ts";
import { type LiveSeen, liveState } from "../../src/live/state.ts";
import { designOf, line, reviewOf, scoreOf, taskOf } from "../support/artifacts.ts";

const AT = Date.parse("2026-01-01T00:00:00.000Z");
const at = (seconds: number): string => new Date(AT + seconds * 1_000).toISOString();
const design = (event: LedgerLine["event"], id: string, seconds: number, more: Partial<LedgerLine> = {}): LedgerLine =>
  line(event, {
    at: at(seconds),
    phases: ["generate"],
    design_id: id,
    model: `p/${id}`,
    session_id: `d${id}`,
    ...more,
  });
const cell = (event: LedgerLine["event"], id: string, by: string, seconds: number, more: Partial<LedgerLine> = {}) =>
  line(event, {
    ...{ at: at(seconds), phases: ["review", "score"], design_id: id, reviewer_id: by, model: `p/${by}` },
    ...{ session_id: `c${id}${by}`, ...more },
  });

type Stored = Partial<Parameters<typeof createView>[0]["artifacts"]>;

function seen(stored: Stored, ledger: LedgerLine[], more: Partial<LiveSeen> = {}, task = TASK): LiveSeen {
  const experiment = {
    dir: "",
    task,
    ledger: { append: async () => {}, problem: () => null, read: async () => ledger },
  };
  const artifacts = { designs: [], reviews: [], scores: [], votes: [], stale: [], problems: [], ...stored };
  return {
    view: createView({ experiment, artifacts, ledger }),
    running: true,
    now: AT + 100_000,
    report: false,
    ranking: { method: "mean", exclude_self_reviews: false },
    stored: null,
    ...more,
  };
}

const TASK = taskOf(["p/a", "p/b", "p/c"], ["p/a", "p/x"], {
  reviewers: [
    { reviewer_id: "a", model: "p/a", parts: ["review", "score"] },
    { reviewer_id: "x", model: "p/x", parts: ["review", "score"] },
    { reviewer_id: "spare", model: "p/spare", parts: ["review", "score"], stand_in: true },
  ],
});
const DESIGNS = ["p/a", "p/b"].map((model) => designOf(model, { title: `Title of ${model}` }));
const BEGUN = [
  line("setup", { at: at(0), expected_seconds: 300, expected_evaluation_seconds: 90, expected_evaluations: 6 }),
  design("started", "a", 1),
  design("done", "a", 30, { seconds: 29, cost: 0.25, tokens: { ...NO_TOKENS, output: 7 }, attempts: 1, requests: 1 }),
  design("started", "b", 1),
  design("done", "b", 40, { seconds: 39, cost: 0.5, tokens: { ...NO_TOKENS, output: 5 }, attempts: 1, requests: 1 }),
  design("failed", "c", 50, { kind: "timeout", message: "600 s", seconds: 49 }),
];

describe("liveState()", () => {
  test("tells of a run that has begun what stands on the disk and what is asked", () => {
    const judged = { reviews: [reviewOf("a", "p/a")], scores: [scoreOf("a", "p/a", [8])] };
    const ledger = [
      ...BEGUN,
      cell("started", "a", "a", 60),
      cell("done", "a", "a", 70, { seconds: 10 }),
      cell("started", "b", "x", 80),
    ];
    const nothing = { since: null, seconds: null, reason: "", score: null, left_out: false, exchange: null };
    const state = liveState(seen({ designs: DESIGNS, ...judged }, ledger));
    expect(state).toMatchObject({
      ...{ id: "2026-01-01-test", topic: "test", standing: "running", now: AT + 100_000, started_at: AT },
      ...{ ended_at: AT + 80_000, done: 3, failed: 1, total: 7, asked: 1, tokens: 12, uncounted: 0, report: false },
      ...{ left: { seconds: 120, forecast: false }, so_far: [], verdict: null, incomplete: null },
    });
    expect(state.designs).toEqual([
      { ...nothing, stage: "done", seconds: 29, design_id: "a", letter: "A", model: "p/a", title: "Title of p/a" },
      { ...nothing, stage: "done", seconds: 39, design_id: "b", letter: "B", model: "p/b", title: "Title of p/b" },
      {
        ...{ ...nothing, stage: "failed", seconds: 49, reason: "no answer in time: 600 s" },
        ...{ design_id: "c", letter: "C", model: "p/c", title: null },
      },
    ]);
    expect(state.reviewers).toEqual([
      {
        model: "p/a",
        cells: [
          { ...nothing, stage: "done", seconds: 10, score: 8 },
          { ...nothing, stage: "waiting" },
          { ...nothing, stage: "nothing" },
        ],
      },
      {
        model: "p/x",
        cells: [
          { ...nothing, stage: "waiting" },
          { ...nothing, stage: "asking", since: AT + 80_000 },
          { ...nothing, stage: "nothing" },
        ],
      },
    ]);
  });

  test("names how the whole stands by what is done, failed and left, once nobody is at work", () => {
    const both = { reviewers: TASK.reviewers.slice(0, 1), designers: TASK.designers.slice(0, 2) };
    const task = taskOf([], [], both);
    const judged = {
      reviews: [reviewOf("a", "p/a"), reviewOf("b", "p/a")],
      scores: [scoreOf("a", "p/a", [8]), scoreOf("b", "p/a", [6])],
    };
    const standing = (stored: Stored, ledger: LedgerLine[], running = false) =>
      liveState(seen(stored, ledger, { running }, task)).standing;
    const one = { designs: DESIGNS, reviews: judged.reviews.slice(0, 1), scores: judged.scores.slice(0, 1) };
    const failed = [line("setup"), cell("failed", "b", "a", 9, { kind: "timeout", message: "" })];
    expect(standing({ designs: DESIGNS, ...judged }, [line("setup")])).toBe("finished");
    expect(standing({ designs: DESIGNS, ...judged }, [line("setup")], true)).toBe("running");
    expect(standing(one, failed)).toBe("failures");
    expect(standing(one, [line("setup"), cell("budget", "b", "a", 9)])).toBe("failures");
    expect(standing(one, [line("setup"), cell("failed", "b", "a", 9, { kind: "aborted" })])).toBe("left");
    expect(standing(one, [line("setup")])).toBe("left");
    expect(standing({ designs: DESIGNS }, failed)).toBe("left");
  });

  test("ranks what is scored so far once two designs are, with a chance when each has two scores", () => {
    const scores = [
      ...["p/a", "p/x"].flatMap((by) => [scoreOf("a", by, [9]), scoreOf("b", by, [by === "p/a" ? 5 : 4])]),
    ];
    const far = (some: typeof scores, more: Partial<LiveSeen> = {}) =>
      liveState(seen({ designs: DESIGNS, scores: some }, BEGUN, more)).so_far;
    expect(far(scores.slice(0, 1))).toEqual([]);
    expect(far(scores.slice(0, 2))).toEqual([
      { letter: "A", rank: 1, score: 9, chance: null, scored: 1, of: 2 },
      { letter: "B", rank: 2, score: 5, chance: null, scored: 1, of: 2 },
    ]);
    const [first, second] = far(scores);
    expect(first).toMatchObject({ letter: "A", rank: 1, score: 9, scored: 2, of: 2 });
    expect(second).toMatchObject({ letter: "B", rank: 2, score: 4.5, scored: 2, of: 2 });
    expect([first?.chance, second?.chance]).not.toContain(null);
    expect(far(scores.slice(0, 3)).map(({ chance }) => chance)).toEqual([null, null]);
  });

  test("leaves out of the ranking what a model thinks of its own design where that is set, and says so", () => {
    const scores = ["p/a", "p/x"].flatMap((by) => [scoreOf("a", by, [9]), scoreOf("b", by, [5])]);
    const ranking = { method: "mean" as const, exclude_self_reviews: true };
    const state = liveState(seen({ designs: DESIGNS, scores }, BEGUN, { ranking }));
    const left = state.reviewers.map(({ cells }) => cells.map(({ left_out }) => left_out));
    expect(left).toEqual([
      [true, false, false],
      [false, false, false],
    ]);
    expect(state.so_far.map(({ letter, scored, of }) => [letter, scored, of])).toEqual([
      ["A", 1, 1],
      ["B", 2, 2],
    ]);
  });

  test("cuts what is long and takes out what nobody sees", () => {
    const title = `${"long ".repeat(60)}\u200b`;
    const failed = cell("failed", "a", "a", 60, { kind: "timeout", message: `\u202e${"m".repeat(900)}` });
    const state = liveState(seen({ designs: [designOf("p/a", { title })] }, [...BEGUN, failed]));
    expect(JSON.stringify(state)).not.toMatch(/\u200b|\u202e/u);
    expect([...(state.designs[0]?.title ?? "")].length).toBeWithin(100, 121);
    expect([...(state.reviewers[0]?.cells[0]?.reason ?? "")].length).toBeWithin(280, 301);
  });

  test("tells of an experiment without a line neither when it began nor when it ended", () => {
    const state = liveState(seen({}, [], { running: false }));
    expect(state).toMatchObject({ started_at: null, ended_at: null, left: null, standing: "left", done: 0, total: 9 });
  });
});
