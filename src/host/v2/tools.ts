import type { LabSession } from "../../artifacts/lab-session.ts";
import { messageOf } from "../../errors.ts";
import type { Isolation } from "../../isolation/isolation.ts";
import type { Route } from "../../isolation/look.ts";
import { type Arguments, createDecisions, type ToolRoute, type ToolShown } from "../tools.ts";

/** A call of a tool, before it; the input may be replaced. It comes for tools that are not offered too. */
export type BeforeV2 = {
  tool: string;
  sessionID: string;
  id: string;
  agent?: string;
  messageID?: string;
  input: unknown;
};
/** The same after it. */
export type AfterV2 = BeforeV2 & { status: string; result?: ResultV2; error?: { message?: string } };
export type ResultV2 = { output?: unknown; content?: string | ContentV2[]; metadata?: unknown };
type ContentV2 = { type: string; text?: string };

/**
 * The calls of lab sessions of OpenCode 2. Nothing is thrown: of the calls of one turn that fail every one would be
 * answered with the words of the first. A refusal stands in the place of the answer; a tool that is not offered is
 * refused by the host itself.
 */
export function toolHooksV2(isolation: Isolation) {
  const decisions = createDecisions(isolation, "path");
  const decided = new Map<string, ToolRoute>();
  return {
    async before(call: BeforeV2): Promise<void> {
      const session = isolation.sessionOf(call.sessionID);
      if (!session) return;
      const asked = argumentsOf(call);
      const refused = (error: unknown) => {
        const answer: Route = { by: "lab", find: () => Promise.reject(error) };
        return { decision: { answer, asked }, given: decisions.idle(call.tool) };
      };
      const checked = await decisions.before(session, call.tool, asked).catch(refused);
      if (checked === null) return;
      decided.set(keyOf(call), checked.decision);
      call.input = checked.given;
    },

    async after(call: AfterV2): Promise<void> {
      const session = isolation.sessionOf(call.sessionID);
      if (!session) return;
      const decision = decided.get(keyOf(call));
      decided.delete(keyOf(call));
      if (call.status !== "completed") return;
      const said = (error: unknown): ToolShown => ({ text: messageOf(error), metadata: {} });
      const shown = await decisions.after(session, call.tool, decision).catch(said);
      const result = shown ? { content: [{ type: "text", text: shown.text }], metadata: shown.metadata } : call.result;
      call.result = { ...result, content: cleaned(isolation, session, result?.content) };
    },
  };
}

const keyOf = ({ sessionID, id }: BeforeV2): string => `${sessionID} ${id}`;

/** The host takes null for an argument that is not there. */
function argumentsOf({ input }: BeforeV2): Arguments {
  return Object.fromEntries(Object.entries((input ?? {}) as Arguments).filter(([, value]) => value !== null));
}

function cleaned(isolation: Isolation, session: LabSession, content: ResultV2["content"]): string | ContentV2[] {
  if (!Array.isArray(content)) return isolation.cleaned(session, content ?? "");
  return content.map((part) =>
    part.type === "text" ? { ...part, text: isolation.cleaned(session, part.text ?? "") } : part,
  );
}
