import type { TSchema } from "@sinclair/typebox";
import type { Provider } from "../../rehearsal/provider.ts";
import type { Criterion } from "../../src/artifacts/criterion.ts";

export const TASK = "Design a durable task queue for two million notification e-mails a day. It must survive crashes.";

export const CRITERIA: Criterion[] = ["clarity", "feasibility", "scalability", "maintainability", "innovation"].map(
  (name) => ({ name, description: `How good is its ${name}?`, min: 0, max: 10 }),
);

/** A prompt in the manner of the lab's: the task under its heading, a design between markers, the schema in a fence. */
export function promptFor(schema: TSchema, design?: string): string {
  return [
    `TASK:\n${TASK}`,
    ...(design === undefined ? [] : [`DESIGN:\n<<<data n0nce123>>>\n${design}\n<<<end data n0nce123>>>`]),
    `Answer following this schema:\n\`\`\`json\n${JSON.stringify(schema, null, 1)}\n\`\`\``,
  ].join("\n\n");
}

/** What a test may send besides the model and the prompt. */
export type Extra = { signal?: AbortSignal; body?: object };

/** Sends one prompt as the host would, but without streaming; the whole HTTP response. */
export function send(provider: Provider, model: string, prompt: string, extra: Extra = {}): Promise<Response> {
  const slash = model.indexOf("/");
  return fetch(`${provider.url}/${model.slice(0, slash)}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model: model.slice(slash + 1),
      messages: [{ role: "user", content: prompt }],
      ...extra.body,
    }),
    ...(extra.signal ? { signal: extra.signal } : {}),
  });
}

/** The text of the answer. */
export async function answer(provider: Provider, model: string, prompt: string, extra?: Extra): Promise<string> {
  return (await completion(provider, model, prompt, extra)).choices[0].message.content;
}

type Completion = {
  choices: [
    {
      message: { content: string; tool_calls?: { function: { name: string; arguments: string } }[] };
      finish_reason: string;
    },
  ];
  usage: { prompt_tokens: number; completion_tokens: number };
};

export async function completion(
  provider: Provider,
  model: string,
  prompt: string,
  extra?: Extra,
): Promise<Completion> {
  return (await (await send(provider, model, prompt, extra)).json()) as Completion;
}
