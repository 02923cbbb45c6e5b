import type { Design } from "../artifacts/design.ts";
import { LabError, UsageError } from "../errors.ts";
import { designsNamed } from "../experiment/named.ts";
import type { View } from "../experiment/view.ts";
import type { Lab } from "../prompting/lab.ts";
import type { Source } from "../stages/plan/make.ts";
import { pathOf } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { typed } from "../text/typed.ts";
import type { OpContext } from "./op.ts";
import { openToWrite, openWith } from "./outside.ts";
import type { PlanArgs } from "./plan.ts";

/** The experiment that is planned; the newest with a plan or a decision when the call says nothing. Throws LabError. */
export async function opened(lab: Lab, context: OpContext, reference: string | undefined): Promise<Experiment> {
  if (reference !== undefined) return openToWrite(lab, context, reference);
  const found = await openWith(lab, context, undefined, { kinds: ["plan", "decision"], intent: "work" });
  if (found !== null) return found;
  throw new UsageError("Cannot plan: needed is an experiment with a decision, found none. Nothing was asked.", {
    advice: `${typed("decide")} decides for a design; ${typed("plan", "latest", "A")} plans design A of the newest experiment without a decision.`,
  });
}

/** Throws LabError for a decision or a plan that is there and cannot be used. */
export function refuseUnusable({ artifacts: { problems }, experiment: { dir } }: View): void {
  const own = problems.filter(({ path }) => path === pathOf(dir, "plan") || path === pathOf(dir, "decision"));
  if (own.length === 0) return;
  throw new LabError("Cannot plan: what was decided or planned before cannot be read. Nothing was asked.", {
    problems: own,
    advice: "Mend that file, or move it away.",
  });
}

/** What is to be planned: the design that the call names, that of the plan which is there, or the decided one. */
export function sourceOf(view: View, { design: name, anew }: PlanArgs): Source {
  const { decided, planned, experiment, artifacts, status } = view;
  const id = experiment.task.experiment_id;
  const designOf = (design_id: string): Design => {
    const design = artifacts.designs.find((each) => each.design_id === design_id);
    if (design) return design;
    throw new UsageError(`Cannot plan: the design ${design_id} is not there any more. Nothing was asked.`, {
      advice: `${typed("decide", id)} says what can be decided for.`,
    });
  };
  const sourceFor = (design: Design): Source => {
    const decision = decided?.decision.design_id === design.design_id ? decided.decision : null;
    return { design, decided_at: decision?.decided_at ?? null, because: decision?.because ?? "" };
  };
  if (name !== undefined) {
    const [design, ...others] = designsNamed(experiment.task, artifacts.designs, [name], status.failures);
    if (design !== undefined && others.length === 0) return sourceFor(design);
    throw new UsageError(
      `Cannot plan ${JSON.stringify(name.slice(0, 100))}: it names ${1 + others.length} designs. Nothing was asked.`,
    );
  }
  if (planned && !anew) return sourceFor(designOf(planned.plan.design_id));
  const decision = decided?.decision;
  if (decision?.design_id) return sourceFor(designOf(decision.design_id));
  throw new UsageError(
    decision
      ? `Cannot plan ${id}: it was decided for none of its designs. Nothing was asked.`
      : `Cannot plan ${id}: nothing is decided there yet. Nothing was asked.`,
    {
      advice: `${typed("decide", id, "A", '"why"')} decides for design A; ${typed("plan", id, "A")} plans it without a decision.`,
    },
  );
}

/** Another design than the planned one, or a plan that was approved or is stale and is to be made again. */
export function isFresh({ planned }: View, { design }: Source, { anew }: PlanArgs): boolean {
  if (planned === null || planned.plan.design_id !== design.design_id) return true;
  return anew === true && (planned.plan.approved !== null || planned.stands !== "as-planned");
}
