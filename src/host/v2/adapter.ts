import type { FailureKind } from "../../artifacts/failure.ts";
import type { AvailableModel } from "../../artifacts/model.ts";
import { hostAgentOf } from "../../artifacts/stages/stages.ts";
import {
  askHost,
  type Host,
  type HostAnswer,
  type HostError,
  HostFailure,
  type NewSession,
  usageFrom,
} from "../../session/host.ts";
import { isHostsOwn, knownPrice, writesText } from "../models.ts";
import type {
  ContextV2,
  ErrorV2,
  EventV2,
  MessageV2,
  ModelRef,
  ModelV2,
  ProviderV2,
  RuleV2,
  ToolCallV2,
} from "./api.ts";

/**
 * OpenCode 2 behind the context of its plugins. Every event of the host is to be handed to `event`; `dispose` ends every
 * session that is still at work.
 */
type HostV2 = Host & { event(event: EventV2): void; dispose(): Promise<void> };

/** How long after a turn the event with its error may come, and how often it is looked for, milliseconds. */
const ERROR_PATIENCE = 500;
const ERROR_AGAIN = 10;

/** Agent and model belong to the session there; a prompt is a text, and the answer is read from what is stored of it. */
export function hostV2(context: ContextV2): HostV2 {
  const { session, model, provider } = context;
  const working = new Set<string>();
  const errors = lateErrors();
  return {
    version: async () => context.app.version ?? null,
    models: () =>
      askHost("list the connected providers", async () => {
        const [{ data: models }, { data: first }, { data: providers }] = await Promise.all([
          model.list({}),
          model.default({}),
          provider.list({}),
        ]);
        const known = new Map(providers.map((each) => [each.id, each]));
        return models
          .filter(({ enabled, status }) => enabled && status !== "deprecated")
          .map((each) => ({
            ...availableV2(each, known.get(each.providerID)),
            default: first?.providerID === each.providerID && first.id === each.id,
          }));
      }),
    createSession: (request) =>
      askHost(`create the session "${request.title}"`, async () => {
        const id = (await createChild(context, request)) ?? (await createRoot(context, request));
        await session.update({ sessionID: id, permissions: rulesFor(request.tools) });
        return id;
      }),
    prompt: ({ sessionID, text }) =>
      askHost("ask a model", async () => {
        errors.forget(sessionID);
        working.add(sessionID);
        try {
          const { id } = await session.prompt({ sessionID, text });
          await session.wait({ sessionID });
          return await answerIn(await session.context({ sessionID }), id, () => errors.wait(sessionID));
        } finally {
          working.delete(sessionID);
        }
      }),
    lastAnswer: (sessionID) =>
      askHost("read a session's last answer", async () => {
        const messages = await session.context({ sessionID });
        const last = messages.findLast(({ type, finish }) => type === "assistant" && finish !== undefined);
        return last === undefined ? null : toAnswer(last, last.error);
      }),
    abort: (sessionID) =>
      askHost("stop a session", async () => {
        await session.interrupt({ sessionID });
      }),
    usage: (sessionID) =>
      askHost("read a session's usage", async () => {
        const { tokens = {}, cost = 0 } = await session.get({ sessionID });
        return usageFrom({ tokens, cost });
      }),
    event: errors.event,
    async dispose() {
      await Promise.allSettled([...working].map((sessionID) => session.interrupt({ sessionID })));
    },
  };
}

/**
 * A child of the person's session. The host lets no plugin make one, but its own subagent tool does: it makes the
 * session, reports that, and only then prompts it, so it is stopped in its first report. Undefined where the host
 * refuses: inside a subagent, for a model it does not know, and where subagents are denied.
 */
async function createChild({ tool }: ContextV2, request: NewSession): Promise<string | undefined> {
  const subagent = (await tool.list()).find(({ id }) => id === "subagent");
  let made: string | undefined;
  const { sessionID, messageID, callID, agent, signal } = request.caller;
  const call: ToolCallV2 = {
    sessionID,
    messageID,
    id: callID,
    agent,
    signal,
    progress: async (report) => {
      made = (report as { sessionID?: string }).sessionID;
      throw new Error("the session is all that was wanted");
    },
  };
  const input = { agent: hostAgentOf(request.role), description: request.title, prompt: "-", model: request.model };
  await subagent?.execute(input, call).catch(() => undefined);
  return made;
}

