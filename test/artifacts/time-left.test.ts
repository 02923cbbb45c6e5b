import { describe, expect, test } from "bun:test";
import { type Progress, type SessionProgress, timeLeft } from "../../src/artifacts/progress.ts";

const asked = (asked_at: number, state: SessionProgress["state"] = "asked"): SessionProgress => {
  return { session_id: "s", title: "design", role: "designer", model: "p/a", state, asked_at };
};

/** A call that began at 0 and asks designs, milliseconds. */
const call = (over: Partial<Progress> = {}): Progress => ({
  phase: "designs",
  finished: 0,
  total: 3,
  sessions: [],
  cost: 0,
  started_at: 0,
  phase_at: 0,
  expected: 165,
  evaluating: 45,
  designing: 120,
  ...over,
});
const left = (over: Partial<Progress>, seconds: number) => timeLeft(call(over), seconds * 1000);
const forecast = (seconds: number) => ({ seconds, forecast: true });

describe("timeLeft()", () => {
  test("is the forecast before a design is asked, and where no forecast tells the evaluations apart", () => {
    expect(left({}, 5)).toEqual(forecast(160));
    expect(left({ evaluating: null, sessions: [asked(5_000)] }, 15)).toEqual(forecast(150));
    expect(left({ evaluating: null, sessions: [asked(5_000)] }, 170)).toBeNull();
    expect(left({ expected: null, evaluating: null }, 5)).toBeNull();
  });

  test("is there as long as designs are written, also by one that takes longer than forecast", () => {
    expect(left({ sessions: [asked(0), asked(0), asked(5_000)] }, 25)).toEqual(forecast(100 + 45));
    expect(left({ sessions: [asked(0), asked(0), asked(0)] }, 900)).toEqual(forecast(45));
  });

  test("takes a design to need what the slowest needed that is written, and those that wait as long again", () => {
    const sessions = [asked(0, "done"), asked(0), asked(30_000)];
    expect(left({ finished: 1, designing: 30, sessions }, 40)).toEqual(forecast(20 + 45));
    expect(left({ finished: 1, total: 6, designing: 30, sessions }, 40)).toEqual(forecast(20 + 2 * 30 + 45));
  });

  test("is what the forecast gives the evaluations until one has ended, then their own pace", () => {
    const evaluations = { phase: "evaluations" as const, phase_at: 300_000, total: 9 };
    expect(left(evaluations, 310)).toEqual(forecast(35));
    expect(left(evaluations, 350)).toBeNull();
    expect(left({ ...evaluations, finished: 3 }, 330)).toEqual({ seconds: 60, forecast: false });
  });
});
