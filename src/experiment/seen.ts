import type { Decided } from "../artifacts/decision.ts";
import { planApprovalId } from "../artifacts/hashes.ts";
import type { Hold } from "../artifacts/hold.ts";
import type { Artifacts } from "../artifacts/stages/files.ts";
import type { TaskPlan } from "../artifacts/task-plan.ts";
import type { Vote } from "../artifacts/vote.ts";
import { loadArtifact } from "../store/artifacts.ts";
import { isSealed, sealOf, type Witnessed } from "../store/seen.ts";

/** What of people's words this machine saw said; the rest is as the files say, which others may have written. */
export type Seen = {
  /** Ids of people whose votes were. */
  votes: ReadonlySet<string>;
  /** Whether what ended a held back result counts: it was seen, or a ranking lies there, which was no secret then. */
  ended: boolean;
  decision: boolean;
  /** Of the last word on how it turned out. */
  outcome: boolean;
  /** That the plan is approved. */
  approved: boolean;
};

export const NOTHING_SEEN: Seen = {
  votes: new Set(),
  ended: false,
  decision: false,
  outcome: false,
  approved: false,
};

type Kept = Pick<Artifacts, "votes" | "hold" | "decision" | "plan">;

/** Tells by their seals what of the words in an experiment's artifacts a person said here. */
export async function readSeen(place: Witnessed, { votes, hold, decision, plan }: Kept): Promise<Seen> {
  const last = decision?.outcomes.at(-1);
  const own = await Promise.all(votes.map((vote) => isVoteSeen(place, vote)));
  return {
    votes: new Set(votes.flatMap(({ reviewer_id }, at) => (own[at] ? reviewer_id : []))),
    ended: hold !== undefined && hold.ended !== null && ((await isHoldSeen(place, hold)) || (await isRanked(place))),
    decision: decision !== undefined && (await isDecisionSeen(place, decision)),
    outcome: last !== undefined && (await isSealed(place, "outcome", saidOf(last), last.mac)),
    approved: plan !== undefined && (await isSealed(place, "plan", approvalIn(plan), plan.approved?.mac)),
  };
}

/** Whether this machine saw the person decide so. */
export const isDecisionSeen = (place: Witnessed, decision: Decided): Promise<boolean> =>
  isSealed(place, "decision", saidOf(decision), decision.mac);

/** Whether this machine saw the person vote so. */
export const isVoteSeen = (place: Witnessed, vote: Vote): Promise<boolean> =>
  isSealed(place, "vote", saidOf(vote), vote.mac);

export const isHoldSeen = (place: Witnessed, hold: Hold): Promise<boolean> =>
  isSealed(place, "hold", endIn(hold), hold.ended?.mac);

/** The same under the seal of what a person says just now. */
export const sealVote = async (place: Witnessed, vote: Vote): Promise<Vote> =>
  withMac(vote, await sealOf(place, "vote", saidOf(vote)));

export const sealDecision = async <D extends Decided>(place: Witnessed, decided: D): Promise<D> =>
  withMac(decided, await sealOf(place, "decision", saidOf(decided)));

export const sealOutcome = async (place: Witnessed, said: Outcome): Promise<Outcome> =>
  withMac(said, await sealOf(place, "outcome", saidOf(said)));

export async function sealHold(place: Witnessed, hold: Hold): Promise<Hold> {
  const mac = await sealOf(place, "hold", endIn(hold));
  return { ...hold, ended: hold.ended && withMac(hold.ended, mac) };
}

export async function sealPlan(place: Witnessed, plan: TaskPlan): Promise<TaskPlan> {
  const mac = await sealOf(place, "plan", approvalIn(plan));
  return { ...plan, approved: plan.approved && withMac(plan.approved, mac) };
}

/** A plan as far as it is approved here: what a file alone says is asked about still, unless its tasks are files already. */
export async function asApproved(place: Witnessed, plan: TaskPlan): Promise<TaskPlan> {
  const counts =
    plan.approved === null || plan.place?.done || (await isSealed(place, "plan", approvalIn(plan), plan.approved.mac));
  return counts ? plan : { ...plan, approved: null };
}

type Outcome = Decided["outcomes"][number];

function withMac<T extends { mac?: string }>(said: T, mac: string | undefined): T {
  const { mac: _, ...rest } = said;
  return { ...rest, ...(mac !== undefined && { mac }) } as T;
}

/** What a seal stands for: all of it, without what is added by others and by later words. */
function saidOf({ mac: _, ...said }: { mac?: string }): object {
  const { outcomes, supersedes, version, experiment_id, status, ...own } = said as Record<string, unknown>;
  return own;
}

const endIn = ({ began_at, ended }: Hold) => [began_at, ended && saidOf(ended)];
const approvalIn = (plan: TaskPlan) => [planApprovalId(plan), plan.approved && saidOf(plan.approved)];

async function isRanked({ dir }: Witnessed): Promise<boolean> {
  return (await loadArtifact(dir, "ranking")).state === "ok";
}
