import { type Asked, type Kind, type Message, readAsked } from "./asked.ts";
import { HOST_MODEL, hostCall } from "./host-agent.ts";
import { type HttpResponse, serveHttp } from "./http.ts";
import { isObject, type JsonObject } from "./json-in-text.ts";
import { type Reply, type Script, scripted, type ToolCall } from "./reply.ts";
import { ordinaryAnswer, type ScriptedModel } from "./scripted-model.ts";
import { type Answer, asCompletion, asEvents, textEvent } from "./wire.ts";

/** One request as the log keeps it. Times are milliseconds since the epoch. */
export type LoggedRequest = {
  /** Position in the log, from 0. */
  index: number;
  at: number;
  /** provider/model. */
  model: string;
  kind: Kind;
  /** The n-th of its kind to its model, from 1; the host's own retries count. */
  nth: number;
  /** null where the field was not sent. */
  temperature: number | null;
  top_p: number | null;
  max_tokens: number | null;
  messages: Message[];
  tools: string[];
  /** The body as it was sent. */
  body: JsonObject;
  /** When the whole answer, or an HTTP error, had been sent; null when it never was. */
  answered_at: number | null;
  /** When the client hung up before the answer was whole; null when it did not. */
  closed_at: number | null;
};

export type Provider = {
  /** Base of the server; `${url}/${provider}/v1` is the base URL of one provider. */
  url: string;
  requests: LoggedRequest[];
  /** The first logged request that fits, now or later; rejects after `ms` milliseconds (150,000). */
  waitFor(fits: (request: LoggedRequest) => boolean, ms?: number): Promise<LoggedRequest>;
  stop(): Promise<void>;
};

export type ProviderOptions = {
  /** Beside HOST_MODEL, which is always there. */
  models: readonly ScriptedModel[];
  script?: Script;
  /** Called for each request before it is answered. */
  onRequest?: (request: LoggedRequest) => void;
};

/**
 * Starts a server on loopback that speaks the OpenAI chat completions API and plays the given models. A model that is
 * not among them is answered with 404, so that a request which should not have been made is seen.
 */
export async function startProvider({ models, script = [], onRequest }: ProviderOptions): Promise<Provider> {
  const requests: LoggedRequest[] = [];
  const watchers = new Set<() => void>();
  const known = new Map([{ id: HOST_MODEL }, ...models].map((model) => [model.id, model]));

  const server = await serveHttp(async (request, response) => {
    const provider = /^\/([^/]+)\/v1\/chat\/completions$/.exec(request.path)?.[1];
    const body = parseObject(request.body);
    if (provider === undefined || body === null) {
      const message =
        provider === undefined ? "Only chat completions are served here" : "The body is not a JSON object";
      return sendError(response, provider === undefined ? 404 : 400, { message });
    }
    const read = readAsked(`${decodeURIComponent(provider)}/${String(body.model)}`, body);
    const nth = 1 + requests.filter(({ model, kind }) => model === read.model && kind === read.kind).length;
    const asked: Asked = { ...read, nth };
    const logged = log(requests.length, asked, body);
    requests.push(logged);
    request.signal.addEventListener("abort", () => {
      if (logged.answered_at === null) logged.closed_at = Date.now();
    });
    for (const watcher of watchers) watcher();
    onRequest?.(logged);
    const model = known.get(asked.model);
    const refuses = model?.temperature === false && logged.temperature !== null;
    const reply = refuses ? NO_TEMPERATURE : model ? (scripted(script, asked) ?? {}) : noSuchModel(asked.model);
    await play(model ?? { id: asked.model }, asked, reply, logged, request.signal, response);
  });

  return {
    url: server.url,
    requests,
    waitFor: (fits, ms = 150_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => done(null), ms);
        const check = () => {
          const found = requests.find(fits);
          if (found) done(found);
        };
        const done = (found: LoggedRequest | null) => {
          clearTimeout(timer);
          watchers.delete(check);
          if (found) resolve(found);
          else reject(new Error(`No request that fits came within ${ms} ms; ${requests.length} others did`));
        };
        watchers.add(check);
        check();
      }),
    stop: server.stop,
  };
}

