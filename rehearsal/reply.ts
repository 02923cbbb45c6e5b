import type { Asked, Kind } from "./asked.ts";

export type ToolCall = { name: string; args: unknown };

export type UsageNumbers = { input?: number; output?: number; reasoning?: number; cached?: number };

/** How a scripted model answers one request. An empty reply is the model's ordinary answer. */
export type Reply = {
  /** The text to send instead of the ordinary answer, or what to make of it. */
  text?: string | ((ordinary: string) => string);
  /** Reasoning to send before the text, as a part of its own. */
  reasoning?: string;
  /** Tool calls to make before the text: one a turn, or several at once where an element is a list. */
  calls?: readonly (ToolCall | readonly ToolCall[])[];
  /** "stop" unless given; "tool_calls" where calls are made. Any other word is one that no host knows; null is none. */
  finish?: string | null;
  /** Tokens to report; estimated from the lengths where left out. */
  usage?: UsageNumbers;
  /** Milliseconds before anything is sent. */
  delay?: number;
  /** Nothing is sent, after `delay`, before it is settled. */
  until?: Promise<unknown>;
  /** Milliseconds over which the text is streamed, after `delay`. */
  duration?: number;
  /** An HTTP error instead of an answer. */
  status?: number;
  headers?: Record<string, string>;
  error?: { message: string; code?: string };
  /**
   * How the connection misbehaves. silent: no byte ever, not even a header. stall: some text, then nothing, for ever.
   * endless: text for ever. cut: some text, then the connection breaks. reset: the connection breaks at once. void: a 200 without a byte of body.
   */
  connection?: "silent" | "stall" | "endless" | "cut" | "reset" | "void";
};

/** A reply for the requests that fit all that is given here. */
export type Rule = {
  /** provider/model. */
  model?: string;
  kind?: Kind | readonly Kind[];
  /** The n-th request of its kind to its model, counted from 1, or the first and the last of several. */
  nth?: number | readonly [first: number, last: number];
  /** Something that the messages hold. */
  has?: string | RegExp;
  reply: Reply;
};

/** Rules, of which the first that fits decides, or a function; undefined is the ordinary answer. */
export type Script = readonly Rule[] | ((asked: Asked) => Reply | undefined);

export function scripted(script: Script, asked: Asked): Reply | undefined {
  if (typeof script === "function") return script(asked);
  return script.find((rule) => fits(rule, asked))?.reply;
}

function fits(rule: Rule, asked: Asked): boolean {
  if (rule.model !== undefined && rule.model !== asked.model) return false;
  if (rule.kind !== undefined && !([rule.kind].flat() as Kind[]).includes(asked.kind)) return false;
  if (rule.nth !== undefined) {
    const [first, last] = typeof rule.nth === "number" ? [rule.nth, rule.nth] : rule.nth;
    if (asked.nth < first || asked.nth > last) return false;
  }
  if (rule.has === undefined) return true;
  const { has } = rule;
  return asked.messages.some(({ content }) => (typeof has === "string" ? content.includes(has) : has.test(content)));
}
