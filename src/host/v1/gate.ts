import type { Hooks, PluginInput } from "@opencode-ai/plugin";
import type { GateHost } from "../gate.ts";
import type { PersonsCall } from "../persons-call.ts";
import type { createProjectLab } from "../project.ts";
import { DESK_MARK } from "../reach-desk.ts";
import { isOnScreen, parentOf } from "./on-screen.ts";
import { toolHooksV1 } from "./tools.ts";

type ToolHooks = ReturnType<typeof toolHooksV1>;
type CutHooks = Required<Pick<Hooks, "experimental.chat.system.transform" | "event">>;
type Part = { type: string; text?: string; synthetic?: boolean };

/**
 * The calls of tools in every session of OpenCode 1: the lab's own are kept in, and the person's edits are held where
 * the gate is on. This generation hands over no diff, and what a hook throws is the answer that the model reads.
 */
export function holdEditsV1(
  client: PluginInput["client"],
  lab: ReturnType<typeof createProjectLab>,
  tell: GateHost["tell"],
): { hooks: ToolHooks; cut: CutHooks; heard(sessionID: string, parts: readonly Part[]): void } {
  const kept = toolHooksV1(lab.isolation);
  const gate = lab.gate({
    parentOf: (id) => parentOf(client, id),
    async lastSaid(id) {
      const { data = [] } = await client.session.messages({ path: { id } });
      const last = data.findLast(({ info, parts }) => info.role === "user" && typedIn(parts) !== "");
      return last === undefined ? null : typedIn(last.parts);
    },
    hasPerson: (id) => isOnScreen(client, id),
    tell,
    unloaded: new AbortController().signal,
  });
  const hooks: ToolHooks = {
    async "tool.execute.before"(input, output) {
      await kept["tool.execute.before"](input, output);
      const refused = await gate.before(callOf(input), { args: argumentsOf(output.args) });
      if (refused !== null) throw new Error(refused);
    },
    async "tool.execute.after"(input, output) {
      await kept["tool.execute.after"](input, output);
      const note = await gate.after(callOf(input), argumentsOf(input.args));
      // The answer of a tool of another program may have another shape.
      if (note !== null && typeof output.output === "string") output.output = `${output.output}\n\n${note}`;
    },
  };
  return {
    hooks,
    cut: {
      async event({ event }) {
        if (event.type === "session.compacted") gate.cut(event.properties.sessionID);
      },
      // Before every request: the first after a cut is the next that the agent's model gets.
      async "experimental.chat.system.transform"({ sessionID }, { system }) {
        const told = sessionID === undefined ? null : await gate.afterCut(sessionID);
        if (told !== null) system.push(told);
      },
    },
    heard(sessionID, parts) {
      const text = typedIn(parts);
      if (!text.startsWith(DESK_MARK)) gate.heard(sessionID, text);
    },
  };
}

type Called = Parameters<NonNullable<Hooks["tool.execute.before"]>>[0];
const callOf = ({ tool, sessionID, callID }: Called): PersonsCall => ({
  ...{ tool, sessionID, callID },
  ...{ messageID: "", agent: "" },
});

const argumentsOf = (args: unknown): Record<string, unknown> =>
  typeof args === "object" && args !== null ? { ...args } : {};

/** What a person typed of a message, without what the host and plugins added. */
const typedIn = (parts: readonly Part[]): string =>
  parts
    .flatMap(({ type, text = "", synthetic }) => (type === "text" && synthetic !== true ? [text] : []))
    .join("\n")
    .trim();
