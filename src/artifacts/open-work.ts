import { type Static, Type } from "@sinclair/typebox";

/** What a person or a model can do next with an experiment; `nothing`: it is at its end, or nobody has to. */
const STEPS = [
  "answer",
  "brief",
  "approve-brief",
  "run",
  "finish",
  "judge",
  "refine",
  "decide",
  "decide-anew",
  "plan",
  "plan-anew",
  "approve-plan",
  "write-plan",
  "task",
  "outcome",
  "nothing",
] as const;
export type NextStep = (typeof STEPS)[number];

const Text = (maxLength: number) => Type.String({ maxLength });

/** An experiment that is not at its end, as far as one line says it. */
export const OpenWork = Type.Object({
  id: Text(4_096),
  dir: Text(4_096),
  topic: Text(2_000),
  step: Type.Union(STEPS.map((step) => Type.Literal(step))),
  /** Questions that wait for the person. */
  questions: Type.Integer({ minimum: 0 }),
  /** The id of the task that is next. */
  task: Type.Union([Text(200), Type.Null()]),
});
export type OpenWork = Static<typeof OpenWork>;
