import type { Hooks } from "@opencode-ai/plugin";
import type { LabSessions } from "../../artifacts/lab-session.ts";

/** Tools that the host offers to whoever may read files, although they read of MCP servers. */
const COUNTED_AS_READ = ["list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"];

/**
 * What a lab session's model is sent: the agent's own system prompt and nothing of the host's, and the sampling that
 * was asked for where the model takes it; offered are the session's own tools. Sessions that are not the lab's pass
 * through untouched.
 */
export function sessionHooksV1(
  sessions: LabSessions,
  now: () => number,
): Required<Pick<Hooks, "chat.message" | "experimental.chat.system.transform" | "chat.params" | "event">> {
  return {
    async "chat.message"({ sessionID }, { message }) {
      if (!sessions.has(sessionID)) return;
      message.tools = { ...message.tools, ...Object.fromEntries(COUNTED_AS_READ.map((tool) => [tool, false])) };
    },
    async "experimental.chat.system.transform"({ sessionID }, output) {
      const session = sessionID === undefined ? undefined : sessions.get(sessionID);
      if (session) output.system.splice(0, output.system.length, session.system);
    },
    async "chat.params"({ sessionID, agent }, output) {
      const session = sessions.get(sessionID);
      if (!session) return;
      if (!session.requesting(agent)) throw new Error("designlab has ended this session");
      const { temperature, top_p, max_output_tokens } = session.sampling;
      // The published type has no undefined, the host takes it for "do not send".
      const params = output as { temperature: number | undefined; topP: number | undefined };
      params.temperature = temperature;
      params.topP = top_p;
      if (max_output_tokens !== undefined) output.maxOutputTokens = max_output_tokens;
    },
    async event({ event }) {
      const delta = partDelta(event);
      if (delta !== null) return sessions.get(delta)?.hearing();
      if (event.type === "message.part.updated") {
        const { part } = event.properties;
        if (part.type === "tool") sessions.get(part.sessionID)?.calling();
        if (part.type === "step-finish") sessions.get(part.sessionID)?.answered(part.reason);
      }
      if (event.type === "session.status" && event.properties.status.type === "retry") {
        const { sessionID, status } = event.properties;
        sessions.get(sessionID)?.retrying(status.attempt, status.message, Math.max(0, status.next - now()));
      }
    },
  };
}

/** The session of which the host passes on a part of an answer; null for other events. Its published types lack it. */
function partDelta(event: { type: string; properties: object }): string | null {
  if (event.type !== "message.part.delta" || !("sessionID" in event.properties)) return null;
  return String(event.properties.sessionID);
}
