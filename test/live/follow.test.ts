import { afterEach, beforeEach, expect, test } from "bun:test";
import { appendFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createFollowers } from "../../src/live/follow.ts";
import { withLock } from "../../src/store/lock.ts";
import type { LiveQuestions } from "../../src/story/live-questions.ts";
import type { LiveState, LiveTold } from "../../src/story/live-state.ts";

const ordinary = { setInterval: globalThis.setInterval, clearInterval: globalThis.clearInterval };
let dir: string;
/** What is called at every look, and how many times nobody looks any more. */
let looks: (() => void)[];
let stopped: number;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "designlab-follow-"));
  await writeFile(join(dir, "ledger.jsonl"), "");
  [looks, stopped] = [[], 0];
  globalThis.setInterval = ((look: () => void, every: number) => {
    expect(every).toBe(500);
    looks.push(look);
    return { unref: () => undefined };
  }) as never;
  globalThis.clearInterval = () => void stopped++;
});
afterEach(async () => {
  Object.assign(globalThis, ordinary);
  await rm(dir, { recursive: true, force: true });
});

/** Waits until something is so, or long enough to say that it does not come. */
async function until(isSo: () => boolean): Promise<boolean> {
  for (let waits = 0; waits < 400 && !isSo(); waits++) await Bun.sleep(5);
  return isSo();
}

/** An experiment without a plan. */
const NO_PLAN = {
  planStamp: async () => "",
  plan: async () => ({ plan: null, unread: "" }),
  offer: async () => null,
  word: async () => null,
  planning: async () => null,
};

/** Followers of states that count their reads; `end` is what a read comes to. */
function following(end: (nth: number) => LiveState | null | Error = (nth) => ({ id: String(nth) }) as LiveState) {
  let reads = 0;
  const followers = createFollowers({
    async state() {
      const came = end(++reads);
      if (came instanceof Error) throw came;
      return came;
    },
    questions: async () => null,
    ...NO_PLAN,
  });
  return { followers, reads: () => reads };
}

test("an experiment is read once for all who listen, and a late one is told what the others were", async () => {
  const { followers, reads } = following();
  const [first, second]: [LiveTold[], LiveTold[]] = [[], []];
  const leave = followers.follow(dir, (told) => first.push(told));
  expect(await until(() => first.length === 1)).toBe(true);
  const leaveToo = followers.follow(dir, (told) => second.push(told));
  expect(second).toEqual(first);
  expect([followers.count(), reads(), looks.length]).toEqual([2, 1, 1]);
  leave();
  expect([followers.count(), stopped]).toEqual([1, 0]);
  leaveToo();
  expect([followers.count(), stopped]).toEqual([0, 1]);
  followers.follow(dir, () => undefined)();
  expect([looks.length, stopped]).toEqual([2, 2]);
});

test("it is read again when its ledger has grown, and not before", async () => {
  const { followers, reads } = following();
  const told: LiveTold[] = [];
  const leave = followers.follow(dir, (each) => told.push(each));
  expect(await until(() => told.length === 1)).toBe(true);
  looks[0]?.();
  await Bun.sleep(20);
  expect(reads()).toBe(1);
  await appendFile(join(dir, "ledger.jsonl"), "{}\n");
  looks[0]?.();
  expect(await until(() => told.length === 2)).toBe(true);
  expect(told).toEqual([{ id: "1" }, { id: "2" }] as LiveTold[]);
  leave();
});

test("it is read again when what a session made has come after its line in the ledger, in a round too", async () => {
  const { followers, reads } = following();
  const leave = followers.follow(dir, () => undefined);
  expect(await until(() => reads() === 1)).toBe(true);
  const made = ["designs", "reviews", "scores", "entrants", "votes", "rounds/1/designs", "rounds/2/scores"];
  for (const [nth, folder] of made.entries()) {
    await mkdir(join(dir, folder), { recursive: true });
    await writeFile(join(dir, folder, "one.json"), "{}");
    looks[0]?.();
    expect([folder, await until(() => reads() === nth + 2)]).toEqual([folder, true]);
    looks[0]?.();
    await Bun.sleep(20);
    expect(reads()).toBe(nth + 2);
  }
  leave();
});

test("it is read again when its report is drawn and when what was sent is kept, after all else", async () => {
  const { followers, reads } = following();
  const leave = followers.follow(dir, () => undefined);
  expect(await until(() => reads() === 1)).toBe(true);
  for (const [nth, file] of ["results/report.html", "exchanges/one.json"].entries()) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), "{}");
    looks[0]?.();
    expect([file, await until(() => reads() === nth + 2)]).toEqual([file, true]);
  }
  leave();
});

test("that it can be read again is told where there is no state to tell of, and to a late one nothing of what is over", async () => {
  let reads = 0;
  const followers = createFollowers({
    state: async () => null,
    async questions() {
      if (++reads === 1) throw new Error("no");
      return QUESTIONS;
    },
    ...NO_PLAN,
  });
  const told: LiveTold[] = [];
  const leave = followers.follow(dir, (each) => told.push(each));
  expect(await until(() => told.length === 1)).toBe(true);
  await Bun.sleep(5);
  looks[0]?.();
  expect(await until(() => told.length === 3)).toBe(true);
  expect(told).toEqual([{ trouble: "It cannot be read: no" }, { questions: QUESTIONS }, { trouble: null }]);
  const late: LiveTold[] = [];
  followers.follow(dir, (each) => late.push(each))();
  expect(late).toEqual([{ questions: QUESTIONS }]);
  leave();
});

