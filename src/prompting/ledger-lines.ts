import type { Phase } from "../artifacts/failure.ts";
import type { LedgerLine } from "../artifacts/ledger-line.ts";
import { secondsOf } from "../artifacts/provenance.ts";
import type { SessionEvent, SessionResult } from "../session/request.ts";
import type { Assumed } from "./budget.ts";
import type { Lab } from "./lab.ts";

/** Writes one line of an experiment's ledger. */
export type Recorder = (line: Omit<LedgerLine, "at">) => Promise<void>;

/** The same, and the person is told what it says. */
export function telling({ progress }: Pick<Lab, "progress">, record: Recorder): Recorder {
  return (line) => {
    progress.told(line);
    return record(line);
  };
}

/** Who is asked, for what, and under which name. */
export type Asking = {
  phases: Phase[];
  /** provider/model. */
  model: string;
  design_id?: string;
  reviewer_id?: string;
};

/** What every line about one question says. */
type About = Omit<LedgerLine, "at" | "event">;

/** What every line of the ledger says of a question. */
export function aboutAsking({ phases, model, design_id, reviewer_id }: Asking): About {
  return {
    phases,
    ...(design_id !== undefined && { design_id }),
    ...(reviewer_id !== undefined && { reviewer_id }),
    model,
  };
}

/**
 * Writes how a session ended and what it took, or what is assumed of it, a line for each of its violations first.
 * `unkept`: why what was sent and what came back could not be kept.
 */
export async function recordEnd(
  record: Recorder,
  about: About,
  result: SessionResult<unknown>,
  { assumed, unkept }: { assumed: Assumed | null; unkept: string | null },
): Promise<void> {
  const { session_id, violations, attempts, requests, tokens, cost } = result.trace;
  for (const { tool, target, reason } of violations) {
    await record({ ...about, event: "violation", session_id, message: `${tool} ${target}: ${reason}` });
  }
  const ended =
    result.state === "ok"
      ? {
          event: "done" as const,
          ...saying([
            ...(result.lacks.length > 0
              ? [`kept without what was not answered: ${result.lacks.join("; ").slice(0, 500)}`]
              : []),
            ...(unkept === null ? [] : [`what was sent and what came back is not kept: ${unkept.slice(0, 300)}`]),
          ]),
        }
      : {
          event: result.kind === "budget" ? ("budget" as const) : ("failed" as const),
          kind: result.kind,
          message: result.message,
        };
  const took = { attempts, requests, tokens, cost, ...(assumed && { assumed }), seconds: secondsOf(result.trace) };
  await record({ ...about, ...ended, session_id, ...took });
}

const saying = (notes: readonly string[]) => (notes.length > 0 ? { message: notes.join("; ") } : {});

/** The line of something that happened while a session ran. */
export function lineOf(event: SessionEvent): Omit<LedgerLine, "at"> {
  if (event.type === "room") {
    const { provider, sessions } = event;
    return { event: "limit", provider, sessions, message: `${provider} is given ${sessions} at a time` };
  }
  const { type, session_id } = event;
  const line = { event: type, session_id };
  if (event.type === "started") return line;
  if (event.type === "repair") return { ...line, message: event.errors.slice(0, 5).join("; ").slice(0, 500) };
  const message = event.message.slice(0, 300);
  if (event.type === "retry") return { ...line, message };
  return { ...line, attempts: event.attempt, message, gives_up_seconds: Math.ceil(event.gives_up_in / 1000) };
}
