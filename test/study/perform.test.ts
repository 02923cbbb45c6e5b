import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StudyBundle } from "../../src/artifacts/study.ts";
import { createRefusals } from "../../src/study/keep-files.ts";
import { HostGone, type LabCall, type Means, performExperiment, type WorkNews } from "../../src/study/perform.ts";
import { GivenBack, type TakenExperiment } from "../../src/study/queue.ts";
import { settled } from "../support/settled.ts";
import { smallStudy } from "../support/studies.ts";
import { labsIn, nothingStored, takenOf } from "../support/taken.ts";

const root = mkdtempSync(join(tmpdir(), "designlab-perform-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let machines = 0;

const MODELS = ["alpha/one", "beta/one"].map((id) => ({ id }));

/** A machine of its own with a lab whose models are scripted, and what it hears. */
function worker(options: Partial<Parameters<typeof labsIn>[0]> = {}) {
  const folder = join(root, `machine-${++machines}`);
  const home = join(folder, "home");
  const labs = labsIn({ models: MODELS, home, ...options });
  const news: WorkNews[] = [];
  const means: Means = {
    machine: { root: join(folder, "work"), named: false, home, env: {} },
    call: labs.call,
    tell: (each) => void news.push(each),
  };
  const perform = (taken: TakenExperiment, change: Partial<Means> = {}) =>
    performExperiment(taken, { ...means, ...change });
  return { ...labs, news, perform, work: means.machine.root };
}

const bundle = smallStudy();
/** The same study with words of its own in all that its models are told. */
function withOwnWords(): StudyBundle {
  const criteria = [{ name: "own", description: "How own is it?", min: 0, max: 5, weight: 2 }];
  const text = "---\nname: critic\ndescription: Looks closely\ndesignlab:\n  role: reviewer\n---\nYou look closely.\n";
  return {
    ...bundle,
    tasks: bundle.tasks.map((task) => ({
      ...task,
      task: "Design a durable queue. It must keep every job once it was taken in.",
      assertions: ["It names a disk "],
    })),
    panels: bundle.panels.map((panel) => ({
      ...panel,
      config: {
        ...panel.config,
        review_models: panel.models.map((model) => ({ model, as: "critic" })),
        review: { assertions: ["It is small"], quantitative: { criteria } },
      },
      files: [{ path: ".opencode/design-lab-personas/critic.md", text }],
    })),
  };
}
const kinds = (news: readonly WorkNews[]): string[] =>
  news.flatMap((each) => (each.kind === "step" ? `step ${each.step}` : each.kind === "spent" ? [] : each.kind));

describe("an experiment", () => {
  test("is designed, judged and ranked in a folder that is gone afterwards, and all of it is stored", async () => {
    const stored = nothingStored();
    const { perform, calls, asked, news, work } = worker();
    expect(await perform(takenOf(bundle, stored, { sessions: 3 }))).toEqual({ outcome: "done" });
    expect(calls.map(({ op }) => op)).toEqual(["generate", "run", "rank"]);
    expect(calls[0]?.args).toMatchObject({
      ...{ task: "Design a durable queue", topic: "01-queue" },
      limits: { max_parallel_per_provider: 3 },
    });
    // Two designs and four evaluations: nobody is asked for a name.
    expect(asked.map(({ role }) => role).sort()).toEqual([...Array(2).fill("designer"), ...Array(4).fill("evaluator")]);
    const paths = [...stored.files.keys()];
    expect(paths).toContain("task.json");
    expect(paths).toContain("ledger.jsonl");
    expect(paths).toContain("results/ranking.json");
    expect(paths.filter((path) => path.startsWith("designs/") && path.endsWith(".json"))).toHaveLength(2);
    expect(paths.filter((path) => /(?:^|\/)(?:\.|made\.json|summary\.json|.*\.tmp$)/u.test(path))).toEqual([]);
    expect(kinds(news)).toEqual(["began", "step designs", "step judgement", "step ranking", "ended"]);
    expect(existsSync(join(work, bundle.name))).toBe(false);
    expect([...new Bun.Glob("**/task.json").scanSync({ cwd: work, dot: true })]).toEqual([]);
    expect(stored.spent.at(-1)?.tokens).toBeGreaterThan(0);
  });

  test.each<[string, StudyBundle]>([
    ["of a panel as it comes", bundle],
    ["of a rubric, a persona and assertions of its own, about a task that states something", withOwnWords()],
  ])(
    "that another machine left is gone on with, and nothing that was answered is asked again: %s",
    async (_, bundle) => {
      const stored = nothingStored();
      const first = worker({
        answer: ({ kind, model }) =>
          kind !== "design" && model === "beta/one" ? new Promise(() => undefined) : undefined,
      });
      const taken = takenOf(bundle, stored);
      const begun = first.perform(taken);
      // Until the first reviewer has judged both.
      await settled(() => [...stored.files.keys()].filter((path) => path.startsWith("scores/")).length >= 2);
      taken.leave.abort();
      await expect(begun).rejects.toBeInstanceOf(GivenBack);
      expect(kinds(first.news).at(-1)).toBe("given-back");

      const second = worker();
      expect(await second.perform(takenOf(bundle, stored, { epoch: 2 }))).toEqual({ outcome: "done" });
      expect(second.asked.map(({ model, role }) => `${role} ${model}`)).toEqual(Array(2).fill("evaluator beta/one"));
      expect(second.news.map(({ kind }) => kind)).not.toContain("anew");
      expect(second.calls[0]?.args).not.toHaveProperty("task");
      expect(second.news[0]).toMatchObject({ kind: "began", files: expect.any(Number) });
    },
  );

  test("whose file was damaged on the way has that asked anew, and says so", async () => {
    const stored = nothingStored();
    await worker().perform(takenOf(bundle, stored));
    const [design = ""] = [...stored.files.keys()].filter((path) => /^designs\/.*\.json$/u.test(path));
    stored.hashes.set(design, "0".repeat(64));
    const second = worker();
    const again = second.perform(takenOf(bundle, stored, { epoch: 2 }));
    expect(await again).toEqual({ outcome: "done" });
    expect(second.news.find(({ kind }) => kind === "damaged")).toMatchObject({ paths: [design] });
    expect(second.asked.filter(({ role }) => role === "designer")).toHaveLength(1);
    // Steps that the queue knows to be done would be passed over, and what was damaged never asked.
    expect(stored.order.filter((what) => what === "anew")).toHaveLength(1);
  });

  test("that is another's by now is stopped in order, and nothing more of it is written", async () => {
    const stored = nothingStored();
    const { perform, calls } = worker({
      answer: ({ kind }) => (kind === "design" ? undefined : new Promise(() => undefined)),
    });
    const taken = takenOf(bundle, stored);
    const begun = perform(taken);
    await settled(() => [...stored.files.keys()].some((path) => path.startsWith("designs/")));
    taken.lost.is = true;
    taken.leave.abort();
    const writes = stored.order.length;
    await expect(begun).rejects.toBeInstanceOf(GivenBack);
    expect(stored.order.length).toBe(writes);
    expect(calls.length).toBeLessThan(3);
  });

  test("that comes to no ranking has failed with what its models said", async () => {
    const { perform } = worker({ answer: ({ kind }) => (kind === "design" ? undefined : "I will not.") });
    const performed = await perform(takenOf(bundle, nothingStored()));
    expect(performed.outcome === "failed" && performed.reason).toMatch(
      /^there is no ranking: .*\balpha\/one\b.*failed$/su,
    );
  });

  test("that the lab refuses has failed with its reason and what to do", async () => {
    const { perform, asked } = worker({ models: [{ id: "alpha/one" }] });
    const performed = await perform(takenOf(bundle, nothingStored()));
    expect(performed).toMatchObject({ outcome: "failed", reason: expect.stringContaining("beta/one") });
    expect(asked).toEqual([]);
  });

  test("whose host is gone goes on in another, in the one experiment that is there", async () => {
    const stored = nothingStored();
    const { perform, call, calls, news } = worker();
    let gone = 0;
    const lossy: Means["call"] = async (asked, ...rest) => {
      const came = await call(asked, ...rest);
      if (asked.op === "generate" && ++gone === 1) throw new HostGone("it is gone", { away: false });
      return came;
    };
    expect(await perform(takenOf(bundle, stored), { call: lossy })).toEqual({ outcome: "done" });
    expect(calls.map(({ op }) => op)).toEqual(["generate", "generate", "run", "rank"]);
    expect(calls[1]?.args).toHaveProperty("experiment");
    expect(kinds(news)).toContain("lost-host");
    expect([...stored.files.keys()].filter((path) => path.endsWith("task.json"))).toEqual(["task.json"]);
  });

  test.each([
    [false, "failed" as const],
    [true, "back" as const],
  ])(
    "whose host is gone each time is no other worker's burden, unless it is only not reached: %s",
    async (away, end) => {
      const { perform } = worker();
      let tries = 0;
      const performed = perform(takenOf(bundle, nothingStored()), {
        call: async () => {
          tries++;
          throw new HostGone("it is gone", { away });
        },
      });
      await expect(performed).rejects.toBeInstanceOf(end === "back" ? GivenBack : HostGone);
      expect(tries).toBe(3);
    },
  );

  test("has what a lost ledger spent still counted, and no more money than is left", async () => {
    const stored = nothingStored();
    const asked: LabCall[] = [];
    const { perform, call } = worker();
    const listen: Means["call"] = (each, ...rest) => {
      asked.push(each);
      return call(each, ...rest);
    };
    await perform(takenOf(bundle, stored, { cost: 0.7 }), { call: listen });
    expect(asked[0]?.args.limits).toEqual({ max_cost: expect.closeTo(0.3) });
    for (const { cost } of stored.spent) expect(cost).toBeGreaterThanOrEqual(0.7);
  });

  test("gives each call what the worker's own money lets it cost, beside what earlier workers spent", async () => {
    const asked: LabCall[] = [];
    const { perform, call } = worker();
    const listen: Means["call"] = (each, ...rest) => {
      asked.push(each);
      return call(each, ...rest);
    };
    await perform(takenOf(bundle, nothingStored(), { allowance: 0.4 }), { call: listen });
    expect(asked.map(({ args }) => args.limits)).toEqual([{ max_cost: 0.4 }, { max_cost: 0.4 }, undefined]);
  });

  test("charges what was paid to the worker also when the queue refuses every write", async () => {
    const stored = nothingStored();
    const { perform, call } = worker({
      models: MODELS.map(({ id }) => ({ id, price: { input: 1_000, output: 1_000 } })),
    });
    const taken = takenOf(bundle, stored);
    const asked = perform(taken, {
      // Its sessions answer before they hear of the refusal: else there may be nothing to charge.
      call: async (asked, at, panel) => {
        taken.lost.is = true;
        return call(asked, at, panel, new AbortController().signal);
      },
    });
    await expect(asked).rejects.toBeInstanceOf(GivenBack);
    expect(stored.charged).toBeGreaterThan(0);
  });

  test("leaves out a delivered ledger that says more than any experiment costs", async () => {
    const stored = nothingStored();
    const { perform } = worker();
    await perform(takenOf(bundle, stored));
    const line = { at: "2026-11-26T10:00:00.000Z", event: "done", model: "alpha/one", attempts: 1, cost: 1e12 };
    const tokens = { input: 1, output: 1, reasoning: 0, cache_read: 0, cache_write: 0 };
    stored.files.set("ledger.jsonl", Buffer.from(`${JSON.stringify({ ...line, tokens })}\n`));
    const { perform: again, news } = worker();
    await again(takenOf(bundle, stored, { epoch: 2 }));
    expect(news).toContainEqual(expect.objectContaining({ kind: "damaged", paths: ["ledger.jsonl"] }));
  });

  test("asks what a panel says and no worker's own configuration changes that", async () => {
    const [panel] = bundle.panels as [StudyBundle["panels"][number]];
    const own: StudyBundle = {
      ...bundle,
      panels: [{ ...panel, config: { ...panel.config, review: { quantitative: { samples: 2 } } } }],
    };
    const { perform, asked } = worker();
    await perform(takenOf(own, nothingStored()));
    expect(asked.filter(({ role }) => role === "evaluator")).toHaveLength(8);
  });

  test("asks no fallback that its worker's own configuration names and the panel does not", async () => {
    const { perform, asked } = worker({
      models: [...MODELS, { id: "gamma/one" }],
      config: { fallback_models: { "beta/one": ["gamma/one"] } },
      answer: ({ kind, model }) => (kind !== "design" && model === "beta/one" ? "I will not." : undefined),
    });
    expect(await perform(takenOf(bundle, nothingStored()))).toEqual({ outcome: "done" });
    expect(asked.filter(({ model }) => model === "gamma/one")).toEqual([]);
  });
});

test("a provider that refuses is told once in a while, and one that takes more again is not", () => {
  let now = 0;
  const refusals = createRefusals(1, () => now);
  const line = (more: object) => ({ at: "2026-11-26T10:00:00.000Z", event: "limit" as const, ...more });
  const limit = (sessions: number) => line({ provider: "alpha", sessions });
  const all = [limit(2)];
  const grow = (...more: ReturnType<typeof line>[]): string[] => {
    all.push(...more);
    return refusals(all);
  };
  // What lay there at the beginning was another's.
  expect(grow()).toEqual([]);
  expect(grow(limit(4))).toEqual(["alpha"]);
  now += 10_000;
  expect(grow(limit(8))).toEqual([]);
  expect(grow(limit(3))).toEqual(["alpha"]);
  expect(grow(limit(2))).toEqual([]);
  now += 10_000;
  expect(grow(line({ event: "failed", kind: "rate_limited", model: "beta/one/more" }))).toEqual(["beta"]);
  expect(grow(line({ event: "host_retry", message: "429 Too Many Requests", model: "gamma/x" }))).toEqual(["gamma"]);
  expect(grow(line({ event: "retry", message: "the connection was reset", model: "delta/x" }))).toEqual([]);
});
