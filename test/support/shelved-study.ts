import { createHash } from "node:crypto";
import type { StudyBundle, StudyExperiment, StudyStanding } from "../../src/artifacts/study.ts";
import { manifestOf } from "../../src/study/manifest.ts";
import type { QueuedFile, StudyQueue } from "../../src/study/queue.ts";
import { studyOf } from "./queues.ts";

/** The hash that a shelved study goes by; nothing on a shelf is made of it. */
export const HASH = "ab12cd34".repeat(8);

/** A study of so many tasks by so many panels. */
export function shelvedBundle({
  tasks = 2,
  panels = ["wide", "thrifty"],
  repeats = 1,
  name = "ferry",
} = {}): StudyBundle {
  return studyOf({ name, about: "booking", tasks, panels, repeats, study: { max_cost: 25 } });
}

/** Every experiment of a study, waiting. */
export function experimentsOf(bundle: StudyBundle): StudyExperiment[] {
  return bundle.tasks.flatMap(({ key: task }) =>
    bundle.panels.flatMap(({ name: panel }) =>
      Array.from({ length: bundle.repeats }, (_, at) => waitingOne(task, panel, at + 1)),
    ),
  );
}

const waitingOne = (task: string, panel: string, repeat: number): StudyExperiment => ({
  ...{ key: `${task}/${panel}/${repeat}`, task, panel, repeat, state: "waiting", step: null, epoch: 0, worker: null },
  ...{ reason: null, advice: null, cost: 0, tokens: 0, unpriced: 0, reserved: 0, begun: null, ended: null },
  ...{ seconds: 0, files: 0, bytes: 0, manifest: null },
});

const AT_TWO = { at_once: 2, bounded: false } as const;

/** How a study stands whose first worker is at work. */
export function standingOf(bundle: StudyBundle, experiments: readonly StudyExperiment[]): StudyStanding {
  const counts = { waiting: 0, running: 0, done: 0, failed: 0 };
  for (const { state } of experiments) counts[state] += 1;
  const cost = experiments.reduce((sum, each) => sum + each.cost, 0);
  return {
    hash: HASH,
    name: bundle.name,
    state: counts.waiting + counts.running === 0 ? "over" : "running",
    why: null,
    counts,
    limits: bundle.limits,
    money: { spent: cost, reserved: 0, expected: 20, unpriced: 0 },
    tokens: experiments.reduce((sum, each) => sum + each.tokens, 0),
    time: { begun: "2026-11-20T08:00:00.000Z", elapsed: 4_320, left: counts.done > 0 ? 2_400 : null, ...AT_TWO },
    kept: { money: bundle.panels.map(({ name }) => ({ panel: name, each: 0.5 })), tokens: null },
    workers: [
      {
        ...{ id: "worker-1", machine: "desk", account: "team", hosts: "OpenCode 2.0.15", at_once: 2, max_cost: null },
        ...{ spent: cost, state: "working", seen: "2026-11-20T09:12:00.000Z", lacks: [] },
      },
    ],
    providers: [],
  };
}

/** What of a queue is read by who looks and pulls, with everything in it changeable: as a database that anybody may write. */
export type Shelf = Pick<StudyQueue, "experiments" | "files" | "read" | "standing"> & {
  all: StudyExperiment[];
  lists: Map<string, QueuedFile[]>;
  bytes: Map<string, Uint8Array>;
  /** How often a file was read. */
  reads: number;
  /** Called before each read. */
  before: (key: string, path: string) => Promise<void> | void;
  /** Puts an experiment there as one that is done, with these files; a manifest that is not given is theirs. */
  put(key: string, files: Readonly<Record<string, string | Uint8Array>>, manifest?: string): void;
};

export const listed = (path: string, bytes: Uint8Array): QueuedFile => ({
  path,
  sha256: createHash("sha256").update(bytes).digest("hex"),
  bytes: bytes.byteLength,
});

/** A shelf on which nothing of a study is done yet. */
export function shelve(bundle: StudyBundle): Shelf {
  const shelf: Shelf = {
    all: experimentsOf(bundle),
    lists: new Map(),
    bytes: new Map(),
    reads: 0,
    before: () => undefined,
    put(key, files, manifest) {
      const list = Object.entries(files).map(([path, given]) => {
        const bytes = typeof given === "string" ? new TextEncoder().encode(given) : given;
        shelf.bytes.set(`${key}\n${path}`, bytes);
        return listed(path, bytes);
      });
      shelf.lists.set(key, list);
      const found = shelf.all.find((each) => each.key === key);
      if (!found) throw new Error(`There is no ${key}`);
      Object.assign(found, {
        ...{ state: "done", worker: "worker-1", cost: 0.25, tokens: 4_000, files: list.length },
        ...{ begun: "2026-11-20T08:00:00.000Z", ended: "2026-11-20T08:30:00.000Z" },
        manifest: manifest ?? manifestOf(list),
      });
    },
    async experiments(_hash, { state, after, most } = {}) {
      const wanted = shelf.all.filter((each) => state === undefined || each.state === state);
      return wanted.filter(({ key }) => after === undefined || key > after).slice(0, most);
    },
    files: async (_hash, key) => shelf.lists.get(key) ?? [],
    async read(_hash, key, path) {
      shelf.reads += 1;
      await shelf.before(key, path);
      return shelf.bytes.get(`${key}\n${path}`) ?? null;
    },
    standing: async () => standingOf(bundle, shelf.all),
  };
  return shelf;
}
