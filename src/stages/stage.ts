import type { TSchema } from "@sinclair/typebox";
import type { Forecast } from "../artifacts/cost.ts";
import type { Criterion } from "../artifacts/criterion.ts";
import type { Joins } from "../artifacts/note.ts";
import type { Expected } from "../artifacts/progress.ts";
import type { StageState } from "../artifacts/stages/row.ts";
import type { Role } from "../artifacts/stages/stages.ts";
import type { PendingWork } from "../artifacts/status.ts";
import type { Task } from "../artifacts/task.ts";
import type { BriefView } from "../experiment/brief.ts";
import type { View } from "../experiment/view.ts";
import type { Agent, TaskText } from "../prompting/agent.ts";
import type { Lab } from "../prompting/lab.ts";
import type { Sent } from "../story/asking.ts";
import type { Sentence } from "../story/sentence.ts";
import type { TopicInput } from "./brief/topic.ts";

/** What a stage does, beside its row in artifacts/stages: where it is, what leads on, and what it asks models. */
export type Stage = {
  /** Models do it, and what is not at its end can be gone on with; or it is a person's to do or to leave. */
  by: "models" | "person";
  state(view: View): StageState;
  /** Where it is while there is no task; not begun where absent. */
  before?(brief: BriefView): StageState;
  /** What to type to have it done; absent where nothing is, once there is a task. */
  next?(view: View): Sentence;
  /** What of it a run asks models. */
  ofRun?(lab: Lab, remaining: Remaining): readonly Coming[];
};

/** What a call asks models that a person is to know and to allow before. */
export type Asks<I> = {
  /** Which text of the person's goes to the models. */
  sends: Sent;
  /** Every session to come, models that somebody chose by name, and whether each waits for the one before. */
  coming(lab: Lab, input: I): { sessions: readonly Coming[]; named: readonly string[]; inTurn?: boolean };
  /** What is said when it begins, if anything, and what views are to expect; nothing of either where it is absent. */
  /** What a person is told before all else who is asked whether it may begin; null for nothing. */
  tells?(input: I): string | null;
  announces?(input: I, numbers: Forecast): { text: string | null; expected: Expected };
};

/** One session to come: who is asked, and the characters of both prompts. */
export type Coming = { role: Role; model: string; characters: number };

/** What of a run is still to be asked. */
export type Remaining = {
  task: TaskText;
  criteria: readonly Criterion[];
  /** Those that designers and reviewers play. */
  personas?: Task["personas"];
  /** What is asked about the task before anybody designs, and of which model; null when nothing is. */
  topic: { model: string; input: TopicInput } | null;
  pending: readonly PendingWork[];
  /** Models that the call names beside those of its configuration. */
  named?: readonly string[];
  /** Documents that the call has join, and whose their text becomes. */
  joins?: Joins | null;
};

/** The session in which an agent is asked that. */
export function comingOf<I>(
  agent: Pick<Agent<I, TSchema>, "role" | "system" | "prompt">,
  model: string,
  input: I,
): Coming {
  return { role: agent.role, model, characters: agent.system(input).length + agent.prompt(input).length };
}

/** What is to be expected of a call that evaluates nothing. */
export const expectedOf = ({ seconds }: Forecast): Expected => ({ seconds, evaluation_seconds: null, evaluations: 0 });
