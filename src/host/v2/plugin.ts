import type { Caller } from "../../artifacts/caller.ts";
import { ROLE_NAMES } from "../../artifacts/stages/stages.ts";
import type { ToolInput } from "../../ops/fold-args.ts";
import type { PermissionRequest } from "../../ops/op.ts";
import { DEFINITION } from "../../ops/registry.ts";
import { createLines } from "../lines.ts";
import { agentOf, COMMAND } from "../offered.ts";
import { createProjectLab } from "../project.ts";
import { deskKey, reachDesk } from "../reach-desk.ts";
import type { SessionTitles } from "../session-titles.ts";
import { createTypedCalls, readTypedLine } from "../typed-calls.ts";
import { hostV2, rulesFor } from "./adapter.ts";
import type { ContextV2, ToolCallV2 } from "./api.ts";
import { registerDesk } from "./desk.ts";
import { holdEditsV2 } from "./gate.ts";
import { askPerson } from "./question.ts";
import { sessionHooksV2 } from "./session.ts";

/**
 * The plugin as OpenCode 2 loads it: one tool, one command, an agent for each role, and the hooks that keep the lab's
 * own sessions in. OpenCode 1 calls this too, with a context that has no tools: there it does nothing.
 */
export async function setup(context: ContextV2): Promise<(() => Promise<void>) | undefined> {
  if (!context.tool?.transform || !context.session?.create) return undefined;
  const { agent, command, event, location, rpc, session, tool } = context;
  const host = hostV2(context);
  const { directory, project } = location;
  const ended = new AbortController();
  const beside = async () => {
    // A host that was started for one line of the command ends with it, and all that was begun there.
    if ((await deskKey())?.from === "own") return null;
    return { open: async (title: string) => (await session.create({ title })).id, unloaded: ended.signal };
  };
  const { options } = context;
  const lab = createProjectLab({ host, directory, worktree: project.directory, options, beside });
  const hooks = sessionHooksV2(lab.sessions);
  const said = createTypedCalls(Date.now);
  const lines = createLines(async (sessionID) => (await session.get({ sessionID })).parentID);
  /** Whether a session has no parent, and nobody has said anything in it. */
  const isBlank = async (sessionID: string): Promise<boolean> => {
    const { parentID } = await session.get({ sessionID });
    return parentID === undefined && (await session.context({ sessionID })).length === 0;
  };
  /** Lines of the command on their way to the prompt hook: what comes there otherwise is a message of `opencode run`. */
  const onScreen = new Set<string>();
  const named: SessionTitles = {
    titleOf: async (sessionID) => (await session.get({ sessionID })).title,
    isBlank,
    rename: (sessionID, title) => session.update({ sessionID, title }),
  };
  // Not before a line is typed: what a host loads at its start is small.
  let titles: Promise<ReturnType<typeof import("../session-titles.ts").createTitles>> | null = null;
  const titlesOf = () => {
    titles ??= import("../session-titles.ts").then(({ createTitles }) => createTitles(named));
    return titles;
  };
  let meant: Promise<ReturnType<typeof import("./lines-meant.ts").createLinesMeant>> | null = null;
  const linesMeant = () => {
    meant ??= import("./lines-meant.ts").then(({ createLinesMeant }) => createLinesMeant());
    return meant;
  };
  const desk = await reachDesk(lab.call, { unloaded: ended.signal, isBlank });

  await agent.transform((agents) => {
    for (const role of ROLE_NAMES) {
      const { tools: allowed, ...given } = agentOf(role);
      // Only a subagent can be made a child of the person's session; hidden, no list and no model is offered it.
      const made = { ...given, mode: "subagent", hidden: true, permissions: rulesFor(allowed) };
      agents.update(given.name, (each) => void Object.assign(each, made));
    }
  });
  await command.transform((commands) =>
    commands.add({
      ...COMMAND,
      // The prompt hook makes of it what the command means, as of a message that begins with it.
      async execute({ sessionID, prompt, delivery }) {
        const text = `/${COMMAND.name} ${prompt.text}`.trim();
        onScreen.add(text);
        await session.prompt({ sessionID, text, ...(delivery !== undefined && { delivery }) });
      },
    }),
  );
  await session.hook<Parameters<typeof hooks.prompt>[0]>("prompt", async (given) => {
    hooks.prompt(given);
    if (lab.sessions.has(given.sessionID)) return;
    const { text } = given.prompt;
    void lines.typed(given.sessionID);
    await desk.leave(given.sessionID);
    const line = await readTypedLine(text, { screen: onScreen.delete(text) });
    if (line === null) return;
    if (line.call !== null) said.grant(given.sessionID, line.call);
    // The message stays as it was typed; what it means is sent in its place.
    (await linesMeant()).said(given.messageID, line.prompt);
    if (line.task !== null) await (await titlesOf()).begin(given.sessionID, line.task);
  });
  await session.hook<Parameters<typeof hooks.context>[0]>("context", async (given) => {
    hooks.context(given);
    if (!lab.sessions.has(given.sessionID)) await (await linesMeant()).send(given.messages);
  });
  await session.hook("model.request", hooks.request);
  await session.hook("compaction", hooks.compaction);
  await session.hook("retry", hooks.retry);
  await holdEditsV2(context, lab, ended.signal);
  await tool.transform((all) =>
    all.add({
      name: "designlab",
      description: DEFINITION.description,
      // Else it could be called from inside the code of another tool only.
      options: { codemode: false },
      input: DEFINITION.input,
      async execute(input: ToolInput, call: ToolCallV2) {
        // This host can always be reached by other programs: what only a person may say is asked on the person's screen.
        const permit = (request: PermissionRequest) =>
          request.permission === "designlab_approve"
            ? lab.word(request, call.signal)
            : askPerson(context, call, request.question);
        const { createNews } = await import("./news.ts");
        const { endedOf, recordOfEnd } = await import("../ended.ts");
        const news = createNews(call.progress);
        const { line, ended: unheard } = lines.called(call.sessionID);
        const voice = said.take(call.sessionID, input) === null ? "agent" : "line";
        const caller = callerOf(call, { unloaded: ended.signal, voice, line, report: news.report });
        try {
          const answer = await lab.call(input, caller, permit).finally(news.end);
          const came = endedOf(answer, news.worked(), directory);
          await (await titlesOf()).named(call.sessionID, came?.topic);
          return { content: answer.shown, metadata: recordOfEnd(came) };
        } finally {
          unheard();
        }
      },
    }),
  );
  await registerDesk(rpc, desk);
  void (async () => {
    for await (const each of event.subscribe({ signal: ended.signal })) {
      host.event(each);
      hooks.event(each);
    }
  })().catch(() => {
    // The host ended the stream, or the plugin was unloaded.
  });
  return async () => {
    ended.abort();
    await host.dispose();
  };
}

/**
 * A call goes on in the old code when the plugin is loaded anew, but its hooks are gone by then and nothing would keep
 * a session in that it still began: so `unloaded` stops it as the person would.
 */
function callerOf(
  { sessionID, messageID, id, agent, signal }: ToolCallV2,
  { unloaded, ...given }: Pick<Caller, "voice" | "line" | "report"> & { unloaded: AbortSignal },
): Caller {
  const stopped = AbortSignal.any([signal, unloaded]);
  return { sessionID, messageID, callID: id, agent, typed: null, signal: stopped, ...given };
}
