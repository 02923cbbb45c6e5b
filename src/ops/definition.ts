import * as z from "zod/mini";
import { SUMMARIES } from "./summaries.ts";

/** The tool's description: what it is for and every op in a line. */
export const DESCRIPTION = [
  "Several models each design a system for one task, isolated; reviewers judge the designs blind; statistics rank them. Ops:",
  ...Object.entries(SUMMARIES).map(([name, summary]) => `${name}: ${summary}`),
  'Call {op:"help",args:{op:"run"}} for args. Show the person the reply.',
].join("\n");

/** What the host hands to the model as the tool's parameters. It validates nothing: the op does. */
export const PARAMETERS = {
  op: z.enum(Object.keys(SUMMARIES)),
  args: z.optional(z.looseObject({})),
};

/** The same for a host that checks the arguments: it leaves to the op what the op can say better. */
export const INPUT_SCHEMA = {
  type: "object",
  properties: { op: { type: "string" }, args: { type: "object", additionalProperties: true } },
  required: ["op"],
} as const;
