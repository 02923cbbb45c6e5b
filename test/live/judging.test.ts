import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ballot } from "../../src/artifacts/ballot.ts";
import { LabError } from "../../src/errors.ts";
import { type Judging, startJudging } from "../../src/live/judging.ts";
import { place, required, reviewer, say, titled } from "../../src/story/sentence.ts";
import type { VoteResult } from "../../src/story/vote-result.ts";
import type { Opened, SheetSaved, VoterTold } from "../../src/views/html/judge/sheet.ts";
import { type Entered, enter } from "../support/enter.ts";
import { ballotOf, bodyOf, seatOf, type TestSeat } from "../support/judges.ts";
import { settled } from "../support/settled.ts";

let root: string;
let judging: Judging;
let ada: TestSeat;
let inside: Entered;

const start = (idle_ms?: number): Promise<Judging> =>
  startJudging({ kept: join(root, "state/judging.json"), ...(idle_ms !== undefined && { idle_ms }) });

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "designlab-judging-"));
  judging = await start();
  ada = seatOf(ballotOf(), { id: "ada" });
  inside = await enter(judging.invite(ada).address);
});
afterEach(async () => {
  judging.close();
  await rm(root, { recursive: true, force: true });
});

const VOICE = {
  designs: [{ letter: "N", scores: { Correctness: 7 }, comment: "", knows_author: false }],
  order: [["O"], ["N", "P"]],
  pairs: [],
  saw_result: null,
};
const SHOWN = ballotOf().designs.map(({ letter, design_sha256 }) => ({ letter, design_sha256 }));
type Sent = { who?: Entered; method?: string; headers?: Record<string, string>; body?: BodyInit };
const get = (path: string, { who = inside, ...rest }: Sent = {}) =>
  fetch(new URL(path, who.page), { headers: { cookie: who.cookie }, ...rest });
const post = (path: string, body: BodyInit, { who = inside, headers = {} }: Sent = {}) =>
  get(path, {
    who,
    method: "POST",
    body,
    headers: { cookie: who.cookie, origin: new URL(who.page).origin, ...headers },
  });
const save = async (said: object, sent: Sent = {}): Promise<SheetSaved & { refused?: string }> =>
  (
    await post("save", JSON.stringify({ voice: VOICE, revision: 0, done: false, shown: SHOWN, ...said }), sent)
  ).json() as never;
const opened = async (who = inside): Promise<Opened> => (await get("ballot", { who })).json() as never;

/** What a page is told, until it leaves. */
function watch(who: Entered): { told: VoterTold[]; close(): void } {
  const told: VoterTold[] = [];
  const sent = request(new URL("events", who.page), { headers: { cookie: who.cookie } }, (response) => {
    response.setEncoding("utf8").on("data", (part: string) => {
      for (const line of part.split("\n").filter((each) => each.startsWith("data: ")))
        told.push(JSON.parse(line.slice(6)));
    });
    response.on("error", () => undefined);
  });
  sent.on("error", () => undefined).end();
  return { told, close: () => sent.destroy() };
}

