import { basename, dirname } from "node:path";
import { Value } from "@sinclair/typebox/value";
import type { KeptVote } from "../../artifacts/ballot.ts";
import { exceededBound } from "../../artifacts/bounds.ts";
import type { Criterion } from "../../artifacts/criterion.ts";
import { rubricSha256 } from "../../artifacts/hashes.ts";
import { ARTIFACTS } from "../../artifacts/stages/files.ts";
import { voiceMisfit } from "../../artifacts/voice-misfit.ts";
import { Voice, type Vote } from "../../artifacts/vote.ts";
import { LabError } from "../../errors.ts";
import { viewAgain } from "../../experiment/open.ts";
import { sealVote } from "../../experiment/seen.ts";
import type { Lab } from "../../prompting/lab.ts";
import { loadArtifact, MAX_PEOPLE, makeVotes, saveArtifact, votersIn } from "../../store/artifacts.ts";
import type { Experiment } from "../../store/experiment.ts";
import { BusyError, canLock, withLock } from "../../store/lock.ts";
import { openExperiment } from "../../store/open.ts";
import { folderAround } from "../../store/rounds.ts";
import { aMoment } from "../../store/stamp.ts";
import { voteCounts, voteEvent } from "../../story/vote-kept.ts";
import { cleanValue } from "../../text/clean.ts";
import { renewReport } from "../files.ts";
import { endHold } from "./hold.ts";
import { type Ranked, tryRank } from "./rank.ts";
import type { Named } from "./who-judges.ts";

/** Whether what somebody said tells designs apart, which is what a vote is for. */
export function tellsApart({ designs, order, pairs }: Voice, criteria: readonly Criterion[]): boolean {
  const scored = designs.filter(({ scores }) => criteria.every(({ name }) => Object.hasOwn(scores, name)));
  return order.flat().length > 1 || scored.length > 1 || pairs.length > 0;
}

/** What came of saving. `stale`: somebody saved meanwhile, and that stands. */
export type Saved = { state: "saved" | "stale"; kept: KeptVote; vote: Vote } | { state: "refused"; why: string };

type Saving = {
  judge: Named;
  shown: Vote["shown"];
  door: Vote["door"];
  /** What the person knew to be kept; 0 where nothing was. */
  revision: number;
  done: boolean;
  /** Whether somebody could have seen a result. */
  has_result: boolean;
};

/** Keeps what a person says, checked whoever sends it. Nothing of a refused vote is kept; a stale one changes nothing. */
export async function saveVoice(
  experiment: Experiment,
  given: unknown,
  { judge, shown, door, revision, done, has_result }: Saving,
  now: () => Date,
): Promise<Saved> {
  const { dir, task, ledger } = experiment;
  const excess = exceededBound(given, ARTIFACTS.vote.bounds);
  if (excess !== null) return { state: "refused", why: excess };
  if (!Value.Check(Voice, given)) {
    const error = Value.Errors(Voice, given).First();
    return { state: "refused", why: `${error?.path.slice(1).replaceAll("/", ".") ?? ""}: ${error?.message ?? ""}` };
  }
  const voice = cleanValue(given).value;
  const { criteria } = task;
  const misfit = voiceMisfit(voice, shown, criteria);
  if (misfit) return { state: "refused", why: `${misfit.where}: ${misfit.reason}, found ${misfit.found}` };
  if (done && !tellsApart(voice, criteria)) {
    const why =
      "An order of two designs is needed at least, two designs with all scores, or one pair: nothing tells them apart yet.";
    return { state: "refused", why };
  }
  if (done && has_result && voice.saw_result === null) {
    return {
      state: "refused",
      why: "Say whether you have seen a result of this experiment: there is one by now, and a page loaded anew asks for it.",
    };
  }
  return alone(dir, async () => {
    const read = await loadArtifact(dir, "vote", judge);
    if (read.state === "unusable") {
      throw new LabError(
        "Cannot keep the vote: what is there of it cannot be read, and would be lost. Nothing was kept.",
        {
          problems: [read.problem],
          advice: "Mend that file, or move it away.",
        },
      );
    }
    const before = read.state === "ok" ? read.value : null;
    if (before === null && (await votersIn(dir)).ids.length >= MAX_PEOPLE) {
      return { state: "refused", why: `At most ${MAX_PEOPLE} people judge an experiment.` };
    }
    if (before !== null && before.revision !== revision) {
      return { state: "stale", kept: keptOf(before), vote: before };
    }
    const at = now().toISOString();
    const vote = await sealVote(experiment, {
      version: 1,
      ...judge,
      shown,
      rubric_sha256: rubricSha256(criteria),
      voice,
      revision: (before?.revision ?? 0) + 1,
      door,
      began_at: before?.began_at ?? at,
      changed_at: at,
      done_at: done ? at : null,
    });
    await saveArtifact(dir, "vote", vote);
    const message = voteEvent(before, vote);
    if (message !== null) await ledger.append({ event: "vote", reviewer_id: judge.reviewer_id, message });
    return { state: "saved", kept: keptOf(vote), vote };
  });
}

