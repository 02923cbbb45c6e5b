import { type Asked, userText } from "./asked.ts";
import { jsonObjectsIn } from "./json-in-text.ts";
import type { ToolCall } from "./reply.ts";

/** The model of the person's own agent, which calls the lab; every rehearsal has it. */
export const HOST_MODEL = "host/agent";

/**
 * The call that the person's own scripted agent makes: the last one that a message spells out as JSON
 * ({"op": …, "args": …}), else a run of what the message asks for.
 */
export function hostCall(asked: Asked): ToolCall {
  const said = userText(asked).trim();
  const spelled = jsonObjectsIn(said).findLast(({ value }) => typeof value.op === "string")?.value;
  return { name: "designlab", args: spelled ?? { op: "run", args: { task: said } } };
}

export function hostClosing(asked: Asked): string {
  const result = asked.results.at(-1) ?? "";
  const heading = result.split("\n").find((line) => line.trim() !== "") ?? "nothing";
  return `designlab answered: ${heading.replace(/^#+\s*/, "")}`;
}
