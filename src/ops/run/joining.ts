import type { Panel, Seated, Task } from "../../artifacts/task.ts";
import { personaNamed } from "../../config/personas.ts";
import { castSeats, seatedOf } from "../../config/seats.ts";
import { briefChanged } from "../../experiment/brief.ts";
import { controlsToCome } from "../../experiment/controls.ts";
import { withEntrants } from "../../experiment/entrants.ts";
import { withDesigners } from "../../experiment/panel.ts";
import { statusOf } from "../../experiment/status.ts";
import { viewOf } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { thriftNotes } from "../../stages/judgement/look.ts";
import { openRound } from "../../stages/refine/stage.ts";
import type { Remaining } from "../../stages/stage.ts";
import type { Experiment } from "../../store/experiment.ts";
import { names, type StartArgs, seats } from "../args.ts";
import type { OpContext } from "../op.ts";
import { refuseNobody, refuseSetupArgs } from "../refusals.ts";
import { designsAnew, withoutDesigns } from "./again.ts";
import { controlNotes } from "./control-notes.ts";
import { joinsOf, readEntering } from "./entering.ts";
import { personaNotes } from "./persona-notes.ts";
import type { PlannedCall } from "./planned.ts";

/** What reviewers score, all and each by their persona. */
export const scoredBy = ({ criteria, personas }: Task): Pick<Remaining, "criteria" | "personas"> => ({
  criteria,
  ...(personas && { personas }),
});

/** Who is to design beside those of a plan that is there. */
export function designersNamed(lab: Lab, { designers }: Pick<Panel, "designers">, given: StartArgs): Seated[] {
  const personas = (names(given.designers) ?? []).map((name) => personaNamed(lab, name, "designer"));
  const models = designers.filter(({ entrant }) => entrant === undefined).map(({ model }) => model);
  return [...seats(given.design_models).map(seatedOf), ...castSeats(personas, models, lab.chosen)];
}

/** What a call comes to that goes on with an experiment. */
export async function planAgain(
  lab: Lab,
  context: OpContext,
  given: StartArgs,
  experiment: Experiment,
): Promise<PlannedCall> {
  refuseSetupArgs(experiment, given);
  await refuseNobody(experiment);
  const entering = await readEntering(lab, context, given);
  const joining = designersNamed(lab, experiment.task, given);
  const named = joining.map(({ model }) => model);
  const { designers: asked, ...played } = await withDesigners(lab, experiment.task, joining);
  const { reviewers } = experiment.task;
  const designers = await withEntrants(lab, { designers: asked, reviewers }, entering);
  const { thrifty = experiment.task.thrifty ?? false, control = experiment.task.control ?? false } = given;
  const task = { ...experiment.task, designers, ...played, thrifty, control };
  const there = await viewOf(experiment);
  const anew = designsAnew(there, given);
  const view = anew === null ? there : withoutDesigns(there, anew);
  const { artifacts, ledger } = view;
  const pending = [...statusOf(task, artifacts, ledger).pending, ...controlsToCome(view, task)];
  const remaining = { task, ...scoredBy(task), topic: null, pending, named, joins: joinsOf(task, entering) };
  const changed = (await briefChanged(experiment))
    ? [{ kind: "brief-changed" as const, experiment_id: task.experiment_id }]
    : [];
  const notes = [
    ...changed,
    ...openRound(view),
    ...(await personaNotes(lab, task, remaining)),
    ...(artifacts.look ? [] : thriftNotes(task)),
    ...(control || view.controls === null ? await controlNotes(lab, task, remaining) : []),
  ];
  return { experiment, entering, remaining, notes };
}
