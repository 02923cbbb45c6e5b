import type { PluginInput } from "@opencode-ai/plugin";
import type { FailureKind } from "../../artifacts/failure.ts";
import type { AvailableModel } from "../../artifacts/model.ts";
import { NO_TOKENS } from "../../artifacts/no-tokens.ts";
import { hostAgentOf } from "../../artifacts/stages/stages.ts";
import {
  addUsage,
  askHost,
  type Counted,
  type Host,
  type HostAnswer,
  type HostError,
  HostFailure,
  type NewSession,
  type Usage,
  usageFrom,
} from "../../session/host.ts";
import { isHostsOwn, knownPrice, writesText } from "../models.ts";

type Client = PluginInput["client"];
type Response<T> = { data?: T | undefined; error?: unknown };

/**
 * OpenCode 1 behind its in-process client. Its session permissions are allow or deny only: `ask` would hang. Agent and
 * model go with each prompt there, so what a session was made with is kept here.
 */
export function hostV1(client: Client, directory: string): Host {
  const query = { directory };
  const made = new Map<string, Pick<NewSession, "role" | "model">>();
  return {
    version: ({ sessionID }) =>
      askHost("tell its version", async () => {
        const { version } = unwrap(await client.session.get({ path: { id: sessionID }, query }));
        return typeof version === "string" ? version : null;
      }),
    models: () =>
      askHost("list the connected providers", async () => {
        const [listed, config] = await Promise.all([client.config.providers({ query }), client.config.get({ query })]);
        const { providers, default: defaults } = unwrap(listed);
        const configuration = unwrap(config);
        return providers.flatMap((provider) =>
          Object.entries(provider.models).map(([key, model]) =>
            availableV1(provider, key, model, {
              isDefault: defaults[provider.id] === key,
              isPriced: hasPrice(configuration, provider.id, key),
            }),
          ),
        );
      }),
    createSession: ({ caller, title, role, model, tools }) =>
      askHost(`create the session "${title}"`, async () => {
        // A call of a tool that is not offered becomes a call of "invalid", which no model is offered: allowed, the
        // hook sees the call, refuses and records it; denied, the host answers it alone and nobody learns of it.
        const permission = [
          { permission: "*", pattern: "*", action: "deny" },
          ...[...tools, "invalid"].map((tool) => ({ permission: tool, pattern: "*", action: "allow" })),
        ];
        // The published type of the body lacks `permission`, which the server takes.
        const body: { parentID: string; title: string } = Object.assign(
          { parentID: caller.sessionID, title },
          { permission },
        );
        const { id } = unwrap(await client.session.create({ body, query }));
        if (typeof id !== "string") throw new HostFailure("it answered without an id");
        made.set(id, { role, model });
        return id;
      }),
    prompt: ({ sessionID, text }) => {
      const { role, model } = made.get(sessionID) ?? NOT_MADE;
      return askHost(`ask ${model}`, async () => {
        const { info, parts } = unwrap(
          await client.session.prompt({
            path: { id: sessionID },
            query,
            body: { agent: hostAgentOf(role), model: splitModel(model), parts: [{ type: "text", text }] },
          }),
        );
        if (!info || !Array.isArray(parts)) throw new HostFailure("it answered without a message");
        return toAnswer(info, parts);
      });
    },
    lastAnswer: (sessionID) =>
      askHost("read a session's last answer", async () => {
        const messages = unwrap(await client.session.messages({ path: { id: sessionID }, query }));
        // The host's own summary of a session is a message of its model too.
        const last = messages.findLast(({ info }) => info.role === "assistant" && info.summary !== true && info.finish);
        return last?.info.role === "assistant" ? toAnswer(last.info, last.parts) : null;
      }),
    abort: (sessionID) =>
      askHost("stop a session", async () => {
        await client.session.abort({ path: { id: sessionID }, query });
      }),
    usage: (sessionID) =>
      askHost("read a session's usage", async () => {
        const messages = unwrap(await client.session.messages({ path: { id: sessionID }, query }));
        return usageOf(messages.flatMap(({ info }) => (info.role === "assistant" ? [info] : [])));
      }),
  };
}

