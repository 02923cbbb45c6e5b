import { Type } from "@sinclair/typebox";

// Control, bidirectional and all other characters that are not drawn would let one id look like another.
const HIDDEN =
  "\\x00-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\udb40";

/** A model as the host names it: provider/model, where the model's own name may hold more slashes. */
export const ModelId = Type.String({
  maxLength: 256,
  pattern: `^[^\\s/${HIDDEN}]+/[^\\s${HIDDEN}](?:[^${HIDDEN}]*[^\\s${HIDDEN}])?$`,
  description: "A model as provider/model",
});

/** The provider of a model id: what stands before the first slash. */
export function providerOf(id: string): string {
  return id.slice(0, id.indexOf("/"));
}
