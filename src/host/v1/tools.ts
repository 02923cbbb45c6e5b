import type { Hooks } from "@opencode-ai/plugin";
import { describeArguments, type Isolation } from "../../isolation/isolation.ts";
import { type Arguments, createDecisions, type ToolRoute } from "../tools.ts";

type ToolHooks = Required<Pick<Hooks, "tool.execute.before" | "tool.execute.after">>;

/** The calls of lab sessions of OpenCode 1, which turns one of a tool that is not offered, or that it cannot parse, into "invalid". */
export function toolHooksV1(isolation: Isolation): ToolHooks {
  const decisions = createDecisions(isolation, "filePath");
  /** By the very object of arguments that the host hands to `after` too. */
  const decided = new WeakMap<object, ToolRoute>();
  return {
    async "tool.execute.before"({ tool, sessionID }, output) {
      const session = isolation.sessionOf(sessionID);
      if (!session) return;
      const args = (output.args ?? {}) as Arguments;
      if (tool === "invalid") {
        isolation.checkTool(session, { tool: String(args.tool), shown: describeArguments(args) });
        return;
      }
      const checked = await decisions.before(session, tool, { ...args });
      if (checked === null) return;
      decided.set(args, checked.decision);
      for (const field of Object.keys(args)) delete args[field];
      Object.assign(args, checked.given);
    },

    async "tool.execute.after"({ tool, sessionID, args }, output) {
      const session = isolation.sessionOf(sessionID);
      if (!session) return;
      const decision = decided.get(args);
      const shown = tool === "invalid" ? null : await decisions.after(session, tool, decision);
      // The host's own title is of the call that it was given.
      if (tool === "grep" && decision) output.title = String(decision.asked.pattern);
      if (shown !== null) Object.assign(output, { output: shown.text, metadata: shown.metadata });
      else dropInstructions(output);
      output.output = isolation.cleaned(session, String(output.output ?? ""));
    },
  };
}

/**
 * read adds to a file the instructions (AGENTS.md and its like) that lie beside it and lists them in
 * `metadata.loaded`: they are for an agent that works there, and may be read as any file is.
 */
function dropInstructions(output: { output: string; metadata: unknown }): void {
  const { loaded } = (output.metadata ?? {}) as { loaded?: unknown };
  if (!Array.isArray(loaded) || loaded.length === 0) return;
  const [file = ""] = output.output.split("\n<system-reminder>");
  Object.assign(output, { output: file, metadata: { ...(output.metadata as object), loaded: [] } });
}
