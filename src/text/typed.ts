import { code, type Markdown } from "./markdown.ts";

/** What a person can type, as a code span: `/design-lab show 2026-11-21-durable-task-queue B`. */
export function typed(...words: readonly string[]): Markdown {
  return code(["/design-lab", ...words].join(" "));
}
