import { describe, expect, test } from "bun:test";
import type { Progress, SessionProgress } from "../../src/schemas/progress.ts";
import { panelLines, progressLine, sessionChoices } from "../../src/tui/view.ts";

const session = (model: string, state: SessionProgress["state"] = "asked"): SessionProgress => ({
  session_id: `ses_${model}`,
  title: `design by ${model}`,
  model,
  state,
  asked_at: 3_000,
});
const progress = (more: Partial<Progress> = {}): Progress => ({
  phase: "designs",
  finished: 1,
  total: 3,
  sessions: [session("a/x", "done"), session("b/y"), session("c/z")],
  cost: 0.5,
  started_at: 0,
  phase_at: 20_000,
  ...more,
});

describe("the line", () => {
  test("says how far it is, what it cost, for how long, and who is waited for", () => {
    expect(progressLine(progress(), 83_000, 84)).toBe(
      "Design lab · designs 1/3 · $0.50 · 1m 23s · waiting 1m 20s for b/y and c/z",
    );
  });

  test("says what is left of the evaluations at their pace so far, and of designs nothing", () => {
    const evaluations = progress({ phase: "evaluations", finished: 2, total: 6 });
    expect(progressLine(evaluations, 50_000, 100)).toContain(" · 50s · 1m left · waiting 47s for ");
    expect(progressLine({ ...evaluations, finished: 0 }, 50_000, 100)).not.toContain("left");
    expect(progressLine({ ...evaluations, finished: 6 }, 50_000, 100)).not.toContain("left");
    expect(progressLine(progress(), 50_000, 100)).not.toContain("left");
  });

  test("says what is not known, and nothing of what is not there", () => {
    const nothing = progress({ phase: "setup", finished: 0, total: 0, sessions: [], cost: null });
    expect(progressLine(nothing, -5, 80)).toBe("Design lab · setting up · cost unknown · 0ms");
  });

  test("never is wider than the screen, whatever a model is called", () => {
    const long = progress({ sessions: [session(`\u001b[31ma/${"模".repeat(200)}`)] });
    for (const width of [20, 34, 74, 114]) {
      const line = progressLine(long, 0, width);
      expect(Bun.stringWidth(line)).toBeLessThanOrEqual(width);
      expect(line).not.toContain("\u001b");
    }
  });
});

describe("the panel", () => {
  test("has a heading and a line for each model that is waited for, as many as there is room for", () => {
    const sessions = ["a/1", "a/1", "b/1", "c/1", "d/1"].map((model) => session(model));
    const lines = panelLines(progress({ sessions: [...sessions, session("e/1", "failed")] }), 9_000, 36, 3);
    expect(lines.map(({ text }) => text)).toEqual([
      "Design lab",
      "designs 1/3, 1 failed",
      "$0.50, 9s",
      "6s for 2 × a/1",
      "6s for b/1",
      "6s for c/1",
      "and for 1 more",
    ]);
    expect(lines.map(({ quiet }) => quiet)).toEqual([false, true, true, true, true, true, true]);
  });
});

test("the page lists every session with how it stands and where it leads", () => {
  expect(sessionChoices(progress())).toEqual([
    { name: "design by a/x", description: "done", session_id: "ses_a/x" },
    { name: "design by b/y", description: "at work", session_id: "ses_b/y" },
    { name: "design by c/z", description: "at work", session_id: "ses_c/z" },
  ]);
});
