import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { Notice, Progress } from "../../src/artifacts/progress.ts";
import { createNews } from "../../src/host/v2/news.ts";

const progress = (finished: number): Progress => ({
  phase: "designs",
  finished,
  total: 3,
  sessions: [],
  cost: 0,
  started_at: 0,
  phase_at: 0,
  expected: null,
  evaluating: null,
  designing: 120,
});

let sent: (Progress & { notice?: Notice })[];
let screen: ReturnType<typeof createNews>;
beforeEach(() => {
  jest.useFakeTimers();
  sent = [];
  screen = createNews(async ({ designlab }) => {
    sent.push(designlab);
    throw new Error("the host has gone");
  });
});
afterEach(() => {
  screen.end();
  jest.useRealTimers();
});

test("the newest of what a call is doing is sent at once, then at most five times a second", () => {
  for (let finished = 0; finished <= 3; finished++) screen.report(() => progress(finished), null);
  expect(sent.map(({ finished }) => finished)).toEqual([0]);
  jest.advanceTimersByTime(200);
  expect(sent.map(({ finished }) => finished)).toEqual([0, 3]);
  jest.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(2);
});

test("a message goes with it under a number of its own, as long as none follows it", () => {
  screen.report(() => progress(0), { text: "3 designs asked", kind: "news" });
  screen.report(() => progress(1), { text: "design 1 of 3 written by a/b", kind: "news" });
  screen.report(() => progress(2), { text: "evaluation 1 of 9: A by a/b", kind: "step" });
  jest.advanceTimersByTime(1_000);
  expect(sent.at(-1)).toMatchObject({ finished: 2, notice: { id: 1, text: "3 designs asked" } });
  jest.advanceTimersByTime(2_500);
  expect(sent.at(-1)).toMatchObject({ finished: 2, notice: { id: 2, text: "design 1 of 3 written by a/b" } });
});

test("no message follows the end of a call", () => {
  screen.report(() => progress(0), { text: "3 designs asked", kind: "news" });
  screen.report(() => progress(1), { text: "design 1 of 3 failed", kind: "news" });
  screen.end();
  jest.advanceTimersByTime(10_000);
  expect(sent.at(-1)?.notice).toMatchObject({ id: 1, text: "3 designs asked" });
});
