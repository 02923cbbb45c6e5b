import { appendFileSync } from "node:fs";
import { type HttpResponse, serveHttp } from "../../rehearsal/http.ts";
import type { Engine } from "./engine.ts";

/** One answered request, as a line of the log. Times in milliseconds. */
export type LocalAnswer = {
  at: string;
  model: string;
  prompt_tokens: number;
  answer_tokens: number;
  waited: number;
  took: number;
  finish: string;
  error?: string;
};

type Message = { role: string; content: string; tool_calls?: unknown[]; tool_call_id?: string };
type Body = {
  model?: unknown;
  messages?: unknown;
  tools?: unknown;
  stream?: unknown;
  max_tokens?: unknown;
  max_completion_tokens?: unknown;
  temperature?: unknown;
  top_p?: unknown;
  seed?: unknown;
  stop?: unknown;
};

/**
 * Serves models on loopback by the OpenAI chat completions API: streamed or whole, with usage, `max_tokens`, `stop`,
 * tools, and the errors that such servers give. `log`: a file of JSON lines, one for each answer.
 */
export async function serveModels(
  engines: ReadonlyMap<string, Engine>,
  log: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  return serveHttp(async ({ method, path, body: text, signal }, response) => {
    if (method === "GET" && path.endsWith("/v1/models")) {
      const data = [...engines].map(([id, { context }]) => ({
        id,
        object: "model",
        owned_by: "local",
        max_model_len: context,
      }));
      return send(response, 200, { object: "list", data });
    }
    if (!path.endsWith("/v1/chat/completions"))
      return refuse(response, 404, "not_found", "Only chat completions are served here");
    const body = parse(text);
    if (body === null || !Array.isArray(body.messages))
      return refuse(response, 400, "invalid_request_error", "The body is no request for a chat completion");
    const engine = engines.get(String(body.model));
    if (engine === undefined)
      return refuse(response, 404, "model_not_found", `The model '${body.model}' does not exist`);
    await answer(String(body.model), engine, body, signal, response, log);
  });
}

async function answer(
  model: string,
  engine: Engine,
  body: Body,
  signal: AbortSignal,
  response: HttpResponse,
  log: string,
): Promise<void> {
  const tools = Array.isArray(body.tools) && body.tools.length > 0 ? body.tools : undefined;
  const prompt = engine.promptOf({ messages: (body.messages as unknown[]).map(messageOf), ...(tools && { tools }) });
  const count = engine.count(prompt);
  if (count >= engine.context) {
    const message = `the request exceeds the available context size (${count} tokens, ${engine.context} available). try increasing the context size`;
    note(log, { model, prompt_tokens: count, answer_tokens: 0, waited: 0, took: 0, finish: "error", error: "context" });
    return refuse(response, 400, "exceed_context_size_error", message);
  }
  const head = { id: `chatcmpl-${Date.now()}`, created: Math.floor(Date.now() / 1000), model };
  const streams = body.stream === true;
  const delta = (choice: object, more: object = {}): Promise<void> =>
    response.write(
      `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices: [{ index: 0, finish_reason: null, ...choice }], ...more })}\n\n`,
    );
  const began = Date.now();
  let first: number | null = null;
  let [heard, sent] = ["", 0];
  const sendUntil = async (end: number): Promise<void> => {
    const content = heard.slice(sent, end);
    sent = Math.max(sent, end);
    if (content !== "") await delta({ delta: { content } });
  };
  if (streams) {
    response.head(200, { "content-type": "text/event-stream" });
    await delta({ delta: { role: "assistant", content: "" } });
  }
  try {
    const asking = {
      max: numberOf(body.max_completion_tokens ?? body.max_tokens) ?? engine.context,
      temperature: numberOf(body.temperature) ?? 0.7,
      topP: numberOf(body.top_p) ?? 0.95,
      seed: numberOf(body.seed) ?? Math.floor(Math.random() * 2 ** 31),
      stop: [body.stop ?? []].flat().map(String),
      signal,
    };
    const made = await engine.generate(prompt, asking, (piece) => {
      first ??= Date.now();
      heard += piece;
      if (streams) void sendUntil(tools ? settledIn(heard) : heard.length);
    });
    const { text, calls } = tools ? callsIn(made.text) : { text: made.text, calls: [] };
    const finish = calls.length > 0 ? "tool_calls" : made.finish;
    const usage = { prompt_tokens: count, completion_tokens: made.tokens, total_tokens: count + made.tokens };
    if (streams) {
      if (calls.length === 0) await sendUntil(made.text.length);
      if (calls.length > 0) await delta({ delta: { tool_calls: calls } });
      await delta({ delta: {}, finish_reason: finish }, { usage });
      await response.write("data: [DONE]\n\n");
      response.end();
    } else {
      const message = { role: "assistant", content: text, ...(calls.length > 0 && { tool_calls: calls }) };
      const choices = [{ index: 0, message, finish_reason: finish }];
      await send(response, 200, { ...head, object: "chat.completion", choices, usage });
    }
    const waited = (first ?? Date.now()) - began;
    note(log, { model, prompt_tokens: count, answer_tokens: made.tokens, waited, took: Date.now() - began, finish });
  } catch (error) {
    const why = signal.aborted ? "hung up" : error instanceof Error ? error.message : String(error);
    note(log, {
      model,
      prompt_tokens: count,
      answer_tokens: 0,
      waited: 0,
      took: Date.now() - began,
      finish: "error",
      error: why,
    });
    if (signal.aborted) return;
    if (streams) return response.destroy();
    await refuse(response, 500, "server_error", why);
  }
}

