import { UsageError } from "../errors.ts";
import type { OpContext } from "./op.ts";

/**
 * Throws unless what a call does is the person's word: a typed line, or a yes to the host's question, a whole sentence.
 * @param pattern What a host shows of it, and may have a rule for.
 */
export async function asPerson(context: OpContext, pattern: string, question: string): Promise<void> {
  if (context.typed !== null) return;
  const permission = await context.permit({ permission: "designlab_approve", pattern, question, details: {} });
  if (permission.allowed) return;
  throw new UsageError(`Not taken: ${permission.why}. An agent's call is no person's word. Nothing was changed.`, {
    advice: "The person says it on the page, or types the line on the screen.",
  });
}
