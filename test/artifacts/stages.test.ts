import { expect, test } from "bun:test";
import { hostAgentOf, PHASE_FACTS, PHASES, ROLE_NAMES, ROLES } from "../../src/artifacts/stages/stages.ts";
import { extendConfig } from "../../src/host/v1/host-config.ts";

test("every role is an agent of the host with the role's turns, that may use the role's tools and no other", () => {
  const config: Parameters<typeof extendConfig>[0] = {};
  extendConfig(config);
  const agents = config.agent as unknown as Record<string, { steps: number; permission: Record<string, string> }>;
  expect(Object.keys(agents)).toEqual(ROLE_NAMES.map(hostAgentOf));
  for (const role of ROLE_NAMES) {
    const { steps, permission } = agents[hostAgentOf(role)] ?? { steps: 0, permission: {} };
    expect(steps).toBe(ROLES[role].steps);
    const allowed = Object.keys(permission).filter((tool) => permission[tool] === "allow");
    expect(allowed.sort()).toEqual([...ROLES[role].tools, "invalid", "doom_loop"].sort());
    expect(permission["*"]).toBe("deny");
  }
});

test("every phase is asked of a role that there is, and has words for what it works on", () => {
  for (const phase of PHASES) {
    const { role, work } = PHASE_FACTS[phase];
    expect([phase, ROLE_NAMES as readonly string[]]).toEqual([phase, expect.arrayContaining([role])]);
    expect([phase, work.length > 0]).toEqual([phase, true]);
  }
});
