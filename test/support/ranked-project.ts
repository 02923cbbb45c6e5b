import { afterEach, beforeAll } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Decision } from "../../src/artifacts/decision.ts";
import type { Vote } from "../../src/artifacts/vote.ts";
import { sealVote } from "../../src/experiment/seen.ts";
import { onlyExperiment, readJson } from "./disk.ts";
import { type Bench, type BenchOptions, bench } from "./lab.ts";
import { type Files, filesIn, layDown } from "./played.ts";

const TASK = {
  task: "Design a durable task queue for 10,000 jobs a second",
  topic: "Task queue",
  requirements: ["Survives a crash", "p99 below 50 ms"],
  constraints: ["No new database"],
};
const AT = new Date("2026-11-24T12:00:00Z");

/** Projects that were made in this process, by what made them. */
const made = new Map<string, Promise<Files>>();

/**
 * A project in which A won, made once in a process; each test works on a copy, which all functions are about.
 * @param more What else happens before it is copied.
 */
export function rankedProject(task: object = TASK, more: (first: Bench) => Promise<unknown> = async () => undefined) {
  const now = () => AT;
  let ran: Files;
  let lab: Bench;
  let dir: string;
  const folders: string[] = [];
  /** One that is gone after the test. */
  async function folder(): Promise<string> {
    const made = await mkdtemp(join(tmpdir(), "designlab-ranked-"));
    folders.push(made);
    return made;
  }
  beforeAll(async () => {
    const name = JSON.stringify([task, String(more)]);
    const first = made.get(name) ?? makeProject();
    made.set(name, first);
    ran = await first;
  });
  async function makeProject(): Promise<Files> {
    const first = await bench({ now });
    try {
      await first.call("run", task);
      await more(first);
      return filesIn(first.dir);
    } finally {
      await first.dispose();
    }
  }
  afterEach(async () => {
    for (const each of folders.splice(0)) await rm(each, { recursive: true, force: true });
  });

  /** As the person types it, and not as an agent calls it. */
  async function typed(op: string, args: object = {}): Promise<string> {
    lab.typed = true;
    return lab.call(op, args).finally(() => {
      lab.typed = false;
    });
  }
  const vote = (who = "person-you") => readJson<Vote>(join(dir, `votes/vote-${who}.json`));
  return {
    now,
    folder,
    /** @param options With `dir` the copy lies there. */
    async start(options: BenchOptions = {}) {
      const copy = options.dir ?? (await folder());
      layDown(ran, copy);
      lab = await bench({ now, home: join(copy, "no-home"), ...options, dir: copy });
      dir = await onlyExperiment(copy);
      return { lab, dir, id: basename(dir) };
    },
    typed,
    /** An order of somebody who was shown letters. */
    async judge(args: { name?: string; [more: string]: unknown }): Promise<string> {
      if (args.name !== undefined) await typed("judge", { name: args.name, wait: 0 });
      return typed("judge", { wait: 0, ...args });
    },
    vote,
    decide: (args: object = {}) => typed("decide", args),
    outcome: (args: object) => typed("outcome", args),
    decision: () => readJson<Decision>(join(dir, "decision.json")),
    /** The newest record of the experiment's own. */
    record(): string {
      const names = readdirSync(dir).filter((name) => /^decision.*\.md$/u.test(name));
      return readFileSync(
        join(dir, names.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).at(-1) ?? ""),
        "utf8",
      );
    },
    /** Files below the project. */
    files(folder: string, files: Readonly<Record<string, string>>): void {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(lab.dir, folder, name)), { recursive: true });
        writeFileSync(join(lab.dir, folder, name), text);
      }
    },
    /** Changes a JSON file of the experiment; a vote as if the person had said so. */
    async edit(path: string, change: object): Promise<void> {
      const changed = { ...(await readJson<object>(join(dir, path))), ...change };
      const place = { dir, person: { home: lab.home, env: {} } };
      const kept = path.startsWith("votes/") ? await sealVote(place, changed as Vote) : changed;
      writeFileSync(join(dir, path), JSON.stringify(kept));
    },
    /** What a person calls a design, and the design that a person calls so. */
    letterOf: async (design_id: string, who?: string) =>
      (await vote(who)).shown.find((each) => each.design_id === design_id)?.letter ?? "",
    called: async (letter: string, who?: string) =>
      (await vote(who)).shown.find((each) => each.letter === letter)?.design_id ?? "",
  };
}
