import { Type } from "@sinclair/typebox";
import type { Ranking } from "../../artifacts/ranking.ts";
import { MAX_BECAUSE, MAX_NAME } from "../../artifacts/said-bounds.ts";
import { LabError, UsageError } from "../../errors.ts";
import { type View, viewOf } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { renewResults } from "../../stages/files.ts";
import type { Experiment } from "../../store/experiment.ts";
import { isLocked } from "../../store/lock.ts";
import { clean } from "../../text/clean.ts";
import { truncate } from "../../text/truncate.ts";
import { typedCode } from "../../text/typed.ts";
import type { OpContext } from "../op.ts";
import { openToWrite } from "../paths/outside.ts";

export const textArg = (description: string) => Type.Optional(Type.String({ maxLength: MAX_BECAUSE, description }));
export const byArg = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: MAX_NAME, description }));

/** Columns of a reason in a question: what a person approves is what is kept. */
const ASKED = 300;

/** What a person says, as it is kept. */
export const wordsOf = (given: string | undefined): string => clean(given ?? "").text.trim();

/** An agent's words become the person's own by a yes to all of them. */
export function refuseUnshown({ typed }: OpContext, { caller }: Lab, name: string, given: string | undefined): void {
  const text = wordsOf(given);
  // On a page the person wrote them.
  if (typed !== null || caller.agreed !== undefined || truncate(text, ASKED) === text) return;
  throw new UsageError(
    `Cannot ask the person: ${name} has ${text.length} characters; at most ${ASKED} columns are needed, for a person is shown them all. Nothing was written.`,
    { advice: "Say it in fewer words; the person can type a longer reason." },
  );
}

/** To decide waits for no model, and takes the folder for a moment: a run that is on keeps it. */
export async function openIdle(lab: Lab, context: OpContext, named: string | undefined): Promise<Experiment> {
  const experiment = await openToWrite(lab, context, named);
  const { dir, task } = experiment;
  if (!(await isLocked(dir))) return experiment;
  throw new LabError(`A run is at work on ${task.experiment_id}: its designs may change. Nothing was decided.`, {
    advice: `Wait for it to end, or stop it; ${typedCode("show", task.experiment_id, "ledger")} tells where it stands.`,
  });
}

/** How a person is asked whether a decision, or what is said of it, is theirs. */
export const asking = ({ task: { experiment_id: id } }: Experiment, question: string) => ({
  pattern: id,
  question,
  not: "Not decided",
  advice: `Type it yourself on the host's screen: ${typedCode("decide", id)} says how.`,
  details: { experiment: id },
});

/** The experiment with its decision, and its pages made anew, for it stands at their top. */
export async function renewPages(lab: Lab, { experiment }: View, ranking: Ranking | null): Promise<View> {
  const view = await viewOf(experiment);
  if (ranking) await renewResults(view, ranking, lab.config);
  return view;
}
