import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Value } from "@sinclair/typebox/value";
import { AnonymousStudy } from "../../src/artifacts/anonymous-study.ts";
import { StudyResult } from "../../src/artifacts/study-result.ts";
import { exportWord } from "../../src/cli/study/export.ts";
import { readHere } from "../../src/cli/study/result.ts";
import type { StudyCall } from "../../src/cli/study/study.ts";
import { UsageError } from "../../src/errors.ts";
import { studyNumbers } from "../../src/stats/study-result.ts";
import { keepStudy, type StudyPlace } from "../../src/study/folder.ts";
import { bundleHash } from "../../src/study/manifest.ts";
import { openQueue } from "../../src/study/open-queue.ts";
import { outcomesIn } from "../support/anonymous-outcomes.ts";
import { builtCommand, ENGINE } from "../support/built-command.ts";
import { snapshot } from "../support/disk.ts";
import { dayAt, writeKnown } from "../support/history-project.ts";
import { newPerson } from "../support/queues.ts";
import { shelvedBundle } from "../support/shelved-study.ts";

const cli = builtCommand();
const shelved = shelvedBundle({ tasks: 3, repeats: 2, name: "quistgaard" });
// What a task is called may be a word of every JSON.
const bundle = {
  ...shelved,
  tasks: shelved.tasks.map((task, at) => (at === 1 ? { ...task, title: "null" } : task)),
};
const hash = bundleHash(bundle);
let root: string;
let project: string;
let place: StudyPlace;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "designlab-study-result-")));
  project = join(root, "project");
  await mkdir(join(project, ".git"), { recursive: true });
  const person = { home: join(root, "home"), env: {} };
  const kept = { queue: null, gitignore: true, person, now: () => new Date() };
  place = await keepStudy(join(project, ".opencode/design-lab"), { name: bundle.name, hash }, kept);
  const queue = await openQueue(join(place.path, "queue.sqlite"));
  await queue.add(bundle, 20);
  const told = {
    machine: "desk-kallax",
    account: "team",
    hosts: "OpenCode 2.0.15",
    at_once: 1,
    max_cost: null,
    lacks: [],
  };
  const seat = await queue.join({ id: "desk-1", ...told }, newPerson());
  let nth = 0;
  await seat.work(hash, {
    takes: () => true,
    signal: new AbortController().signal,
    async perform(one) {
      const own = nth++;
      await one.spent({ cost: one.experiment.panel === "wide" ? 3 : 1, tokens: 1_000, unpriced: 0 });
      if (one.experiment.key === "03-booking/thrifty/2") return { outcome: "failed", reason: "No key.", advice: null };
      const task = bundle.tasks.find(({ key }) => key === one.experiment.task);
      const made = await writeKnown(join(root, "elsewhere"), {
        ...{ name: `made-${own}`, at: dayAt(own), seed: own, designers: ["north/small", "south/large"] },
        ...{ text: task?.title ?? "", reviewers: ["east/fine", "west/fine"] },
        score: (design, reviewer) => 5 + ((design + own) % 2) + reviewer / 4,
      });
      const plan = join(made.dir, "task.json");
      const stored = JSON.parse(await readFile(plan, "utf8"));
      await writeFile(plan, JSON.stringify({ ...stored, task: task?.task }));
      for (const [path, text] of Object.entries(await snapshot(made.dir)))
        await one.put(path, new TextEncoder().encode(text));
      return { outcome: "done" };
    },
  });
  await seat.leave();
  await queue.close();
}, 240_000);
afterAll(() => rm(root, { recursive: true, force: true }));

function study(...words: string[]): Promise<{ code: number | null; out: string; said: string }> {
  const env = { ...ENGINE, PATH: process.env.PATH ?? "", HOME: join(root, "home"), CI: "1" };
  const child = spawn(process.execPath, [cli.file, "study", ...words], { cwd: project, env });
  const came = { code: null as number | null, out: "", said: "" };
  child.stdout.on("data", (text: Buffer) => {
    came.out += text;
  });
  child.stderr.on("data", (text: Buffer) => {
    came.said += text;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ ...came, code })));
}

/** A line of the command in this process, where nobody answers. */
function callOf(...rest: string[]): StudyCall {
  const person = { say: () => undefined, now: () => undefined, ask: async () => ({ allowed: false }) };
  const { signal } = new AbortController();
  return { rest, directory: project, dir: null, opencode: null, json: false, yes: false, person, signal };
}