/** A message as templates take it: plain text, and the arguments of calls as objects. */
function messageOf(value: unknown): Message {
  const { role = "user", content = "", tool_calls, tool_call_id } = (value ?? {}) as Record<string, unknown>;
  const text = [content]
    .flat()
    .map((part) => (typeof part === "string" ? part : String((part as { text?: unknown })?.text ?? "")));
  const calls = (Array.isArray(tool_calls) ? tool_calls : []).map(({ function: called }) => ({
    function: { name: called?.name, arguments: parse(String(called?.arguments ?? "")) ?? {} },
  }));
  return {
    role: String(role),
    content: text.join(""),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(typeof tool_call_id === "string" && { tool_call_id }),
  };
}

/** Characters of an answer, as far as it has come, that belong to no call of a tool. */
function settledIn(text: string): number {
  const at = text.indexOf(OPENING);
  if (at >= 0) return at;
  let open = Math.min(OPENING.length - 1, text.length);
  while (open > 0 && !OPENING.startsWith(text.slice(-open))) open--;
  return text.length - open;
}

const OPENING = "<tool_call>";
const CALL = /<tool_call>\s*([\s\S]*?)\s*<\/tool_call>/gu;

/** The calls of tools in an answer, and the text beside them. What is no call stays in the text. */
function callsIn(answer: string) {
  const calls: object[] = [];
  const text = answer.replace(CALL, (whole, inner: string) => {
    const { name, arguments: args } = (parse(inner) ?? {}) as { name?: unknown; arguments?: unknown };
    if (typeof name !== "string") return whole;
    const index = calls.length;
    calls.push({
      ...{ index, id: `call_${Date.now()}_${index}`, type: "function" },
      function: { name, arguments: JSON.stringify(args ?? {}) },
    });
    return "";
  });
  return { text: calls.length > 0 ? text.trim() : answer, calls };
}

const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

function parse(text: string): Body | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Body) : null;
  } catch {
    return null;
  }
}

const note = (log: string, answer: Omit<LocalAnswer, "at">): void =>
  appendFileSync(log, `${JSON.stringify({ at: new Date().toISOString(), ...answer })}\n`);

async function send(response: HttpResponse, status: number, value: object): Promise<void> {
  response.head(status, { "content-type": "application/json" });
  await response.write(JSON.stringify(value));
  response.end();
}

const refuse = (response: HttpResponse, status: number, type: string, message: string): Promise<void> =>
  send(response, status, { error: { message, type, code: type, param: null } });
