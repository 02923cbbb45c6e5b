import type { Decision, RecordPlace, TurnedOut } from "../artifacts/decision.ts";
import { loadArtifact } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { truncate } from "../text/truncate.ts";
import { readSeen } from "./seen.ts";

/** What was decided in an experiment, as others are told of it. */
export type ToldDecision = {
  id: string;
  dir: string;
  topic: string;
  design_id: string | null;
  /** Of the chosen design; null where none was chosen, or it is not there any more. */
  title: string | null;
  because: string;
  decided_at: string;
  /** Whether this machine saw a person decide so. */
  seen: boolean;
  /** The last word on how it turned out that a person said here; null for none. */
  outcome: { outcome: TurnedOut; note: string; at: string } | null;
  record: RecordPlace;
};

/** Columns of a title. */
const MAX_TITLE = 80;

/** What is decided in an experiment; null for nothing, or where its file cannot be used. */
export async function readToldDecision({ task, ...experiment }: Experiment): Promise<ToldDecision | null> {
  const { dir } = experiment;
  const read = await loadArtifact(dir, "decision");
  if (read.state !== "ok") return null;
  const decision: Decision = read.value;
  const [seen, title] = await Promise.all([
    readSeen(experiment, { votes: [], decision }),
    titleOf(dir, decision.design_id),
  ]);
  const last = decision.outcomes.at(-1);
  return {
    id: task.experiment_id,
    dir,
    topic: task.topic,
    design_id: decision.design_id,
    title,
    because: decision.because,
    decided_at: decision.decided_at,
    seen: seen.decision,
    outcome: last && seen.outcome ? { outcome: last.outcome, note: last.note, at: last.at } : null,
    record: decision.record,
  };
}

/** A design of a round lies in its folder, and is called by its id here. */
async function titleOf(dir: string, design_id: string | null): Promise<string | null> {
  if (design_id === null) return null;
  const read = await loadArtifact(dir, "design", { design_id });
  return read.state === "ok" ? truncate(read.value.title, MAX_TITLE) : null;
}
