import type { Hooks, Plugin, PluginInput, ToolDefinition } from "@opencode-ai/plugin";
import type { Caller } from "../../artifacts/caller.ts";
import type { Permission, PermissionRequest } from "../../ops/op.ts";
import { DEFINITION } from "../../ops/registry.ts";
import { createLines } from "../lines.ts";
import type { Channel } from "../notices.ts";
import { COMMAND } from "../offered.ts";
import { createProjectLab } from "../project.ts";
import { DESK_MARK, deskKey, reachDesk } from "../reach-desk.ts";
import type { SessionTitles } from "../session-titles.ts";
import { createTypedCalls, readTypedLine, type TypedCall } from "../typed-calls.ts";
import { hostV1 } from "./adapter.ts";
import { holdEditsV1 } from "./gate.ts";
import { extendConfig } from "./host-config.ts";
import { isOnScreen, isRun, parentOf } from "./on-screen.ts";
import { isReached } from "./reached.ts";
import { sessionHooksV1 } from "./session.ts";
import { createSnapshots } from "./snapshots.ts";

type ToolContext = Parameters<ToolDefinition["execute"]>[1];

/** The plugin as OpenCode 1 loads it: one tool, one command, and the hooks that keep the lab's own sessions in. */
export const server: Plugin = async (given, options) => {
  const { client, directory, worktree } = given;
  const beside = async () => {
    // A host that was started for one line ends with it, and all that was begun there.
    if (isRun() || (await deskKey())?.from === "own") return null;
    const open = (title: string) => openSession(client, title);
    return { open, unloaded: NEVER, working: snapshots.called };
  };
  const lab = createProjectLab({ host: hostV1(client, directory), directory, worktree, options, beside });
  const snapshots = createSnapshots((id) => lab.sessions.has(id));
  const typed = createTypedCalls(Date.now);
  const said = createTypedCalls(Date.now);
  const lines = createLines((id) => parentOf(client, id));
  const session = sessionHooksV1(lab.sessions, Date.now);
  const screen = channelFor(client);
  const edits = holdEditsV1(client, lab, isRun() ? screen.show : screen.last);
  const isBlank = (id: string) => isBlankIn(client, id);
  const named: SessionTitles = {
    titleOf: async (id) => (await client.session.get({ path: { id } })).data?.title,
    isBlank,
    rename: (id, title) => client.session.update({ path: { id }, body: { title } }),
  };
  // Not before a line is typed: what a host loads at its start is small.
  let titles: Promise<ReturnType<typeof import("../session-titles.ts").createTitles>> | null = null;
  const titlesOf = () => {
    titles ??= import("../session-titles.ts").then(({ createTitles }) => createTitles(named));
    return titles;
  };
  const desk = await reachDesk(lab.call, { unloaded: NEVER, isBlank, working: snapshots.called });
  /** A rule that denies it stays, and no other answers for the person. Nobody sits before `opencode run`. */
  const word = async (context: ToolContext, request: PermissionRequest): Promise<Permission> => {
    if (!(await isOnScreen(client, context.sessionID)))
      return { allowed: false, why: "opencode run has nobody to ask" };
    const { permission, pattern } = request;
    const ruled = await askRules(context, { permission, patterns: [pattern], always: [], metadata: {} });
    return ruled.allowed ? lab.word(request, context.abort) : ruled;
  };
  const hooks: Hooks = {
    tool: {
      designlab: {
        description: DEFINITION.description,
        args: DEFINITION.parameters,
        async execute(call, context) {
          const ended = snapshots.called(context.sessionID);
          const { line, ended: unheard } = lines.called(context.sessionID);
          try {
            const { createNotices } = await import("../notices.ts");
            const { endedOf, recordOfEnd } = await import("../ended.ts");
            const notices = createNotices(channelFor(client), Date.now);
            context.abort.addEventListener("abort", notices.stopped, { once: true });
            if (context.abort.aborted) notices.stopped();
            const permitAsked = (request: PermissionRequest) =>
              request.permission === "designlab_approve" ? word(context, request) : permit(context, request);
            const caller = callerOf(context, {
              typed: typed.take(context.sessionID, call),
              voice: said.take(context.sessionID, call) === null ? "agent" : "line",
              line,
              report: notices.report,
            });
            const answer = await lab.call(call, caller, permitAsked).finally(notices.end);
            const came = endedOf(answer, notices.worked(), directory);
            if (came !== null) channelFor(client).last((await import("../../views/terminal/view.ts")).endedText(came));
            await (await titlesOf()).named(context.sessionID, came?.topic);
            return { output: answer.shown, metadata: recordOfEnd(came) };
          } finally {
            unheard();
            ended();
          }
        },
      },
    },
    async config(config) {
      extendConfig(config);
      snapshots.configured(config);
    },
    async "command.execute.before"({ command, arguments: text, sessionID }, output) {
      if (command !== COMMAND.name) return;
      const [first] = output.parts;
      if (first?.type !== "text") return;
      const at = { screen: await isOnScreen(client, sessionID) };
      const reached = at.screen && isReached(given);
      const meant = (call: TypedCall) => reached || typed.grant(sessionID, call);
      const line = `/${COMMAND.name} ${text}`.trimEnd();
      const meantBy = await readTypedLine(line, at, meant);
      if (meantBy === null) return;
      const { prompt, call, task } = meantBy;
      if (call !== null) said.grant(sessionID, call);
      if (task !== null) await (await titlesOf()).begin(sessionID, task);
      // The person sees what was typed, the model what it means.
      const shown = { ...first, text: line, ignored: true };
      const { id: _, ...sent } = { ...first, text: prompt, synthetic: true };
      output.parts.splice(0, 1, shown, sent as typeof first);
    },
    ...edits.hooks,
    ...session,
    async "chat.message"(input, output) {
      const [first] = output.parts;
      if (output.parts.length === 1 && first?.type === "text" && first.text.startsWith(DESK_MARK)) {
        const answer = await desk.take(first.text.slice(DESK_MARK.length), input.sessionID);
        if (answer !== null) {
          first.text = JSON.stringify(answer);
          return;
        }
      }
      void lines.typed(input.sessionID);
      edits.heard(input.sessionID, output.parts);
      await desk.leave(input.sessionID);
      snapshots.said(input.sessionID);
      await session["chat.message"](input, output);
    },
    async "experimental.chat.system.transform"(...given) {
      await session["experimental.chat.system.transform"](...given);
      await edits.cut["experimental.chat.system.transform"](...given);
    },
    async event(input) {
      const { event } = input;
      if (event.type === "session.status") {
        const { sessionID, status } = event.properties;
        snapshots.worked(sessionID, status.type === "idle");
      }
      await edits.cut.event(input);
      await session.event(input);
    },
  };
  return hooks;
};

