import type { Plugin, ToolDefinition } from "@opencode-ai/plugin";
import type { LabSessions } from "../../../src/artifacts/lab-session.ts";
import { hostAgentOf } from "../../../src/artifacts/stages/stages.ts";
import { hostV1 } from "../../../src/host/v1/adapter.ts";
import { extendConfig } from "../../../src/host/v1/host-config.ts";
import { sessionHooksV1 } from "../../../src/host/v1/session.ts";
import { hostV2, rulesFor } from "../../../src/host/v2/adapter.ts";
import type { ContextV2, ToolCallV2 } from "../../../src/host/v2/api.ts";
import { sessionHooksV2 } from "../../../src/host/v2/session.ts";
import { observe } from "../../support/host-contract.ts";
import { aCaller } from "../../support/scripted-host.ts";

type ToolContext = Parameters<ToolDefinition["execute"]>[1];

/** A plugin of one tool that uses the host as the lab does and answers with what it found, as JSON. */
const server: Plugin = async ({ client, directory }) => {
  const sessions: LabSessions = new Map();
  const host = hostV1(client, directory);
  return {
    tool: {
      designlab: {
        description: "contract",
        args: {},
        async execute(_args: unknown, { sessionID, abort }: ToolContext) {
          return JSON.stringify(await observe(host, sessions, aCaller({ sessionID, signal: abort })));
        },
      },
    },
    async config(config) {
      extendConfig(config);
    },
    ...sessionHooksV1(sessions, Date.now),
  };
};

async function setup(context: ContextV2): Promise<void> {
  if (!context.tool?.transform) return;
  const sessions: LabSessions = new Map();
  const host = hostV2(context);
  const hooks = sessionHooksV2(sessions);
  await context.agent.transform((agents) =>
    agents.update(hostAgentOf("evaluator"), (agent) => {
      Object.assign(agent, { mode: "subagent", hidden: true, system: "none", permissions: rulesFor([]) });
    }),
  );
  await context.session.hook("prompt", hooks.prompt);
  await context.session.hook("context", hooks.context);
  await context.session.hook("retry", hooks.retry);
  await context.tool.transform((tools) =>
    tools.add({
      name: "designlab",
      description: "contract",
      options: { codemode: false },
      input: { type: "object" },
      async execute(_input: unknown, { sessionID, messageID, id, agent, signal }: ToolCallV2) {
        const caller = aCaller({ sessionID, messageID, callID: id, agent, signal });
        return { content: JSON.stringify(await observe(host, sessions, caller)) };
      },
    }),
  );
  void (async () => {
    for await (const event of context.event.subscribe({ signal: new AbortController().signal })) host.event(event);
  })().catch(() => undefined);
}

export default { id: "contract", server, setup };
