import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * A configuration that sets every field of the requirements, with their comments: three designers, and reviewers in
 * `review_models` and for each kind.
 */
export function everyField(): Promise<string> {
  return readFile(join(import.meta.dir, "../fixtures/every-field.jsonc"), "utf8");
}
