import { createHash } from "node:crypto";
import type { Forecast } from "../../artifacts/cost.ts";
import { LabError, UsageError } from "../../errors.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { forecast } from "../../stages/forecast.ts";
import type { PlanChange } from "../../stages/plan/planner.ts";
import { type PlanSource, type PlanStep, plannerInput } from "../../stages/plan/proposal.ts";
import { planning } from "../../stages/plan/stage.ts";
import { OTHER_SINCE } from "../../story/live-decide.ts";
import type { OfferedTasks, PlanOffer } from "../../story/live-plan.ts";
import type { OpContext } from "../op.ts";
import { placeMeant } from "./place.ts";

/** What a planner is asked: a design, and what is to change of a plan of it; null for a new one. */
export type PlannerCall = { source: PlanSource; change: PlanChange | null; model: string };

export const inputOf = (lab: Lab, { experiment }: View, { source, change }: PlannerCall) =>
  plannerInput(lab, experiment, source, change, "nonce000");

type Step = { step: PlanStep | { do: "end" }; asked: PlannerCall | null; numbers: Forecast | null };

/** What a page offers of a plan, with the hash that a yes is bound to; null where a person, or nobody, has the next word. */
export async function planOffer(
  lab: Lab,
  context: OpContext,
  view: View,
  { step, asked, numbers: expected }: Step,
): Promise<PlanOffer | null> {
  const { names, experiment, artifacts } = view;
  const called = (id: string) => names.designs.get(id) ?? id;
  const bound = (rests: unknown, shown: object): string =>
    createHash("sha256")
      .update(JSON.stringify([experiment.dir, rests, shown, lab.config]))
      .digest("hex");
  if ((step.do === "make" || step.do === "revise") && asked !== null && expected !== null) {
    const { design } = asked.source;
    const shown = { step: step.do, letter: called(design.design_id), tasks: 0, forecast: expected, place: null };
    return { sha256: bound([withoutChance(inputOf(lab, view, asked)), asked.model], shown), ...shown };
  }
  const { plan } = artifacts;
  if (step.do !== "write" || plan === undefined) return null;
  const letter = called(plan.design_id);
  const place = await tasksPlace(lab, context, view);
  const shown = { step: step.do, letter, tasks: plan.tasks.length, forecast: null, place };
  return { sha256: bound([plan, step.approval?.answer ?? null], shown), ...shown };
}

/** What a planner is told, without what an experiment that is not made yet has by the clock and by chance. */
const withoutChance = (input: object): object => ({ ...input, created_at: undefined, seed: undefined });

/** Throws UsageError where a person said yes on a page to something else than what is to be done. */
export async function refuseOtherPlan(
  lab: Lab,
  context: OpContext,
  view: View,
  { step, asked, isNamed }: Pick<Step, "step" | "asked"> & { isNamed: boolean },
): Promise<void> {
  const { agreed } = lab.caller;
  if (agreed === undefined) return;
  const numbers =
    asked && (await forecast(lab, planning, { input: inputOf(lab, view, asked), model: asked.model, named: isNamed }));
  const offer = await planOffer(lab, context, view, { step, asked, numbers });
  if (agreed !== offer?.sha256) throw new UsageError(OTHER_SINCE);
}

/** Where the tasks would go that nobody named a place for; why into no folder of the project. */
async function tasksPlace(lab: Lab, context: OpContext, view: View): Promise<OfferedTasks> {
  const { plan } = view.artifacts;
  if (plan === undefined) throw new Error("Nothing is planned");
  const begun = plan.place !== null;
  try {
    const at = await placeMeant(lab, context, view, { plan, where: undefined });
    return { folder: at.in === "project" ? at.path : null, why: "", begun };
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    return { folder: null, why: error.message, begun };
  }
}