test("a result before anything was pulled says so, and what it writes fits its schema", async () => {
  const { code, out } = await study("result");
  expect([code, out.includes("No experiment of it ranks anything")]).toEqual([1, true]);
  expect(Value.Check(StudyResult, JSON.parse(await readFile(join(place.path, "study.json"), "utf8")))).toBe(true);
}, 60_000);

test("what was pulled is told, written into the study's folder, and handed on without a name", async () => {
  const pulled = await study("pull");
  expect([pulled.code, pulled.said]).toEqual([0, ""]);
  const { code, out } = await study("result", "quistgaard");
  expect([code, out.split("\n")[2]]).toEqual([
    0,
    "3 tasks by 2 panels, 2 times each: 11 of 12 experiments are ranked.",
  ]);
  expect(out).toContain("Does thrifty, which costs less, choose as wide does:");
  expect(out).toContain("1 of 12 experiments failed");
  const told = JSON.parse((await study("result", "--json")).out).study;
  const stored = JSON.parse(await readFile(join(place.path, "study.json"), "utf8"));
  expect(told).toEqual(stored);
  expect(stored.workers).toEqual([expect.objectContaining({ worker: "desk-kallax", done: 11, failed: 1, spent: 24 })]);
  const [markdown, page] = [
    await readFile(join(place.path, "study.md"), "utf8"),
    await readFile(join(place.path, "study.html"), "utf8"),
  ];
  expect(markdown.startsWith("# What the study quistgaard says")).toBe(true);
  expect([page.includes("<script"), page.includes("<svg")]).toEqual([false, true]);

  const to = join(root, "numbers.json");
  const exported = await study("export", "--anonymous", "--to", to);
  expect([exported.code, exported.said]).toEqual([0, ""]);
  const text = await readFile(to, "utf8");
  for (const word of [
    "quistgaard",
    "booking",
    "thrifty",
    "north",
    "east",
    "desk",
    "kallax",
    root,
    "2026",
    hash.slice(0, 8),
  ])
    expect([word, text.includes(word)]).toEqual([word, false]);
  const anonymous = JSON.parse(text);
  expect(Value.Check(AnonymousStudy, anonymous)).toBe(true);
  const numbers = studyNumbers(outcomesIn(anonymous));
  expect(numbers.spent).toEqual(stored.spent);
  expect(numbers.pairs.map(({ same, beyond, says, cost }) => ({ same, beyond, says, cost }))).toEqual(
    stored.pairs.map(({ same, beyond, says, cost }: StudyResult["pairs"][number]) => ({ same, beyond, says, cost })),
  );
  const again = await study("export", "--anonymous", "--to", to);
  expect([again.code, again.said.includes("something is there")]).toEqual([2, true]);
  expect(await readFile(to, "utf8")).toBe(text);
}, 120_000);

test("with names nothing is exported, and a study that is not there is named", async () => {
  const named = exportWord.run(callOf());
  await expect(named).rejects.toThrow("needed is --anonymous. Nothing was written.");
  await expect(named).rejects.toBeInstanceOf(UsageError);
  const other = await study("result", "other");
  expect([other.code, other.said.includes('There is no study "other"')]).toEqual([2, true]);
}, 60_000);

test("a queue that is gone costs what it alone knows, and nothing else", async () => {
  const file = join(place.path, "queue.sqlite");
  const before = JSON.parse((await study("result", "--json")).out).study;
  await rename(file, `${file}.away`);
  const { code, out } = await study("result");
  expect([code, out.includes("Its queue could not be asked")]).toEqual([0, true]);
  const { study: after } = JSON.parse((await study("result", "--json")).out);
  expect(after.pairs[0].same).toEqual(before.pairs[0].same);
  expect(after.cannot.map(({ kind }: { kind: string }) => kind)).toContain("missing");
  await rename(`${file}.away`, file);
  expect(JSON.parse((await study("result", "--json")).out).study).toEqual(before);
}, 120_000);

test("a queue says on which machine each experiment was worked on, by its name", async () => {
  const read = await readHere(callOf(), { study: "quistgaard", queue: join(place.path, "queue.sqlite") });
  expect(read?.unasked).toBeNull();
  expect(read?.known.queued?.map(({ worker }) => worker)).toEqual(Array(12).fill("desk-kallax"));
}, 60_000);
