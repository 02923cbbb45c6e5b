import { randomBytes, randomInt } from "node:crypto";
import { homedir } from "node:os";
import { relative, resolve } from "node:path";
import type { Hooks, Plugin, PluginInput, PluginModule, ToolDefinition } from "@opencode-ai/plugin";
import { loadConfig } from "./config/load.ts";
import type { Config, ConfigFile } from "./config/schema.ts";
import { commandPrompt, parseCommandLine } from "./hooks/command.ts";
import { extendConfig } from "./hooks/host-config.ts";
import { createIsolation } from "./hooks/isolation.ts";
import { sessionHooks } from "./hooks/session.ts";
import type { Overrides } from "./ops/op.ts";
import { createBudget } from "./phases/budget.ts";
import type { Lab } from "./phases/lab.ts";
import type { LabSessions } from "./schemas/lab-session.ts";
import { opencodeHost } from "./session/host.ts";
import { createLimits } from "./session/limits.ts";
import { createRunner } from "./session/runner.ts";
import { basesUpward } from "./store/bases.ts";
import { callTool, DESCRIPTION, PARAMETERS } from "./tool.ts";

/** Where experiments lie unless configuration says otherwise; kept also when it does. */
const DEFAULT_BASE = ".opencode/design-lab";

type ToolContext = Parameters<ToolDefinition["execute"]>[1];

/** The plugin: one tool, one command, and the hooks that keep the lab's own sessions in. */
const server: Plugin = async (input, options) => {
  const sessions: LabSessions = new Map();
  const bases = new Set<string>();
  const labs = createLabs(input, options, sessions, bases);
  const isolation = createIsolation({
    sessions,
    worktree: projectRoot(input),
    directory: input.directory,
    home: homedir(),
    baseDirs: () => [...bases],
    enabled: () => labs.isolating(),
    now: () => new Date(),
  });
  const hooks: Hooks = {
    tool: {
      designlab: {
        description: DESCRIPTION,
        args: PARAMETERS,
        execute: (call, context) => callTool(call, labs.contextOf(context)),
      },
    },
    async config(config) {
      extendConfig(config);
    },
    async "command.execute.before"({ command, arguments: text }, output) {
      if (command !== "design-lab") return;
      const prompt = commandPrompt(parseCommandLine(text));
      const [first] = output.parts;
      if (first?.type === "text") first.text = prompt;
    },
    "tool.execute.before": isolation.before,
    "tool.execute.after": isolation.after,
    ...sessionHooks(sessions, Date.now),
  };
  return hooks;
};

export default { id: "designlab", server } satisfies PluginModule;

/** Makes the lab of each call: configuration read afresh, one host, one queue and one registry of sessions for all. */
function createLabs(input: PluginInput, options: unknown, sessions: LabSessions, bases: Set<string>) {
  const { directory } = input;
  const worktree = projectRoot(input);
  const host = opencodeHost(input.client, directory);
  const limits = createLimits(8, 4);
  const runSession = createRunner({ host, sessions, limits, now: () => new Date() });
  let isolating = true;

  const read = (args?: Overrides) =>
    loadConfig({
      directory,
      worktree,
      home: homedir(),
      env: process.env,
      options,
      ...(args && { args: args as ConfigFile }),
    });
  const baseOf = ({ output: { base_dir } }: Config): string => resolve(directory, base_dir);

  async function lab(context: ToolContext, overrides: Overrides = {}): Promise<Lab> {
    const { config } = read(overrides);
    const configured = read().config;
    const homeBase = baseOf(configured);
    const base = baseOf(config);
    const known = await basesUpward(directory, worktree, [configured.output.base_dir, DEFAULT_BASE]);
    // A folder that holds the project would close all of it; no op makes experiments there.
    for (const folder of [base, ...known]) if (relative(folder, worktree).startsWith("..")) bases.add(folder);
    isolating = config.hooks.design_isolation.enabled;
    let models: ReturnType<typeof host.models> | null = null;
    return {
      config,
      base,
      homeBase,
      directory,
      worktree,
      runSession: (request) => {
        limits.resize(config.limits.max_parallel, config.limits.max_parallel_per_provider);
        return runSession(request);
      },
      budget: createBudget(config.limits, Date.now),
      available: () => {
        models ??= host.models();
        return models;
      },
      parentID: context.sessionID,
      signal: context.abort,
      now: () => new Date(),
      seed: () => randomInt(2 ** 32),
      nonce: () => randomBytes(12).toString("hex"),
      notify: (message) => void host.toast(message),
    };
  }

  return {
    isolating: () => isolating,
    contextOf: (context: ToolContext) => ({
      lab: (overrides?: Overrides) => lab(context, overrides),
      permit: (permission: string, pattern: string, details: Readonly<Record<string, unknown>>) =>
        context.ask({ permission, patterns: [pattern], always: [], metadata: { ...details } }).then(
          () => true,
          () => false,
        ),
      sources: () => {
        try {
          return read().sources;
        } catch {
          return [];
        }
      },
    }),
  };
}

/** The worktree's root; where there is no repository the host says "/", and the project is the folder itself. */
function projectRoot({ worktree, directory }: PluginInput): string {
  return worktree === "/" || worktree === "" ? directory : worktree;
}
