import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { StudyBundle } from "../../artifacts/study.ts";
import { messageOf } from "../../errors.ts";
import { unmarked } from "../../story/sentence.ts";
import { type WorkEnd, workLine } from "../../story/study-work.ts";
import { QueueError } from "../../study/database-error.ts";
import { performExperiment, type WorkNews } from "../../study/perform.ts";
import { GivenBack, type StudyQueue } from "../../study/queue.ts";
import type { Machine } from "../../study/work-folder.ts";
import type { CliPerson } from "../person.ts";
import { canTake, type HostPool } from "./hosts.ts";

export type Working = {
  queue: StudyQueue;
  hash: string;
  bundle: StudyBundle;
  pool: HostPool;
  /** Panels that are not taken though the hosts offer their models. */
  without: ReadonlySet<string>;
  machine: Machine;
  account: string;
  at_once: number;
  max_cost: number | null;
  /** What one experiment of each panel may cost, by what this machine was told; null: unknown. */
  prices: ReadonlyMap<string, number | null>;
  person: CliPerson;
  signal: AbortSignal;
};

/** Works on a study as one worker, and says line by line what becomes of each experiment, until there is nothing more. */
export async function workOnStudy({ queue, hash, bundle, pool, without, machine, ...of }: Working): Promise<WorkEnd> {
  const { person, signal } = of;
  const isTaken = (panel: string): boolean => canTake(pool, panel) && !without.has(panel);
  const takes = bundle.panels.map(({ name }) => name).filter(isTaken);
  const end = { name: bundle.name, takes, done: 0, failed: 0, given: 0, cost: 0, unpriced: 0 };
  const lost = new AbortController();
  const under = new Map<string, string>();
  const before = new Map<string, { cost: number; unpriced: number }>();
  const now = () => person.now([...under.values()]);
  const tell = (news: WorkNews): void => {
    const line = lineOf(news);
    if (line !== null) person.say(unmarked(line, String));
    if (news.kind === "ended") end[news.performed.outcome]++;
    if (news.kind === "given-back") end.given++;
    if (news.kind === "ended" || news.kind === "given-back") under.delete(news.key);
    if (news.kind === "step") under.set(news.key, unmarked(workLine.step(news.key, news.step), String));
    if (news.kind === "spent") {
      const known = before.get(news.key) ?? { cost: 0, unpriced: 0 };
      end.cost += Math.max(0, news.known.cost - known.cost);
      end.unpriced += Math.max(0, news.known.unpriced - known.unpriced);
      before.set(news.key, news.known);
    }
    now();
  };
  const joining = {
    id: `${hostname().slice(0, 60)}-${randomBytes(4).toString("hex")}`,
    machine: hostname(),
    account: of.account,
    hosts: pool.hosts,
    at_once: of.at_once,
    max_cost: of.max_cost,
    lacks: pool.lacks,
  };
  const seat = await queue.join(joining, machine);
  let why: WorkEnd["why"];
  try {
    why = await seat.work(hash, {
      takes: isTaken,
      prices: of.prices,
      signal: AbortSignal.any([signal, lost.signal]),
      async perform(taken) {
        const { key, cost, unpriced } = taken.experiment;
        before.set(key, { cost, unpriced });
        try {
          return await performExperiment(taken, { machine, call: pool.call, tell });
        } catch (error) {
          under.delete(key);
          // What cannot be stored, or was told to end, goes on elsewhere.
          const goesOn = error instanceof QueueError || taken.signal.aborted;
          if (!(error instanceof GivenBack))
            person.say(
              unmarked(goesOn ? workLine.givenBack(key) : workLine.failed(key, messageOf(error), null), String),
            );
          if (pool.lost()) lost.abort();
          throw error;
        }
      },
    });
  } finally {
    person.now([]);
    await seat.leave();
  }
  return { ...end, why: lost.signal.aborted ? "lost" : why };
}

/** The line that is said of news; null where it only changes what runs. */
function lineOf(news: WorkNews) {
  const { key } = news;
  switch (news.kind) {
    case "began":
      return workLine.began(key, news.files);
    case "damaged":
      return workLine.damaged(key, news.paths);
    case "anew":
      return workLine.anew(key, news.why);
    case "passed":
      return workLine.passed(key, news.path);
    case "lost-host":
      return workLine.lostHost(key, news.why);
    case "given-back":
      return workLine.givenBack(key);
    case "ended": {
      const { performed, known, seconds } = news;
      if (performed.outcome === "failed") return workLine.failed(key, performed.reason, performed.advice);
      return workLine.done(key, known.cost, known.unpriced, seconds);
    }
    default:
      return null;
  }
}
