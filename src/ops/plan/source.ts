import { LabError, UsageError } from "../../errors.ts";
import { insteadOf } from "../../experiment/basis.ts";
import { designIn, designsMeant } from "../../experiment/rounds.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import type { PlanSource } from "../../stages/plan/proposal.ts";
import { pathOf } from "../../store/artifacts.ts";
import type { Experiment } from "../../store/experiment.ts";
import { unmarked } from "../../story/sentence.ts";
import { UNSEEN } from "../../story/unseen.ts";
import { typedCode } from "../../text/typed.ts";
import type { OpContext } from "../op.ts";
import { openWith } from "../paths/outside.ts";
import type { PlanArgs } from "./plan.ts";

/** The newest experiment with a plan or a decision. Throws LabError. */
export async function openPlanned(lab: Lab, context: OpContext): Promise<Experiment> {
  const found = await openWith(lab, context, undefined, { kinds: ["plan", "decision"], intent: "work" });
  if (found !== null) return found;
  throw new UsageError("Cannot plan: needed is an experiment with a decision, found none. Nothing was asked.", {
    advice: `${typedCode("decide")} decides for a design; ${typedCode("plan", "latest", "A")} plans design A of the newest experiment without a decision.`,
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

const insteadIn = ({ experiment: { task }, artifacts }: View) => insteadOf({ task, artifacts });

/** A design as it is planned, with the reason where it was decided for. Throws LabError where it is not there. */
export function sourceOf(view: View, design_id: string): PlanSource {
  const { decided, experiment } = view;
  const instead = insteadIn(view);
  if (instead?.text.design_id === design_id)
    return { design: instead.text, rests_on: instead.rests_on, decided_at: null, because: "" };
  const design = designIn(view, design_id);
  if (design === undefined) {
    throw new UsageError(`Cannot plan: the design ${design_id} is not there any more. Nothing was asked.`, {
      advice: `${typedCode("decide", experiment.task.experiment_id)} says what can be decided for.`,
    });
  }
  // What nobody here saw decided is no reason.
  const decision = decided?.seen.decision && decided.decision.design_id === design_id ? decided.decision : null;
  return { design, rests_on: null, decided_at: decision?.decided_at ?? null, because: decision?.because ?? "" };
}

/**
 * The design that is planned where nothing is planned yet, or in the place of the plan that is there; null where that
 * plan is meant. Throws LabError where a plan of another design would go without a word.
 * @param isRejected Whether a person rejected the plan and said nothing to it.
 */
export function newSource(view: View, given: PlanArgs, isRejected: boolean): PlanSource | null {
  const { planned, experiment } = view;
  if (planned === null) return sourceOf(view, designMeant(view, given));
  if (given.design === undefined && !given.anew) return null;
  const { plan, stands } = planned;
  const source = sourceOf(view, designMeant(view, given));
  const isSame = plan.design_id === source.design.design_id;
  if (given.anew) {
    const isOver = plan.approved !== null || stands !== "as-planned" || isRejected;
    return isSame && !isOver ? null : source;
  }
  if (isSame) return null;
  const id = experiment.task.experiment_id;
  throw new UsageError(
    `Cannot plan ${given.design}: the design ${view.names.designs.get(plan.design_id) ?? plan.design_id} is planned already${plan.place === null ? "" : `, and its tasks lie in ${plan.place.path}`}. Nothing was asked.`,
    {
      advice: `${typedCode("plan", id, given.design ?? "", "--anew")} plans it in the place of that; task files that are there stay.`,
    },
  );
}

/** The id of the design that a call means: the one that it names, that of a plan to be made anew, or the decided one. */
function designMeant(view: View, { design: name }: PlanArgs): string {
  const { decided, planned, experiment, names } = view;
  const id = experiment.task.experiment_id;
  if (name !== undefined) {
    const [design, ...others] = designsMeant(view, [name]);
    if (design !== undefined && others.length === 0) return design.design_id;
    throw new UsageError(
      `Cannot plan ${JSON.stringify(name.slice(0, 100))}: it names ${1 + others.length} designs. Nothing was asked.`,
    );
  }
  if (planned?.stands === "as-planned" || planned?.stands === "changed") return planned.plan.design_id;
  if (decided?.decision.design_id && decided.seen.decision) return decided.decision.design_id;
  if (decided?.decision.design_id) {
    const letter = names.designs.get(decided.decision.design_id) ?? decided.decision.design_id;
    throw new UsageError(
      `Cannot plan ${id}: it is decided for ${letter} ${unmarked(UNSEEN, String)}. Nothing was asked.`,
      {
        advice: `${typedCode("decide", id, letter)} decides so, ${typedCode("plan", id, letter)} plans it without a decision.`,
      },
    );
  }
  const instead = insteadIn(view);
  // Where somebody designed, one of the designs is meant.
  if (instead !== null && decided === null && view.artifacts.designs.length === 0) return instead.text.design_id;
  throw new UsageError(
    decided
      ? `Cannot plan ${id}: it was decided for none of its designs. Nothing was asked.`
      : `Cannot plan ${id}: nothing is decided there yet. Nothing was asked.`,
    {
      advice: `${typedCode("decide", id, "A", '"…"')} decides for design A; ${typedCode("plan", id, "A")} plans it without a decision.`,
    },
  );
}
