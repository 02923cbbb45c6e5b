import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Agent } from "../agents/agent.ts";
import type { Phase } from "../schemas/failure.ts";
import type { LedgerLine } from "../schemas/ledger.ts";
import type { AvailableModel } from "../schemas/model.ts";
import type { Provenance } from "../schemas/provenance.ts";
import type { Violation } from "../schemas/violation.ts";
import type { SessionEvent, SessionRequest, SessionResult } from "../session/runner.ts";
import { cleanValue } from "../text/clean.ts";
import type { Lab } from "./lab.ts";

/** Writes one line of an experiment's ledger. */
export type Recorder = (line: Omit<LedgerLine, "at">) => Promise<void>;

/** Who is asked, for what, and under which name in the ledger. */
export type Question<Input> = {
  input: Input;
  model: AvailableModel;
  sampling: SessionRequest<TSchema>["sampling"];
  phases: Phase[];
  design_id?: string;
  reviewer_id?: string;
  /** Seconds; the configured limit of a cell when absent. */
  timeout?: number;
};

export type Answer<T> =
  | {
      state: "ok";
      /** Cleaned of invisible and control characters; `raw` is what the model wrote. */
      value: T;
      raw: T;
      provenance: Provenance;
      violations: Violation[];
    }
  | (SessionResult<T> & { state: "failed" });

/** Asks an agent one question and keeps the ledger of it: started, repairs, host retries, violations, how it ended. */
export async function ask<Input, S extends TSchema>(
  lab: Lab,
  record: Recorder,
  agent: Agent<Input, S>,
  { input, model, sampling, timeout, ...cell }: Question<Input>,
): Promise<Answer<Static<S>>> {
  const about = { ...cell, model: model.id };
  const schema = agent.output(input);
  const pending: Promise<void>[] = [];
  const result = await lab.runSession({
    parentID: lab.parentID,
    title: agent.title(input, model.id),
    role: agent.role,
    model,
    system: agent.system(input),
    prompt: agent.prompt(input),
    schema,
    check: (value) => (Value.Check(schema, cleanValue(value).value) ? [] : ["a text holds only invisible characters"]),
    tools: agent.tools(input),
    sampling,
    strict: lab.config.hooks.design_isolation.strict_mode,
    timeout_ms: (timeout ?? lab.config.limits.cell_timeout) * 1000,
    signal: lab.signal,
    onEvent: (event) => pending.push(record({ ...about, ...lineOf(event) })),
  });
  await Promise.all(pending);
  const { trace } = result;
  for (const { tool, target, reason } of trace.violations) {
    await record({
      ...about,
      event: "violation",
      session_id: trace.session_id,
      message: `${tool} ${target}: ${reason}`,
    });
  }
  await record({
    ...about,
    ...(result.state === "ok"
      ? { event: "done" as const }
      : { event: "failed" as const, kind: result.kind, message: result.message }),
    session_id: trace.session_id,
    attempts: trace.attempts,
    requests: trace.requests,
    tokens: trace.tokens,
    cost: trace.cost,
    seconds: (Date.parse(trace.finished_at) - Date.parse(trace.started_at)) / 1000,
  });
  if (result.state === "failed") return result;
  const { value, removed } = cleanValue(result.value);
  const { violations, ...session } = trace;
  const provenance = {
    ...session,
    dropped_keys: result.dropped,
    removed_characters: removed as Record<string, number>,
  };
  return { state: "ok", value, raw: result.value, provenance, violations };
}

function lineOf(event: SessionEvent): Omit<LedgerLine, "at"> {
  const { session_id } = event;
  switch (event.type) {
    case "started":
      return { event: "started", session_id };
    case "repair":
      return { event: "repair", session_id, message: event.errors.slice(0, 5).join("; ").slice(0, 500) };
    case "retry":
      return { event: "retry", session_id, message: event.message.slice(0, 300) };
    case "host_retry":
      return { event: "host_retry", session_id, attempts: event.attempt, message: event.message.slice(0, 300) };
  }
}