/** This generation unloads no plugin. */
const NEVER = new AbortController().signal;

/** A session of the person's list in which nothing is said. */
async function openSession({ session }: PluginInput["client"], title: string): Promise<string> {
  const { data } = await session.create({ body: { title } });
  if (data === undefined) throw new Error("OpenCode made no session for the run.");
  return data.id;
}

/** Whether a session has no parent, and nobody has said anything in it. */
async function isBlankIn({ session }: PluginInput["client"], id: string): Promise<boolean> {
  const [{ data }, messages] = await Promise.all([session.get({ path: { id } }), session.messages({ path: { id } })]);
  return data !== undefined && data.parentID === undefined && messages.data?.length === 0;
}

/** Where one call says what it does. The host shows nothing of a tool while it runs: a terminal gets messages, the log of `opencode run` a line for each. */
function channelFor(client: PluginInput["client"]): Channel & { last(message: string): void } {
  if (isRun()) {
    const show = (message: string) => void process.stderr.write(`${message.replaceAll(/^/gmu, "designlab: ")}\n`);
    return { show, clear: () => undefined, log: true, heartbeat: true, last: () => undefined };
  }
  let until = 0;
  const toast = (message: string, duration: number) => {
    client.tui.showToast({ body: { title: "Design lab", message, variant: "info", duration } }).catch(() => undefined);
  };
  return {
    show(message) {
      until = Date.now() + SHOWN_FOR;
      toast(message, SHOWN_FOR);
    },
    // The host shows one message at a time and takes it away only when its time is over.
    clear() {
      if (Date.now() < until) toast(" ", 1);
    },
    log: false,
    heartbeat: true,
    // The reply stands in the log of `opencode run`, and on a screen it is folded.
    last: (message) => toast(message, LAST_FOR),
  };
}

/** Milliseconds that a message stays. */
const SHOWN_FOR = 5_000;
/** The same of what a call came to. */
const LAST_FOR = 8_000;

function callerOf(
  { sessionID, messageID, agent, abort }: ToolContext,
  given: Pick<Caller, "typed" | "voice" | "line" | "report">,
): Caller {
  return { sessionID, messageID, callID: "", agent, signal: abort, ...given };
}

function permit(context: ToolContext, { permission, pattern, question, details }: PermissionRequest) {
  const folder = permission === "external_directory";
  return askRules(context, {
    // The host's dialog shows a folder, and of every other permission the name alone.
    permission: folder ? permission : `${permission}: ${question}`,
    patterns: [pattern],
    // A folder may be allowed for good, a price may not.
    always: folder ? [pattern] : [],
    metadata: { ...details },
  }).then((given) => (given.allowed ? given : { ...given, way: wayFor(permission) }));
}

/** What the host's rules say, or the person where they say nothing. */
function askRules(context: ToolContext, request: Parameters<ToolContext["ask"]>[0]): Promise<Permission> {
  return context.ask(request).then(
    () => ({ allowed: true }),
    (error: unknown) => ({ allowed: false, why: whyNot(error) }),
  );
}

/** A rule refuses by itself; `opencode run` rejects whatever is asked, for it has nobody to ask. */
function whyNot(error: unknown): string {
  if (/\brule\b/u.test(String(error))) return "a rule under permission in the host's configuration denies it";
  return isRun() ? "opencode run has nobody to ask and rejects what is asked" : "the person did not allow it";
}

function wayFor(permission: string): string {
  const rule =
    permission === "external_directory"
      ? ""
      : `, and so does the rule \`"${permission}": "allow"\` under \`permission\` in opencode.json`;
  return `\`opencode run --auto\` allows what is asked${rule}`;
}