function log(index: number, asked: Asked, body: JsonObject): LoggedRequest {
  const number = (key: string) => (typeof body[key] === "number" ? (body[key] as number) : null);
  return {
    index,
    at: Date.now(),
    model: asked.model,
    kind: asked.kind,
    nth: asked.nth,
    temperature: number("temperature"),
    top_p: number("top_p"),
    max_tokens: number("max_tokens") ?? number("max_completion_tokens"),
    messages: asked.messages,
    tools: asked.tools,
    body,
    answered_at: null,
    closed_at: null,
  };
}

/** Sends a reply as it is scripted; `signal` fires when the client has hung up or the server stops. */
async function play(
  model: ScriptedModel,
  asked: Asked,
  reply: Reply,
  logged: LoggedRequest,
  signal: AbortSignal,
  response: HttpResponse,
): Promise<void> {
  await pause(reply.delay ?? model.delay ?? 0, signal);
  if (reply.until) await Promise.race([reply.until, pause(Number.POSITIVE_INFINITY, signal)]);
  if (reply.connection === "silent") await pause(Number.POSITIVE_INFINITY, signal);
  if (signal.aborted) return;
  if (reply.connection === "reset") return response.destroy();
  const sent = () => {
    logged.answered_at = Date.now();
  };
  if (reply.status !== undefined) {
    sent();
    return sendError(
      response,
      reply.status,
      reply.error ?? { message: `Scripted error ${reply.status}` },
      reply.headers,
    );
  }
  const answer = compose(model, asked, reply, logged.index);
  const streams = logged.body.stream === true;
  response.head(200, { "content-type": streams ? "text/event-stream" : "application/json", ...reply.headers });
  const pieces = streams ? asEvents(answer) : [asCompletion(answer)];
  const broken = reply.connection === "cut" || reply.connection === "stall";
  const parts = broken ? pieces.slice(0, Math.floor(pieces.length / 2)) : pieces;
  for (const part of reply.connection === "endless" || reply.connection === "void" ? [] : parts) {
    await pause((reply.duration ?? 0) / parts.length, signal);
    if (signal.aborted) return;
    await response.write(part);
  }
  while (reply.connection === "endless" && !signal.aborted) {
    await response.write(textEvent(answer.model, "and so on, "));
    await pause(20, signal);
  }
  if (reply.connection === "stall") await pause(Number.POSITIVE_INFINITY, signal);
  if (signal.aborted) return;
  if (reply.connection === "cut") {
    await pause(20, signal);
    return response.destroy();
  }
  sent();
  response.end();
}

/** What is said in this turn: the next scripted tool calls while there are any, else the text. */
function compose(model: ScriptedModel, asked: Asked, reply: Reply, index: number): Answer {
  const scriptedCalls = reply.calls ?? (asked.kind === "host" && reply.text === undefined ? [hostCall(asked)] : []);
  const calls: readonly ToolCall[] = [scriptedCalls[asked.turns] ?? []].flat();
  const ordinary = () => ordinaryAnswer(model, asked);
  const text = typeof reply.text === "string" ? reply.text : (reply.text?.(ordinary()) ?? ordinary());
  const said = calls.length > 0 ? "" : text;
  return {
    id: String(index),
    model: asked.model.slice(asked.model.indexOf("/") + 1),
    reasoning: reply.reasoning ?? "",
    text: said,
    calls,
    finish: calls.length > 0 ? "tool_calls" : reply.finish === undefined ? "stop" : reply.finish,
    usage: {
      input: Math.ceil(asked.messages.reduce((length, { content }) => length + content.length, 0) / 4),
      output: Math.ceil((said.length + JSON.stringify(calls).length - 2) / 4),
      reasoning: 0,
      cached: 0,
      ...reply.usage,
    },
  };
}

/** Waits, for ever if asked to, but no longer than the client listens. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}

const NO_TEMPERATURE: Reply = {
  status: 400,
  error: { message: "Unsupported parameter: 'temperature' is not supported with this model." },
};

function noSuchModel(id: string): Reply {
  return { status: 404, error: { message: `This rehearsal has no model ${id}`, code: "model_not_found" } };
}

async function sendError(
  response: HttpResponse,
  status: number,
  error: { message: string; code?: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  response.head(status, { "content-type": "application/json", ...headers });
  await response.write(JSON.stringify({ error: { type: "rehearsal", param: null, code: null, ...error } }));
  response.end();
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
