/**
 * One line of models. `names` and `makers` mean nothing else in a design; `ambiguous` ones are ordinary words or other
 * products too (Gemini the exchange, Opus the codec, a command) and count only where they claim authorship, or
 * where a version makes them plain.
 */
export type Family = { names?: string[]; ambiguous?: string[]; makers?: string[]; ambiguousMakers?: string[] };

export const FAMILIES: readonly Family[] = [
  { names: ["claude"], ambiguous: ["opus", "sonnet", "haiku"], makers: ["anthropic"] },
  { names: ["chatgpt"], ambiguous: ["gpt", "codex", "o1", "o3", "o4"], makers: ["openai"] },
  { ambiguous: ["gemini", "gemma", "bard"], makers: ["deepmind"], ambiguousMakers: ["google"] },
  { ambiguous: ["grok"], makers: ["xai", "x.ai"] },
  { names: ["codellama"], ambiguous: ["llama"], ambiguousMakers: ["meta"] },
  {
    names: ["mixtral", "codestral", "devstral", "magistral", "ministral", "pixtral"],
    ambiguous: ["mistral"],
    makers: ["mistral ai"],
    ambiguousMakers: ["mistral"],
  },
  { names: ["qwen", "qwq"], makers: ["alibaba cloud ai"], ambiguousMakers: ["alibaba"] },
  { names: ["deepseek"] },
  { names: ["kimi"], makers: ["moonshot ai", "moonshotai"], ambiguousMakers: ["moonshot"] },
  { names: ["chatglm"], ambiguous: ["glm"], makers: ["zhipu", "zhipuai", "z.ai"] },
  { ambiguous: ["minimax"] },
  { ambiguous: ["command"], ambiguousMakers: ["cohere"] },
  { ambiguous: ["nova", "titan"], ambiguousMakers: ["amazon"] },
  { ambiguous: ["phi", "copilot"], ambiguousMakers: ["microsoft", "github"] },
  { names: ["nemotron"], ambiguousMakers: ["nvidia"] },
  { names: ["ernie bot", "doubao", "hunyuan"], ambiguousMakers: ["baidu", "bytedance", "tencent"] },
  { ambiguous: ["granite", "jamba", "falcon", "sonar", "perplexity"], ambiguousMakers: ["ibm"] },
];

/** Shy names that a whole number after a space makes plain ("Llama 3"); "Opus 48 kHz" is a codec. */
export const PLAIN_WITH_NUMBER: ReadonlySet<string> = new Set(["gpt", "llama", "gemini", "gemma", "grok", "mistral"]);

/** Words that stand in ids of providers and models and are ordinary in a design. */
export const ORDINARY: ReadonlySet<string> = new Set(
  `a air auto alpha amazon ai api apple app azure base basic beta big bedrock best chat cloud cloudflare code coder
  compatible custom databricks default demo dev digitalocean distill edge embed exp experimental fake fast fireworks
  flash free full gateway github gitlab google gpu groq heavy high host hub hybrid ibm inference instruct it json key
  lab large latest light lite live local long low max medium meta micro microsoft mini mock mode model models mono
  moon nano net new next nvidia oracle open plan plus preview prime primary prod pro proxy reasoner reasoning relay
  remote replicate router sample sap scripted secondary server service small snowflake stable standard super swift
  task test text thinking tiny together tool turbo ultra v venice vercel vertex vision voice web writer xl zen
  strong weak careful terse slow quick good bad author designer reviewer judge`.split(/\s+/),
);
