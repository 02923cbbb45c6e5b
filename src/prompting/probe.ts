import { Type } from "@sinclair/typebox";
import type { Agent } from "./agent.ts";
import { JSON_ONLY, schemaText } from "./schema-text.ts";

const ProbeBody = Type.Object({ ready: Type.Literal(true) }, { additionalProperties: false });

/** The smallest question there is, to learn whether a model answers at all. */
export const probeAgent: Agent<Record<never, never>, typeof ProbeBody> = {
  role: "topic",
  title: (_input, model) => `designlab: does ${model} answer?`,
  system: () => "You answer a check of whether you can be reached.",
  prompt: () => ["Say that you are ready.", schemaText(ProbeBody), JSON_ONLY].join("\n"),
  output: () => ProbeBody,
  tools: () => [],
};
