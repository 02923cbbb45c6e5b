import { join } from "node:path";
import { givingWay, type TaskPlan } from "../../artifacts/task-plan.ts";
import { UsageError } from "../../errors.ts";
import type { View } from "../../experiment/view.ts";
import { readFolder } from "../../plan/folder.ts";
import { composed } from "../../plan/task-file.ts";
import type { Lab } from "../../prompting/lab.ts";
import { canGiveWay, type Expand, formerOf, MIN_PARTS, roomFor } from "../../stages/plan/expand.ts";
import type { PlanStep } from "../../stages/plan/proposal.ts";
import { readRegular } from "../../store/read.ts";
import { listText } from "../../text/numbers.ts";
import { typedCode } from "../../text/typed.ts";
import { found } from "../../text/wording.ts";
import { folderOf } from "./place.ts";
import type { PlanArgs } from "./plan.ts";

/** A task as it stands now: as its file has it, and the ids that are taken beside those of the plan. */
export async function lookAtTask(
  lab: Lab,
  { experiment }: View,
  plan: TaskPlan,
  id: string,
): Promise<Omit<Expand, "former">> {
  const former = formerOf(plan, id).map((task) => task.id);
  const planned = [id, ...plan.tasks.map((task) => task.id).filter((each) => !former.includes(each))];
  if (plan.place === null) return { id, text: null, taken: planned };
  const { path } = await folderOf(lab, experiment, plan.place);
  const { tasks } = await readFolder(path);
  const task = tasks.find((each) => each.id === id);
  const read = task && (await readRegular(join(path, task.file), path));
  const taken = new Set([...planned, ...tasks.map((each) => each.id.toLowerCase())]);
  return { id, text: read?.state === "ok" ? read.value : null, taken: [...taken] };
}

/**
 * The id of the task that a call has broken into parts; null where it names none, or where its parts wait already. Throws
 * UsageError where it cannot be broken up now, before anything is asked.
 */
export async function toExpand(lab: Lab, view: View, given: PlanArgs, step: PlanStep): Promise<string | null> {
  if (given.expand === undefined) return null;
  const id = composed(given.expand.trim());
  const { planned, experiment } = view;
  const named = experiment.task.experiment_id;
  const refuse = (why: string, advice: string): never => {
    throw new UsageError(`Cannot break up ${found(id)}: ${why}. Nothing was asked.`, { advice });
  };
  const beside = (["design", "anew", "where"] as const).filter((name) => given[name] !== undefined);
  if (beside.length > 0)
    refuse(`${listText(beside)} is given beside it`, `${typedCode("plan", "expand", id, named)} is all of it.`);
  if (planned === null) return refuse("nothing is planned yet", `${typedCode("plan", named)} makes a plan.`);
  const { plan, stands } = planned;
  if (stands !== "as-planned")
    refuse("the plan is not that of today's design", `${typedCode("plan", named)} says why.`);
  const { expansion } = plan;
  if (expansion && plan.approved === null && expansion.task === id) return null;
  const advice = `${typedCode("plan", named)} goes on with it.`;
  const gone = givingWay(plan);
  if (gone) refuse(`the parts of ${gone.task} wait for an approval, and come first`, advice);
  if (step.do === "revise") refuse("the plan was sent back, and is to be changed first", advice);
  const known = plan.tasks.map((task) => task.id);
  const folder = plan.place && (await readFolder((await folderOf(lab, experiment, plan.place)).path));
  const task = folder?.tasks.find((each) => each.id === id);
  if (task && !known.includes(id))
    refuse("it was not planned here: its file is somebody's own", "Break it up by hand, in files of the same folder.");
  if (!known.includes(id) || (folder && !task))
    refuse(
      "the plan has no such task",
      `Its tasks: ${known.filter((each) => !folder || folder.tasks.some((one) => one.id === each)).join(", ")}.`,
    );
  if (task && !canGiveWay(task)) {
    const done = task.status === "completed";
    refuse(
      `it is ${task.status ?? "of no known status"}, and only what nobody has begun can give way to others`,
      done
        ? `What is left of it is a task of its own: write it as a file of the same folder.`
        : `${typedCode("tasks", named, "failed", id, '"…"')} says that it did not work out; it can be broken up then.`,
    );
  }
  if (roomFor(plan) < MIN_PARTS) refuse("the plan has as many tasks as one can have", "Write the parts by hand.");
  return id;
}
