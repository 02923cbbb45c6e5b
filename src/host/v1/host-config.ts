import type { Hooks } from "@opencode-ai/plugin";
import { ROLE_NAMES } from "../../artifacts/stages/stages.ts";
import { agentOf, COMMAND } from "../offered.ts";

type HostConfig = Parameters<NonNullable<Hooks["config"]>>[0];

/**
 * What the lab asks the person for: to pass a price, to use the host's own free models, to write a document into the
 * project. A name goes on with the question,
 * for the host's dialog shows the name alone: a rule for it has to end with a star. What only a person may say is asked
 * in a dialog of the lab's own, which no rule answers.
 */
const ASKED = ["designlab_cost", "designlab_free", "designlab_write"] as const;

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
 * subagent would stand in the description of the host's task tool. What the lab asks for is asked, where the host would
 * allow a name that it does not know. Nothing of the person's is replaced but entries of these names.
 */
export function extendConfig(config: HostConfig): void {
  config.command = {
    ...config.command,
    [COMMAND.name]: { description: COMMAND.description, template: TEMPLATE },
  };
  const rules = withQuestions(config.permission, () => "ask");
  Object.assign(config, { permission: rules });
  const agents: Record<string, unknown> = Object.fromEntries(
    Object.entries(config.agent ?? {}).map(([name, agent]) => [name, withRulesOf(agent, rules)]),
  );
  for (const role of ROLE_NAMES) {
    const { name, description, system, steps, tools } = agentOf(role);
    const allowed = [...tools, "invalid", LOOP_GUARD].map((tool) => [tool, "allow"]);
    const permission = { "*": "deny", ...Object.fromEntries(allowed) };
    agents[name] = { description, mode: "primary", hidden: true, prompt: system, steps, permission };
  }
  config.agent = agents as NonNullable<HostConfig["agent"]>;
}

type Rules = Record<string, unknown>;

const asRules = (permission: unknown): Rules =>
  typeof permission === "string" ? { "*": permission } : { ...(permission as object | undefined) };

/** An agent whose own rules allow whatever there is would pass every question: for it the person's rules are said again. */
function withRulesOf<A>(agent: A, rules: Rules): A {
  const own = (agent as { permission?: unknown } | undefined)?.permission;
  const all = asRules(own)["*"];
  if (all === undefined || all === "ask" || all === "deny") return agent;
  const ruleFor = (asked: string) => Object.entries(rules).findLast(([name]) => decidesOn(name, asked))?.[1];
  return { ...agent, permission: withQuestions(own, ruleFor) };
}

/** The rules with one for each question: the one there is, for its whole name, else another. The last that fits decides. */
function withQuestions(permission: unknown, otherwise: (asked: string) => unknown): Rules {
  const rules = asRules(permission);
  const own = Object.entries(rules).flatMap(([name, rule]): [string, unknown][] => {
    const whole = `${name}*`;
    const bare = ASKED.some((asked) => asked === name) && !(whole in rules);
    return bare
      ? [
          [name, rule],
          [whole, rule],
        ]
      : [[name, rule]];
  });
  const missing = ASKED.filter((asked) => !own.some(([name]) => decidesOn(name, asked)));
  return Object.fromEntries([...own, ...missing.map((asked): [string, unknown] => [`${asked}*`, otherwise(asked)])]);
}

/** Whether a rule was written for the lab's question: `designlab_cost*`, `designlab*`; a star alone was not. */
function decidesOn(rule: string, asked: string): boolean {
  return rule.startsWith("designlab") && rule.endsWith("*") && asked.startsWith(rule.slice(0, -1));
}
