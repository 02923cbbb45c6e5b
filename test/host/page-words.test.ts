import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { Decision } from "../../src/artifacts/decision.ts";
import { createCalls } from "../../src/host/calls.ts";
import { createPageWords } from "../../src/host/page-words.ts";
import { type LiveServer, startLiveServer } from "../../src/live/server.ts";
import { withLock } from "../../src/store/lock.ts";
import type { DecisionOffer } from "../../src/story/live-decide.ts";
import type { Grade } from "../../src/story/page-grade.ts";
import { readJson } from "../support/disk.ts";
import { type Entered, enter, knockAt } from "../support/enter.ts";
import { rankedProject } from "../support/ranked-project.ts";

const project = rankedProject();
let at: Awaited<ReturnType<typeof project.start>>;
let server: LiveServer;
let words: ReturnType<typeof createPageWords>;

const path = (name: string): string => join(at.dir, name);
const page = (grade: Grade = "person"): Promise<Entered> => enter(server.invite(at.dir, grade).address);
const decision = (): Promise<Decision> => readJson<Decision>(path("decision.json"));
const ADR = "docs/adr";
const records = (): string[] => readdirSync(join(at.lab.dir, ADR)).filter((name) => name.endsWith(".md"));

async function offer(): Promise<DecisionOffer> {
  const offered = await words.offer(at.dir);
  if (offered === null) throw new Error("Nothing is offered");
  return offered;
}

function wordsOf() {
  const { lab } = at;
  const options = { host: lab.host, sessions: lab.sessions, bases: new Set<string>(), directory: lab.dir };
  const more = { worktree: lab.dir, home: lab.home, env: {}, now: project.now };
  return createPageWords(createCalls({ ...options, ...more }));
}

function serve(of: typeof words | null): Promise<LiveServer> {
  return startLiveServer({
    bases: async () => [join(at.lab.dir, ".opencode/design-lab")],
    ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
    now: project.now,
    kept: join(at.lab.dir, "state/kept.json"),
    person: { home: at.lab.home, env: {} },
    words: of,
  });
}

beforeEach(async () => {
  at = await project.start();
  mkdirSync(join(at.lab.dir, ADR), { recursive: true });
  project.files(ADR, { "0001-first.md": "# 1. First\n\nStatus: accepted\n" });
  words = wordsOf();
  server = await serve(words);
});
afterEach(() => server.close());

describe("a decision by a click", () => {
  test("is offered with what the ranking proposes and where the record goes, and is the person's, with its record", async () => {
    const shown = await offer();
    const first = shown.designs.find(({ letter }) => letter === "A");
    expect(shown).toMatchObject({ proposed: first?.design_id, place: { folder: ADR, known: false }, record: null });
    const why = `It is the one we can run. ${"Because. ".repeat(100)}`.trim();
    const sent = { agreed: shown.sha256, design: shown.proposed, because: why, by: "Ada" };
    expect(await knockAt(await page(), "decide", sent)).toEqual({ status: 200, said: {} });
    expect(await decision()).toMatchObject({
      design_id: shown.proposed,
      because: why,
      by: "Ada",
      door: "page",
      record: { in: "project", path: expect.stringMatching(/^docs\/adr\/0002-/u) },
    });
    // This machine saw the person say so.
    expect(await at.lab.call("show", { experiment: at.id })).not.toContain("not seen on this machine");
  });

  test("stays in the experiment where the person wants it so, and none of them needs a reason", async () => {
    const { sha256: agreed } = await offer();
    const own = await page();
    const none = { agreed, design: null, where: "experiment" };
    const { status, said } = await knockAt(own, "decide", none);
    expect([status, said.refused]).toEqual([400, expect.stringContaining("none of them needs a reason")]);
    expect((await knockAt(own, "decide", { ...none, because: "Not now" })).status).toBe(200);
    expect(await decision()).toMatchObject({ design_id: null, because: "Not now", record: { in: "experiment" } });
    expect(records()).toEqual(["0001-first.md"]);
  });

  test("is one record for two clicks and two pages at once, and another choice than the one that stands is asked again", async () => {
    const { sha256: agreed, designs, proposed } = await offer();
    const [one, two] = [await page(), await page()];
    const sent = { agreed, design: proposed, because: "Good" };
    const clicks = await Promise.all([one, one, two].map((each) => knockAt(each, "decide", sent)));
    expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(records()).toHaveLength(2);
    const other = designs.find(({ design_id }) => design_id !== proposed)?.design_id;
    const came = await knockAt(two, "decide", { ...sent, design: other });
    expect([came.status, came.said.refused]).toEqual([400, expect.stringContaining("has changed since it was shown")]);
    expect(await decision()).toMatchObject({ design_id: proposed, supersedes: [] });
    const now = await offer();
    expect(now.record).toEqual((await decision()).record);
    expect((await knockAt(two, "decide", { ...sent, agreed: now.sha256, design: other })).status).toBe(200);
    expect((await decision()).supersedes).toHaveLength(1);
  });

  for (const [what, change] of [
    ["the ranking", () => project.edit("results/ranking.json", { timestamp: "2026-11-25T00:00:00.000Z" })],
    ["a design", () => project.edit("designs/design-alpha-strong-1.json", { title: "Another" })],
    ["the folder of the records", () => rename(join(at.lab.dir, ADR), join(at.lab.dir, "docs/decisions"))],
  ] as const) {
    test(`is asked again where ${what} changed meanwhile: nothing is written`, async () => {
      const { sha256: agreed, proposed } = await offer();
      await change();
      const { status, said } = await knockAt(await page(), "decide", { agreed, design: proposed });
      expect([status, said.refused]).toEqual([400, expect.stringContaining("has changed since it was shown")]);
      expect(existsSync(path("decision.json"))).toBe(false);
      expect((await offer()).sha256).not.toBe(agreed);
    });
  }
});