/**
 * Has a vote count that came with the files, as it stands, where the person says so; null where it was changed since
 * it was looked at.
 */
export async function countVote(experiment: Experiment, seen: Vote, now: () => Date): Promise<Vote | null> {
  const { dir, ledger } = experiment;
  return alone(dir, async () => {
    const read = await loadArtifact(dir, "vote", seen);
    if (
      read.state !== "ok" ||
      JSON.stringify({ ...read.value, reviewer_id: seen.reviewer_id }) !== JSON.stringify(seen)
    )
      return null;
    const at = now().toISOString();
    const counted: Vote = { ...seen, revision: seen.revision + 1, door: "ballot", changed_at: at, done_at: at };
    const vote = await sealVote(experiment, counted);
    await saveArtifact(dir, "vote", vote);
    await ledger.append({ event: "vote", reviewer_id: vote.reviewer_id, message: voteCounts(vote.name) });
    return vote;
  });
}

export const keptOf = ({ voice, revision, done_at }: Vote): KeptVote => ({ voice, revision, done: done_at !== null });

/** Longest that one page waits for another to have saved, milliseconds. */
const PATIENCE = 5_000;

/** Saves of one experiment come one after the other, whichever process makes them. */
async function alone<T>(dir: string, work: () => Promise<T>): Promise<T> {
  const { votes: folder } = await makeVotes(dir);
  if (!(await canLock())) return work();
  return whenFree(folder, work, PATIENCE);
}

async function whenFree<T>(folder: string, work: () => Promise<T>, patience: number): Promise<T> {
  for (const until = performance.now() + patience; ; ) {
    try {
      return await withLock(folder, basename(folder), work);
    } catch (error) {
      if (!(error instanceof BusyError) || performance.now() > until) throw error;
      await aMoment(new AbortController().signal);
    }
  }
}

/** Longest that a vote waits for a run to have ended that it is counted after, milliseconds. */
const RUN_ENDS = 30_000;

/**
 * What follows when a person is done, or wants to see the result before: nothing is held back any more, and the
 * experiment is ranked with all that counts by now. Where a run is at work its end ranks it: null then, where there is no
 * score yet, and of a round, which has no ranking of its own: what it came to is drawn anew where its experiment's is.
 */
export async function rankAfterVote(
  lab: Pick<Lab, "config" | "now" | "directory" | "person">,
  experiment: Pick<Experiment, "dir" | "task">,
  why: "voted" | "shown",
): Promise<Ranked | null> {
  await endHold({ dir: experiment.dir, person: lab.person, now: lab.now }, why);
  const around = folderAround(experiment);
  const ranks = async (): Promise<Ranked | null> => {
    if (around === experiment.dir) return tryRank(lab, await viewAgain(lab, experiment));
    await renewReport(await openExperiment([dirname(around)], around, lab), lab.config);
    return null;
  };
  try {
    return await whenFree(around, ranks, RUN_ENDS);
  } catch (error) {
    if (error instanceof LabError) return null;
    throw error;
  }
}
