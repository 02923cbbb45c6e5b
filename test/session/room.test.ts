import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  afterAnswer,
  afterRefusal,
  afterStarving,
  allowed,
  OPEN_ROOM,
  type Room,
  type Timed,
} from "../../src/session/room.ts";

const MINUTE = 60_000;

const answered = (over: Partial<Timed> = {}): Timed => ({
  question: "q",
  latency: 30_000,
  among: 1,
  under_way: 8,
  time_limit: 10 * MINUTE,
  ...over,
});
const refused = (others: number, over: object = {}) => ({
  question: "q",
  sent_at: 1_000,
  now: 1_100,
  others,
  cap: 64,
  wait: 2_000,
  ...over,
});
const at = (limit: number, over: Partial<Room> = {}): Room => ({ ...OPEN_ROOM, limit, ...over });

describe("afterRefusal()", () => {
  test("halves the limit at the first refusal of a round", () => {
    expect(afterRefusal(at(20), refused(19)).limit).toBe(10);
  });

  test("takes the configured cap for the limit while nothing was learned", () => {
    expect(afterRefusal(OPEN_ROOM, refused(63)).limit).toBe(32);
  });

  test("does not halve again for what was sent before, and keeps what is still being served", () => {
    let room = afterRefusal(OPEN_ROOM, refused(15));
    for (let others = 14; others >= 6; others--) room = afterRefusal(room, refused(others));
    expect(room).toMatchObject({ limit: 6, too_many: 7 });
  });

  test("steps back to what is served where one more was known to be too many", () => {
    expect(afterRefusal(at(7, { too_many: 7, lowered_at: 500 }), refused(6)).limit).toBe(6);
  });

  test("leaves the room of others alone when it is always the same model that is refused", () => {
    let room = at(20);
    for (let times = 0; times < 3; times++) room = afterRefusal({ ...room, answers: times }, refused(19));
    expect(afterRefusal({ ...room, limit: 20, answers: 9 }, refused(19, { sent_at: 5_000 })).limit).toBe(20);
  });

  test("closes the provider for twice as long each time that it serves nobody", () => {
    let room = at(1);
    const waits = Array.from({ length: 6 }, () => {
      room = afterRefusal(room, refused(0, { wait: 0, now: 0 }));
      return room.closed_until;
    });
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(room.fruitless).toBe(6);
    expect(afterAnswer(room, answered()).fruitless).toBe(0);
  });
});

describe("afterAnswer()", () => {
  test("adds one an answer below what was too many, and one a round from there on", () => {
    expect(afterAnswer(at(3, { too_many: 7 }), answered()).limit).toBe(4);
    expect(afterAnswer(at(6, { too_many: 7 }), answered()).limit).toBeCloseTo(6 + 1 / 6);
  });

  test("adds nothing while less than half of the limit is in use", () => {
    expect(afterAnswer(at(20, { too_many: 40 }), answered({ under_way: 9 })).limit).toBe(20);
  });

  test("forgets what was too many when so many were served", () => {
    expect(afterAnswer(at(7, { too_many: 7 }), answered({ among: 7 })).too_many).toBe(Number.POSITIVE_INFINITY);
  });

  test("lowers the limit when the same question takes much longer the more are under way", () => {
    const first = afterAnswer(OPEN_ROOM, answered({ latency: MINUTE, among: 1 }));
    const later = afterAnswer(first, answered({ latency: 8 * MINUTE, among: 16 }));
    // The mean of 16 and of half of it with a queue of four on top.
    expect(later).toMatchObject({ limit: 14, queueing: true });
  });

  test("does not lower it for another model's pace, a short answer, or one that was sent among fewer", () => {
    const first = afterAnswer(OPEN_ROOM, answered({ latency: 20_000, among: 8 }));
    for (const over of [
      { question: "other", latency: 8 * MINUTE, among: 16 },
      { latency: 120_000, among: 16 },
      { latency: 8 * MINUTE, among: 8 },
      { latency: null, among: 16 },
    ]) {
      expect(afterAnswer(first, answered(over)).limit).toBe(Number.POSITIVE_INFINITY);
    }
  });
});

test("afterStarving() halves once a round", () => {
  const once = afterStarving(at(9), { sent_at: 5, now: 10, cap: 64 });
  expect(once.limit).toBe(4);
  expect(afterStarving(once, { sent_at: 5, now: 11, cap: 64 }).limit).toBe(4);
});

test("whatever happens, at least one and at most the cap is allowed", () => {
  const step = fc.oneof(
    fc
      .record({ among: fc.nat(80), latency: fc.nat(900_000), under_way: fc.nat(80) })
      .map((over) => (room: Room) => afterAnswer(room, answered(over))),
    fc.record({ others: fc.nat(80), sent_at: fc.nat(100), now: fc.nat(100) }).map(
      ({ others, ...over }) =>
        (room: Room) =>
          afterRefusal(room, refused(others, over)),
    ),
    fc
      .record({ sent_at: fc.nat(100), now: fc.nat(100) })
      .map((over) => (room: Room) => afterStarving(room, { ...over, cap: 64 })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 64 }), (steps, cap) => {
      const room = steps.reduce((before, change) => change(before), OPEN_ROOM);
      expect(allowed(room, cap)).toBeGreaterThanOrEqual(1);
      expect(allowed(room, cap)).toBeLessThanOrEqual(cap);
      expect(Number.isNaN(room.limit)).toBe(false);
    }),
  );
});
