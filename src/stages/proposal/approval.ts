import { type Asked, isApproval, isApproved, isOver, type Replayed } from "../../questions/replay.ts";
import type { AnswerTo } from "../../questions/types.ts";

/** What a person said to a text that was proposed: to its parts, by their ids, and to the whole of it. */
export type Remarks = { parts: Readonly<Record<string, string>>; whole: string | null };

/** What the loop does itself, whatever is proposed. */
export type Common =
  | { do: "ask" }
  /** The person is waited for: `words`: it was rejected without a word; `person`: an agent approved it. */
  | { do: "wait"; for: "answers" | "approval" | "words" | "person" };

/** What follows from what a person said to the very text that is proposed now. */
type Verdict = Common | { do: "write"; approval: Asked } | { do: "revise"; remarks: Remarks };

/**
 * What is to be done with the text that the question of this id asks about; one that is over says nothing of it. An agent's
 * call that approves it is no person's word.
 * @param section The part that is about all of it, if one is.
 */
export function verdictOn(id: string, { questions }: Pick<Replayed, "questions">, section = ""): Verdict {
  const approval = questions.find((each) => each.id === id && !isOver(each));
  if (approval === undefined) return { do: "ask" };
  if (approval.state !== "answered") return { do: "wait", for: "approval" };
  const answer = approval.answer as AnswerTo<"show_plan">;
  if (answer.decision === "approve") {
    return isApproved(approval) ? { do: "write", approval } : { do: "wait", for: "person" };
  }
  const remarks = remarksOf(answer, section);
  const isMute = remarks.whole === null && Object.keys(remarks.parts).length === 0;
  return isMute ? { do: "wait", for: "words" } : { do: "revise", remarks };
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
