import type { ToolCall, UsageNumbers } from "./reply.ts";

/** What goes over the wire: one message of the assistant in the form of the OpenAI chat completions API. */
export type Answer = {
  /** Unlike that of any other answer of the server. */
  id: string;
  model: string;
  reasoning: string;
  text: string;
  calls: readonly ToolCall[];
  /** null: the answer ends without a word about why. */
  finish: string | null;
  usage: Required<UsageNumbers>;
};

/** The answer as one JSON object, for a client that does not stream. */
export function asCompletion(answer: Answer): string {
  const message = {
    role: "assistant",
    content: answer.text,
    ...(answer.reasoning === "" ? {} : { reasoning_content: answer.reasoning }),
    ...(answer.calls.length > 0 ? { tool_calls: toolCalls(answer) } : {}),
  };
  const choices = [{ index: 0, message, finish_reason: answer.finish }];
  return JSON.stringify({ ...head(answer.model, "chat.completion"), choices, usage: usage(answer.usage) });
}

/** The answer as server-sent events: its text in pieces, its tool calls, then how it ended and what it used. */
export function asEvents(answer: Answer): string[] {
  return [
    ...pieces(answer.reasoning).map((piece) => event(answer.model, { role: "assistant", reasoning_content: piece })),
    ...pieces(answer.text).map((piece) => textEvent(answer.model, piece)),
    ...toolCalls(answer).map((call, index) => event(answer.model, { tool_calls: [{ index, ...call }] })),
    event(answer.model, {}, answer.finish, answer.usage),
    "data: [DONE]\n\n",
  ];
}

export function textEvent(model: string, text: string): string {
  return event(model, { role: "assistant", content: text });
}

function event(model: string, delta: object, finish: string | null = null, used?: Required<UsageNumbers>): string {
  const chunk = {
    ...head(model, "chat.completion.chunk"),
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...(used ? { usage: usage(used) } : {}),
  };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

function head(model: string, object: string) {
  return { id: "chatcmpl-rehearsal", object, created: 1_700_000_000, model };
}

function toolCalls(answer: Answer) {
  return answer.calls.map(({ name, args }, index) => ({
    id: `call_${answer.id}_${index}`,
    type: "function",
    function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
  }));
}

function usage(used: Required<UsageNumbers>) {
  return {
    prompt_tokens: used.input,
    completion_tokens: used.output,
    total_tokens: used.input + used.output,
    prompt_tokens_details: { cached_tokens: used.cached },
    completion_tokens_details: { reasoning_tokens: used.reasoning },
  };
}

/** At most some twenty pieces, so that streaming is played without costing time. */
function pieces(text: string): string[] {
  const size = Math.max(64, Math.ceil(text.length / 20));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}