describe("the judging page's server", () => {
  test("shows a seat its ballot, drawn, and keeps what is said", async () => {
    const { sheet, kept, after } = await opened();
    expect([sheet.person, sheet.designs.map(({ letter }) => letter), kept, after]).toEqual([
      "Ada",
      ["N", "O", "P"],
      null,
      null,
    ]);
    expect(sheet.designs[0]?.summary).toContain("<strong>one table</strong>");
    expect(await save({})).toEqual({
      state: "saved",
      kept: { voice: VOICE, revision: 1, done: false },
      after: null,
      result: null,
    });
    expect((await opened()).kept).toEqual({ voice: VOICE, revision: 1, done: false });
    expect(ada.saved).toEqual([VOICE]);
  });

  test("hands out no field that a ballot does not have", async () => {
    const more = ballotOf() as unknown as { designs: object[]; criteria: object[] } & Record<string, unknown>;
    const leaky = {
      ...more,
      winner: "opus-9",
      designs: more.designs.map((each) => ({
        ...each,
        generating_model: "opus-9",
        rank: 1,
        body: {
          ...bodyOf(),
          tradeoffs: [{ ...bodyOf().tradeoffs[0], by: "opus-9" }],
          risks: [{ ...bodyOf().risks[0], score: 7777 }],
          components: [{ ...bodyOf().components[0], generating_model: "opus-9" }],
          connections: [{ from: "a", to: "b", what: "c", rank: 1 }],
        },
      })),
      criteria: more.criteria.map((each) => ({ ...each, weight: 7777 })),
    } as unknown as Ballot;
    const who = await enter(judging.invite(seatOf(leaky)).address);
    const text = await (await get("ballot", { who })).text();
    expect(text).toContain("A table as the queue");
    for (const secret of ["opus-9", "rank", "7777", "weight", "generating"]) expect(text).not.toContain(secret);
  });

  test("opens a seat with its own keys alone", async () => {
    const ben = seatOf(ballotOf(2, { person: "Ben", topic: "Another experiment" }), { id: "ben" });
    const other = await enter(judging.invite(ben).address);
    expect([(await opened()).sheet.person, (await opened(other)).sheet.person]).toEqual(["Ada", "Ben"]);
    const mixed = { ...inside, cookie: other.cookie };
    for (const path of ["ballot", "events", "proof-key"]) expect((await get(path, { who: mixed })).status).toBe(403);
    expect((await post("save", "{}", { who: { ...other, cookie: inside.cookie } })).status).toBe(403);
    expect((await get("ballot", { who: { ...inside, cookie: `${inside.cookie}; ${other.cookie}` } })).status).toBe(200);
    expect([ada.saved, ben.saved]).toEqual([[], []]);
    const keys = await Promise.all([inside, other].map(async (who) => (await get("proof-key", { who })).text()));
    expect(keys[0]).not.toBe(keys[1]);
  });

  test("gives nothing without a cookie, to another origin or a forged Host", async () => {
    const { origin } = new URL(inside.page);
    const strangers: Sent[] = [
      { who: { ...inside, cookie: "" } },
      { who: { ...inside, cookie: inside.cookie.replace(/.{4}$/u, "0000") } },
      { who: { ...inside, page: `${origin}/${"A".repeat(43)}/` } },
      { headers: { cookie: inside.cookie, origin: "http://attacker.example" } },
      { headers: { cookie: inside.cookie, "sec-fetch-site": "cross-site" } },
      { headers: { cookie: inside.cookie, host: "attacker.example" } },
    ];
    for (const [at, stranger] of strangers.entries()) {
      for (const path of ["ballot", "events"]) {
        const came = await get(path, stranger);
        expect([at, path, came.status, await came.text()]).toEqual([at, path, 403, ""]);
      }
      const { who, headers = { cookie: "" } } = stranger;
      if (at < 3) expect((await post("save", "{}", { ...(who && { who }) })).status).toBe(403);
      else expect((await post("save", "{}", { headers })).status).toBe(403);
    }
    const bare = { method: "POST", body: JSON.stringify({ voice: VOICE, revision: 0, done: true, shown: SHOWN }) };
    expect((await get("save", bare)).status).toBe(403);
    expect(ada.saved).toEqual([]);
  });

  test("knows nothing of the live page's doors, nor of any file", async () => {
    for (const path of ["experiments", "report", "design", "state", "task.json", "../package.json", "answer"])
      expect([path, [403, 404]]).toEqual([path, expect.arrayContaining([(await get(path)).status])]);
    for (const path of ["stop", "answer", "upload", "ballot"]) expect((await post(path, "")).status).toBe(404);
    const hall = new URL("/", inside.page);
    const page = await fetch(hall);
    expect(page.headers.get("content-security-policy")).toStartWith("default-src 'none'; script-src 'self'");
    expect(await page.text()).not.toContain("queue");
  });

  test("takes a code once: shown again it shuts that seat and no other", async () => {
    const ben = await enter(judging.invite(seatOf(ballotOf(), { id: "ben" })).address);
    const { address } = judging.invite(ada);
    expect((await enter(address)).status).toBe(200);
    const again = await enter(address);
    expect([again.status, again.entry, again.cookie]).toEqual([403, { refused: "used" }, ""]);
    expect((await get("ballot")).status).toBe(403);
    expect((await get("ballot", { who: ben })).status).toBe(200);
    expect((await get("ballot", { who: await enter(judging.invite(ada).address) })).status).toBe(200);
    judging.close();
    judging = await start();
    judging.invite(ada);
    expect((await get("ballot")).status).toBe(403);
  });

  test("reads no body of 10 MB", async () => {
    const over = await post("save", JSON.stringify({ voice: "x".repeat(10_000_000) })).catch(() => null);
    if (over) expect([over.status, await over.text()]).toEqual([413, expect.stringContaining("2000000 bytes")]);
    expect(ada.saved).toEqual([]);
    // The connection it came by is cut off half a second later.
    await Bun.sleep(700);
    expect(await save({})).toMatchObject({ state: "saved" });
  });

  test("says what another page saved since, and takes the vote that knows it", async () => {
    await save({});
    const late = { voice: { ...VOICE, order: [["P"], ["N"]] } };
    expect(await save(late)).toEqual({
      state: "stale",
      kept: { voice: VOICE, revision: 1, done: false },
      after: null,
      result: null,
    });
    expect(ada.now()?.voice).toEqual(VOICE);
    expect(await save({ ...late, revision: 1 })).toMatchObject({ state: "saved", kept: { revision: 2 } });
  });

  test("refuses what is no vote with a sentence, and passes on why a seat refuses one", async () => {
    const odd: object[] = [
      { voice: {} },
      { revision: -1 },
      { done: "yes" },
      { more: 1 },
      { voice: { ...VOICE, rank: 1 } },
      { voice: { ...VOICE, order: [["n"]] } },
      { voice: { ...VOICE, designs: [{ ...VOICE.designs[0], comment: "x".repeat(20_001) }] } },
      { voice: { ...VOICE, designs: [{ ...VOICE.designs[0], scores: { Correctness: "7" } }] } },
    ];
    for (const said of odd) expect((await save(said)).refused).toStartWith("Cannot keep the vote: needed is");
    expect((await post("save", "{")).status).toBe(400);
    expect(ada.saved).toEqual([]);
    const strict = seatOf(ballotOf(), {
      save: async () => ({ state: "refused", why: "Cannot keep the vote: 11 is above 10." }),
      kept: async () => {
        throw new LabError("Cannot read the vote.", { advice: "Mend it." });
      },
    });
    const who = await enter(judging.invite(strict).address);
    expect((await save({}, { who })).refused).toBe("Cannot keep the vote: 11 is above 10.");
    const broken = await get("ballot", { who });
    expect([broken.status, await broken.json()]).toEqual([500, { refused: "Cannot read the vote. Mend it." }]);
  });

  test("tells other pages of the seat, and what comes after to who is done alone", async () => {
    let asked = 0;
    const after = async () => {
      asked++;
      return { said: "The panel had O first.", result: null };
    };
    const seat = seatOf(ballotOf(), { after });
    const [who, other] = [await enter(judging.invite(seat).address), await enter(judging.invite(ada).address)];
    const [own, others] = [watch(who), watch(other)];
    await Bun.sleep(50);
    expect((await save({}, { who })).after).toBeNull();
    await opened(who);
    expect(asked).toBe(0);
    expect((await save({ revision: 1, done: true }, { who })).after).toBe("The panel had O first.");
    expect(await save({ revision: 2, done: false }, { who })).toMatchObject({ after: null, kept: { done: false } });
    await settled(() => own.told.length === 3, 5_000);
    expect(own.told.map((told) => [told.kept?.revision, told.after])).toEqual([
      [1, null],
      [2, "The panel had O first."],
      [3, null],
    ]);
    expect(others.told).toEqual([]);
    own.close();
    others.close();
  });

  test("tells the result to who is done alone, and takes it back from a vote that is reopened", async () => {
    const result: VoteResult = {
      said: [
        say`${titled("d1")} is better, says ${reviewer("r1")}, see ${place("flags", "the flags")}: ${required("R1", "<b>")}`,
      ],
      designs: new Map([["d1", { letter: "B", title: "<img src=x>", own: "N" }]]),
      reviewers: new Map([["r1", "opus-9"]]),
    };
    const seat = seatOf(ballotOf(), { after: async () => ({ said: "Kept.", result }) });
    const who = await enter(judging.invite(seat).address);
    const own = watch(who);
    await Bun.sleep(50);
    expect((await save({}, { who })).result).toBeNull();
    expect(JSON.stringify(await opened(who))).not.toContain("opus-9");
    const told = await save({ revision: 1, done: true }, { who });
    expect(told.result).toBe(
      '<p><span class="letter">B</span> <bdi>&lt;img src=x></bdi> (your N) is better, says <bdi>opus-9</bdi>, see the flags: <bdi>R1</bdi> “<bdi>&lt;b></bdi>”</p>',
    );
    expect((await opened(who)).result).toBe(told.result);
    expect(await save({ revision: 2, done: false }, { who })).toMatchObject({ after: null, result: null });
    expect((await opened(who)).result).toBeNull();
    await settled(() => own.told.length === 3, 5_000);
    expect(own.told.map((each) => each.result)).toEqual([null, told.result, null]);
    own.close();
  });

  test("lets an open page in again after a restart once its seat is taken again, for the person's eyes alone", async () => {
    expect((await stat(join(root, "state/judging.json"))).mode & 0o777).toBe(0o600);
    judging.close();
    judging = await start();
    expect((await get("ballot")).status).toBe(403);
    judging.invite(ada);
    expect((await get("ballot")).status).toBe(200);
    const unnamed = [seatOf(ballotOf()), seatOf(ballotOf())];
    const pages = await Promise.all(unnamed.map(async (each) => (await enter(judging.invite(each).address)).page));
    expect(new Set([...pages, inside.page]).size).toBe(3);
  });

  test("stops once nobody judges, not while a page is open, and keeps no process alive", async () => {
    judging.close();
    judging = await start(300);
    const page = watch(await enter(judging.invite(ada).address));
    await Bun.sleep(800);
    expect(judging.isOpen()).toBe(true);
    page.close();
    await settled(() => !judging.isOpen(), 10_000);
    const code = `import { startJudging } from "${join(import.meta.dir, "../../src/live/judging.ts")}";
      await startJudging({ kept: "${join(root, "state/alone.json")}" });`;
    const { exitCode } = Bun.spawnSync([process.execPath, "-e", code], { timeout: 20_000 });
    expect(exitCode).toBe(0);
  });
});
