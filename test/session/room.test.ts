import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  afterAnswer,
  afterMissing,
  afterReached,
  afterRefusal,
  afterStarving,
  allowed,
  backoff,
  isGivenUp,
  OPEN_ROOM,
  patienceLeft,
  type Quota,
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
const at = (limit: number, over: Partial<Quota> = {}): Quota => ({ ...OPEN_ROOM, limit, ...over });

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

describe("the bounds of each rule, at both sides:", () => {
  const NONE = Number.POSITIVE_INFINITY;

  test("what is allowed is the whole part of the limit, the cap at most, one at least, and one where it is away", () => {
    expect([allowed(at(3.9), 64), allowed(at(3.9), 2), allowed(at(0.5), 64), allowed(OPEN_ROOM, 0)]).toEqual([
      3, 2, 1, 1,
    ]);
    expect(allowed(at(9, { away_since: 0 }), 64)).toBe(1);
  });

  test("the limit grows while half of it is in use and not below, by one up to what was too many, then by its share", () => {
    const after = (limit: number, too_many: number, under_way: number, among = 1) => {
      return afterAnswer(at(limit, { too_many }), answered({ under_way, among })).limit;
    };
    expect([after(16, 40, 8), after(16, 40, 7), after(OPEN_ROOM.limit, NONE, 1)]).toEqual([17, 16, NONE]);
    expect([after(4, 6, 8), after(5, 6, 8), after(8, 6, 8), after(5, 6, 8, 6)]).toEqual([5, 5.2, 8.125, 6]);
  });

  test("what was too many is forgotten once as many were served, and not for one less", () => {
    const after = (among: number) => afterAnswer(at(7, { too_many: 6 }), answered({ among })).too_many;
    expect([after(5), after(6)]).toEqual([6, NONE]);
  });

  test("each question's fastest answer is kept, and one without a time of its own changes nothing but the count", () => {
    const first = afterAnswer(OPEN_ROOM, answered({ latency: 30_000, among: 4 }));
    expect(first.answers).toBe(1);
    const slower = afterAnswer(first, answered({ latency: 31_000, among: 2 }));
    const faster = afterAnswer(slower, answered({ latency: 29_000, among: 5 }));
    const none = afterAnswer(faster, answered({ latency: null, question: "other" }));
    expect([...slower.fastest]).toEqual([["q", { latency: 30_000, among: 4 }]]);
    expect([...none.fastest]).toEqual([["q", { latency: 29_000, among: 5 }]]);
    expect([none.answers, first.fastest.size, OPEN_ROOM.fastest.size]).toEqual([4, 1, 0]);
  });

  test("an answer that took more than twice the fastest, and a quarter of its time, lowers the limit by its share", () => {
    const first = afterAnswer(OPEN_ROOM, answered({ latency: 100_000, among: 4 }));
    const after = (latency: number, among = 16, over: Partial<Timed> = {}, room = first) =>
      afterAnswer(room, answered({ latency, among, ...over }));
    expect(after(200_000)).toMatchObject({ limit: NONE, queueing: false });
    // 16 reached, wanted 16·g + 4, and the mean of both.
    expect(after(250_000)).toMatchObject({ limit: 16, queueing: true });
    expect(after(300_000).limit).toBeCloseTo((16 + (16 * 2) / 3 + 4) / 2, 10);
    expect(after(300_000)).toMatchObject({ too_many: 16, queueing: true });
    expect(after(900_000)).toMatchObject({ limit: 14, too_many: 15 });
    expect(after(300_000, 4)).toMatchObject({ limit: NONE });
    expect(after(300_000, 5).queueing).toBe(true);
    expect(after(300_000, 16, { time_limit: 1_200_001 })).toMatchObject({ limit: NONE, queueing: false });
    expect(after(300_000, 16, { time_limit: 1_200_000 }).queueing).toBe(true);
    // Of a limit below what was under way the limit counts, and what was too many stays where it is lower.
    expect(after(900_000, 16, {}, { ...first, limit: 9, too_many: 5 })).toMatchObject({ limit: 8.25, too_many: 5 });
    expect(after(900_000, 16, {}, { ...first, limit: 1 })).toMatchObject({ limit: 1, too_many: 2 });
  });

  test("a refusal halves once a round, leaves one at least, and remembers who was served", () => {
    const room = afterRefusal(at(20), refused(15));
    expect(room).toMatchObject({ limit: 10, too_many: 16, lowered_at: 1_100, fruitless: 0, closed_until: 0 });
    expect([...room.refused]).toEqual([["q", { times: 1, answers: 0 }]]);
    const same = afterRefusal(room, refused(12, { sent_at: 1_100, now: 1_300 }));
    expect(same).toMatchObject({ limit: 10, too_many: 13, lowered_at: 1_100 });
    const next = afterRefusal(same, refused(13, { sent_at: 1_101, now: 1_400 }));
    expect(next).toMatchObject({ limit: 10, too_many: 14, lowered_at: 1_400 });
    expect(afterRefusal(at(20), refused(0))).toMatchObject({ limit: 1, too_many: 2, fruitless: 1 });
    expect(afterRefusal(at(5), refused(3)).limit).toBe(2);
    expect(afterRefusal(at(20), refused(15, { cap: 6 })).limit).toBe(3);
  });

  test("where nobody else is served it closes for the longer of its own wait and the provider's", () => {
    expect(afterRefusal(at(3), refused(0, { wait: 9_000 })).closed_until).toBe(1_100 + 9_000);
    expect(afterRefusal(at(3), refused(0, { wait: 1 })).closed_until).toBe(1_100 + 2_000);
    expect(afterRefusal(at(3, { closed_until: 7, fruitless: 2 }), refused(1))).toMatchObject({
      closed_until: 7,
      fruitless: 2,
    });
  });

  test("from the fourth refusal in a row of one question, while others are answered, the room is left alone", () => {
    const refusing = (times: number, answers: number, others: number) =>
      afterRefusal(at(20, { answers, refused: new Map([["q", { times, answers: 4 }]]) }), refused(others));
    expect([refusing(2, 5, 19).limit, refusing(3, 5, 19).limit, refusing(9, 4, 19).limit]).toEqual([10, 20, 20]);
    expect(refusing(3, 4, 19).limit).toBe(10);
    expect(refusing(3, 5, 0)).toMatchObject({ limit: 1, fruitless: 1 });
    expect(refusing(3, 5, 19).refused.get("q")).toEqual({ times: 4, answers: 5 });
    const answer = afterAnswer(refusing(3, 5, 19), answered());
    expect(answer.refused.has("q")).toBe(false);
  });

  test("waits between refusals double from 2 s to 30 s", () => {
    expect([-1, 0, 1, 2, 3, 4, 5, 60].map(backoff)).toEqual([0, 0, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  test("anything that comes of a provider reaches it, and ends that it was away", () => {
    expect(afterReached(OPEN_ROOM)).toEqual({ ...OPEN_ROOM, reached: true });
    const reached = { ...OPEN_ROOM, reached: true };
    expect(afterReached(reached)).toBe(reached);
    const away = at(4, { away_since: 0, fruitless: 3, closed_until: 900 });
    expect(afterReached(away)).toEqual({ ...away, reached: true, away_since: null, fruitless: 0, closed_until: 0 });
  });

  test("one that never was reached is tried for 2 s and another for 20 s, counted from when it went away", () => {
    expect(patienceLeft(OPEN_ROOM, 5_000)).toBe(2_000);
    expect(patienceLeft({ ...OPEN_ROOM, reached: true }, 5_000)).toBe(20_000);
    expect(patienceLeft({ ...OPEN_ROOM, away_since: 4_000 }, 5_000)).toBe(1_000);
    expect(patienceLeft({ ...OPEN_ROOM, reached: true, away_since: 4_000 }, 5_000)).toBe(19_000);
  });

  test("it is asked again after waits that grow and end with the patience; what was sent before is one attempt", () => {
    let room = afterMissing({ ...OPEN_ROOM, reached: true }, { sent_at: 900, now: 1_000 });
    expect(room).toMatchObject({ away_since: 1_000, lowered_at: 1_000, fruitless: 1, closed_until: 3_000 });
    expect(afterMissing(room, { sent_at: 1_000, now: 1_500 })).toBe(room);
    room = afterMissing(room, { sent_at: 3_000, now: 3_100 });
    expect(room).toMatchObject({ away_since: 1_000, lowered_at: 3_100, fruitless: 2, closed_until: 7_100 });
    room = afterMissing(room, { sent_at: 7_100, now: 20_000 });
    expect(room.closed_until).toBe(21_000);
    expect(afterMissing(room, { sent_at: 21_000, now: 22_000 }).closed_until).toBe(22_000);
    expect(afterMissing(at(4, { fruitless: 5 }), { sent_at: 1, now: 1_000 })).toMatchObject({
      fruitless: 1,
      closed_until: 3_000,
    });
  });

  test("it is given up after six refusals alone, or where it was away for as long as it is tried", () => {
    expect([5, 6].map((fruitless) => isGivenUp(at(1, { fruitless }), 0))).toEqual([false, true]);
    const away = { ...OPEN_ROOM, away_since: 1_000 };
    expect([2_999, 3_000].map((now) => isGivenUp(away, now))).toEqual([false, true]);
    expect(isGivenUp(OPEN_ROOM, 99_000)).toBe(false);
  });

  test("a starving request halves the limit or the cap, for what was sent after the last time only", () => {
    const starved = (room: Quota, sent_at: number, cap = 64) => afterStarving(room, { sent_at, now: 50, cap });
    expect(starved(at(9, { lowered_at: 5 }), 6)).toMatchObject({ limit: 4, lowered_at: 50 });
    expect(starved(at(9, { lowered_at: 5 }), 5)).toMatchObject({ limit: 9, lowered_at: 5 });
    expect([starved(at(1), 6).limit, starved(OPEN_ROOM, 6, 7).limit]).toEqual([1, 3]);
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
      .map((over) => (room: Quota) => afterAnswer(room, answered(over))),
    fc.record({ others: fc.nat(80), sent_at: fc.nat(100), now: fc.nat(100) }).map(
      ({ others, ...over }) =>
        (room: Quota) =>
          afterRefusal(room, refused(others, over)),
    ),
    fc
      .record({ sent_at: fc.nat(100), now: fc.nat(100) })
      .map((over) => (room: Quota) => afterStarving(room, { ...over, cap: 64 })),
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
