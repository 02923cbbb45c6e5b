import * as z from "zod/mini";
import type { NamedOp, Op } from "./op.ts";

/**
 * The one table of ops, in the order in which help lists them. Each stands in a file of its own, which is loaded by the
 * first call, so that a host can be told of all of them at its start.
 */
const TABLE = {
  brief: async () => (await import("./brief/brief.ts")).brief,
  run: async () => (await import("./run/run.ts")).run,
  generate: async () => (await import("./run/generate.ts")).generate,
  review: async () => (await import("./run/evaluation.ts")).review,
  score: async () => (await import("./run/evaluation.ts")).score,
  judge: async () => (await import("./judge/judge.ts")).judge,
  rank: async () => (await import("./run/rank.ts")).rank,
  refine: async () => (await import("./refine/refine.ts")).refine,
  decide: async () => (await import("./decide/decide.ts")).decide,
  plan: async () => (await import("./plan/plan.ts")).plan,
  tasks: async () => (await import("./tasks/tasks.ts")).tasks,
  guard: async () => (await import("./guard/guard.ts")).guard,
  outcome: async () => (await import("./decide/outcome.ts")).outcome,
  ask: async () => (await import("./ask/ask.ts")).ask,
  show: async () => (await import("./show/show.ts")).show,
  open: async () => (await import("./open.ts")).open,
  compare: async () => (await import("./compare.ts")).compare,
  export: async () => (await import("./export.ts")).exportResult,
  init: async () => (await import("./doctor/init.ts")).init,
  doctor: async () => (await import("./doctor/doctor.ts")).doctor,
  help: async () => (await import("./help.ts")).help,
} satisfies Record<string, () => Promise<Op>>;

export type OpName = keyof typeof TABLE;

export const OP_NAMES = Object.keys(TABLE) as readonly OpName[];

export async function opNamed(name: OpName): Promise<NamedOp> {
  return { name, ...(await TABLE[name]()) };
}

export function allOps(): Promise<NamedOp[]> {
  return Promise.all(OP_NAMES.map(opNamed));
}

const ARGS = { type: "object", description: 'Args of op, as {task: "…"}' } as const;

/** The schema says itself how it reads as JSON Schema: the host's copy of zod does not know a description given to ours. */
function describedArgs() {
  const args = z.looseObject({});
  args._zod.toJSONSchema = () => ARGS;
  return args;
}

/** The tool as a host hands it to the model: what it is for and the names of its ops, of which help tells the rest. */
export function definitionOf(names: readonly string[]) {
  return {
    description: [
      "Several models each design a system for one task, isolated; reviewers judge the designs blind; statistics rank them. run does all of it, show reads what is stored.",
      `Ops: ${names.join(", ")}.`,
      'Call {op:"help"} for what each does, {op:"help",args:{op:"run"}} for its args. Show the person the reply.',
    ].join("\n"),
    /** Names the ops and validates nothing: what is wrong the lab says better than a host. */
    parameters: { op: z.union([z.enum(names), z.string()]), args: z.optional(describedArgs()) },
    /** The same for a host that takes a JSON Schema. */
    input: {
      type: "object",
      properties: { op: { type: "string" }, args: { ...ARGS, additionalProperties: true } },
      required: ["op"],
    } as const,
  };
}

export const DEFINITION = definitionOf(OP_NAMES);
