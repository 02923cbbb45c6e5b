import { describe, expect, test } from "bun:test";
import { hostAgentOf, ROLE_NAMES, ROLES } from "../../src/artifacts/stages/stages.ts";
import { extendConfig } from "../../src/host/v1/host-config.ts";

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
    expect(permission).toEqual({
      bash: "deny",
      "designlab_cost*": "ask",
      "designlab_free*": "ask",
      "designlab_write*": "ask",
    });
  });

  test("lets the person decide about the price by the bare name, and understands a permission that is one word", () => {
    const decided = extended({ permission: { designlab_cost: "allow", "*": "ask" } }).permission;
    expect(Object.entries(decided)).toEqual([
      ["designlab_cost", "allow"],
      ["designlab_cost*", "allow"],
      ["*", "ask"],
      ["designlab_free*", "ask"],
      ["designlab_write*", "ask"],
    ]);
    const one = extended({ permission: "allow" }).permission;
    expect(Object.entries(one)).toEqual([
      ["*", "allow"],
      ["designlab_cost*", "ask"],
      ["designlab_free*", "ask"],
      ["designlab_write*", "ask"],
    ]);
  });

  test("makes no rule of what only a person may say: none answers it, and one that denies it stays as it was written", () => {
    const denied = { designlab_approve: "deny", "designlab_appr*": { "2026*": "deny" } };
    const { permission, agent } = extended({
      permission: structuredClone(denied),
      agent: { free: { permission: { "*": "allow", designlab_approve: "deny" } } },
    });
    expect(permission).toMatchObject(denied);
    expect(agent.free?.permission).toMatchObject({ designlab_approve: "deny" });
    for (const rules of [permission, agent.free?.permission, extended().permission])
      expect(Object.keys(rules ?? {})).not.toContain("designlab_approve*");
  });

  test("takes a rule with a star for the person's own word, where it was written for the lab", () => {
    const both = { "designlab_cost*": "deny", designlab_cost: "allow", designlab_free: "deny" };
    expect(extended({ permission: { ...both } }).permission).toEqual({
      ...both,
      "designlab_free*": "deny",
      "designlab_write*": "ask",
    });
    expect(extended({ permission: { "designlab*": "allow" } }).permission).toEqual({
      "designlab*": "allow",
    });
    const wide = { "d*": "allow" };
    expect(extended({ permission: wide }).permission).toMatchObject({ "designlab_cost*": "ask" });
  });

  test("says the person's rules again for an agent that may do whatever there is, and for no other", () => {
    const agents = {
      free: { permission: { "*": "allow" } },
      word: { permission: "allow" },
      own: { permission: { "*": "allow", designlab_cost: "deny", "designlab_free*": "allow" } },
      shut: { permission: { "*": "deny" } },
      plain: { prompt: "x" },
    };
    const { agent } = extended({ permission: { designlab_cost: "allow" }, agent: structuredClone(agents) });
    const asked = { "designlab_free*": "ask", "designlab_write*": "ask" };
    const whole = { "*": "allow", "designlab_cost*": "allow", ...asked };
    expect(agent.free?.permission).toEqual(whole);
    expect(agent.word?.permission).toEqual(whole);
    expect(agent.own?.permission).toMatchObject({ "designlab_cost*": "deny", "designlab_free*": "allow" });
    expect([agent.shut, agent.plain] as object[]).toEqual([agents.shut, agents.plain]);
  });

  test("gives the command a template in which no argument of a person stands", () => {
    expect(extended().command["design-lab"]?.template).toBe("Design lab $99999999");
  });
});
