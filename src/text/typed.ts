import { code, type Markdown, md } from "./markdown.ts";

/** What a person can type, as a code span: `/design-lab show 2026-11-21-durable-task-queue B`. */
export function typedCode(...words: readonly string[]): Markdown {
  return code(["/design-lab", ...words].join(" "));
}

/** A call of the tool for copying, as a code span: `designlab({op: "run", args: {experiment: "…"}})`. */
export function callCode(op: string, args: Readonly<Record<string, unknown>> = {}): Markdown {
  return code(`designlab(${literalOf({ op, ...(Object.keys(args).length > 0 && { args }) })})`);
}

/** How a wrong call is made right, for an agent. */
export const sendInstead = (op: string, args: Readonly<Record<string, unknown>>): Markdown =>
  md`Send this instead: ${callCode(op, args)}`;

/** A value as a person would write it in code: JSON, with a space after ":" and ",", and keys without quotes. */
function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalOf).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, inner]) => {
    return `${/^[a-z_]+$/u.test(key) ? key : JSON.stringify(key)}: ${literalOf(inner)}`;
  });
  return `{${entries.join(", ")}}`;
}
