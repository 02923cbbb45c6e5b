import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The text of a Markdown file beside this one. */
export function markdown(name: string): string {
  return readFileSync(join(import.meta.dirname, `${name}.md`), "utf8").trim();
}
