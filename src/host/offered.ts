import { hostAgentOf, ROLES, type Role } from "../artifacts/stages/stages.ts";

/** What the person types, and what the host's list says of it. */
export const COMMAND = {
  name: "design-lab",
  description: 'Let several models design, review and rank: /design-lab [options] "task"',
};

/** The host's hidden agent of a role, which may do nothing but what the role needs. */
export function agentOf(role: Role) {
  const { steps, tools } = ROLES[role];
  return {
    name: hostAgentOf(role),
    description: `designlab's ${role}; the tool starts it itself`,
    system: `You are a ${role} of designlab.`,
    steps,
    tools,
  };
}
