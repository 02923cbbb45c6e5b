import { expect, test } from "bun:test";
import { hostAgentOf, ROLE_NAMES, ROLES } from "../../src/artifacts/stages/stages.ts";
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