/** What the host keeps of an answer of a model. */
type AnswerV1 = Counted & { finish?: string; error?: { name: string; data: unknown } };

function toAnswer(info: AnswerV1, parts: readonly { type: string; text?: string }[]): HostAnswer {
  return {
    text: parts.flatMap(({ type, text }) => (type === "text" ? [text ?? ""] : [])).join("\n"),
    finish: info.finish ?? null,
    error: info.error ? toHostError(info.error) : null,
    ...(parts.some(({ type }) => type === "reasoning") && { reasoned: true }),
    usage: usageFrom(info),
  };
}

function usageOf(answers: readonly Counted[]): Usage {
  return answers.map(usageFrom).reduce(addUsage, { tokens: NO_TOKENS, cost: 0 });
}

/** Stands for a session that this host did not make, which no caller asks for. */
const NOT_MADE = { role: "topic", model: "" } as const;

function splitModel(model: string): { providerID: string; modelID: string } {
  const slash = model.indexOf("/");
  return { providerID: model.slice(0, slash), modelID: model.slice(slash + 1) };
}

function unwrap<T>(answer: Response<T>): T {
  if (answer.data !== undefined) return answer.data;
  throw new HostFailure(describe(answer.error));
}

function describe(error: unknown): string {
  if (error instanceof Error) return error.message;
  const data = (error as { data?: { message?: unknown } } | null | undefined)?.data;
  return typeof data?.message === "string" ? data.message : (JSON.stringify(error) ?? "no reason given");
}

/** The host's names of errors that say by themselves what happened. */
const KINDS: Readonly<Record<string, FailureKind>> = {
  ProviderAuthError: "auth",
  MessageOutputLengthError: "output_length",
  MessageAbortedError: "aborted",
  ContextOverflowError: "context_overflow",
  ContentFilterError: "content_filter",
  ProviderModelNotFoundError: "unknown_model",
};

function toHostError(error: { name: string; data: unknown }): HostError {
  const data = (error.data ?? {}) as { message?: unknown; statusCode?: unknown; isRetryable?: unknown };
  const status = typeof data.statusCode === "number" ? data.statusCode : null;
  return {
    kind: KINDS[error.name] ?? null,
    message: typeof data.message === "string" ? data.message : error.name,
    status,
    retryable: data.isRetryable === true || (status !== null && status >= 500),
  };
}

/** The part of the host's configuration that gives prices. */
type PricesV1 = { provider?: Record<string, { models?: Record<string, { cost?: unknown }> }> };

/** Whether the user's configuration gives the model a price: the host's list does not tell a price of 0 from none. */
export function hasPrice({ provider }: PricesV1, id: string, key: string): boolean {
  return provider?.[id]?.models?.[key]?.cost !== undefined;
}

type HostModel = {
  name?: string;
  /** One day, or an empty text. */
  release_date?: string;
  family?: string;
  capabilities: {
    temperature: boolean;
    toolcall: boolean;
    input: Readonly<Record<string, boolean>>;
    output: Readonly<Record<string, boolean>>;
  };
  cost?: { input: number; output: number };
  limit: { context: number; output: number };
};

/** A model of this generation's list as the lab needs to know it. */
export function availableV1(
  { id, name, options }: { id: string; name?: string; options?: { apiKey?: unknown } },
  key: string,
  model: HostModel,
  { isDefault, isPriced }: { isDefault: boolean; isPriced: boolean },
): AvailableModel {
  const { capabilities } = model;
  const kinds = (of: Readonly<Record<string, boolean>>) => Object.keys(of).filter((kind) => of[kind]);
  return {
    id: `${id}/${key}`,
    provider: id,
    names: [model.name, name].filter((each) => each !== undefined),
    sampling: capabilities.temperature,
    context_limit: model.limit.context || null,
    output_limit: model.limit.output || null,
    price: knownPrice(model.cost, isPriced),
    default: isDefault,
    hosts_own: isHostsOwn(options),
    writes_text: writesText(capabilities.toolcall, kinds(capabilities.input), kinds(capabilities.output)),
    family: model.family || null,
    released: Date.parse(model.release_date ?? "") || null,
  };
}
