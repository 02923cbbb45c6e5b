import type { Caller } from "../../src/artifacts/caller.ts";
import type { LabSession, LabSessions } from "../../src/artifacts/lab-session.ts";
import type { Host, HostAnswer } from "../../src/session/host.ts";

/** Models that the contract asks, each of which a scripted provider answers in its own way. */
export const CONTRACT_MODELS = {
  good: "good/m",
  unauthorized: "unauthorized/m",
  missing: "missing/m",
  cut: "cut/m",
  filtered: "filtered/m",
  silent: "silent/m",
} as const;
/** No provider offers it. */
export const NO_MODEL = "good/nobody";
export const CONTRACT_SYSTEM = "THE WHOLE SYSTEM PROMPT";
export const CONTRACT_TITLE = "designlab: contract by good/m";

/** What a host is found to do, in a form that is the same for every host. */
export type Observed = {
  models: { id: string; provider: string; priced: boolean; limited: boolean }[];
  /** Ids of the sessions, in the order in which they were made. */
  sessions: string[];
  first: HostAnswer;
  second: HostAnswer;
  /** Tokens of input after the first and after the second prompt, and whether there was a cost. */
  usage: { input: number[]; paid: boolean };
  failures: Record<string, { kind: string | null; status: number | null; retryable: boolean; finish: string | null }>;
  /** How asking a model that nobody offers ends. */
  unknown: "fails" | "answers";
  /** The answer to a prompt that was aborted held a text. */
  aborted_text: string;
};

/** Uses everything that a host offers, as the lab does. Runs where the host is: in this process, or inside OpenCode. */
export async function observe(host: Host, sessions: LabSessions, caller: Caller): Promise<Observed> {
  const made: string[] = [];
  const open = async (model: string): Promise<string> => {
    const title = model === CONTRACT_MODELS.good ? CONTRACT_TITLE : `designlab: contract by ${model}`;
    const id = await host.createSession({ caller, title, role: "evaluator", model, tools: [] });
    made.push(id);
    sessions.set(id, contractSession());
    return id;
  };
  const models = (await host.models()).map(({ id, provider, price, output_limit }) => {
    return { id, provider, priced: price !== null, limited: output_limit !== null };
  });

  const good = await open(CONTRACT_MODELS.good);
  const first = await host.prompt({ sessionID: good, text: "First question" });
  const once = await host.usage(good);
  const second = await host.prompt({ sessionID: good, text: "Second question" });
  const twice = await host.usage(good);

  const failures: Observed["failures"] = {};
  for (const name of ["unauthorized", "missing", "cut", "filtered"] as const) {
    const { error, finish } = await host.prompt({ sessionID: await open(CONTRACT_MODELS[name]), text: name });
    const { kind = null, status = null, retryable = false } = error ?? {};
    failures[name] = { kind, status, retryable, finish };
  }
  const asked = async () => host.prompt({ sessionID: await open(NO_MODEL), text: "Is anybody there?" });
  const unknown = await asked().then(
    ({ error }) => (error ? ("fails" as const) : ("answers" as const)),
    () => "fails" as const,
  );

  const silent = await open(CONTRACT_MODELS.silent);
  const answered = host.prompt({ sessionID: silent, text: "Say nothing" });
  const stopping = setInterval(() => void host.abort(silent).catch(() => undefined), 1_500);
  const { text } = await answered.finally(() => clearInterval(stopping));
  const usage = {
    input: [once, twice].map(({ tokens }) => (tokens?.input ?? 0) + (tokens?.cache_read ?? 0)),
    paid: (twice.cost ?? 0) > 0,
  };
  return { models, sessions: made, first, second, usage, failures, unknown, aborted_text: text };
}

function contractSession(): LabSession {
  return {
    role: "evaluator",
    system: CONTRACT_SYSTEM,
    sampling: { temperature: 0.3, max_output_tokens: 1_234 },
    tools: [],
    isolated: true,
    strict: false,
    violations: [],
    removed_from_reads: {},
    fail: () => undefined,
    requesting: () => true,
    hearing: () => undefined,
    calling: () => undefined,
    answered: () => undefined,
    retrying: () => undefined,
  };
}
