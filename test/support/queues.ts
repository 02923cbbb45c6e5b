import { afterAll, beforeAll, describe } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StudyBundle } from "../../src/artifacts/study.ts";
import type { Home } from "../../src/store/private.ts";
import { bundleHash } from "../../src/study/manifest.ts";
import { openQueue } from "../../src/study/open-queue.ts";
import type { StudyQueue, WorkerSeat } from "../../src/study/queue.ts";
import { noPostgres, type PrivatePostgres, startPostgres } from "./postgres.ts";

/** Where a queue may lie: `fresh` is an address at which nothing is yet. */
export type QueuePlace = { name: "SQLite" | "Postgres"; fresh(): string; postgres: PrivatePostgres | null };

/** Holds claims on both databases; where there is no Postgres it says so. */
export function onBothDatabases(claims: (place: QueuePlace) => void): void {
  describe("on SQLite", () => {
    const dir = mkdtempSync(join(tmpdir(), "designlab-queue-"));
    afterAll(() => rmSync(dir, { recursive: true, force: true }));
    let made = 0;
    claims({ name: "SQLite", fresh: () => join(dir, `queue-${++made}.sqlite`), postgres: null });
  });
  if (noPostgres !== null) console.warn(`Left out: a study's queue on Postgres, for ${noPostgres}.`);
  describe.skipIf(noPostgres !== null)("on Postgres", () => {
    const place: QueuePlace = {
      name: "Postgres",
      postgres: null,
      fresh: () => {
        if (place.postgres === null) throw new Error("It did not start");
        return place.postgres.fresh();
      },
    };
    beforeAll(async () => {
      place.postgres = await startPostgres();
    }, 120_000);
    afterAll(() => place.postgres?.stop());
    claims(place);
  });
}

type Shape = {
  name?: string;
  /** What its tasks are about, a word. */
  about?: string;
  tasks?: number;
  panels?: readonly string[];
  repeats?: number;
  experiment?: Partial<StudyBundle["limits"]["experiment"]>;
  study?: Partial<StudyBundle["limits"]["study"]>;
  providers?: Record<string, number>;
};

/** A study of so many short tasks by so many panels. */
export function studyOf({
  name = "example",
  about = "ferry",
  tasks = 2,
  panels = ["wide"],
  repeats = 1,
  ...rest
}: Shape = {}): StudyBundle {
  const title = `${about[0]?.toUpperCase()}${about.slice(1)}`;
  return {
    version: 1,
    name,
    file: { name: "study.yaml", text: `name: ${name}\n` },
    tasks: Array.from({ length: tasks }, (_, at) => ({
      key: `${String(at + 1).padStart(2, "0")}-${about}`,
      title: `${title} ${at + 1}`,
      source: `tasks/${at + 1}.md`,
      sha256: "0".repeat(64),
      task: `Plan ${about} ${at + 1}.`,
      requirements: [],
      constraints: [],
      non_functional_requirements: [],
      assertions: [],
    })),
    panels: panels.map((panel) => ({
      name: panel,
      config: {},
      files: [],
      models: ["north/small"],
      designs: 3,
      reviewers: 2,
    })),
    repeats,
    limits: {
      experiment: { max_cost: null, max_tokens: null, max_minutes: null, ...rest.experiment },
      study: { max_cost: null, max_tokens: null, max_hours: null, ...rest.study },
    },
    providers: rest.providers ?? {},
    machines: [{ name: "here", at_once: 2 }],
  };
}

/** An open queue with a study in it. */
export async function queueWith(
  address: string,
  bundle: StudyBundle,
  expected: number | null = null,
): Promise<{ queue: StudyQueue; hash: string }> {
  const queue = await openQueue(address);
  await queue.add(bundle, expected);
  return { queue, hash: bundleHash(bundle) };
}

let seats = 0;
/** A worker at a queue. */
export function seatAt(
  queue: StudyQueue,
  {
    at_once = 2,
    max_cost = null,
    account = "team",
    person = newPerson(),
  }: { at_once?: number; max_cost?: number | null; account?: string; person?: Home } = {},
): Promise<WorkerSeat> {
  const id = `worker-${++seats}`;
  return queue.join({ id, machine: "here", account, hosts: "none", at_once, max_cost, lacks: [] }, person);
}

const homes = mkdtempSync(join(tmpdir(), "designlab-homes-"));
process.on("exit", () => rmSync(homes, { recursive: true, force: true }));
/** A user whose workers spent nothing yet. */
export const newPerson = (): Home => ({ home: mkdtempSync(join(homes, "home-")), env: {} });

export const never = (): AbortSignal => new AbortController().signal;
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
