import type { Failure } from "../../artifacts/failure.ts";
import type { Note } from "../../artifacts/note.ts";
import { PARTS } from "../../artifacts/task.ts";
import { cellsToAsk } from "../../experiment/cells.ts";
import { judgedIn } from "../../experiment/rounds.ts";
import { type View, viewOf } from "../../experiment/view.ts";
import type { PayingLab } from "../../prompting/lab.ts";
import type { Experiment } from "../../store/experiment.ts";
import { generateDesigns } from "../designs/generate.ts";
import { evaluate } from "../judgement/evaluate.ts";
import { childAuthor } from "./author.ts";

export type RoundWork = { view: View; failures: Failure[]; notes: Note[] };

/**
 * Asks for what is missing of a round: first its children, then, of each that differs from what it was made of, the
 * evaluations of it and of its parents. `view` is the experiment's, without the round where it is new. Nobody waits for what
 * follows once all are written, which is `ready`.
 */
export async function workOnRound(
  lab: PayingLab,
  view: View,
  round: Experiment,
  ready: (written: View) => Promise<void> = async () => {},
): Promise<RoundWork> {
  const before = await viewOf(round);
  const made = await generateDesigns(lab, before, undefined, await childAuthor(lab, view, before));
  const written = await viewOf(round);
  const judged = judgedIn(written);
  const all = cellsToAsk(round.task, written.artifacts, { parts: PARTS });
  const cells = all.filter(({ design_id }) => judged.has(design_id));
  const stopped = lab.signal.aborted || lab.budget.stopped() !== null;
  const following = stopped ? null : ready(written);
  const evaluated = stopped || cells.length === 0 ? null : await evaluate(lab, written, cells);
  await following;
  return {
    view: await viewOf(evaluated?.experiment ?? round),
    failures: [...made.failures, ...(evaluated?.failures ?? [])],
    notes: [...made.notes, ...(evaluated?.notes ?? [])],
  };
}

/** What of a round is missing that can be asked for: children that are not there, and evaluations of what is judged. */
export function missingOf(round: View): View["status"]["pending"] {
  const judged = judgedIn(round);
  return round.status.pending.filter((work) => work.kind === "design" || judged.has(work.design_id));
}
