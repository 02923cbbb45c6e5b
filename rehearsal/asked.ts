import { isObject, type JsonObject, jsonObjectsIn } from "./json-in-text.ts";

/** What a request is for: the lab's own kinds, the person's agent ("host"), the title the host asks for, or none of these. */
export const KINDS = [
  "topic",
  "questions",
  "brief",
  "design",
  "arrangement",
  "revision",
  "merge",
  "review",
  "score",
  "evaluation",
  "plan",
  "host",
  "title",
  "other",
] as const;
export type Kind = (typeof KINDS)[number];

export type Message = { role: string; content: string; tool_calls: { name: string; arguments: string }[] };

/** One request as the rehearsal's models see it. */
export type Asked = {
  /** provider/model; the provider is the first part of the path that was called. */
  model: string;
  kind: Kind;
  /** 1 for the first request of this kind to this model, 2 for the second, … */
  nth: number;
  messages: Message[];
  /** Names of the tools offered. */
  tools: string[];
  /** The JSON Schema that the prompt asks to be filled in; null when there is none. */
  schema: JsonObject | null;
  /** Tool results that came back since the person or the lab last spoke. */
  results: string[];
  /** Answers with tool calls that the model gave since then. */
  turns: number;
};

/** All that is known of a request from its body; `nth` is for the server to count. */
export function readAsked(model: string, body: JsonObject): Omit<Asked, "nth"> {
  const messages = (Array.isArray(body.messages) ? body.messages : []).filter(isObject).map(readMessage);
  const tools = (Array.isArray(body.tools) ? body.tools : []).flatMap((tool) => {
    const called = isObject(tool) && isObject(tool.function) ? tool.function.name : undefined;
    return typeof called === "string" ? [called] : [];
  });
  const schema = findSchema(messages);
  const lastUser = messages.findLastIndex(({ role, content }) => role === "user" && !OF_HOST.test(content));
  const since = messages.slice(lastUser + 1);
  const results = since.flatMap(({ role, content }) => (role === "tool" ? [content] : []));
  const turns = since.filter(({ tool_calls }) => tool_calls.length > 0).length;
  return { model, kind: kindOf(messages, tools, schema), messages, tools, schema, results, turns };
}

/** What the second generation of the host says in the user's place: that its tools changed, or rules of a folder. */
const OF_HOST = /^(?:<system-update>|Instructions from: )/;

/** What the person or the lab said, without system prompts, answers and tool results. */
export function userText(asked: Pick<Asked, "messages">): string {
  return asked.messages.flatMap(({ role, content }) => (role === "user" ? [content] : [])).join("\n\n");
}

/** Everything that was sent, for tests that look for what must not be there. */
export function wholeText(asked: Pick<Asked, "messages">): string {
  return asked.messages
    .map(({ content, tool_calls }) => [content, ...tool_calls.map((call) => call.arguments)].join("\n"))
    .join("\n\n");
}

/** True for a JSON Schema of an object rather than a value. */
export function isSchema(value: JsonObject): boolean {
  return value.type === "object" && isObject(value.properties);
}

function readMessage(message: JsonObject): Message {
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  return {
    role: String(message.role),
    content: readContent(message.content),
    tool_calls: calls.filter(isObject).flatMap((call) => {
      const called = isObject(call.function) ? call.function : {};
      return typeof called.name === "string" ? [{ name: called.name, arguments: String(called.arguments ?? "") }] : [];
    }),
  };
}

function readContent(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (isObject(part) && typeof part.text === "string" ? part.text : "")).join("\n");
}

/** The largest schema of the newest message of the user that holds one: a repair request need not repeat it. */
function findSchema(messages: Message[]): JsonObject | null {
  for (const { role, content } of messages.toReversed()) {
    if (role !== "user" && role !== "system") continue;
    const schemas = jsonObjectsIn(content).filter(({ value }) => isSchema(value));
    const largest = schemas.sort((a, b) => b.end - b.start - (a.end - a.start))[0];
    if (largest) return largest.value;
  }
  return null;
}

/** How the lab asks that a document be put into a design's fields. */
const SORTS = /^Sort the sentences of the document below/m;

function kindOf(messages: Message[], tools: string[], schema: JsonObject | null): Kind {
  if (schema) {
    const properties = isObject(schema.properties) ? schema.properties : {};
    if ("design" in properties) return "origins" in properties ? "merge" : "revision";
    if ("components" in properties) return SORTS.test(userText({ messages })) ? "arrangement" : "design";
    if ("tasks" in properties) return "plan";
    if ("strengths" in properties) return "scores" in properties ? "evaluation" : "review";
    if ("scores" in properties) return "score";
    const [required = []] = [schema.required].filter(Array.isArray);
    if (required.includes("questions")) return "questions";
    if ("task" in properties || /^BRIEF:$/mu.test(userText({ messages }))) return "brief";
    if ("topic" in properties || "non_functional_requirements" in properties) return "topic";
  }
  const system = messages.flatMap(({ role, content }) => (role === "system" ? [content] : [])).join("\n");
  if (/title generator/i.test(system)) return "title";
  if (tools.includes("designlab")) return "host";
  if (/\btopic\b/i.test(`${system}\n${userText({ messages })}`)) return "topic";
  return "other";
}
