import type { Hooks } from "@opencode-ai/plugin";
import { hostAgentOf, ROLE_NAMES, ROLES } from "../schemas/roles.ts";

type HostConfig = Parameters<NonNullable<Hooks["config"]>>[0];

/** What the host's permission dialog calls a run above `confirm_above`; a person may set it to allow or deny. */
const COST_PERMISSION = "designlab_cost";

/**
 * The permission that the host needs for a third call with the same arguments. Denied, it would end the turn and lose
 * the design; asked for, it would hang. Allowed, the call is answered, and the limit of requests ends what is a loop.
 */
const LOOP_GUARD = "doom_loop";

/**
 * The host runs every !`command` of a template once the arguments stand in it, so a task that was pasted in could run
 * a shell. This template takes an argument that nobody gives, which also keeps the host from appending the others;
 * the hook then writes the prompt from the arguments as they were typed.
 */
const TEMPLATE = "Design lab $99999999";

/**
 * What the lab adds to the host's configuration: the command /design-lab, and one hidden agent for each role that
 * may do nothing but what the role needs. A hidden primary agent is in no list that the person or a model reads; a
 * subagent would stand in the description of the host's task tool. The permission to pass a price is asked for, where
 * the host would allow a name that it does not know. Nothing of the person's is replaced but entries of these names.
 */
export function extendConfig(config: HostConfig): void {
  config.command = {
    ...config.command,
    "design-lab": {
      description: 'Let several models design, review and rank: /design-lab [options] "task"',
      template: TEMPLATE,
    },
  };
  const agents: Record<string, unknown> = { ...config.agent };
  for (const role of ROLE_NAMES) {
    agents[hostAgentOf(role)] = {
      description: `designlab's ${role}; the tool starts it itself`,
      mode: "primary",
      hidden: true,
      prompt: `You are a ${role} of designlab.`,
      steps: ROLES[role].steps,
      permission: {
        "*": "deny",
        ...Object.fromEntries([...ROLES[role].tools, "invalid", LOOP_GUARD].map((name) => [name, "allow"])),
      },
    };
  }
  config.agent = agents as NonNullable<HostConfig["agent"]>;
  const permission: unknown = config.permission;
  const rules = typeof permission === "string" ? { "*": permission } : { ...(permission as object | undefined) };
  if (!(COST_PERMISSION in rules)) Object.assign(config, { permission: { ...rules, [COST_PERMISSION]: "ask" } });
}
