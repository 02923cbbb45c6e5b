import type { Static, TSchema } from "@sinclair/typebox";
import { type Exchange, type SessionExchange, saidOf } from "../artifacts/exchange.ts";
import type { FailureKind, Outage } from "../artifacts/failure.ts";
import type { AvailableModel } from "../artifacts/model.ts";
import { type Provenance, secondsOf, sumOf, type Violation } from "../artifacts/provenance.ts";
import { ROLES, type Role } from "../artifacts/stages/stages.ts";
import type { Config } from "../config/schema.ts";
import { messageOf } from "../errors.ts";
import type { CurrentOutage } from "../session/failure.ts";
import type { SessionRequest, Trace } from "../session/request.ts";
import { cleanValue } from "../text/clean.ts";
import { mapTexts } from "../text/map-texts.ts";
import { nearest } from "../text/nearest.ts";
import { asProject, withoutOwnPaths } from "../text/own-paths.ts";
import { type Agent, requestOf } from "./agent.ts";
import { type Assumed, expected, type Ticket } from "./budget.ts";
import type { PayingLab } from "./lab.ts";
import { type Asking, aboutAsking, lineOf, type Recorder, recordEnd, telling } from "./ledger-lines.ts";

/** What is asked, of whom, and how. */
export type ModelQuestion<Input> = Asking & {
  input: Input;
  /** Folder of the experiment, absolute; what was decided of it is closed to the session. */
  experiment?: string;
  /** The first isolation violation ends the session. */
  strict?: boolean;
  /** Seconds; the configured limit of a cell when absent. */
  timeout?: number;
  /** Sampling temperature in place of the role's. */
  temperature?: number | undefined;
  /** Of those that wait for a place the smallest is asked first; 0 when absent. */
  order?: number;
  /** Keeps what was sent and what came back, a session at a time; nothing is kept when absent. */
  keep?: KeepExchange;
};

/** May throw: what cannot be kept costs no answer, and the ledger says so. */
export type KeepExchange = (exchange: Exchange) => Promise<void>;

export type ModelAnswer<T> =
  | {
      state: "ok";
      /** Cleaned of invisible and control characters; `raw` is what the model wrote. */
      value: T;
      raw: T;
      model: string;
      provenance: Provenance;
      violations: Violation[];
      removed_from_reads: Record<string, number>;
    }
  | { state: "failed"; model: string; kind: FailureKind; message: string; outage?: Outage };

/**
 * Asks one model one question. The ledger keeps all of it: started, repairs, retries, violations, how each session
 * ended and what it took.
 */
export async function askAgent<Input, S extends TSchema>(
  lab: PayingLab,
  into: Recorder,
  agent: Agent<Input, S>,
  question: ModelQuestion<Input>,
): Promise<ModelAnswer<Static<S>>> {
  const record = telling(lab, into);
  const available = await lab.available();
  const model = available.find(({ id }) => id === question.model);
  return model ? askModel(lab, record, agent, question, model) : notOffered(record, question, available);
}

/** A model that no connected provider offers any more costs its own cell and no other. */
async function notOffered<Input>(
  record: Recorder,
  question: ModelQuestion<Input>,
  available: readonly AvailableModel[],
): Promise<ModelAnswer<never>> {
  const { model } = question;
  const near = nearest(
    model,
    available.map(({ id }) => id),
  );
  const message = `no connected provider offers it${near.length > 0 ? `; the nearest: ${near.join(", ")}` : ""}`;
  await record({ ...aboutAsking(question), event: "failed", kind: "unknown_model", message });
  return { state: "failed", model, kind: "unknown_model", message };
}

