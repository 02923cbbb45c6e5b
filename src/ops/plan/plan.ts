import { type Static, type TObject, Type } from "@sinclair/typebox";
import { planned } from "../../command/plan-line.ts";
import { UsageError } from "../../errors.ts";
import { OF_ONE_TASK, PLAN_VIEWS } from "../../plan/answer.ts";
import type { Change } from "../../plan/may.ts";
import { clean } from "../../text/clean.ts";
import { list } from "../../text/numbers.ts";
import { call } from "../../text/typed.ts";
import { experimentArg, flagArg, setupArgs } from "../args.ts";
import { defineOp, type OpContext, type Reply } from "../op.ts";
import { WAIT } from "../person/wait.ts";

/** Characters of a task's id, and of a note. */
const MAX_ID = 64;
const MAX_NOTE = 4_000;

const path = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 4_096, pattern: "^[^\\x00-\\x1f\\x7f]+$", description }));
const taskArg = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: MAX_ID, description }));
const FORMS = ["markdown", "json", "mermaid"] as const;

const args = {
  experiment: experimentArg,
  design: Type.Optional(
    Type.String({
      minLength: 1,
      description: "The design to plan, by letter, design_id or model; the decided one when absent",
    }),
  ),
  model: Type.Optional(
    Type.String({ minLength: 1, description: "provider/model that plans; who wrote the design when absent" }),
  ),
  where: path("Folder of the project for the task files, or experiment; tasks when absent"),
  anew: flagArg("Plans again what is planned already"),
  dir: path("A folder of task files, whoever made it, in place of an experiment's"),
  view: Type.Optional(
    Type.String({ minLength: 1, maxLength: 40, description: `What to show: ${PLAN_VIEWS.join(", ")}` }),
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
  wait: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 3_600,
      description: `Seconds to wait for the person's approval: ${WAIT} where a page can be shown, else 0`,
    }),
  ),
  dry_run: setupArgs.dry_run,
  limits: setupArgs.limits,
};
export type PlanArgs = Static<TObject<typeof args>>;

/** What a call does in place of planning; it asks no model. */
const MODES = ["view", "next", "as", "start", "done", "failed"] as const;
const OF_PLANNING = ["design", "model", "where", "anew", "wait", "dry_run", "limits"] as const;
const CHANGES = { start: "in-progress", done: "completed", failed: "failed" } as const satisfies Record<string, Change>;

/** Breaks the chosen design into tasks that a person approves, and says what to do next from their files. */
export const plan = defineOp({
  summary: "break the chosen design into tasks, and say which to do next and why",
  args,
  example: { experiment: "2026-11-21-durable-task-queue" },
  parts: {
    what: "view",
    names: PLAN_VIEWS,
    args: (view) => ({ view, ...(OF_ONE_TASK.some((each) => each === view) && { task: "store-schema" }) }),
  },
  host: (given) => (given.experiment === undefined || isMode(given) ? undefined : "needed"),
  words: [
    {
      word: "plan",
      usage: "plan [experiment] [next | view | start | done | failed] [task]",
      does: "breaks the chosen design into tasks for your approval; next says what to start, a view such as parallel or critical shows more (plan help names them), start, done and failed change a task",
      names: [...PLAN_VIEWS, "next", "start", "done", "failed"],
      reads: planned(PLAN_VIEWS),
    },
  ],
  async run(given, context) {
    refuseUnclear(given);
    if (!isMode(given)) return (await import("./make.ts")).goOn(context, given);
    const lab = await context.labForReading();
    const change = (["start", "done", "failed"] as const).find((name) => given[name] !== undefined);
    if (change !== undefined) return changed(context, given, change);
    const { exportReply, foundFor, helpReply, viewReply } = await import("./folder.ts");
    if (given.view === "help") return helpReply(given);
    const found = await foundFor(lab, context, given, "read");
    return given.as === undefined ? viewReply(found, given) : exportReply(found, given.as);
  },
});

async function changed(context: OpContext, given: PlanArgs, name: keyof typeof CHANGES): Promise<Reply> {
  const { changeStatus } = await import("./status.ts");
  const note = clean(given.note ?? "").text.trim();
  return changeStatus(await context.labForReading(), context, given, {
    id: given[name] ?? "",
    to: CHANGES[name],
    note,
  });
}

/** What of a folder is asked alone is its next task. */
const isMode = (given: Readonly<Record<string, unknown>>): boolean =>
  given.dir !== undefined || MODES.some((mode) => given[mode] !== undefined);

function refuseUnclear(given: PlanArgs): void {
  const there = (names: readonly (keyof PlanArgs)[]) => names.filter((name) => given[name] !== undefined);
  const refuse = (why: string): never => {
    throw new UsageError(`Cannot plan: ${why}. Nothing was changed.`, {
      advice: `For example ${call("plan", { next: true })}, ${call("plan", { view: "critical" })} or ${call("plan", { start: "store-schema" })}.`,
    });
  };
  const modes = there(MODES);
  if (modes.length > 1) refuse(`${modes.join(" and ")} are given, one at a time is needed`);
  if (given.dir !== undefined && given.experiment !== undefined) refuse("dir and experiment are given, one is needed");
  const planning = there(OF_PLANNING);
  const [mode = "dir"] = modes;
  if (isMode(given) && planning.length > 0)
    refuse(`${planning.join(", ")} ${planning.length === 1 ? "belongs" : "belong"} to planning, found beside ${mode}`);
  if (given.note !== undefined && given.failed === undefined) refuse("note belongs to failed, which is not given");
  if ((given.task ?? given.from) !== undefined && given.view === undefined && given.next === undefined)
    refuse("task and from belong to a view, which is not given");
  const view = PLAN_VIEWS.find((each) => each === (given.next ? "next" : given.view));
  if (given.task !== undefined && view !== undefined && !OF_ONE_TASK.includes(view))
    refuse(`task belongs to ${list([...OF_ONE_TASK])}, found beside ${view}`);
}
