import { type Static, type TObject, Type } from "@sinclair/typebox";
import { planLine } from "../../command/plan-line.ts";
import { UsageError } from "../../errors.ts";
import { OF_ONE_TASK, PLAN_VIEWS } from "../../plan/answer.ts";
import type { StatusChange } from "../../plan/may.ts";
import { clean } from "../../text/clean.ts";
import { listText } from "../../text/numbers.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { experimentArg, pathArg } from "../args.ts";
import { defineOp } from "../op.ts";

/** Characters of a task's id, and of a note. */
const MAX_ID = 64;
const MAX_NOTE = 4_000;

const taskArg = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: MAX_ID, description }));
const FORMS = ["markdown", "json", "mermaid"] as const;

const args = {
  experiment: experimentArg,
  dir: pathArg("A folder of task files, whoever made it, in place of an experiment's"),
  view: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: `What to show, next when absent: ${PLAN_VIEWS.join(", ")}`,
    }),
  ),
  task: taskArg("The task of show, deps and dependents, by its id"),
  from: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: "The row at which a long view begins" }),
  ),
  next: Type.Optional(Type.Literal(true, { description: "What to start now, and why" })),
  start: taskArg("Id of the task that is begun"),
  done: taskArg("Id of the task that is completed"),
  failed: taskArg("Id of the task that failed"),
  note: Type.Optional(
    Type.String({ minLength: 1, maxLength: MAX_NOTE, description: "Beside failed: what went wrong" }),
  ),
  as: Type.Optional(
    Type.Union(
      FORMS.map((form) => Type.Literal(form)),
      { description: "The whole plan for another tool" },
    ),
  ),
};
export type TasksArgs = Static<TObject<typeof args>>;

/** What a call does: one of them, next when none is given. */
const MODES = ["view", "next", "as", "start", "done", "failed"] as const;
const CHANGES = { start: "in-progress", done: "completed", failed: "failed" } as const satisfies Record<
  string,
  StatusChange
>;

/** Says of the files of a plan what to do next and why, and changes how a task stands. Calls no model. */
export const tasks = defineOp({
  summary: "of a plan's task files: which to do next and why, other views, and what is begun, done or failed",
  args,
  beside: "plan",
  reshape: reshapeTasks,
  example: { experiment: "latest", view: "critical" },
  parts: {
    what: "view",
    names: PLAN_VIEWS,
    args: (view) => ({ view, ...(OF_ONE_TASK.some((each) => each === view) && { task: "TASK" }) }),
  },
  words: [
    {
      word: "tasks",
      usage: "tasks [experiment] [next | view | start | done | failed] [task]",
      does: "what to start now, and why; a view such as parallel or critical shows more (tasks help names them), start, done and failed change a task",
      names: [...PLAN_VIEWS, "start", "done", "failed"],
      reads: planLine("tasks", PLAN_VIEWS),
    },
  ],
  async run(given, context) {
    refuseUnclear(given);
    const lab = await context.labForReading();
    const change = (["start", "done", "failed"] as const).find((name) => given[name] !== undefined);
    if (change !== undefined) {
      const { changeStatus } = await import("./status.ts");
      const note = clean(given.note ?? "").text.trim();
      return changeStatus(lab, context, given, { id: given[change] ?? "", to: CHANGES[change], note });
    }
    const { exportReply, findPlan: foundFor, helpReply, viewReply } = await import("./folder.ts");
    if (given.view === "help") return helpReply(given);
    const found = await foundFor(lab, context, given, "read");
    return given.as === undefined ? viewReply(found, given) : exportReply(found, given.as);
  },
});

/** The change of a task where models name it in an argument of its own: {status: "done", task: "x"}. */
function reshapeTasks({ status, action = status, id, ...rest }: Readonly<Record<string, unknown>>) {
  const { task = id, ...others } = rest;
  const wanted = CHANGE_WORDS.find(({ words }) => words.test(String(action)))?.name;
  if (wanted !== undefined && task !== undefined) return { ...others, [wanted]: task };
  return { ...others, ...(task !== undefined && { task }), ...(action !== undefined && { view: action }) };
}

const CHANGE_WORDS = [
  { name: "start", words: /^(?:start|begin|in[-_ ]progress)/iu },
  { name: "done", words: /^(?:done|complete|finish)/iu },
  { name: "failed", words: /^fail/iu },
] as const;

function refuseUnclear(given: TasksArgs): void {
  const refuse = (why: string): never => {
    throw new UsageError(`Cannot run tasks: ${why}. Nothing was changed.`, {
      advice: `For example ${typedCode("tasks")} (${callCode("tasks")}), ${typedCode("tasks", "critical")} (${callCode("tasks", { view: "critical" })}) or ${typedCode("tasks", "start", "TASK")} (${callCode("tasks", { start: "TASK" })}).`,
    });
  };
  const modes = MODES.filter((name) => given[name] !== undefined);
  if (modes.length > 1) refuse(`${modes.join(" and ")} are given, one at a time is needed`);
  if (given.dir !== undefined && given.experiment !== undefined) refuse("dir and experiment are given, one is needed");
  if (given.note !== undefined && given.failed === undefined) refuse("note belongs to failed, which is not given");
  if ((given.task ?? given.from) !== undefined && given.view === undefined && given.next === undefined)
    refuse("task and from belong to a view, which is not given");
  const view = PLAN_VIEWS.find((each) => each === (given.next ? "next" : given.view));
  if (given.task !== undefined && view !== undefined && !OF_ONE_TASK.includes(view))
    refuse(`task belongs to ${listText([...OF_ONE_TASK])}, found beside ${view}`);
}
