import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Ruby's parser as base64. It is called while the bundle is made, and what it gives stands in the bundle. */
export function prismBytes(): string {
  return readFileSync(fileURLToPath(import.meta.resolve("@ruby/prism/src/prism.wasm"))).toString("base64");
}
