/** A model that a connected provider offers, as the lab needs to know it. */
export type AvailableModel = {
  /** provider/model, the form used in configuration and artifacts. */
  id: string;
  provider: string;
  /** What people call the model and its provider. */
  names: readonly string[];
  /** Whether the model accepts temperature and top_p; null when the host does not know, and only asking tells. */
  sampling: boolean | null;
  /** Most tokens of input and output together, and of output; null when the host does not know. */
  context_limit: number | null;
  output_limit: number | null;
  /** US dollars for a million tokens; null when the price is unknown. */
  price: { input: number; output: number } | null;
  /** True for the model that the provider itself names as its default. */
  default: boolean;
  /** True where the host brought the provider and its key, so that the person neither chose nor set it up. */
  hosts_own: boolean;
  /** True where it takes text, answers with text alone and calls tools: not what draws, speaks, embeds or transcribes. */
  writes_text: boolean;
  /** What its maker calls the line that it belongs to; null when the host does not know. */
  family: string | null;
  /** When it came out, milliseconds since 1970; null when the host does not know. */
  released: number | null;
};

/** Families whose maker is the same whoever serves them: the name of a gateway says nothing about the model behind it. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/\bclaude/, "anthropic"],
  [/\b(?:(?:chat)?gpt|codex|o[134](?=-|$))/, "openai"],
  [/\b(?:gemini|gemma)/, "google"],
  [/\bdeepseek/, "deepseek"],
  [/\b(?:code)?llama/, "meta"],
  [/\b(?:mistral|ministral|mixtral|magistral|codestral|devstral)/, "mistral"],
  [/\b(?:qwen|qwq)/, "alibaba"],
  [/\bgrok/, "xai"],
  [/\bkimi/, "moonshotai"],
  [/\bglm/, "zhipuai"],
  [/\bminimax/, "minimax"],
  [/\bcommand-[ar]/, "cohere"],
  [/\bnemotron/, "nvidia"],
  [/\bsonar/, "perplexity"],
];

/** Other names under which providers and gateways list a maker. */
const ALIASES: Readonly<Record<string, string>> = {
  "x-ai": "xai",
  "z-ai": "zhipuai",
  zai: "zhipuai",
  "zai-org": "zhipuai",
  "meta-llama": "meta",
  mistralai: "mistral",
  moonshot: "moonshotai",
  qwen: "alibaba",
  "deepseek-ai": "deepseek",
  minimaxai: "minimax",
};

/** Providers that serve the models of others, and parts of a model's path that name nobody. */
const NOBODY: ReadonlySet<string> = new Set(
  `accounts amazon-bedrock aws azure azure-cognitive-services baseten bedrock cerebras cloudflare cloudflare-ai-gateway
  cloudflare-workers-ai cortecs deepinfra fireworks fireworks-ai fastrouter github-copilot github-models google-vertex
  google-vertex-anthropic groq helicone huggingface inference litellm llama-cpp llama.cpp lm-studio lmstudio local models
  ollama ollama-cloud opencode openrouter poe requesty sap-ai-core together togetherai vercel workers-ai`
    .split(/\s+/)
    .filter(Boolean),
);
const REGION = /^(?:us|eu|apac|au|ca|jp|global)\./;

/**
 * Who made a model, looking through whoever serves it: a known family by the model's own name, so that
 * github-copilot/claude-sonnet-4 and anthropic/claude-opus-4 are of one vendor; else the maker that the path names
 * (openrouter/acme/x, amazon-bedrock/us.acme.x). A model whose path names only a gateway is a vendor of its own.
 */
export function vendorOf(model: string): string {
  if (isDocument(model)) return model;
  const parts = model.toLowerCase().split("/").slice(0, -1);
  const name = ownNameOf(model);
  const family = FAMILIES.find(([pattern]) => pattern.test(name))?.[1];
  if (family !== undefined) return family;
  const maker = [...parts, ...(parts.some((part) => part.includes("bedrock")) ? name.split(".").slice(0, -1) : [])]
    .filter((part) => part !== "" && !NOBODY.has(part))
    .at(-1);
  return maker === undefined ? model : (ALIASES[maker] ?? maker);
}

/** Whether a name is that of a document which joined as a design, "docs/rfc-12.md (a document by Ann)": no model's id. */
export function isDocument(name: string): boolean {
  return /\(a document(?: by .{1,200})?\)$/su.test(name);
}

/** Whether the model's own name says who made it. */
export function hasKnownMaker(model: string): boolean {
  const name = ownNameOf(model);
  return FAMILIES.some(([pattern]) => pattern.test(name));
}

/** What stands after the last slash, without the region that a gateway puts before it. */
function ownNameOf(model: string): string {
  return (model.toLowerCase().split("/").at(-1) ?? "").replace(REGION, "");
}
