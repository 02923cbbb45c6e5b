import type { PlanTask } from "../../artifacts/plan-task.ts";
import type { Lab } from "../../prompting/lab.ts";
import { readGuard } from "../../store/guard-switch.ts";
import { doneUngreen, mayBeDone } from "../../story/guard.ts";
import type { Sentence } from "../../story/sentence.ts";
import { typedCode } from "../../text/typed.ts";
import type { OpContext } from "../op.ts";
import { asPerson } from "../person/as-person.ts";
import { readLog, switchOf, testsNow } from "./status.ts";

/**
 * A task is done with its tests green, or with a person's word, while the gate is on. What is to be said of one that is
 * done without; null where it is off, or they are. Throws LabError where the person does not say yes.
 */
export async function confirmDone(
  lab: Lab,
  context: OpContext,
  { id, name }: Pick<PlanTask, "id" | "name">,
): Promise<Sentence | null> {
  const on = await readGuard(switchOf(lab));
  if (on === null) return null;
  const state = await testsNow(lab, on, await readLog(lab).catch(() => []));
  if (state.state === "green") return null;
  await asPerson(context, {
    pattern: `tasks done ${id}`,
    question: mayBeDone(id, name, state, on.terms),
    not: "Not done",
    advice: `Have the tests run, and call it again where they pass; or type it yourself on the host's screen: ${typedCode("tasks", "done", id)}.`,
  });
  return doneUngreen(state, on.terms);
}
