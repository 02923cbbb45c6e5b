import { expect, test } from "bun:test";
import { once } from "node:events";
import { basename } from "node:path";
import { developmentBinary } from "../../rehearsal/binary.ts";
import { killTree, spawnTree } from "../../rehearsal/process-tree.ts";
import type { LoggedRequest } from "../../rehearsal/provider.ts";
import { parseLedger } from "../../src/store/ledger.ts";
import { onlyExperiment, snapshot } from "../support/disk.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";
import { callServed } from "./support/served.ts";
import { standingOf } from "./support/standing.ts";

const DESIGNERS = ["alpha/a", "beta/b", "gamma/c"];
/** Milliseconds after which nothing may be asked any more. */
const SILENCE = 2_000;
/** Milliseconds that a busy machine may take to come to the point. */
const PATIENCE = 150_000;

/** Three designers of which the last takes a minute, and once it is there, evaluations of which two take a minute. */
const slow = (slowest: { design: boolean }) => (asked: { kind: string; model: string }) => {
  if (asked.kind === "design" && asked.model === "gamma/c" && slowest.design) return { delay: 600_000 };
  if (asked.kind === "evaluation" && asked.model !== "alpha/a" && !slowest.design) return { delay: 600_000 };
  return undefined;
};

const of = (kind: string, model: string) => (request: LoggedRequest) =>
  request.kind === kind && request.model === model;

test.concurrent("stopping the person's session stops every child within 2 s, keeps what is finished, and the run goes on", async () => {
  const slowest = { design: true };
  let hurry = false;
  await using lab = await rehearse({
    models: DESIGNERS.map((id) => ({ id })),
    lab: { design_models: DESIGNERS, review_models: DESIGNERS },
    script: (asked) => (hurry ? undefined : slow(slowest)(asked)),
  });
  const server = await lab.serve();

  const first = await callServed(server, "run", { task: "Design a queue", topic: "queue" });
  await lab.provider.waitFor(of("design", "gamma/c"), PATIENCE);
  await stored(lab, "designs/", 2);
  await server.interrupt(first.session);
  await expectSilence(lab);
  const dir = await onlyExperiment(lab.project.directory);
  expect(await lastEvent(dir)).toBe("aborted");
  const designs = await standingOf(dir);
  expect([...designs.done.keys()]).toEqual(["design alpha/a", "design beta/b"]);

  slowest.design = false;
  const second = await callServed(server, "run", { experiment: basename(dir) });
  await lab.provider.waitFor(of("evaluation", "gamma/c"), PATIENCE);
  await stored(lab, "scores/", 3);
  await server.interrupt(second.session);
  await expectSilence(lab);
  expect(await lastEvent(dir)).toBe("aborted");
  const cells = await standingOf(dir);
  expect(cells.torn).toEqual([]);
  expect([...cells.done.keys()].filter((name) => name.startsWith("score alpha/a"))).toHaveLength(3);

  hurry = true;
  const before = lab.labRequests().length;
  const third = await callServed(server, "run", { experiment: basename(dir) });
  expect(await third.reply).not.toContain("Incomplete");
  const asked = lab.labRequests().slice(before);
  expect(asked.map(({ kind, model }) => `${kind} ${model}`).sort()).toEqual(
    [...Array(3).fill("evaluation beta/b"), ...Array(3).fill("evaluation gamma/c")].sort(),
  );
  const after = await standingOf(dir);
  for (const [path, text] of Object.entries(cells.files)) expect(after.files[path]).toBe(text);
}, 300_000);

test.concurrent("Ctrl-C in opencode run stops every child within 2 s, and the run goes on in another process", async () => {
  let hurry = false;
  await using lab = await rehearse({
    models: DESIGNERS.map((id) => ({ id })),
    lab: { design_models: DESIGNERS, review_models: DESIGNERS },
    script: (asked) => (hurry ? undefined : slow({ design: true })(asked)),
  });
  const { directory, env } = lab.project;
  const child = spawnTree(developmentBinary(lab.project.generation), ["run", "--format", "json"], {
    cwd: directory,
    env: { ...env, PWD: directory },
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin?.end(`Call designlab with ${JSON.stringify({ op: "run", args: { task: "A queue", topic: "queue" } })}`);
  const exited = once(child, "exit");
  await lab.provider.waitFor(of("design", "gamma/c"), PATIENCE);
  await stored(lab, "designs/", 2);
  // As a terminal does it: every process in the foreground is told.
  killTree(child, "SIGINT");
  await expectSilence(lab);
  await exited;
  killTree(child, "SIGKILL");
  const dir = await onlyExperiment(directory);
  const { done, torn } = await standingOf(dir);
  expect([torn, [...done.keys()]]).toEqual([[], ["design alpha/a", "design beta/b"]]);

  hurry = true;
  const before = lab.labRequests().length;
  const result = await lab.call("run", { experiment: basename(dir) });
  expect(result.designlab[0]).not.toContain("Incomplete");
  const asked = lab.labRequests().slice(before);
  expect(asked.filter(({ kind }) => kind === "design").map(({ model }) => model)).toEqual(["gamma/c"]);
}, 300_000);

/** Waits until that many files of a kind are on disk. */
async function stored(lab: Rehearsal, folder: string, count: number): Promise<void> {
  for (let patience = PATIENCE / 20; patience > 0; patience--) {
    const dir = await onlyExperiment(lab.project.directory).catch(() => null);
    const files = dir === null ? [] : Object.keys((await standingOf(dir)).files);
    if (files.filter((file) => file.startsWith(folder) && file.endsWith(".json")).length >= count) return;
    await Bun.sleep(20);
  }
  throw new Error(`${count} files in ${folder} did not come`);
}

/** No request comes later than 2 s from now, and by then every connection is closed. */
async function expectSilence(lab: Rehearsal): Promise<void> {
  const deadline = Date.now() + SILENCE;
  await Bun.sleep(SILENCE + 500);
  for (const { at, answered_at, closed_at } of lab.labRequests()) {
    expect(at).toBeLessThan(deadline);
    expect(answered_at ?? closed_at ?? Number.POSITIVE_INFINITY).toBeLessThan(deadline);
  }
}

async function lastEvent(dir: string): Promise<string | undefined> {
  return parseLedger((await snapshot(dir))["ledger.jsonl"] ?? "").at(-1)?.event;
}
