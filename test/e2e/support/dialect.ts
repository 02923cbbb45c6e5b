import type { ToolCall } from "../../../rehearsal/reply.ts";
import { HOST } from "./hosts.ts";

/** A call of a tool as the first generation of the host names it. */
type Named = { name: string; args: Record<string, unknown> };

const NAMES: Readonly<Record<string, string>> = { bash: "shell", task: "subagent" };
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  read: { filePath: "path" },
  edit: { filePath: "path" },
  write: { filePath: "path" },
  skill: { name: "id" },
  task: { subagent_type: "agent" },
};

/** The same call as the host of this test names it. */
export function asHost({ name, args }: Named): ToolCall & { args: Record<string, unknown> } {
  if (HOST === 1) return { name, args };
  const fields = FIELDS[name] ?? {};
  const entries = Object.entries(args).map(([field, value]) => [fields[field] ?? field, value]);
  return { name: toolOf(name), args: Object.fromEntries(entries) };
}

/** What the host of this test calls a tool of the first generation. */
export function toolOf(name: string): string {
  return HOST === 1 ? name : (NAMES[name] ?? name);
}
