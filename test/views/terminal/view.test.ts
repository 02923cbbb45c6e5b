import { describe, expect, test } from "bun:test";
import type { Progress, SessionProgress } from "../../../src/artifacts/progress.ts";
import { panelLines, progressLines, stoppedText } from "../../../src/views/terminal/view.ts";

const session = (model: string, state: SessionProgress["state"] = "asked"): SessionProgress => ({
  session_id: `ses_${model}`,
  title: `design by ${model}`,
  role: "designer",
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
  expected: null,
  evaluating: null,
  designing: 120,
  ...more,
});

const retrying = (model: string, gives_up_at: number): SessionProgress => ({
  ...session(model),
  retrying: { error: "The server had an error", gives_up_at },
});

describe("a model that gets only errors", () => {
  test("is named with its error and the time until it is given up, on the line and in the panel", () => {
    const shown = progress({ expected: 165, sessions: [retrying("b/y", 60_000)] });
    expect(progressLines(shown, 20_000, 100)).toEqual([
      "Design lab · designs 1/3 · $0.50 · 20s",
      "Gives up on b/y in 40s: The server had an error",
    ]);
    expect(panelLines(shown, 20_000, 36, 3).at(-1)).toEqual({
      text: "Gives up on b/y in 40s: The server had an error",
      quiet: true,
      wrapped: true,
    });
  });

  test("leaves the forecast where others are asked, and is waited for like any other once its time is over", () => {
    const shown = progress({ expected: 165, sessions: [retrying("b/y", 60_000), session("c/z")] });
    expect(progressLines(shown, 20_000, 100)[0]).toEndWith("about 2m 25s left");
    expect(progressLines(shown, 61_000, 100).join()).toContain("for b/y and c/z");
  });
});

describe("the line", () => {
  test("says how far it is, what it cost, for how long, and who is waited for", () => {
    expect(progressLines(progress(), 83_000, 84)).toEqual([
      "Design lab · designs 1/3 · $0.50 · 1m 23s · waiting 1m 20s for b/y and c/z",
    ]);
  });

  test("takes a second line where one is too narrow, with as many models as fit", () => {
    const models = ["anthropic/claude-sonnet-4-5", "openai/gpt-5.1", "google/gemini-3-pro", "xai/grok-4"];
    const evaluations = progress({
      phase: "evaluations",
      finished: 18,
      total: 64,
      cost: 12.05,
      sessions: models.map((model) => session(model)),
    });
    expect(progressLines(evaluations, 851_000, 74)).toEqual([
      "Design lab · evaluations 18/64 · $12.05 · 14m 11s · 35m 24s left",
      "waiting 14m 8s for anthropic/claude-sonnet-4-5, openai/gpt-5.1 and 2 more",
    ]);
    expect(progressLines(evaluations, 851_000, 50)[1]).toBe("waiting 14m 8s for 4 models");
    expect(progressLines(evaluations, 851_000, 200)).toEqual([
      "Design lab · evaluations 18/64 · $12.05 · 14m 11s · 35m 24s left · waiting 14m 8s for anthropic/claude-sonnet-4-5, openai/gpt-5.1, google/gemini-3-pro and xai/grok-4",
    ]);
    expect(progressLines(evaluations, 851_000, 130)).toEqual([
      "Design lab · evaluations 18/64 · $12.05 · 14m 11s · 35m 24s left · waiting 14m 8s for anthropic/claude-sonnet-4-5 and 3 more",
    ]);
  });

  test("says what is left of the evaluations at their pace so far, and of designs nothing", () => {
    const evaluations = progress({ phase: "evaluations", finished: 2, total: 6 });
    expect(progressLines(evaluations, 50_000, 100).join()).toContain(" · 50s · 1m left · waiting 47s for ");
    expect(progressLines({ ...evaluations, finished: 0 }, 50_000, 100).join()).not.toContain("left");
    expect(progressLines({ ...evaluations, finished: 6 }, 50_000, 100).join()).not.toContain("left");
    expect(progressLines(progress(), 50_000, 100).join()).not.toContain("left");
  });

  test("says what the forecast leaves until an evaluation has ended, and nothing once it is used up", () => {
    const designs = progress({ expected: 165 });
    expect(progressLines(designs, 50_000, 120).join()).toContain(" · 50s · about 1m 55s left · waiting ");
    expect(progressLines(designs, 165_000, 120).join()).not.toContain("left");
    const evaluations = progress({ phase: "evaluations", finished: 0, total: 6, expected: 165 });
    expect(progressLines(evaluations, 50_000, 120).join()).toContain("about 1m 55s left");
    expect(progressLines({ ...evaluations, finished: 3 }, 50_000, 120).join()).toContain(" · 30s left · ");
  });

  test("says what is not known, and nothing of what is not there", () => {
    const nothing = progress({ phase: "setup", finished: 0, total: 0, sessions: [], cost: null });
    expect(progressLines(nothing, -5, 80)).toEqual(["Design lab · setting up · cost unknown · 0s"]);
  });

  test("never is wider than the screen, whatever a model is called", () => {
    const long = progress({ sessions: [session(`\u001b[31ma/${"模".repeat(200)}`)] });
    for (const width of [20, 34, 74, 114]) {
      for (const line of progressLines(long, 0, width)) {
        expect(Bun.stringWidth(line)).toBeLessThanOrEqual(width);
        expect(line).not.toContain("\u001b");
      }
    }
  });
});

describe("the panel", () => {
  test("obeys nothing of what a model is called", () => {
    const lines = panelLines(progress({ sessions: [session("\u001b[31ma/b")] }), 9_000, 36, 3);
    expect(lines.at(-1)?.text).toBe("6s for a/b");
  });

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

test("whoever stops a call is told how much of it is kept", () => {
  const sessions = [session("a/x", "done"), session("b/y"), session("c/z", "failed")];
  const evaluated = [1, 2].map((at) => ({ ...session(`e/${at}`, "done"), role: "evaluator" as const }));
  expect(stoppedText(progress({ sessions: [...sessions, ...evaluated] }))).toBe(
    "Stopped. What is finished is kept: 1 design and 2 evaluations.\n/design-lab resume goes on with it.",
  );
  expect(stoppedText(null)).toBe("Stopped. Nothing was finished yet.\n/design-lab resume goes on with it.");
});
