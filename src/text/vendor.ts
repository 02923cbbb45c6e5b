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
  google-vertex-anthropic groq helicone huggingface inference litellm lmstudio models ollama ollama-cloud opencode
  openrouter poe requesty sap-ai-core together togetherai vercel workers-ai`
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
  const parts = model.toLowerCase().split("/").slice(0, -1);
  const name = ownNameOf(model);
  const family = FAMILIES.find(([pattern]) => pattern.test(name))?.[1];
  if (family !== undefined) return family;
  const maker = [...parts, ...(parts.some((part) => part.includes("bedrock")) ? name.split(".").slice(0, -1) : [])]
    .filter((part) => part !== "" && !NOBODY.has(part))
    .at(-1);
  return maker === undefined ? model : (ALIASES[maker] ?? maker);
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
