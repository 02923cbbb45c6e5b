import type { PlanTask } from "../../artifacts/plan-task.ts";
import { LabError, UsageError } from "../../errors.ts";
import { type ReadPlan, taskOf } from "../../plan/read-plan.ts";
import { composed } from "../../plan/task-file.ts";
import type { Lab } from "../../prompting/lab.ts";
import type { GuardOn } from "../../store/guard-switch.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import type { OpContext } from "../op.ts";
import { findPlan } from "../tasks/folder.ts";

/** Nobody is asked about folders outside the project, and nothing is shown of what is left out. */
const quiet = (): Pick<OpContext, "permit" | "outside"> => ({
  permit: async () => ({ allowed: false, why: "nobody is asked here" }),
  outside: { said: new Map(), left: [] },
});

/**
 * The task that edits are held to: the one that the person named, else the one that is begun where that is exactly one of
 * the newest plan. Null where there is none, or it cannot be read: the gate works without a plan.
 */
export async function taskFor(
  lab: Lab,
  on: Pick<GuardOn, "task">,
): Promise<{ id: string; name: string; text: string; files: readonly string[] } | null> {
  const plan = await readQuietly(lab);
  const task = plan && (on.task === null ? startedOf(plan) : (plan.all.tasks.get(composed(on.task)) ?? null));
  return task && { id: task.id, name: task.name, text: textOf(task), files: task.files };
}

/** The id of the task that a call names. Throws UsageError where no plan has it. */
export async function findHeldTask(lab: Lab, context: OpContext, id: string): Promise<string> {
  const { plan } = await findPlan(lab, context, {}, "read").catch((error: unknown): never => {
    if (!(error instanceof LabError)) throw error;
    throw new UsageError(`Cannot hold edits to the task ${composed(id)}: ${error.message} Nothing was changed.`, {
      advice: `${typedCode("guard", "on")} (${callCode("guard", { do: "on" })}) works without a plan.`,
    });
  });
  return taskOf(plan, composed(id)).id;
}

async function readQuietly(lab: Lab): Promise<ReadPlan | null> {
  try {
    return (await findPlan(lab, { ...quiet(), home: lab.person.home }, {}, "read")).plan;
  } catch (error) {
    if (error instanceof LabError) return null;
    throw error;
  }
}

/** How one knows that it is done, then what its file says of it. */
const textOf = ({ done_when, body }: PlanTask): string =>
  [done_when.map((each) => `- ${each}`).join("\n"), body.trim()].filter((each) => each !== "").join("\n\n");

function startedOf({ all }: ReadPlan): PlanTask | null {
  const [first, ...others] = [...all.tasks.values()].filter(({ status }) => status === "in-progress");
  return others.length === 0 ? (first ?? null) : null;
}
