import { expect, test } from "bun:test";
import { join } from "node:path";
import * as faults from "../../rehearsal/faults.ts";
import { startProvider } from "../../rehearsal/provider.ts";
import type { Reply } from "../../rehearsal/reply.ts";
import type { LedgerLine } from "../../src/artifacts/ledger-line.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import { parseLedger } from "../../src/store/ledger.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { HOST, onEachHost } from "./support/hosts.ts";
import { type Rehearsal, type RehearsalOptions, rehearse } from "./support/rehearsal.ts";

/** Nothing listens there, and no name server knows the other. */
const CLOSED = "http://127.0.0.1:9";
const UNKNOWN = "http://designlab-nowhere.invalid";
const GOOD = ["good/a", "fine/a"];
const PATIENT = { timeout: 200_000 };
const TASK = { task: "Design a durable task queue", topic: "queue" };
/** Seconds in which nothing but the machine is slow. */
const SECONDS = 25;

type Panel = { designers: string[]; reviewers: string[]; elsewhere: Record<string, string> };

async function labOf(
  { designers, reviewers, elsewhere }: Panel,
  more: Partial<RehearsalOptions> = {},
): Promise<Rehearsal> {
  return rehearse({
    models: [...new Set([...designers, ...reviewers])].map((id) => ({ id, delay: 500 })),
    elsewhere,
    lab: { design_models: designers, review_models: reviewers },
    ...more,
  });
}

/** One whole run: its reply, its ledger, and what the log of the terminal said. */
async function play(lab: Rehearsal, task: object = TASK) {
  const { designlab, stderr } = await lab.call("run", task, PATIENT);
  const dir = await onlyExperiment(lab.project.directory);
  const lines = parseLedger((await snapshot(dir))["ledger.jsonl"] ?? "");
  return { reply: designlab[0] ?? "", log: stderr, lines, dir };
}

const at = ({ at: time }: LedgerLine): number => Date.parse(time) / 1_000;
const took = (lines: readonly LedgerLine[]): number => at(lines.at(-1) as LedgerLine) - at(lines[0] as LedgerLine);
const endsOf = (lines: readonly LedgerLine[], id: string) =>
  lines.filter(({ model, event }) => model === id && event === "failed");

