import { homedir } from "node:os";
import { keepNewest, type PersonsCall } from "../persons-call.ts";
import type { createProjectLab } from "../project.ts";
import type { ContextV2 } from "./api.ts";
import type { ContextEvent, MessageSent } from "./session.ts";
import { type AfterV2, type BeforeV2, type ResultV2, toolHooksV2 } from "./tools.ts";

/** What the host asks its rules about a call, with the patches of what it will do to files. */
type EvaluateV2 = {
  sessionID: string;
  agent?: string;
  action: string;
  metadata?: { files?: { file: string; patch: string; status: string }[] };
  source?: { messageID?: string; id?: string };
  effect: string;
  message?: string;
};

/** The tools of which the host itself makes the patches, before it asks its rules. */
const PATCHED = new Set(["edit", "write", "patch", "apply_patch"]);
/** How long a line stays that waits for a terminal, milliseconds. */
const TOLD_FOR = 30_000;

/**
 * Hooks the calls of tools in every session of OpenCode 2: the lab's own are kept in, and the person's edits are held
 * where the gate is on. Where the host asks its rules it hands over the patches, and takes a refusal with its words.
 */
export async function holdEditsV2(
  { permission, session, tool, location }: ContextV2,
  lab: ReturnType<typeof createProjectLab>,
  unloaded: AbortSignal,
): Promise<void> {
  const kept = toolHooksV2(lab.isolation);
  /** Which tool was called: where the host asks its rules it names what they call an edit. */
  const tools = new Map<string, string>();
  const gate = lab.gate({
    parentOf: async (sessionID) => (await session.get({ sessionID })).parentID,
    async lastSaid(sessionID) {
      const messages = await session.context({ sessionID });
      return messages.findLast(({ type, text }) => type === "user" && (text ?? "").trim() !== "")?.text ?? null;
    },
    hasPerson: async () => true,
    tell: createTelling(location.directory),
    unloaded,
  });
  await session.hook<{ sessionID: string; prompt: { text: string } }>("prompt", ({ sessionID, prompt }) =>
    gate.heard(sessionID, prompt.text),
  );
  await session.hook<{ sessionID: string }>("compaction", ({ sessionID }) => gate.cut(sessionID));
  await session.hook<ContextEvent>("context", async ({ sessionID, messages, system }) => {
    // A summary that failed cuts nothing.
    if (!messages.some(isCheckpoint)) return;
    const told = await gate.afterCut(sessionID);
    if (told !== null) system.push({ type: "text", text: told });
  });
  await permission?.hook<EvaluateV2>("evaluate", async (event) => {
    const { action, metadata, effect, sessionID, agent = "", source } = event;
    if (action !== "edit" || effect === "deny" || !Array.isArray(metadata?.files)) return;
    const { messageID = "", id = "" } = source ?? {};
    const call = { sessionID, agent, messageID, callID: id, tool: tools.get(id) ?? action };
    const refused = await gate.before(call, { files: metadata.files });
    if (refused !== null) Object.assign(event, { effect: "deny", message: refused });
  });
  await tool.hook<BeforeV2>("execute.before", async (call) => {
    await kept.before(call);
    if (permission !== undefined && PATCHED.has(call.tool)) return keepNewest(tools, call.id, call.tool);
    const refused = await gate.before(callOf(call), { args: argumentsOf(call) });
    if (refused !== null) throw new Error(refused);
  });
  await tool.hook<AfterV2>("execute.after", async (call) => {
    await kept.after(call);
    const note = await gate.after(callOf(call), argumentsOf(call));
    if (note !== null && call.status === "completed") call.result = withNote(call.result, note);
  });
}

/** What stands in place of the messages that a context was cut of. */
const isCheckpoint = ({ content = [] }: MessageSent): boolean =>
  content.some(({ text = "" }) => text.startsWith("<conversation-checkpoint"));

const callOf = ({ sessionID, id, tool, agent = "", messageID = "" }: BeforeV2): PersonsCall => ({
  ...{ sessionID, callID: id, tool },
  ...{ agent, messageID },
});

const argumentsOf = ({ input }: BeforeV2): Record<string, unknown> =>
  typeof input === "object" && input !== null ? { ...input } : {};

function withNote(result: ResultV2 = {}, note: string): ResultV2 {
  const { content = [] } = result;
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return { ...result, content: [...parts, { type: "text", text: note }] };
}

/** This generation shows nothing of the server's own: the plugin's part in the terminal looks for what it is told. */
function createTelling(directory: string): (line: string) => void {
  let words: Promise<ReturnType<typeof import("../../store/words.ts").openWords>> | null = null;
  return (sentence) => {
    words ??= import("../../store/words.ts").then(({ openWords }) =>
      openWords({ directory, home: homedir(), env: process.env }, Date.now),
    );
    void words.then((all) => all.tell({ about: "the gate", sentence }, TOLD_FOR)).catch(() => undefined);
  };
}
