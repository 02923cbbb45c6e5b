import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCalls } from "../../src/host/calls.ts";
import { type Beside, createPageRuns } from "../../src/host/page-runs.ts";
import type { LabOptions } from "../../src/lab.ts";
import { type LiveServer, startLiveServer } from "../../src/live/server.ts";
import { isLocked, withLock } from "../../src/store/lock.ts";
import type { LiveOffer, LiveOffered } from "../../src/story/live-offer.ts";
import type { LiveState } from "../../src/story/live-state.ts";
import type { Grade } from "../../src/story/page-grade.ts";
import { approved, type Interview } from "../support/briefs.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { type Entered, enter, knockAt } from "../support/enter.ts";
import { gatekeeper } from "../support/gatekeeper.ts";
import { THREE } from "../support/lab.ts";
import { available, type ScriptedHost, scriptedHost } from "../support/scripted-host.ts";
import { settled } from "../support/settled.ts";

const NEVER = new AbortController().signal;
let dir: string;
let home: string;
let host: ScriptedHost;
let gate: ReturnType<typeof gatekeeper>;
let brief: Interview;
let opened: string[];
let server: LiveServer;
let followed: AbortController;

const configure = (config: object): Promise<void> =>
  writeFile(join(dir, ".opencode/design-lab.json"), JSON.stringify(config));

/** The runs that a process of the host begins for its pages; `open` makes their sessions. */
function runsOf(open: Beside["open"] = async (title) => `ses_${opened.push(title)}`) {
  const options: LabOptions = {
    host,
    sessions: new Map(),
    bases: new Set(),
    directory: dir,
    worktree: dir,
    home,
    env: {},
  };
  const calls = createCalls(options);
  return createPageRuns(calls, { open, unloaded: NEVER });
}

function serve(runs: ReturnType<typeof runsOf> | null): Promise<LiveServer> {
  return startLiveServer({
    bases: async () => [join(dir, ".opencode/design-lab")],
    ranking: () => ({ method: "adjusted", exclude_self_reviews: false }),
    now: () => new Date(),
    kept: join(dir, "state/kept.json"),
    person: { home, env: {} },
    runs,
  });
}

const page = (grade: Grade = "person"): Promise<Entered> => enter(server.invite(brief.dir, grade).address);

/** What a page is told from now on. */
function told({ page: at, cookie }: Entered) {
  const [offers, states]: [(LiveOffer | null)[], LiveState[]] = [[], []];
  void fetch(new URL(`events${new URL(at).search}`, at), { headers: { cookie }, signal: followed.signal })
    .then(async ({ body }) => {
      let text = "";
      for await (const part of body ?? []) {
        text += Buffer.from(part).toString();
        const events = text.split("\n\n");
        text = events.pop() ?? "";
        for (const each of events.filter((event) => event.startsWith("data: "))) {
          const event = JSON.parse(each.slice(6)) as LiveOffered | LiveState;
          if ("offer" in event) offers.push(event.offer);
          else if ("standing" in event) states.push(event);
        }
      }
    })
    .catch(() => undefined);
  return { offers, states };
}

const begin = (at: Entered, agreed: unknown) => knockAt(at, "begin", { agreed });
const designs = (): number => host.prompts.filter(({ role }) => role === "designer").length;

/** The hash of the estimate that a page shows first. */
async function shownTo(at: Entered): Promise<string> {
  const { offers } = told(at);
  await settled(() => offers.some((offer) => offer?.estimate));
  return offers.find((offer) => offer?.estimate)?.estimate?.sha256 ?? "";
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "designlab-page-runs-"));
  home = join(dir, "no-home");
  opened = [];
  followed = new AbortController();
  gate = gatekeeper();
  host = scriptedHost(THREE, async () => {
    await gate.pass();
    return undefined;
  });
  brief = await approved(dir);
  await configure({ design_models: THREE.map(({ id }) => id) });
  server = await serve(runsOf());
});
afterEach(async () => {
  gate.open(1_000);
  followed.abort();
  server.close();
  await rm(dir, { recursive: true, force: true });
});

