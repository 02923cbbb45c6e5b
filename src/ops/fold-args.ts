import { isObject } from "../text/is-object.ts";

/** A call of the tool as a model wrote it: its args in `args`, or beside `op`. */
export type ToolInput = { op?: unknown; args?: unknown; [arg: string]: unknown };

/**
 * The call with every arg in `args`. Both versions of OpenCode pass on what stands beside `op`. What stands in `args`
 * wins. `args` that no object can be made of stay as they are.
 */
export function foldArgs({ op, args, ...beside }: ToolInput): { op?: unknown; args?: unknown } {
  if (Object.keys(beside).length === 0) return { op, args };
  if (args === undefined || args === null || args === "") return { op, args: beside };
  const given = typeof args === "string" ? parsed(args) : args;
  return { op, args: isObject(given) ? { ...beside, ...given } : { ...beside, args } };
}

/** Some models write the arguments as their JSON text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
