import type { PanelNote } from "../../artifacts/note.ts";
import type { Panel, Task } from "../../artifacts/task.ts";
import { cellsOfCopies, controlsLack } from "../../experiment/controls.ts";
import type { Lab } from "../../prompting/lab.ts";
import { forecast } from "../../stages/forecast.ts";
import type { Remaining } from "../../stages/stage.ts";
import { running } from "../../stages/stages.ts";

/**
 * What planted copies add to what is still to be asked, `asked` of them; where none are wanted, what they would add, and
 * where the plan cannot have them that it was wanted. Nothing where there is nothing to ask of them any more.
 */
export async function controlNotes(
  lab: Lab,
  plan: Panel & Pick<Task, "control">,
  remaining: Remaining,
): Promise<PanelNote[]> {
  const score_samples = lab.config.review.quantitative.samples;
  const wanted = { ...plan, criteria: remaining.criteria, score_samples };
  const isScoring = plan.reviewers.some(({ parts }) => parts.includes("score"));
  const lack = isScoring ? controlsLack(wanted, plan.designers.length) : null;
  if (lack !== null) return plan.control === true ? [{ kind: "controls-idle", lack }] : [];
  const own = new Set(plan.designers.map(({ design_id }) => design_id));
  const pending =
    plan.control === true
      ? remaining.pending.filter((work) => !own.has(work.design_id))
      : cellsOfCopies(wanted, plan.designers.length);
  if (pending.length === 0) return [];
  const { sessions, cost, unpriced } = await forecast(lab, running, { ...remaining, topic: null, pending });
  return [{ kind: "controls", asked: plan.control === true, sessions, cost: unpriced.length > 0 ? null : cost }];
}