describe("the run that a page begins", () => {
  test("is offered with what it would ask, begins once for two clicks, two pages and a replay, and ranks", async () => {
    const [one, two] = [await page(), await page()];
    const { offers, states } = told(one);
    await settled(() => offers.length > 0);
    const estimate = offers[0]?.estimate;
    expect(estimate?.forecast).toMatchObject({ sessions: 12, unreachable: [] });
    expect(host.prompts).toHaveLength(0);
    const clicks = await Promise.all([one, one, two].map((each) => begin(each, estimate?.sha256)));
    expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200]);
    await settled(() => designs() === 3);
    expect((await begin(two, estimate?.sha256)).status).toBe(200);
    await settled(() => states.at(-1)?.standing === "running");
    expect(states.at(-1)?.next).toBeNull();
    gate.open(1_000);
    await settled(() => existsSync(join(brief.dir, "results/ranking.json")));
    await settled(() => states.at(-1)?.standing === "finished" && states.at(-1)?.next?.kind === "decide");
    expect(offers.at(-1)).toBeNull();
    const again = await begin(one, estimate?.sha256);
    expect([again.status, again.said.refused]).toEqual([400, expect.any(String)]);
    expect([opened, designs()]).toEqual([["Design lab: 2026-01-05-mail"], 3]);
    expect(await onlyExperiment(dir)).toBe(brief.dir);
  });

  test("is not begun from a page that an agent could open, by another hash, nor where nothing can be begun", async () => {
    const own = await page();
    const agreed = await shownTo(own);
    const shown = await begin(await page("shown"), agreed);
    expect([shown.status, shown.said.refused]).toEqual([
      400,
      "Not begun: a yes to what it costs is a person's word. This page was opened by an address that an agent could read. The code that a screen of yours shows makes it your own. Nothing was changed.",
    ]);
    for (const other of ["0".repeat(64), 7, undefined]) expect((await begin(own, other)).status).toBe(400);
    followed.abort();
    followed = new AbortController();
    server.close();
    server = await serve(null);
    const there = await page();
    const { offers } = told(there);
    expect((await begin(there, agreed)).said.refused).toContain("This page can begin nothing");
    expect(offers).toEqual([]);
    expect([opened, host.prompts.length]).toEqual([[], 0]);
  });

  for (const [what, change] of [
    ["another model designs", () => configure({ design_models: ["alpha/strong-1", "beta/middle-1"] })],
    [
      "a price changed",
      async () => {
        host.models = async () => THREE.map(({ id }) => available(id, { price: { input: 2, output: 9 } }));
      },
    ],
    [
      "the configuration says something else",
      () => configure({ design_models: THREE.map(({ id }) => id), design: { max_tokens: 9_000 } }),
    ],
  ] as const) {
    test(`is asked again where ${what} meanwhile: nothing begins, and what stands there is the new one`, async () => {
      const own = await page();
      const { offers } = told(own);
      await settled(() => offers.length > 0);
      await change();
      const { status, said } = await begin(own, offers[0]?.estimate?.sha256);
      expect([status, said.refused]).toEqual([400, expect.stringContaining("has changed since it was shown")]);
      expect([opened, host.prompts.length]).toEqual([[], 0]);
      await settled(() => offers.length > 1);
      gate.open(1_000);
      expect((await begin(own, offers.at(-1)?.estimate?.sha256)).status).toBe(200);
      await settled(() => existsSync(join(brief.dir, "results/ranking.json")));
    });
  }

  test("says why it did not begin, and begins when that is mended", async () => {
    let broken = true;
    server.close();
    server = await serve(
      runsOf(async () => {
        if (broken) throw new Error("OpenCode made no session for the run.");
        return "ses_1";
      }),
    );
    const own = await page();
    const agreed = await shownTo(own);
    expect((await begin(own, agreed)).said.refused).toBe("OpenCode made no session for the run.");
    broken = false;
    gate.open(1_000);
    expect((await begin(own, agreed)).status).toBe(200);
    await settled(() => existsSync(join(brief.dir, "results/ranking.json")));
    expect(await readJson<{ experiment_id: string }>(join(brief.dir, "task.json"))).toMatchObject({
      experiment_id: "2026-01-05-mail",
    });
  });

  test("waits for whoever takes the approval in, and says meanwhile that it is being begun", async () => {
    const own = await page();
    const { offers } = told(own);
    await settled(() => offers.some((offer) => offer?.estimate));
    const free = Promise.withResolvers<void>();
    const held = withLock(brief.dir, "mail", () => free.promise);
    await settled(() => isLocked(brief.dir));
    const came = begin(own, offers[0]?.estimate?.sha256);
    await settled(() => offers.at(-1)?.beginning === true);
    // Longer than a call sits out.
    await Bun.sleep(1_000);
    expect([offers.at(-1), host.prompts.length]).toEqual([{ estimate: null, beginning: true, why: "" }, 0]);
    free.resolve();
    await held;
    expect((await came).status).toBe(200);
    await settled(() => designs() === 3);
    gate.open(1_000);
    await settled(() => existsSync(join(brief.dir, "results/ranking.json")));
    expect(opened).toEqual(["Design lab: 2026-01-05-mail"]);
  });

  test("is begun again where somebody was at work before it was, and asks once", async () => {
    const { models } = host;
    const runs = runsOf(async () => {
      // Whoever takes the approval in wakes up while the call looks what it would ask.
      host.models = async () => {
        taken ??= withLock(brief.dir, "mail", () => free.promise);
        await settled(() => isLocked(brief.dir));
        return models();
      };
      return "ses_1";
    });
    const free = Promise.withResolvers<void>();
    let taken: Promise<void> | undefined;
    const first = await runs.estimate(brief.dir);
    const came = runs.begin(brief.dir, "sha256" in first ? first.sha256 : "");
    await settled(() => taken !== undefined);
    host.models = models;
    await Bun.sleep(1_000);
    expect(runs.standing(brief.dir)).toEqual({ beginning: true, why: "" });
    free.resolve();
    expect(await came).toBeNull();
    await settled(() => designs() === 3);
    gate.open(1_000);
    await settled(() => existsSync(join(brief.dir, "results/ranking.json")));
    expect(designs()).toBe(3);
  });

  test("of two processes of a project begins in one: the other is told that it is at work", async () => {
    const [one, two] = [runsOf(), runsOf()];
    const first = await one.estimate(brief.dir);
    const agreed = "sha256" in first ? first.sha256 : "";
    const came = await Promise.all([one, two].map((runs) => runs.begin(brief.dir, agreed)));
    await settled(() => designs() === 3);
    gate.open(1_000);
    await settled(() => existsSync(join(brief.dir, "results/ranking.json")));
    expect(came.filter((each) => each === null).length).toBeGreaterThan(0);
    expect(designs()).toBe(3);
    // As soon as the run has ended, neither begins another.
    for (const runs of [one, two]) await settled(async () => (await runs.begin(brief.dir, agreed)) !== null);
    expect(designs()).toBe(3);
  });
});
