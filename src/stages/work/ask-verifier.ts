import type { FailureKind } from "../../artifacts/failure.ts";
import type { LedgerLine } from "../../artifacts/ledger-line.ts";
import { askAgent, type ModelAnswer } from "../../prompting/ask.ts";
import type { PayingLab } from "../../prompting/lab.ts";
import { type EditVerdict, type VerifierInput, verifierAgent } from "./verifier.ts";

/** Seconds that an edit waits for a model. */
const MOST_SECONDS = 10;
/** Of these, what is left to a host that does not give back when its time is up. */
const TO_GIVE_UP = 0.5;

/** What a model said of an edit, or why it said nothing; and what that took, null where the price is unknown. */
export type Looked = { verdict: EditVerdict | { failed: FailureKind }; cost: number | null };

/** Asks about one edit. Never throws, and never takes longer than its seconds, whatever model, host or lab does. */
export async function askVerifier(
  lab: PayingLab,
  model: string,
  input: VerifierInput,
  seconds = MOST_SECONDS,
): Promise<Looked> {
  const stopping = new AbortController();
  let cost: number | null = 0;
  const record = async (line: Omit<LedgerLine, "at">): Promise<void> => {
    if (line.cost !== undefined) cost = line.cost ?? line.assumed?.cost ?? null;
  };
  const question = { input, model, phases: ["verify" as const], timeout: seconds - TO_GIVE_UP };
  const asked = askAgent(
    { ...lab, signal: AbortSignal.any([lab.signal, stopping.signal]) },
    record,
    verifierAgent,
    question,
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), seconds * 1000);
  });
  const answer = await Promise.race([asked.catch(() => DEFECT), late]).finally(() => clearTimeout(timer));
  if (answer === null) stopping.abort();
  // Nothing was said of what a question costs that goes on.
  const known = answer !== null || cost !== 0;
  return { verdict: verdictOf(answer), cost: known ? cost : null };
}

const DEFECT = { state: "failed", kind: "defect" } as const;

function verdictOf(answer: ModelAnswer<EditVerdict> | typeof DEFECT | null): Looked["verdict"] {
  if (answer === null) return { failed: "timeout" };
  return answer.state === "ok" ? answer.value : { failed: answer.kind };
}
