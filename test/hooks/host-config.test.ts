import { describe, expect, test } from "bun:test";
import { extendConfig } from "../../src/hooks/host-config.ts";
import { hostAgentOf, ROLE_NAMES, ROLES } from "../../src/schemas/roles.ts";

type Extended = {
  agent: Record<string, { mode: string; hidden: boolean; steps: number; permission: Record<string, string> }>;
  command: Record<string, { template: string }>;
  permission: Record<string, unknown>;
};

function extended(config: object = {}): Extended {
  extendConfig(config as never);
  return config as never;
}

describe("extendConfig()", () => {
  test("adds for each role a hidden agent that may do what the role needs and be caught in no guard against loops", () => {
    const { agent } = extended();
    for (const role of ROLE_NAMES) {
      const { permission, hidden, mode, steps } = agent[hostAgentOf(role)] ?? {};
      expect([mode, hidden, steps]).toEqual(["primary", true, ROLES[role].steps]);
      expect(Object.entries(permission ?? {})).toEqual([
        ["*", "deny"],
        ...[...ROLES[role].tools, "invalid", "doom_loop"].map((name): [string, string] => [name, "allow"]),
      ]);
    }
  });

  test("keeps what the person has configured", () => {
    const mine = {
      command: { mine: { template: "x" } },
      agent: { mine: { mode: "primary" } },
      permission: { bash: "deny" },
    };
    const { agent, command, permission } = extended(structuredClone(mine));
    expect(agent.mine as object).toEqual(mine.agent.mine);
    expect(command.mine).toEqual(mine.command.mine);
    expect(permission).toEqual({ bash: "deny", designlab_cost: "ask" });
  });

  test("lets the person decide about the price, and understands a permission that is one word", () => {
    expect(extended({ permission: { designlab_cost: "allow" } }).permission).toEqual({ designlab_cost: "allow" });
    expect(extended({ permission: "allow" }).permission).toEqual({ "*": "allow", designlab_cost: "ask" });
  });

  test("gives the command a template in which no argument of a person stands", () => {
    expect(extended().command["design-lab"]?.template).toBe("Design lab $99999999");
  });
});
