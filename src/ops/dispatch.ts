import { UsageError } from "../errors.ts";
import type { Markdown } from "../text/markdown.ts";
import { callCode, typedCode } from "../text/typed.ts";
import { opsMeant } from "./meant.ts";
import type { HostContext, OpContext, Reply } from "./op.ts";
import { parseArgs } from "./read-args.ts";
import { allOps, OP_NAMES, opNamed } from "./registry.ts";

/** Looks an op up, checks its args and runs it. Throws LabError for a call that cannot be made. */
export async function dispatch(
  given: { op?: unknown; args?: unknown },
  context: HostContext & Pick<OpContext, "outside">,
): Promise<Markdown | Reply> {
  const wanted = typeof given.op === "string" ? given.op.trim().toLowerCase() : "";
  const named = (of: string) => OP_NAMES.find((each) => each === of);
  const name = named(wanted);
  if (name === undefined) {
    const near = wanted === "" ? [] : opsMeant(wanted, await allOps());
    const found = given.op === undefined ? "nothing" : JSON.stringify(given.op).slice(0, 60);
    throw new UsageError(
      `Cannot tell what to do: op must be one of ${OP_NAMES.join(", ")}, found ${found}${near.map((each) => `; ${each}`).join("")}.`,
      {
        advice: `For example ${context.voice === "agent" ? callCode("run", (await opNamed("run")).example) : typedCode("run", "Design a queue")}`,
      },
    );
  }
  const op = await opNamed(name);
  return op.run(await parseArgs(op, given.args, (beside) => opNamed(named(beside) ?? name), context.voice), {
    ...context,
    ops: allOps,
  });
}