/** A session in the person's own list, which no plugin can take out of it again: its title says whose it is. */
async function createRoot({ session }: ContextV2, { title, role, model, caller }: NewSession): Promise<string> {
  const parent = await session.get({ sessionID: caller.sessionID }).catch(() => null);
  const { id } = await session.create({
    title: parent?.title ? `${title} (for: ${parent.title})` : title,
    agent: hostAgentOf(role),
    model: splitModel(model),
    metadata: { designlab: caller.sessionID },
  });
  if (typeof id !== "string") throw new HostFailure("it answered without an id");
  return id;
}

/** Allow or deny only: `ask` would hang. The last rule that fits decides. */
export function rulesFor(tools: readonly string[]): RuleV2[] {
  return [
    { action: "*", resource: "*", effect: "deny" },
    ...tools.map((action) => ({ action, resource: "*", effect: "allow" as const })),
  ];
}

/** What the turn after the prompt came to. */
async function answerIn(
  messages: readonly MessageV2[],
  prompt: string,
  lateError: () => Promise<ErrorV2 | undefined>,
): Promise<HostAnswer> {
  const turn = messages.slice(messages.findIndex(({ id }) => id === prompt) + 1);
  const last = turn.findLast(({ type }) => type === "assistant");
  const outcome = turn.find(({ type }) => type === "idle")?.outcome;
  const failed = outcome === "succeeded" ? undefined : (last?.error ?? (await lateError()));
  const error = last?.error ?? failed ?? (outcome === "succeeded" ? undefined : endedWithout(outcome));
  return toAnswer(last, error);
}

function toAnswer(message: MessageV2 | undefined, error: ErrorV2 | undefined): HostAnswer {
  return {
    text: (message?.content ?? []).flatMap(({ type, text }) => (type === "text" ? [text ?? ""] : [])).join("\n"),
    finish: message?.finish ?? null,
    error: error ? toHostError(error) : null,
    ...(message?.content?.some(({ type }) => type === "reasoning") && { reasoned: true }),
  };
}

function endedWithout(outcome: MessageV2["outcome"]): ErrorV2 {
  if (outcome === "interrupted") return { type: "aborted", message: "the turn was interrupted" };
  return { type: "unknown", message: "OpenCode ended the turn without an answer and without a reason" };
}

/** The host's types of errors that say by themselves what happened. */
const KINDS: Readonly<Record<string, FailureKind>> = {
  aborted: "aborted",
  "provider.auth": "auth",
  "provider.rate-limit": "rate_limited",
  "provider.quota": "rate_limited",
  "provider.no-route": "unknown_model",
  "provider.content-filter": "content_filter",
};
const RETRYABLE = /^provider\.(?:internal|transport|timeout|overloaded|unknown)$/;

function toHostError({ type, message, status }: ErrorV2): HostError {
  return { kind: KINDS[type] ?? null, message, status: status ?? null, retryable: RETRYABLE.test(type) };
}

/** The errors of turns that left no message, such as that of a model nobody offers: only an event tells of them. */
function lateErrors() {
  const found = new Map<string, ErrorV2>();
  return {
    event({ type, data }: EventV2): void {
      if (type === "session.execution.failed" && data.sessionID && data.error) found.set(data.sessionID, data.error);
    },
    forget: (sessionID: string) => found.delete(sessionID),
    async wait(sessionID: string): Promise<ErrorV2 | undefined> {
      for (let patience = ERROR_PATIENCE; patience > 0 && !found.has(sessionID); patience -= ERROR_AGAIN) {
        await new Promise((resolve) => setTimeout(resolve, ERROR_AGAIN));
      }
      return found.get(sessionID);
    },
  };
}

function splitModel(model: string): ModelRef {
  const slash = model.indexOf("/");
  return { providerID: model.slice(0, slash), id: model.slice(slash + 1) };
}

/** The same of this generation. */
export function availableV2(
  { id, providerID, name, family, time, capabilities, cost, limit }: ModelV2,
  provider: ProviderV2 | undefined,
): Omit<AvailableModel, "default"> {
  return {
    id: `${providerID}/${id}`,
    provider: providerID,
    names: [name, provider?.name].filter((each) => each !== undefined),
    sampling: null,
    context_limit: limit.context || null,
    output_limit: limit.output || null,
    // A model without a price has an empty list there. Only providers of the host's own list have an integration.
    price: knownPrice(cost[0], cost.length > 0 && provider !== undefined && provider.integrationID === undefined),
    hosts_own: isHostsOwn(provider?.settings),
    writes_text: writesText(capabilities.tools, capabilities.input, capabilities.output),
    family: family || null,
    released: time.released || null,
  };
}
