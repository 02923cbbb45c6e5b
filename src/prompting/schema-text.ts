import type { TSchema } from "@sinclair/typebox";

/** A schema as a model reads it: JSON Schema in a code fence, without white space, which would be two fifths of its tokens. */
export function schemaText(schema: TSchema): string {
  return ["```json", JSON.stringify(schema), "```"].join("\n");
}

export const JSON_ONLY =
  "Your response must be one valid JSON object of this schema and nothing else: no text before or after it, no code fence.";
