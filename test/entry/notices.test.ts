import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { createNotices, type Notices } from "../../src/entry/notices.ts";
import type { Progress } from "../../src/schemas/progress.ts";

const AT_WORK: Progress = {
  phase: "designs",
  finished: 1,
  total: 2,
  sessions: [{ session_id: "ses_1", title: "design", model: "beta/b", state: "asked", asked_at: 0 }],
  cost: 0.12,
  started_at: 0,
  phase_at: 0,
};

let shown: string[];
let notices: Notices;
beforeEach(() => {
  jest.useFakeTimers();
  shown = [];
  notices = createNotices(
    (message) => shown.push(message),
    () => 41_000,
  );
});
afterEach(() => {
  notices.end();
  jest.useRealTimers();
});

const say = (said: string) => notices.report(() => AT_WORK, said);

test("the first word is said at once, and those that follow within a second together: none is lost", () => {
  say("2 designs asked, about 3m, $0.24");
  say("design 1 of 2 failed: auth, alpha/a");
  say("design 2 of 2: beta/b");
  expect(shown).toEqual(["2 designs asked, about 3m, $0.24"]);
  jest.advanceTimersByTime(1_000);
  expect(shown.slice(1)).toEqual(["design 1 of 2 failed: auth, alpha/a\ndesign 2 of 2: beta/b"]);
});

test("after twenty seconds of silence it is said who is waited for, and again after twenty more", () => {
  say("2 designs asked");
  say("");
  jest.advanceTimersByTime(19_000);
  expect(shown).toHaveLength(1);
  jest.advanceTimersByTime(1_500);
  expect(shown[1]).toBe("Design lab · designs 1/2 · $0.12 · 41s · waiting 41s for beta/b");
  jest.advanceTimersByTime(20_000);
  expect(shown).toHaveLength(3);
});

test("whoever stops a call is told at once what is kept and how to go on", () => {
  say("2 designs asked");
  say("design 1 of 2: alpha/a");
  notices.stopped();
  expect(shown[1]).toBe("Stopped. What is finished is kept; /design-lab resume goes on with it.");
  say("design 2 of 2 failed: aborted, beta/b");
  jest.advanceTimersByTime(5_000);
  expect(shown).toHaveLength(2);
});

test("nothing is said over the reply of a call that has ended", () => {
  say("2 designs asked");
  say("design 1 of 2: alpha/a");
  notices.end();
  notices.stopped();
  jest.advanceTimersByTime(60_000);
  expect(shown).toEqual(["2 designs asked"]);
});