test("what cannot be read is told once, looked at each time, and over as soon as it can be", async () => {
  const { followers, reads } = following((nth) => (nth < 3 ? new Error("no") : ({ id: String(nth) } as LiveState)));
  const told: LiveTold[] = [];
  const leave = followers.follow(dir, (each) => told.push(each));
  expect(await until(() => reads() === 1 && told.length === 1)).toBe(true);
  await Bun.sleep(1);
  looks[0]?.();
  expect(await until(() => reads() === 2)).toBe(true);
  await Bun.sleep(1);
  const late: LiveTold[] = [];
  followers.follow(dir, (each) => late.push(each))();
  expect(late).toEqual([{ trouble: "It cannot be read: no" }]);
  looks[0]?.();
  expect(await until(() => told.length === 3)).toBe(true);
  expect(told).toEqual([{ trouble: "It cannot be read: no" }, { id: "3" } as LiveState, { trouble: null }]);
  followers.follow(dir, (each) => late.push(each))();
  expect(late.slice(1)).toEqual([{ id: "3" }] as LiveTold[]);
  leave();
});

test("nothing is told of what is gone, and it is not read twice at a time", async () => {
  const gate = Promise.withResolvers<null>();
  let reads = 0;
  const followers = createFollowers({
    state() {
      reads++;
      return gate.promise;
    },
    questions: async () => null,
    ...NO_PLAN,
  });
  const told: LiveTold[] = [];
  const leave = followers.follow(dir, (each) => told.push(each));
  expect(await until(() => reads === 1)).toBe(true);
  looks[0]?.();
  await Bun.sleep(20);
  expect(reads).toBe(1);
  gate.resolve(null);
  await Bun.sleep(1);
  looks[0]?.();
  expect(await until(() => reads === 2)).toBe(true);
  expect(told).toEqual([]);
  leave();
});

test("what is asked is told when its file changes, to a late one too, at once where that is wanted, and as gone when it is", async () => {
  const told: LiveTold[] = [];
  const asked: (LiveQuestions | null)[] = [null, QUESTIONS, { ...QUESTIONS, topic: "two" }, null];
  let reads = 0;
  const followers = createFollowers({
    state: async () => null,
    questions: async () => asked[reads++] ?? null,
    ...NO_PLAN,
  });
  const leave = followers.follow(dir, (each) => told.push(each));
  expect(await until(() => reads === 1)).toBe(true);
  await Bun.sleep(5);
  expect(told).toEqual([]);
  for (const file of ["questions.jsonl", "brief.json"]) {
    await writeFile(join(dir, file), "{}\n");
    looks[0]?.();
    const before = told.length;
    expect(await until(() => told.length > before)).toBe(true);
  }
  expect(told).toEqual([{ questions: QUESTIONS }, { questions: { ...QUESTIONS, topic: "two" } }]);
  const late: LiveTold[] = [];
  followers.follow(dir, (each) => late.push(each))();
  expect(late).toEqual(told.slice(1));
  await Bun.sleep(5);
  await rm(join(dir, "questions.jsonl"));
  followers.look(dir);
  expect(await until(() => told.length === 3)).toBe(true);
  expect(told[2]).toEqual({ questions: { ...QUESTIONS, topic: "" } });
  leave();
  followers.look(dir);
  expect(reads).toBe(4);
});

const QUESTIONS: LiveQuestions = {
  id: "",
  topic: "one",
  list: [],
  interview: "none",
  thinking: false,
  still: "",
  next: null,
  approved: null,
  problems: [],
};

test("a plan is told when its files change, to a late one too, and not where there is none", async () => {
  const told: LiveTold[] = [];
  let [stamp, reads] = ["", 0];
  const followers = createFollowers({
    state: async () => null,
    questions: async () => null,
    planStamp: async () => stamp,
    plan: async () => ({ plan: null, unread: String(++reads) }),
    offer: async () => null,
    word: async () => null,
    planning: async () => null,
  });
  const leave = followers.follow(dir, (each) => told.push(each));
  await Bun.sleep(20);
  expect(told).toEqual([]);
  // It is looked at every second time, and not while a look goes on.
  for (const [next, count] of [
    ["one", 1],
    ["one", 1],
    ["two", 2],
    ["", 3],
  ] as const) {
    stamp = next;
    for (let look = 0; look < 4 || (told.length < count && look < 200); look++) {
      looks[0]?.();
      await Bun.sleep(5);
    }
    expect(told).toHaveLength(count);
  }
  expect(told).toEqual(["1", "2", "3"].map((unread) => ({ plan: null, unread })));
  const late: LiveTold[] = [];
  followers.follow(dir, (each) => late.push(each))();
  expect(late).toEqual(told.slice(2));
  leave();
});

test("whether somebody is at work is known from the first look, and known anew within three", async () => {
  const told: LiveTold[] = [];
  const followers = createFollowers({
    state: async (_, running) => ({ id: running ? "at work" : "ended" }) as LiveState,
    questions: async () => null,
    ...NO_PLAN,
  });
  const ids = (): string[] => told.map((each) => (each as LiveState).id);
  const leave = await withLock(dir, "x", async () => {
    const end = followers.follow(dir, (each) => told.push(each));
    expect(await until(() => told.length === 1)).toBe(true);
    return end;
  });
  for (let nth = 0; nth < 3; nth++) {
    looks[0]?.();
    await Bun.sleep(20);
  }
  expect(await until(() => told.length > 1)).toBe(true);
  expect(ids()).toEqual(["at work", "ended"]);
  leave();
});