async function askModel<Input, S extends TSchema>(
  lab: PayingLab,
  record: Recorder,
  agent: Agent<Input, S>,
  question: ModelQuestion<Input>,
  model: AvailableModel,
): Promise<ModelAnswer<Static<S>>> {
  const { input, timeout, strict = false, order = 0, experiment, temperature } = question;
  const about = aboutAsking(question);
  const request = requestOf(agent, input);
  const { system, prompt } = request;
  const pending: Promise<void>[] = [];
  let ticket: Ticket | null = null;
  const title = agent.title(input, model.id);
  const { keep, unkept } = keeping(lab, question, { role: agent.role, title, system, tools: request.tools });
  const running = lab.runSession({
    caller: lab.caller,
    title,
    ...request,
    model,
    sampling: { ...samplingOf(lab.config, agent.role), ...(temperature !== undefined && { temperature }) },
    isolated: lab.config.hooks.design_isolation.enabled,
    ...(experiment !== undefined && { experiment }),
    strict: strict || lab.config.hooks.design_isolation.strict_mode,
    timeout_ms: (timeout ?? lab.config.limits.cell_timeout) * 1000,
    signal: lab.signal,
    order,
    admit: async () => {
      const admitted = await lab.budget.admit(agent.role, model, expected(agent.role, system.length + prompt.length));
      if ("message" in admitted) return { kind: "budget", message: admitted.message };
      ticket = admitted;
      return null;
    },
    release: () => ticket?.settle(NOTHING_USED),
    onEvent: (event) => pending.push(record({ ...about, ...lineOf(event) })),
    keep,
  });
  // Also for a defect the place is given back, or whoever waits for it would wait for ever.
  running.catch(() => ticket?.settle(NOTHING_USED));
  const result = await running;
  const assumed = settle(ticket, result.trace);
  await Promise.all(pending);
  await recordEnd(record, about, result, { assumed, unkept: unkept() });
  if (result.state === "failed") {
    const { kind, message, outage } = result;
    return { state: "failed", model: model.id, kind, message, ...(outage && { outage: dated(outage) }) };
  }
  const { value: cleaned, removed } = cleanValue(result.value);
  // What searches the project is shown whole paths; what it writes goes into the project and beyond.
  const shown = request.tools.length > 0;
  const own = asProject(lab.worktree);
  const value = shown ? mapTexts(cleaned, (text) => withoutOwnPaths(text, own)) : cleaned;
  const { violations, removed_from_reads, ...session } = result.trace;
  const provenance: Provenance = {
    ...session,
    dropped_keys: result.dropped,
    removed_characters: removed as Record<string, number>,
  };
  return { state: "ok", value, raw: result.value, model: model.id, provenance, violations, removed_from_reads };
}

/** Keeps what each session of a question sent and what came back, unless that is switched off. */
function keeping(
  { config }: PayingLab,
  { keep, phases, design_id, reviewer_id, model }: Pick<ModelQuestion<unknown>, "keep" | keyof Asking>,
  { role, title, system, tools }: { role: Role; title: string; system: string; tools: readonly string[] },
): { keep(exchange: SessionExchange): Promise<void>; unkept(): string | null } {
  let problem: string | null = null;
  return {
    async keep(exchange) {
      if (keep === undefined || !config.output.exchanges) return;
      const ids = { ...(design_id !== undefined && { design_id }), ...(reviewer_id !== undefined && { reviewer_id }) };
      const asked = { phases, ...ids, role, model, title, tools: [...tools], system: saidOf(system) };
      await keep({ version: 1, ...asked, ...exchange }).catch((error: unknown) => {
        problem = messageOf(error);
      });
    },
    unkept: () => problem,
  };
}

function dated({ skipped, resets_at }: CurrentOutage): Outage {
  return { skipped, resets_at: resets_at === null ? null : new Date(resets_at).toISOString() };
}

function samplingOf(config: Config, role: Role): SessionRequest<TSchema>["sampling"] {
  const section: { temperature: number; top_p?: number; max_tokens?: number } = config[ROLES[role].sampling];
  const { temperature, top_p, max_tokens } = section;
  return { temperature, ...(top_p !== undefined && { top_p }), ...(max_tokens !== undefined && { max_tokens }) };
}

const NOTHING_USED = { tokens: 0, input: 0, output: 0, cost: 0, seconds: 0 };

/** What limits assume of the session; null where all is known. */
function settle(ticket: Ticket | null, trace: Trace): Assumed | null {
  const seconds = secondsOf(trace);
  if (ticket === null) return null;
  if (trace.tokens === null) return ticket.settle({ tokens: null, seconds });
  const { input, output, reasoning, cache_read, cache_write } = trace.tokens;
  const assumed = ticket.settle({
    tokens: sumOf(trace.tokens),
    input: input + cache_read + cache_write,
    output: output + reasoning,
    cost: trace.cost,
    seconds,
  });
  return assumed.cost > 0 ? assumed : null;
}

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
  question: ModelQuestion<Input>,
  others: Iterable<StandIn>,
): Promise<ModelAnswer<Static<S>>> {
  const { model: requested } = question;
  const available = await lab.available();
  const own = await askAgent(lab, record, agent, question);
  if (own.state === "ok" || FINAL.includes(own.kind)) return own;
  let failure = own;
  for (const other of others) {
    // A fallback whose provider is not connected any more must not end what others are being paid for.
    if (!available.some(({ id }) => id === other.model)) continue;
    const answer = await askAgent(lab, record, agent, { ...question, ...other });
    if (answer.state === "ok") {
      return { ...answer, provenance: { ...answer.provenance, requested_model: requested } };
    }
    const said = `its fallback ${other.model}: ${answer.message}`;
    if (FINAL.includes(answer.kind)) return { ...answer, model: requested, message: said };
    failure = { ...own, message: `${own.message}; ${said}` };
  }
  return failure;
}

/** The configured fallbacks of a model, in order. */
export function* fallbacksOf({ config }: Pick<PayingLab, "config">, model: string): Iterable<StandIn> {
  for (const fallback of config.fallback_models[model] ?? []) yield { model: fallback };
}
