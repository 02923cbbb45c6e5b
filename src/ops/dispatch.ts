import { LabError } from "../errors.ts";
import { call } from "../text/call.ts";
import type { Markdown } from "../text/markdown.ts";
import { nearest } from "../text/nearest.ts";
import type { OpContext, Reply } from "./op.ts";
import { parseArgs } from "./parse-args.ts";
import { OPS } from "./registry.ts";

/** Looks an op up, checks its args and runs it. Throws LabError for a call that cannot be made. */
export async function dispatch(given: { op?: unknown; args?: unknown }, context: OpContext): Promise<Markdown | Reply> {
  const names = OPS.map(({ name }) => name);
  const wanted = typeof given.op === "string" ? given.op.trim().toLowerCase() : "";
  const op = OPS.find(({ name }) => name === wanted);
  if (!op) {
    const near = wanted === "" ? [] : nearest(wanted, names);
    const found = given.op === undefined ? "nothing" : JSON.stringify(given.op).slice(0, 60);
    throw new LabError(
      `Cannot tell what to do: op must be one of ${names.join(", ")}, found ${found}${near.length > 0 ? `; the nearest: ${near.join(", ")}` : ""}.`,
      { advice: `For example ${call("run", OPS[0]?.example ?? {})}` },
    );
  }
  return op.run(parseArgs(op, given.args), context);
}
