import { afterAll, afterEach, beforeAll } from "bun:test";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Decision } from "../../src/artifacts/decision.ts";
import type { Vote } from "../../src/artifacts/vote.ts";
import { onlyExperiment, readJson } from "./disk.ts";
import { type Bench, type BenchOptions, bench } from "./lab.ts";

const TASK = {
  task: "Design a durable task queue for 10,000 jobs a second",
  topic: "Task queue",
  requirements: ["Survives a crash", "p99 below 50 ms"],
  constraints: ["No new database"],
};
const AT = new Date(2026, 10, 24, 12);

/** A project in which A won, made once for the tests of a file; each test works on a copy, which all functions are about. */
export function rankedProject() {
  const now = () => AT;
  let ran: string;
  let lab: Bench;
  let dir: string;
  const copies: string[] = [];
  beforeAll(async () => {
    const first = await bench({ now });
    ran = first.dir;
    await first.call("run", TASK);
  });
  afterEach(async () => {
    for (const each of copies.splice(0)) await rm(each, { recursive: true, force: true });
  });
  afterAll(() => rm(ran, { recursive: true, force: true }));

  /** As the person types it, and not as an agent calls it. */
  async function typed(op: string, args: object = {}): Promise<string> {
    lab.typed = true;
    return lab.call(op, args).finally(() => {
      lab.typed = false;
    });
  }
  const vote = (who = "person-you") => readJson<Vote>(join(dir, `votes/vote-${who}.json`));
  return {
    async start(options: BenchOptions = {}) {
      const copy = await mkdtemp(join(tmpdir(), "designlab-ranked-"));
      copies.push(copy);
      cpSync(ran, copy, { recursive: true });
      lab = await bench({ dir: copy, now, ...options });
      dir = await onlyExperiment(copy);
      return { lab, dir, id: basename(dir) };
    },
    typed,
    vote,
    decide: (args: object = {}) => typed("decide", args),
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
    /** Changes a JSON file of the experiment. */
    async edit(path: string, change: object): Promise<void> {
      writeFileSync(join(dir, path), JSON.stringify({ ...(await readJson<object>(join(dir, path))), ...change }));
    },
    /** What a person calls a design, and the design that a person calls so. */
    letterOf: async (design_id: string, who?: string) =>
      (await vote(who)).shown.find((each) => each.design_id === design_id)?.letter ?? "",
    called: async (letter: string, who?: string) =>
      (await vote(who)).shown.find((each) => each.letter === letter)?.design_id ?? "",
  };
}
