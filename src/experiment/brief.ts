import { BRIEF_LIST_NAMES, type Brief, type BriefBody, type TaskBrief } from "../artifacts/brief.ts";
import { approvalId, briefSha256 } from "../artifacts/hashes.ts";
import type { Idea } from "../artifacts/idea.ts";
import type { Problem } from "../artifacts/problem.ts";
import { scanForInjections } from "../blind/injection-scan.ts";
import { openJournal } from "../questions/journal.ts";
import { type Asked, type By, decisionOf, isApproval, isApproved, isOver, type Replayed } from "../questions/replay.ts";
import { loadArtifact } from "../store/artifacts.ts";
import type { Begun } from "../store/begun.ts";
import type { Experiment } from "../store/experiment.ts";
import type { ReadResult } from "../store/read.ts";
import { isBlank } from "../text/clean.ts";

/**
 * Where a brief stands. `working`: it is a model's turn; `needs_input`: questions wait for the person; `needs_approval`:
 * the text of today waits; `rejected`: so was the text of today; `questions`: no brief is to come of it.
 */
type BriefState = "working" | "needs_input" | "needs_approval" | "rejected" | "approved" | "questions";

/** An experiment that began with questions, as its files stand. */
export type BriefView = {
  id: string;
  state: BriefState;
  idea: Idea;
  /** null while there is none, or none that can be read. */
  brief: Brief | null;
  /** Hash of the brief's text of today. */
  sha256: string | null;
  /** Questions that wait for the person, and those that are answered; no approval is among them. */
  open: readonly Asked[];
  answered: readonly Asked[];
  /** How many were asked and not taken back. */
  asked: number;
  /** Whether the person is asked to approve the text of today. */
  awaited: boolean;
  /** Who approved the text of today, and when. */
  approval: { by: By; at: string } | null;
  /** By which door it was approved as the file says, which this machine did not see. */
  claimed: By | null;
  /** Whether another text than that of today was the last to be approved. */
  changed_since: boolean;
  problems: readonly Problem[];
};

/** Reads how a brief stands. */
export async function briefOf(
  { dir, idea, person }: Pick<Begun, "dir" | "idea" | "person">,
  now: () => Date,
): Promise<BriefView> {
  const [read, asked] = await Promise.all([loadArtifact(dir, "brief"), openJournal(dir, now, person).read()]);
  return briefFrom(idea, read, asked);
}

/** How a brief stands by what was read. */
function briefFrom(idea: Idea, read: ReadResult<Brief>, { questions, ended, problems }: Replayed): BriefView {
  const brief = read.state === "ok" ? read.value : null;
  const own = questions.filter((each) => !isApproval(each) && each.state !== "cancelled");
  const open = own.filter(({ state }) => state === "open");
  const approved = questions.filter(isApproved).sort((a, b) => (a.at < b.at ? -1 : 1));
  const asks = (each: Asked, id: string) => each.id === id && each.question.type === "show_plan" && !isOver(each);
  const todays = brief && questions.find((each) => asks(each, approvalId(brief)));
  const approval = approved.find((each) => each === todays) ?? null;
  return {
    id: idea.experiment_id,
    state: stateOf({ idea, brief, todays, approved: approval !== null, waits: ended === null && open.length > 0 }),
    idea,
    brief,
    sha256: brief && briefSha256(brief),
    open,
    answered: own.filter(({ state }) => state === "answered"),
    asked: own.length,
    awaited: todays?.state === "open",
    approval: approval?.by ? { by: approval.by, at: approval.at } : null,
    claimed: todaysClaim(questions, brief),
    changed_since: approval === null && approved.length > 0,
    problems: [...(read.state === "unusable" ? [read.problem] : []), ...problems],
  };
}

/** One that is over says so too: it was asked, and is asked anew. */
function todaysClaim(questions: readonly Asked[], brief: Brief | null): By | null {
  return (brief && questions.find(({ id }) => id === approvalId(brief))?.claimed) ?? null;
}

/** Sentences of a brief that speak to whoever designs or judges, as an order would; a model wrote it, and may have read them. */
export function ordersIn({ topic, task, criteria = [], priorities = [], ...lists }: BriefBody): string[] {
  const items = [...BRIEF_LIST_NAMES.flatMap((name) => lists[name]), ...priorities, ...criteria];
  const found = scanForInjections([topic, task, ...items.map(({ text }) => text)].join("\n"));
  return [...new Set(found.map(({ quote }) => quote))];
}

type Standing = {
  idea: Idea;
  brief: Brief | null;
  todays: Asked | null | undefined;
  approved: boolean;
  waits: boolean;
};

function stateOf({ idea, brief, todays, approved, waits }: Standing): BriefState {
  if (brief === null) return isBlankIdea(idea) ? "questions" : waits ? "needs_input" : "working";
  if (approved) return "approved";
  if (todays?.state !== "answered" || decisionOf(todays) === "approve") return "needs_approval";
  return waits ? "needs_input" : "rejected";
}

/** Only questions were asked: no brief is to be written. */
const isBlankIdea = ({ idea, from }: Idea): boolean => idea.trim() === "" && from.length === 0;

/** Whether the brief that a task was made from says something else today. */
export async function briefChanged({ dir, task: { brief } }: Pick<Experiment, "dir" | "task">): Promise<boolean> {
  if (brief === undefined) return false;
  const read = await loadArtifact(dir, "brief");
  return read.state === "ok" && briefSha256(read.value) !== brief.sha256;
}

/** What a task keeps of a brief beside its text and its lists. */
export function taskBriefOf(brief: Brief): TaskBrief {
  return {
    sha256: briefSha256(brief),
    assumptions: textsOf(brief.assumptions),
    out_of_scope: textsOf(brief.out_of_scope),
    open_questions: textsOf(brief.open_questions),
    ...(brief.priorities && { priorities: textsOf(brief.priorities) }),
  };
}

/** A list of a brief without where its items came from, and without those that show nothing. */
export const textsOf = (items: Brief["requirements"]): string[] =>
  items.map(({ text }) => text.trim()).filter((text) => !isBlank(text));
