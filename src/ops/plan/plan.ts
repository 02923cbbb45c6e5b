import { type Static, type TObject, Type } from "@sinclair/typebox";
import { planLine } from "../../command/plan-line.ts";
import { PLAN_VIEWS } from "../../plan/answer.ts";
import { experimentArg, flagArg, pathArg, setupArgs } from "../args.ts";
import { defineOp } from "../op.ts";
import { WAIT } from "../person/wait.ts";

const args = {
  experiment: experimentArg,
  of: pathArg("In place of an experiment, a document of the project: Markdown or text, planned without any design"),
  design: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        "The design to plan, by letter (one of a round: B2, M1), design_id or model; the decided one when absent",
    }),
  ),
  model: Type.Optional(
    Type.String({ minLength: 1, description: "provider/model that plans; who wrote the design when absent" }),
  ),
  where: pathArg("Folder of the project for the task files, or experiment; tasks when absent"),
  expand: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: "Id of the task to break into 2 to 8 parts, for approval",
    }),
  ),
  anew: flagArg("Plans again what is planned already"),
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

/** Breaks the chosen design, a brief or a document into tasks that a person approves. */
export const plan = defineOp({
  summary: "break the chosen design, an approved brief or a document into tasks, which the person approves",
  args,
  beside: "tasks",
  example: { experiment: "latest" },
  host: (given) => (given.experiment === undefined && given.of === undefined ? undefined : "needed"),
  words: [
    {
      word: "plan",
      usage: "plan [experiment] [A | expand task | --of file]",
      does: "breaks the chosen design, that one, an approved brief or a document into tasks for your approval, or one task into parts; what may follow tasks may follow it too",
      reads: planLine("plan", PLAN_VIEWS),
    },
  ],
  run: async (given, context) => (await import("./make.ts")).goOn(context, given),
});
