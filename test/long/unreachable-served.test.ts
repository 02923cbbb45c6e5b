import { afterAll, beforeAll, expect, test } from "bun:test";
import { basename, join } from "node:path";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import { HOST } from "../e2e/support/hosts.ts";
import { type Rehearsal, rehearse } from "../e2e/support/rehearsal.ts";
import { endsOf, GOOD, ledgerOf, type Played, play, TASK, took } from "../e2e/support/unreachable.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";

/** Nothing listens there, and no name server knows the other. */
const CLOSED = "http://127.0.0.1:9";
const UNKNOWN = "http://designlab-nowhere.invalid";
/** Seconds in which nothing but the machine is slow: waits for what cannot be reached are minutes. */
const SECONDS = 60;
const DOWN = ["down/a", "down/b", "down/c"];

let lab: Rehearsal;
let first: Played;

beforeAll(async () => {
  const both = ["dead/a", "lost/a", ...GOOD];
  lab = await rehearse({
    models: [...both, "gone/a", "nice/a", ...DOWN].map((id) => ({ id, delay: 500 })),
    elsewhere: { dead: CLOSED, lost: UNKNOWN, gone: CLOSED, down: CLOSED },
    lab: { design_models: both, review_models: both },
  });
  first = await play(lab);
}, 300_000);
afterAll(() => lab?.[Symbol.asyncDispose]());

for (const [where, id] of [
  ["refuses connections", "dead/a"],
  ["has a name that nobody knows", "lost/a"],
] as const) {
  test(`a designer and reviewer whose server ${where} fails within seconds for all its cells, and the others are ranked`, async () => {
    const { reply, log, lines, dir } = first;
    expect(took(lines)).toBeLessThan(SECONDS);
    expect(endsOf(lines, id).map(({ kind }) => kind)).toEqual(Array(3).fill("unreachable"));
    expect((await readJson<Ranking>(join(dir, "results/ranking.json"))).designs).toHaveLength(2);
    expect(reply.split("\n")[0]).toContain("there is no design by dead/a and lost/a");
    expect(reply).toContain(`by ${id} (3 sessions): **the provider cannot be reached**: `);
    // The second generation of the host shows a call's messages in its terminal alone.
    if (HOST === 1) expect(log).toContain(`failed: the provider cannot be reached, ${id}`);
    const [, next = ""] = reply.split("### Next\n\n");
    expect(next).toStartWith("- Start the server of dead and lost first, or mend its address or the network");
    // Nothing is told of that was not done: a session for each that was asked, and no retry of the host's.
    expect(lines.filter(({ model, event }) => model === id && event === "host_retry")).toEqual([]);
    for (const line of endsOf(lines, id)) expect(line.requests).toBeLessThanOrEqual(2);
  });
}

test("a reviewer that cannot be reached costs its own cells, and no minute", async () => {
  const base_dir = "reviewer";
  lab.configure({ design_models: [...GOOD, "nice/a"], review_models: ["good/a", "gone/a"], output: { base_dir } });
  const reply = await lab.ask("run", TASK);
  const lines = await ledgerOf(await onlyExperiment(lab.project.directory, base_dir));
  expect(took(lines)).toBeLessThan(SECONDS);
  expect(endsOf(lines, "gone/a")).toHaveLength(3);
  expect(reply).toContain("3 designs written, 3 reviews and 3 scores made, 3 sessions failed.");
});

test("where the only provider cannot be reached a run says so within seconds, and is as quick when it is made again", async () => {
  const base_dir = "only";
  lab.configure({ design_models: DOWN, review_models: DOWN, output: { base_dir } });
  // The name of the topic is asked for as well.
  const reply = await lab.ask("run", { task: TASK.task });
  const dir = await onlyExperiment(lab.project.directory, base_dir);
  const lines = await ledgerOf(dir);
  expect(took(lines)).toBeLessThan(SECONDS);
  expect(reply).toContain("at least 2 designs are needed, found 0");
  expect(reply).toContain("- Start the server of down first");
  expect(await lab.ask("run", { experiment: basename(dir) })).toContain("3 sessions failed");
  expect(took((await ledgerOf(dir)).slice(lines.length))).toBeLessThan(SECONDS);
});
