import type { Static, TSchema } from "@sinclair/typebox";
import type { FailureKind } from "../artifacts/failure.ts";
import type { Agent } from "./agent.ts";
import { type Answer, ask, type Question } from "./ask.ts";
import type { PayingLab } from "./lab.ts";
import type { Recorder } from "./ledger-lines.ts";

/** Who is asked when the model of a question failed; a reviewer has its own name in the ledger. */
export type StandIn = { model: string; reviewer_id?: string };

/** Failures that another model would share, or that end the run. */
const FINAL: readonly FailureKind[] = ["aborted", "budget", "isolation_violation"];

/**
 * Asks the model of a question and, while one fails for good, the next of `others`, which are taken one at a time so
 * that what happened meanwhile counts. The answer of another names the model that was to give it. A failure is that of
 * the question's own model, with what the last other one said.
 */
export async function askInTurn<Input, S extends TSchema>(
  lab: PayingLab,
  record: Recorder,
  agent: Agent<Input, S>,
  question: Question<Input>,
  others: Iterable<StandIn>,
): Promise<Answer<Static<S>>> {
  const { model: requested } = question;
  const available = await lab.available();
  let answer = await ask(lab, record, agent, question);
  if (answer.state === "ok" || FINAL.includes(answer.kind)) return answer;
  for (const other of others) {
    // A fallback whose provider is not connected any more must not end what others are being paid for.
    if (!available.some(({ id }) => id === other.model)) continue;
    answer = await ask(lab, record, agent, { ...question, ...other });
    if (answer.state === "ok") {
      return { ...answer, provenance: { ...answer.provenance, requested_model: requested } };
    }
    answer = { ...answer, model: requested, message: `its fallback ${other.model}: ${answer.message}` };
    if (FINAL.includes(answer.kind)) return answer;
  }
  return answer;
}

/** The configured fallbacks of a model, in order. */
export function* fallbacksOf({ config }: Pick<PayingLab, "config">, model: string): Iterable<StandIn> {
  for (const fallback of config.fallback_models[model] ?? []) yield { model: fallback };
}
