import type { Ballot, KeptVote } from "../../src/artifacts/ballot.ts";
import type { DesignBody } from "../../src/artifacts/design.ts";
import type { Voice } from "../../src/artifacts/vote.ts";
import type { VoterSeat } from "../../src/live/judging.ts";

/** A design's own words, of which nothing tells who wrote it. */
export const bodyOf = (over: Partial<DesignBody> = {}): DesignBody => ({
  title: "A table as the queue",
  summary: "Jobs are rows of **one table**. A worker locks a row, does it, and deletes it.",
  assumptions: ["PostgreSQL 16 is there"],
  architecture_overview: "One table, workers that poll it, and a reaper.",
  components: [
    { name: "Store", description: "Keeps jobs", responsibilities: ["Locks rows", "Deletes what is done"] },
    { name: "Worker", description: "Does jobs", responsibilities: ["Polls", "Retries"], interfaces: ["HTTP"] },
  ],
  connections: [{ from: "Worker", to: "Store", what: "locks rows" }],
  data_flow: "A job is written, locked, done and deleted.",
  tradeoffs: [{ aspect: "Polling", choice: "Every second", rationale: "Simple", alternatives: ["LISTEN"] }],
  risks: [{ description: "The table bloats", severity: "medium", mitigation: "Vacuum" }],
  open_questions: ["How many jobs a second?"],
  ...over,
});

const TITLES = ["A table as the queue", "A log with cursors", "A broker beside the database"];
const letterAt = (at: number): string => String.fromCharCode(78 + at);

/** A ballot of so many designs. */
export function ballotOf(designs = 3, over: Partial<Ballot> = {}): Ballot {
  return {
    version: 1,
    experiment_id: "2026-11-23-queue",
    topic: "A queue for e-mails that loses none",
    task: "Design a queue for **transactional e-mails**.\n\n- 5,000 a minute",
    requirements: ["R1 No accepted e-mail is lost when a process is killed.", "R2 5,000 e-mails a minute."],
    person: "Ada",
    designs: Array.from({ length: designs }, (_, at) => ({
      letter: letterAt(at),
      design_sha256: String(at % 10).repeat(64),
      body: bodyOf({ title: `${TITLES[at % 3]}${at < 3 ? "" : `, again ${at}`}` }),
    })),
    criteria: [
      {
        name: "Correctness",
        description: "Does it do what was asked, also when something fails?",
        min: 0,
        max: 10,
        anchors: { low: "Loses e-mails", middle: "Loses none, but sends some twice", high: "Each is sent once" },
      },
      { name: "Simplicity", description: "Can two people run it beside other work?", min: 0, max: 100 },
    ],
    rubric_sha256: "c".repeat(64),
    pairs: [],
    has_result: false,
    ...over,
  };
}

export type TestSeat = VoterSeat & {
  /** What is kept, and every voice that was saved. */
  now(): KeptVote | null;
  saved: Voice[];
};

/** A seat whose votes are kept in memory. */
export function seatOf(ballot: Ballot, over: Partial<VoterSeat> & { told?: string } = {}): TestSeat {
  let kept: KeptVote | null = null;
  const saved: Voice[] = [];
  return {
    saved,
    now: () => kept,
    ballot: async () => ballot,
    kept: async () => kept,
    async save(voice, { revision, done }) {
      if (kept !== null && kept.revision !== revision) return { state: "stale", kept };
      saved.push(voice);
      kept = { voice, revision: revision + 1, done };
      return { state: "saved", kept };
    },
    after: async () => (over.told === undefined ? null : { said: over.told, result: null }),
    ...over,
  };
}