describe("nobody decides", () => {
  const nothing = () => expect(existsSync(path("decision.json"))).toBe(false);

  test("by the address that a reply shows: with every right of an agent, and its cookie at each path", async () => {
    const { sha256: agreed, proposed } = await offer();
    const body = { agreed, design: proposed, because: "I say so" };
    const [shown, own] = [await page("shown"), await page()];
    for (const [door, sent] of [
      ["decide", body],
      ["outcome", { agreed, outcome: "worked" }],
    ] as const) {
      const { status, said } = await knockAt(shown, door, sent);
      expect([status, said.refused]).toEqual([
        400,
        "Not decided: what is decided, and how it turned out, is a person's word. This page was opened by an address that an agent could read. The code that a screen of yours shows makes it your own. Nothing was changed.",
      ]);
      // The person's path with the cookie that an agent has, or with none.
      for (const cookie of [shown.cookie, ""]) {
        expect((await knockAt({ page: own.page, cookie }, door, sent)).status).toBe(403);
      }
      // No origin, or that of another page.
      for (const headers of [{ cookie: own.cookie }, { cookie: own.cookie, origin: "http://127.0.0.1:9" }]) {
        const address = new URL(`${door}${new URL(own.page).search}`, own.page);
        const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(sent) });
        expect(answer.status).toBe(403);
      }
    }
    nothing();
  });

  test("by a hash that nobody was shown, by a form that is none, nor where the page can say nothing", async () => {
    const { sha256: agreed, proposed: design } = await offer();
    const own = await page();
    for (const sent of [
      { agreed: "0".repeat(64), design },
      { design },
      { agreed, design: 7 },
      { agreed },
      { agreed, design, where: "/tmp" },
      { agreed, design, because: { a: 1 } },
      { agreed, design, because: "x".repeat(4_001) },
      { agreed, design: "no-such-design" },
    ]) {
      expect((await knockAt(own, "decide", sent)).status).toBe(400);
    }
    nothing();
    server.close();
    server = await serve(null);
    expect((await knockAt(await page(), "decide", { agreed, design })).said.refused).toContain("This page can");
    nothing();
  });

  test("while a run is at work: the click is told so, and the words are good afterwards", async () => {
    const { sha256: agreed, proposed: design } = await offer();
    const own = await page();
    const busy = await withLock(at.dir, "x", () => knockAt(own, "decide", { agreed, design }));
    expect([busy.status, busy.said.refused]).toEqual([400, expect.stringContaining("A run is at work")]);
    nothing();
    expect((await knockAt(own, "decide", { agreed, design })).status).toBe(200);
  });

  test("by an agent's call that names the hash: no argument carries it", async () => {
    const { sha256: agreed } = await offer();
    expect(await at.lab.call("decide", { experiment: at.id, design: "A", agreed })).toContain("agreed");
    nothing();
  });
});

describe("how it turned out", () => {
  async function decide(): Promise<void> {
    const { sha256: agreed, proposed: design } = await offer();
    expect((await knockAt(await page(), "decide", { agreed, design, because: "Good" })).status).toBe(200);
  }

  test("is added to the decision and its record by a click, once for two", async () => {
    await decide();
    const { sha256: agreed, record } = await offer();
    const own = await page();
    const sent = { agreed, outcome: "partly", note: "It was slow", by: "Ada" };
    const clicks = await Promise.all([1, 2].map(() => knockAt(own, "outcome", sent)));
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await decision()).outcomes).toMatchObject([{ outcome: "partly", note: "It was slow", by: "Ada" }]);
    expect(await Bun.file(join(at.lab.dir, record?.path ?? "")).text()).toContain("It was slow");
    expect((await knockAt(own, "outcome", { ...sent, agreed: (await offer()).sha256 })).status).toBe(200);
    expect((await decision()).outcomes).toHaveLength(2);
  });

  test("is not taken where nothing is decided, nor as another word", async () => {
    const { sha256: agreed } = await offer();
    const own = await page();
    expect((await knockAt(own, "outcome", { agreed, outcome: "worked" })).said.refused).toContain("nothing is decided");
    expect((await knockAt(own, "outcome", { agreed, outcome: "great" })).said.refused).toContain(
      "worked, partly, failed",
    );
  });
});
