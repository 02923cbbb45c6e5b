import { describe, expect, test } from "bun:test";
import type { LedgerLine } from "../../src/artifacts/ledger-line.ts";
import { stagesOf } from "../../src/live/stages.ts";

const AT = "2026-11-20T10:00:00.000Z";
const cell = { design_id: "d", reviewer_id: "r" };
const lines = (...events: (Partial<LedgerLine> & Pick<LedgerLine, "event">)[]): LedgerLine[] =>
  events.map((line) => ({ at: AT, ...(["setup", "resumed"].includes(line.event) ? {} : cell), ...line }));
const stage = (ledger: LedgerLine[], { running = true, there = false } = {}) =>
  stagesOf(ledger, running).at(cell, there);

describe("stagesOf()", () => {
  test("follows a cell from waiting over asking and repairing to done", () => {
    const told = lines({ event: "setup" }, { event: "started" }, { event: "repair", message: "scores.x is missing" });
    expect(stage(told.slice(0, 1)).stage).toBe("waiting");
    expect(stage(told.slice(0, 2))).toMatchObject({ stage: "asking", since: Date.parse(AT) });
    expect(stage(told)).toMatchObject({ stage: "repairing", reason: "scores.x is missing", since: Date.parse(AT) });
    expect(stage([...told, ...lines({ event: "done", seconds: 12 })], { there: true })).toEqual({
      stage: "done",
      since: null,
      seconds: 12,
      reason: "",
    });
  });

  test("says why a cell failed or was held back", () => {
    const failed = lines(
      { event: "started" },
      { event: "failed", kind: "rate_limited", message: "try later", seconds: 3 },
    );
    expect(stage(failed)).toMatchObject({
      stage: "failed",
      reason: "the provider takes no more for now: try later",
      seconds: 3,
    });
    expect(stage(lines({ event: "budget", message: "max_cost of $1 is reached" }))).toMatchObject({
      stage: "limit",
      reason: "max_cost of $1 is reached",
    });
  });

  test("calls interrupted what a person stopped and what nobody ends any more", () => {
    expect(stage(lines({ event: "started" }, { event: "failed", kind: "aborted" })).stage).toBe("interrupted");
    expect(stage(lines({ event: "setup" }, { event: "started" }), { running: false }).stage).toBe("interrupted");
  });

  test("lets wait again what an earlier call left unfinished, until this one asks", () => {
    const resumed = lines({ event: "setup" }, { event: "started" }, { event: "resumed" });
    expect(stage(resumed).stage).toBe("waiting");
    expect(stage([...resumed, ...lines({ event: "started" })]).stage).toBe("asking");
  });

  test("believes the disk more than the ledger: what is stale waits, what is there is done", () => {
    const done = lines({ event: "started" }, { event: "done", seconds: 5 });
    expect(stage(done, { there: false }).stage).toBe("waiting");
    expect(stage(lines({ event: "failed", kind: "timeout" }), { there: true }).stage).toBe("done");
  });

  test("does not take a design's session for that of its cell", () => {
    const design = [{ at: AT, event: "started" as const, design_id: "d" }];
    expect(stage(design).stage).toBe("waiting");
    expect(stagesOf(design, true).at({ design_id: "d" }, false).stage).toBe("asking");
  });

  test("says why it asks again, and since when it asks at all", () => {
    const at = "2026-11-20T10:00:30.000Z";
    const asked = lines({ event: "started" }, { event: "retry", message: "429" }, { event: "started", at });
    expect(stage(asked)).toEqual({ stage: "asking", since: Date.parse(at), seconds: null, reason: "" });
    const failing = lines({ event: "host_retry", message: "500", gives_up_seconds: 60 });
    expect(stage([...asked, ...failing])).toMatchObject({ reason: "500", gives_up_at: Date.parse(AT) + 60_000 });
    for (const event of ["retry"] as const)
      expect(stage([...asked, ...lines({ event, message: "429" })])).toEqual({
        stage: "asking",
        since: Date.parse(at),
        seconds: null,
        reason: "429",
      });
  });

  test("adds up what all sessions of a place took, of every call", () => {
    const took = lines(
      { event: "setup" },
      { event: "failed", kind: "timeout", seconds: 30 },
      { event: "resumed" },
      { event: "failed", kind: "timeout", seconds: 12 },
    );
    expect(stage(took)).toEqual({ stage: "failed", since: null, seconds: 42, reason: "no answer in time" });
    expect(stage(lines({ event: "failed", message: "odd" })).reason).toBe("odd");
  });

  test("takes no line that tells nothing of a place for its last", () => {
    const told = lines({ event: "started" }, { event: "violation", message: "x" }, { event: "limit", message: "y" });
    expect(stage(told)).toMatchObject({ stage: "asking", reason: "" });
  });
});
