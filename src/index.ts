import { homedir, tmpdir } from "node:os";
import type { Hooks, Plugin, PluginInput, PluginModule, ToolDefinition } from "@opencode-ai/plugin";
import { version } from "../package.json";
import { commandPrompt, parseCommandLine } from "./hooks/command.ts";
import { extendConfig } from "./hooks/host-config.ts";
import { hostFolders } from "./hooks/host-folders.ts";
import { createIsolation } from "./hooks/isolation.ts";
import { findRipgrep } from "./hooks/ripgrep.ts";
import { sessionHooks } from "./hooks/session.ts";
import { toolHooksV1 } from "./hooks/tools-v1.ts";
import { hostV1 } from "./host/v1.ts";
import { createLab, type Labs } from "./lab.ts";
import { DESCRIPTION, PARAMETERS } from "./ops/definition.ts";
import type { OpContext } from "./ops/op.ts";
import type { Caller } from "./schemas/caller.ts";
import type { LabSessions } from "./schemas/lab-session.ts";
import { callTool } from "./tool.ts";

type ToolContext = Parameters<ToolDefinition["execute"]>[1];

/** The plugin: one tool, one command, and the hooks that keep the lab's own sessions in. */
const server: Plugin = async (input, options) => {
  const sessions: LabSessions = new Map();
  const bases = new Set<string>();
  const labs = createLab({
    host: hostV1(input.client, input.directory),
    sessions,
    bases,
    directory: input.directory,
    worktree: projectRoot(input),
    home: homedir(),
    env: process.env,
    options,
  });
  const toast = (message: string) =>
    void input.client.tui.showToast({ body: { title: "designlab", message, variant: "info" } }).catch(() => undefined);
  const host = hostFolders({ home: homedir(), env: process.env, temporary: tmpdir() });
  const isolation = createIsolation({
    sessions,
    worktree: projectRoot(input),
    directory: input.directory,
    home: homedir(),
    deniedFolders: () => [...bases, ...host.denied],
    ripgrep: () => findRipgrep(process.env.PATH, host.bin),
    now: () => new Date(),
  });
  const hooks: Hooks = {
    tool: {
      designlab: {
        description: DESCRIPTION,
        args: PARAMETERS,
        execute: (call, context) => callTool(call, contextOf(labs, context, toast)),
      },
    },
    async config(config) {
      extendConfig(config);
    },
    async "command.execute.before"({ command, arguments: text }, output) {
      if (command !== "design-lab") return;
      const prompt = commandPrompt(parseCommandLine(text), text);
      const [first] = output.parts;
      if (first?.type === "text") first.text = prompt;
    },
    ...toolHooksV1(isolation),
    ...sessionHooks(sessions, Date.now),
  };
  return hooks;
};

export default { id: "designlab", server } satisfies PluginModule;

function contextOf(labs: Labs, context: ToolContext, notify: (message: string) => void): OpContext {
  const { sessionID, messageID, agent, abort } = context;
  const caller: Caller = { sessionID, messageID, callID: "", agent, signal: abort, notify };
  return {
    lab: (overrides) => labs.labFor(caller, overrides),
    labForReading: () => labs.labForReading(caller),
    permit: (permission, pattern, details) =>
      context.ask({ permission, patterns: [pattern], always: [], metadata: { ...details } }).then(
        () => true,
        () => false,
      ),
    configuration: labs.configuration,
    env: process.env,
    home: homedir(),
    versions: () => [{ what: "Version of designlab", state: "ok", found: version, remedy: "" }],
  };
}

/** The worktree's root; where there is no repository the host says "/", and the project is the folder itself. */
function projectRoot({ worktree, directory }: PluginInput): string {
  return worktree === "/" || worktree === "" ? directory : worktree;
}
