import { isObject, type JsonObject } from "./json-in-text.ts";
import type { Reply } from "./reply.ts";

/** The ways in which models and providers go wrong, each as a reply to put in a script. */

export const inCodeFence: Reply = { text: (answer) => `\`\`\`json\n${answer}\n\`\`\`` };

export const inProse: Reply = {
  text: (answer) => `Certainly. Here is what you asked for:\n\n${answer}\n\nLet me know if I should change anything.`,
};

export const withTrailingCommas: Reply = {
  text: (answer) => JSON.stringify(JSON.parse(answer), null, 2).replace(/(["\d\]}])\n(\s*[\]}])/g, "$1,\n$2"),
};

export const cutInTheMiddle: Reply = { text: (answer) => answer.slice(0, Math.floor(answer.length / 2)) };

export const empty: Reply = { text: "" };

export const onlyReasoning: Reply = { reasoning: "A queue, or a log? A queue.", text: "" };

/** A draft in the text itself, before the answer. */
export const thinkingAloud: Reply = {
  text: (answer) => {
    const draft = JSON.stringify({ ...JSON.parse(answer), title: "A first draft" });
    return `<think>${draft}\nNo, I change it.</think>\n\n${answer}`;
  },
};

export const refusal: Reply = { text: "I'm sorry, but I can't help with that." };

/** The answer without one of its fields; a path such as "scores.clarity" leads to a field inside a field. */
export function without(path: string): Reply {
  return changed(path, (parent, key) => delete parent[key]);
}

/** The answer with one of its fields set to a value that need not fit, such as a score out of bounds. */
export function withValue(path: string, value: unknown): Reply {
  return changed(path, (parent, key) => {
    parent[key] = value;
  });
}

export function megabytes(count: number): Reply {
  return { text: () => "All work and no play makes for a long answer. ".repeat(Math.ceil((count * 2 ** 20) / 46)) };
}

export const outOfTokens: Reply = { ...cutInTheMiddle, finish: "length" };

export const filtered: Reply = { text: "", finish: "content_filter" };

/** Too many requests; `seconds` is what the retry-after header asks for. */
export function rateLimited(seconds?: number): Reply {
  return {
    status: 429,
    ...(seconds === undefined ? {} : { headers: { "retry-after": String(seconds) } }),
    error: { message: "Rate limit reached for requests", code: "rate_limit_exceeded" },
  };
}

export const serverError: Reply = { status: 500, error: { message: "The server had an error", code: "server_error" } };

export const unauthorized: Reply = {
  status: 401,
  error: { message: "Incorrect API key provided", code: "invalid_api_key" },
};

export const modelNotFound: Reply = {
  status: 404,
  error: { message: "The model does not exist or you do not have access to it", code: "model_not_found" },
};

export const contextOverflow: Reply = {
  status: 400,
  error: {
    message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 91234 tokens.",
    code: "context_length_exceeded",
  },
};

/** An error of the request, with the status and the words of a provider. */
export function requestError(status: number, message: string): Reply {
  return { status, error: { message } };
}

function changed(path: string, change: (parent: JsonObject, key: string) => void): Reply {
  return {
    text: (answer) => {
      const value: unknown = JSON.parse(answer);
      const keys = path.split(".");
      const last = keys.pop() ?? path;
      const parent = keys.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
      if (isObject(parent)) change(parent, last);
      return JSON.stringify(value, null, 2);
    },
  };
}