onEachHost(() => {
  for (const [where, url] of [
    ["refuses connections", CLOSED],
    ["has a name that nobody knows", UNKNOWN],
  ] as const) {
    test(`a designer and reviewer whose server ${where} fails within seconds for all its cells, and the others are ranked`, async () => {
      const designers = ["dead/a", ...GOOD];
      await using lab = await labOf({ designers, reviewers: [...GOOD, "dead/a"], elsewhere: { dead: url } });
      const { reply, log, lines, dir } = await play(lab);
      expect(took(lines)).toBeLessThan(SECONDS);
      expect(endsOf(lines, "dead/a").map(({ kind }) => kind)).toEqual(Array(3).fill("unreachable"));
      expect((await readJson<Ranking>(join(dir, "results/ranking.json"))).designs).toHaveLength(2);
      expect(reply.split("\n")[0]).toContain("there is no design by dead/a");
      expect(reply).toContain("by dead/a (3 sessions): **the provider cannot be reached**: ");
      // The second generation of the host shows a call's messages in its terminal alone.
      if (HOST === 1) expect(log).toContain("failed: the provider cannot be reached, dead/a");
      const [, next = ""] = reply.split("### Next\n\n");
      expect(next).toStartWith("- Start the server of dead first, or mend its address or the network");
      // Nothing is told of that was not done: a session for each that was asked, and no retry of the host's.
      expect(lines.filter(({ model, event }) => model === "dead/a" && event === "host_retry")).toEqual([]);
      for (const line of endsOf(lines, "dead/a")) expect(line.requests).toBeLessThanOrEqual(2);
    }, 300_000);
  }

  test("a reviewer that cannot be reached costs its own cells, and no minute", async () => {
    const designers = [...GOOD, "nice/a"];
    await using lab = await labOf({ designers, reviewers: ["good/a", "dead/a"], elsewhere: { dead: CLOSED } });
    const { reply, lines } = await play(lab);
    expect(took(lines)).toBeLessThan(SECONDS);
    expect(endsOf(lines, "dead/a")).toHaveLength(3);
    expect(reply).toContain("3 designs written, 3 reviews and 3 scores made, 3 sessions failed.");
  }, 300_000);

  test("where the only provider cannot be reached a run says so within seconds, and is as quick when it is made again", async () => {
    const designers = ["dead/a", "dead/b", "dead/c"];
    await using lab = await labOf({ designers, reviewers: designers, elsewhere: { dead: CLOSED } });
    // The name of the topic is asked for as well.
    const { reply, lines, dir } = await play(lab, { task: TASK.task });
    expect(took(lines)).toBeLessThan(SECONDS);
    expect(reply).toContain("at least 2 designs are needed, found 0");
    expect(reply).toContain("- Start the server of dead first");
    const again = await lab.call("run", { experiment: dir.slice(dir.lastIndexOf("/") + 1) }, PATIENT);
    expect(again.designlab[0]).toContain("3 sessions failed");
    expect(took(parseLedger((await snapshot(dir))["ledger.jsonl"] ?? "").slice(lines.length))).toBeLessThan(SECONDS);
  }, 420_000);

  test("a provider that goes down after it answered ends the run within half a minute of the last answer", async () => {
    const models = [{ id: "fading/a", delay: 300 }];
    let wrote = false;
    const fading = await startProvider({ models });
    const elsewhere = { fading: fading.url };
    const panel: Panel = { designers: ["fading/a", ...GOOD], reviewers: ["fading/a", ...GOOD], elsewhere };
    await using lab = await labOf(panel, {
      script: ({ model, kind }): Reply | undefined => {
        // The others write until it is gone.
        if (kind === "design" && model !== "fading/a") return { delay: 3_000 };
        return undefined;
      },
    });
    const watch = setInterval(() => {
      if (wrote || fading.requests.every(({ answered_at }) => answered_at === null)) return;
      wrote = true;
      setTimeout(() => void fading.stop(), 500);
    }, 50);
    const { reply, lines } = await play(lab);
    clearInterval(watch);
    await fading.stop();
    const answered = lines.findLast(({ event }) => event === "done") as LedgerLine;
    expect(at(lines.at(-1) as LedgerLine) - at(answered)).toBeLessThan(30);
    expect(endsOf(lines, "fading/a").map(({ kind }) => kind)).toEqual(Array(3).fill("unreachable"));
    // It might have been starting again.
    expect(Math.max(...endsOf(lines, "fading/a").map(({ seconds = 0 }) => seconds))).toBeGreaterThan(15);
    expect(reply).toContain("3 designs written");
  }, 300_000);

  test("twenty designers of one provider that fail in ten ways end in 45 s with 12 s for each", async () => {
    const ways: Reply[] = [
      faults.rateLimited(),
      { status: 503, error: { message: "Service Unavailable" } },
      { status: 529, error: { message: "Overloaded" } },
      faults.serverError,
      { connection: "reset" },
      { connection: "silent" },
      { connection: "stall" },
      { connection: "endless" },
      faults.refusal,
      faults.unauthorized,
    ];
    const failing = ways.flatMap((_, way) => [`p/${way}-one`, `p/${way}-two`]);
    await using lab = await rehearse({
      models: [...failing, ...GOOD].map((id) => ({ id, delay: 200 })),
      script: ({ model }) => (model.startsWith("p/") ? ways[Number(model.slice(2, 3))] : undefined),
      lab: {
        design_models: [...failing, ...GOOD],
        review_models: GOOD,
        limits: { cell_timeout: 12 },
        confirm_above: null,
      },
    });
    const { lines } = await play(lab);
    expect(lines.filter(({ event }) => event === "failed")).toHaveLength(20);
    expect(took(lines)).toBeLessThan(45);
  }, 300_000);
});
