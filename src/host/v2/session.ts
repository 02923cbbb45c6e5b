import type { LabSession, LabSessions } from "../../artifacts/lab-session.ts";

/** A request that the host is about to make, as its "context" hook may change it. */
export type ContextEvent = {
  sessionID: string;
  system: { type: "text"; text: string }[];
  messages: MessageSent[];
  options: { temperature?: number; topP?: number; maxTokens?: number };
  tools: Record<string, unknown>;
};
/** A message of a request: its text stands in parts. */
export type MessageSent = { id?: string; role: string; content?: readonly { type: string; text?: string }[] };
type PromptEvent = { sessionID: string; messageID: string; prompt: { text: string } };
type RequestEvent = { sessionID: string; agent?: string };
type HostEvent = { type: string; data: { sessionID?: string; finish?: string } };
export type RetryEvent = {
  sessionID: string;
  /** The number of the request that would come, 2 for the first retry. */
  attempt: number;
  error: { type?: string; message: string };
  decision: { retry: boolean; delay?: number };
};

/**
 * What a lab session's model is sent: the agent's own system prompt and nothing of the host's, the tools that the
 * session has, what was said in the session and no instructions that the host adds of its own (an AGENTS.md beside a
 * file that was read), and the sampling that was asked for. Whether a provider is asked again is the lab's decision.
 * Sessions that are not the lab's pass through untouched.
 */
export function sessionHooksV2(sessions: LabSessions) {
  /** Messages of lab sessions that somebody sent: the lab, or a person who goes on with the child. */
  const sent = new Map<string, Set<string>>();
  const labSession = ({ sessionID }: { sessionID: string }): LabSession | undefined => sessions.get(sessionID);
  return {
    prompt({ sessionID, messageID }: PromptEvent): void {
      if (!sessions.has(sessionID)) return;
      sent.set(sessionID, (sent.get(sessionID) ?? new Set()).add(messageID));
    },
    context(event: ContextEvent): void {
      const session = labSession(event);
      if (!session) return;
      event.system.splice(0, event.system.length, { type: "text", text: session.system });
      for (const tool of Object.keys(event.tools)) if (!session.tools.includes(tool)) delete event.tools[tool];
      const known = sent.get(event.sessionID);
      const kept = event.messages.filter(({ role, id }) => MADE.has(role) || (id !== undefined && known?.has(id)));
      event.messages.splice(0, event.messages.length, ...kept);
      const { temperature, top_p, max_output_tokens } = session.sampling;
      if (temperature !== undefined) event.options.temperature = temperature;
      if (top_p !== undefined) event.options.topP = top_p;
      if (max_output_tokens !== undefined) event.options.maxTokens = max_output_tokens;
    },
    request(event: RequestEvent): void {
      if (labSession(event)?.requesting(event.agent ?? "") === false)
        throw new Error("designlab has ended this session");
    },
    compaction(event: RequestEvent): void {
      labSession(event)?.requesting(COMPACTION);
    },
    event({ type, data: { sessionID, finish } }: HostEvent): void {
      const session = sessionID === undefined ? undefined : sessions.get(sessionID);
      if (PART.test(type)) session?.hearing();
      if (type === "session.tool.called") session?.calling();
      if (type === "session.step.ended" && finish !== undefined) session?.answered(finish);
    },
    retry(event: RetryEvent): void {
      const session = labSession(event);
      if (!session) return;
      if (UNENDED.has(event.error.type ?? "")) {
        session.answered("unknown");
        event.decision = { retry: true, delay: 0 };
        return;
      }
      const { retry, delay = 0 } = event.decision;
      const failed = event.attempt - 1;
      const wait = waitBeforeRetry(failed, retry ? delay : null);
      event.decision = wait === null ? { retry: false } : { retry: true, delay: wait };
      if (wait !== null) session.retrying(failed, event.error.message, wait);
    },
  };
}

/** Messages that the turns of the session itself made. */
const MADE = new Set(["assistant", "tool"]);

/** Events that come with a part of an answer. */
const PART = /^session\.(?:text|reasoning|tool\.input)\./;

/** An answer came, and ended without a reason or for one that the host does not know: it would ask eleven times. */
const UNENDED = new Set(["provider.invalid-output", "provider.unknown"]);

/** What both generations call the agent that sums a session up. */
const COMPACTION = "compaction";

/** Requests to a provider for one turn, the first included. */
export const MAX_TRIES = 6;
/** Waits before the second request and on, doubled each time up to the longest, milliseconds. */
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 30_000;

/**
 * How long to wait before a provider is asked again, milliseconds; null when it is not.
 * @param failed Requests that have failed, 1 or more.
 * @param host What the host would wait: longer than the lab's own wait where the provider asks for that; null where it
 * holds that asking again is of no use.
 */
export function waitBeforeRetry(failed: number, host: number | null): number | null {
  if (host === null || failed >= MAX_TRIES) return null;
  return Math.max(host, Math.min(FIRST_WAIT * 2 ** (failed - 1), LONGEST_WAIT));
}
