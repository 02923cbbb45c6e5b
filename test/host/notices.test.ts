import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { Progress, ProgressWord } from "../../src/artifacts/progress.ts";
import { type Channel, createNotices } from "../../src/host/notices.ts";

const AT_WORK: Progress = {
  phase: "designs",
  finished: 1,
  total: 2,
  sessions: [
    { session_id: "ses_0", title: "design", role: "designer", model: "alpha/a", state: "done", asked_at: 0 },
    { session_id: "ses_1", title: "design", role: "designer", model: "beta/b", state: "asked", asked_at: 0 },
  ],
  cost: 0.12,
  started_at: 0,
  phase_at: 0,
  expected: null,
  evaluating: null,
  designing: 120,
};

let shown: string[];
let cleared: number;
let notices: ReturnType<typeof createNotices>;
const channel = (change: Partial<Channel> = {}): Channel => ({
  show: (message) => shown.push(message),
  clear: () => {
    cleared++;
  },
  log: false,
  heartbeat: true,
  ...change,
});
const begin = (change?: Partial<Channel>): void => {
  notices = createNotices(channel(change), () => 41_000);
};

beforeEach(() => {
  jest.useFakeTimers();
  shown = [];
  cleared = 0;
  begin();
});
afterEach(() => {
  notices.end();
  jest.useRealTimers();
});

const say = (text: string, kind: ProgressWord["kind"] = "news") => notices.report(() => AT_WORK, { text, kind });

test("the first word is said at once, and those that follow together as soon as it could be read: none is lost", () => {
  say("2 designs asked, about 3m, $0.24");
  say("design 1 of 2 failed: auth, alpha/a");
  say("design 2 of 2: beta/b");
  expect(shown).toEqual(["2 designs asked, about 3m, $0.24"]);
  jest.advanceTimersByTime(3_000);
  expect(shown.slice(1)).toEqual(["design 1 of 2 failed: auth, alpha/a\ndesign 2 of 2: beta/b"]);
});

test("of more words than a message holds the rest is counted, and failures are kept before other news", () => {
  say("4 designs asked");
  for (let at = 1; at <= 4; at++) say(`design ${at} of 4 written`);
  say("evaluation 1 of 12 failed", "failure");
  jest.advanceTimersByTime(3_000);
  expect(shown[1]).toBe("design 1 of 4 written\ndesign 2 of 4 written\nevaluation 1 of 12 failed\nand 2 more");
});

test("a screen is spared what went as it should, a log gets every word at once", () => {
  say("2 designs asked");
  say("evaluation 1 of 4: A by beta/b", "step");
  jest.advanceTimersByTime(10_000);
  expect(shown).toEqual(["2 designs asked"]);
  begin({ log: true });
  say("2 designs asked");
  say("evaluation 1 of 4: A by beta/b", "step");
  expect(shown.slice(1)).toEqual(["2 designs asked", "evaluation 1 of 4: A by beta/b"]);
});

test("after twenty seconds of silence it is said who is waited for, and again after twenty more", () => {
  say("2 designs asked");
  notices.report(() => AT_WORK, null);
  jest.advanceTimersByTime(19_000);
  expect(shown).toHaveLength(1);
  jest.advanceTimersByTime(1_500);
  expect(shown[1]).toBe("Design lab · designs 1/2 · $0.12 · 41s · waiting 41s for beta/b");
  jest.advanceTimersByTime(20_000);
  expect(shown).toHaveLength(3);
});

test("a silence is left where a line beside it goes on", () => {
  begin({ heartbeat: false });
  say("2 designs asked");
  jest.advanceTimersByTime(60_000);
  expect(shown).toEqual(["2 designs asked"]);
});

test("whoever stops a call is told at once what is kept and how to go on, and that stays", () => {
  say("2 designs asked");
  say("design 1 of 2: alpha/a");
  notices.stopped();
  expect(shown[1]).toBe("Stopped. What is finished is kept: 1 design.\n/design-lab resume goes on with it.");
  say("design 2 of 2 failed: aborted, beta/b");
  notices.end();
  jest.advanceTimersByTime(5_000);
  expect([shown.length, cleared]).toEqual([2, 0]);
});

test("a call that has said nothing takes nothing away", () => {
  notices.report(() => AT_WORK, null);
  notices.end();
  expect(cleared).toBe(0);
});

test("after a stop no silence is broken", () => {
  say("2 designs asked");
  notices.stopped();
  jest.advanceTimersByTime(60_000);
  expect(shown).toHaveLength(2);
});

test("nothing is said over the reply of a call that has ended, and what is shown is taken away once", () => {
  say("2 designs asked");
  say("design 1 of 2: alpha/a");
  notices.end();
  notices.end();
  notices.stopped();
  jest.advanceTimersByTime(60_000);
  expect([shown, cleared]).toEqual([["2 designs asked"], 1]);
});
