import type { PluginInput } from "@opencode-ai/plugin";
import { LabError } from "../errors.ts";
import type { AvailableModel } from "../schemas/model.ts";
import { NO_TOKENS, type Tokens } from "../schemas/provenance.ts";
import type { Host, HostError } from "./host.ts";

type Client = PluginInput["client"];
type Answered<T> = { data?: T | undefined; error?: unknown };

/** The real host behind OpenCode's in-process client. Its session permissions are allow or deny only: `ask` would hang. */
export function opencodeHost(client: Client, directory: string): Host {
  const query = { directory };
  return {
    async models() {
      const { providers, default: defaults } = unwrap(
        "list the connected providers",
        await client.config.providers({ query }),
      );
      return providers.flatMap((provider) =>
        Object.entries(provider.models).map(([key, model]) =>
          toAvailable(provider, key, model, defaults[provider.id] === key),
        ),
      );
    },
    async createSession({ parentID, title, tools }) {
      // A call of a tool that is not offered becomes a call of "invalid", which no model is offered: allowed, the hook
      // sees the call, refuses and records it; denied, the host answers it alone and nobody learns of it.
      const permission = [
        { permission: "*", pattern: "*", action: "deny" },
        ...[...tools, "invalid"].map((tool) => ({ permission: tool, pattern: "*", action: "allow" })),
      ];
      // The published type of the body lacks `permission`, which the server takes.
      const body: { parentID: string; title: string } = Object.assign({ parentID, title }, { permission });
      return unwrap(`create the session "${title}"`, await client.session.create({ body, query })).id;
    },
    async prompt({ sessionID, agent, model, text }) {
      const slash = model.indexOf("/");
      const { info, parts } = unwrap(
        `ask ${model}`,
        await client.session.prompt({
          path: { id: sessionID },
          query,
          body: {
            agent,
            model: { providerID: model.slice(0, slash), modelID: model.slice(slash + 1) },
            parts: [{ type: "text", text }],
          },
        }),
      );
      if (!info || !Array.isArray(parts)) throw new LabError(`OpenCode answered for ${model} without a message`);
      return {
        text: parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
        finish: info.finish ?? null,
        error: info.error ? toHostError(info.error) : null,
      };
    },
    async abort(sessionID) {
      await client.session.abort({ path: { id: sessionID }, query });
    },
    async usage(sessionID) {
      const messages = unwrap(
        "read a session's usage",
        await client.session.messages({ path: { id: sessionID }, query }),
      );
      let cost = 0;
      const tokens: Tokens = { ...NO_TOKENS };
      for (const { info } of messages) {
        if (info.role !== "assistant") continue;
        cost += info.cost;
        tokens.input += info.tokens.input;
        tokens.output += info.tokens.output;
        tokens.reasoning += info.tokens.reasoning;
        tokens.cache_read += info.tokens.cache.read;
        tokens.cache_write += info.tokens.cache.write;
      }
      return { tokens, cost };
    },
    async toast(message) {
      await client.tui.showToast({ body: { title: "designlab", message, variant: "info" } }).catch(() => undefined);
    },
  };
}

function unwrap<T>(what: string, answer: Answered<T>): T {
  if (answer.data !== undefined) return answer.data;
  throw new LabError(`OpenCode could not ${what}: ${describe(answer.error)}`);
}

function describe(error: unknown): string {
  if (error instanceof Error) return error.message;
  const data = (error as { data?: { message?: unknown } } | null | undefined)?.data;
  return typeof data?.message === "string" ? data.message : (JSON.stringify(error) ?? "no reason given");
}

function toHostError(error: { name: string; data: unknown }): HostError {
  const data = (error.data ?? {}) as { message?: unknown; statusCode?: unknown; isRetryable?: unknown };
  const status = typeof data.statusCode === "number" ? data.statusCode : null;
  return {
    name: error.name,
    message: typeof data.message === "string" ? data.message : error.name,
    status,
    retryable: data.isRetryable === true || (status !== null && status >= 500),
  };
}

type HostModel = {
  name?: string;
  capabilities: { temperature: boolean };
  cost?: { input: number; output: number };
  limit: { context: number; output: number };
};

/** A price of 0 for both directions is what the host holds for a model it has no price of: unknown, not free. */
function toAvailable(
  { id, name }: { id: string; name?: string },
  key: string,
  model: HostModel,
  isDefault: boolean,
): AvailableModel {
  const { input = 0, output = 0 } = model.cost ?? {};
  return {
    id: `${id}/${key}`,
    provider: id,
    names: [model.name, name].filter((each) => each !== undefined),
    sampling: model.capabilities.temperature,
    context_limit: model.limit.context || null,
    output_limit: model.limit.output || null,
    price: input > 0 || output > 0 ? { input, output } : null,
    default: isDefault,
  };
}
