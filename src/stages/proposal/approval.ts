import { LabError, UsageError } from "../../errors.ts";
import type { Lab } from "../../prompting/lab.ts";
import { questionIn } from "../../questions/check.ts";
import type { Journal } from "../../questions/journal.ts";
import { type Asked, isApproval, isApproved, isOver, type Replayed } from "../../questions/replay.ts";
import type { AnswerTo, NewQuestion } from "../../questions/types.ts";

/** What a person said to a text that was proposed: to its parts, by their ids, and to the whole of it. */
export type Remarks = { parts: Readonly<Record<string, string>>; whole: string | null };

/** How a person stands to the very text that is proposed now. */
export type Verdict =
  | { is: "unasked" | "open" }
  /** An agent approved it, whose call is no person's word. */
  | { is: "unseen" }
  | { is: "approved"; approval: Asked }
  /** `remarks`: null where it was sent back without a word. */
  | { is: "rejected"; approval: string; remarks: Remarks | null };

/**
 * What was said to the text that the question of this id asks about; one that is over says nothing of it.
 * @param section The part that is about all of it, if one is.
 */
export function verdictOn(id: string, { questions }: Pick<Replayed, "questions">, section = ""): Verdict {
  const approval = questions.find((each) => each.id === id && !isOver(each));
  if (approval === undefined) return { is: "unasked" };
  if (approval.state !== "answered") return { is: "open" };
  const answer = approval.answer as AnswerTo<"show_plan">;
  if (answer.decision === "approve") return isApproved(approval) ? { is: "approved", approval } : { is: "unseen" };
  const remarks = remarksOf(answer, section);
  const isMute = remarks.whole === null && Object.keys(remarks.parts).length === 0;
  return { is: "rejected", approval: id, remarks: isMute ? null : remarks };
}

/** The remarks of an answer; what was said to `section` is said to the whole. */
export function remarksOf({ annotations, feedback }: AnswerTo<"show_plan">, section = ""): Remarks {
  const { [section]: toAll, ...parts } = annotations;
  const whole = [feedback, toAll].filter((each) => each !== undefined).join("\n\n");
  return { parts, whole: whole === "" ? null : whole };
}

/** The approvals of other texts than that of this id, which are over once it is asked about. */
export function olderApprovals(id: string, { questions }: Pick<Replayed, "questions">): Asked[] {
  return questions.filter((each) => isApproval(each) && each.id !== id && !each.closed && !isOver(each));
}

type What = {
  /** What waits: "brief". */
  what: string;
  /** Why nobody can approve it, given what is wrong with its question; null where one can. */
  why(fault: string | null): string | null;
  /** What to do about one that cannot be shown. */
  advice: string;
};

/**
 * Asks whether a text is approved; what was asked of others is over. Throws UsageError where a person cannot be shown it,
 * who may have edited its file.
 */
export async function askApproval(
  { progress }: Pick<Lab, "progress">,
  journal: Journal,
  question: NewQuestion & { id: string },
  { what, why, advice }: What,
): Promise<void> {
  const faults = questionIn(question);
  const reason = why(Array.isArray(faults) ? (faults[0] ?? null) : null);
  if (reason !== null) {
    throw new UsageError(`Cannot ask whether the ${what} is approved: ${reason}. Nothing was changed.`, { advice });
  }
  for (const { id, state } of olderApprovals(question.id, await journal.read())) {
    await (state === "open" ? journal.cancel(id, "text") : journal.close(id, "text")).catch(unlessLate);
  }
  await journal.ask([question], "text");
  progress.say({ text: `the ${what} waits for your approval`, kind: "news" });
}

/** Somebody was quicker, which is as good. */
export function unlessLate(error: unknown): void {
  if (!(error instanceof LabError)) throw error;
}
