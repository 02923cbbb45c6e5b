import { LabError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";
import { exampleCall } from "./help.ts";
import type { OpContext } from "./op.ts";
import { parseArgs } from "./parse-args.ts";
import { OPS } from "./registry.ts";

/** Looks an op up, checks its args and runs it. Throws LabError for a call that cannot be made. */
export async function dispatch(call: { op?: unknown; args?: unknown }, context: OpContext): Promise<string> {
  const names = OPS.map(({ name }) => name);
  const wanted = typeof call.op === "string" ? call.op.trim().toLowerCase() : "";
  const op = OPS.find(({ name }) => name === wanted);
  if (!op) {
    const near = wanted === "" ? [] : nearest(wanted, names);
    const found = call.op === undefined ? "nothing" : JSON.stringify(call.op).slice(0, 60);
    throw new LabError(
      `Cannot tell what to do: op must be one of ${names.join(", ")}, found ${found}${near.length > 0 ? `; the nearest: ${near.join(", ")}` : ""}.`,
      { advice: `For example ${exampleCall("run", OPS[0]?.example ?? {})}` },
    );
  }
  return op.run(parseArgs(op, call.args), context);
}
