import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import type { FailureKind } from "../../src/artifacts/failure.ts";
import type { LabError } from "../../src/errors.ts";
import type { Agent } from "../../src/prompting/agent.ts";
import { askAgent, askInTurn, fallbacksOf } from "../../src/prompting/ask.ts";
import { findModel } from "../../src/prompting/find-model.ts";
import { askingLab, type Ending } from "../support/asking-lab.ts";
import { available } from "../support/scripted-host.ts";

const Word = Type.Object({ word: Type.String({ minLength: 1 }) }, { additionalProperties: false });
const agent: Agent<object, typeof Word> = {
  role: "evaluator",
  title: () => "t",
  system: () => "s",
  prompt: () => "p",
  output: () => Word,
  tools: () => [],
};
const question = { input: {}, model: "p/a", phases: ["score" as const], design_id: "d", reviewer_id: "r" };
const OK = { value: { word: "yes" } };

describe("askAgent()", () => {
  test("returns the value with its provenance, and the ledger says how it went and what it took", async () => {
    const { lab, record, lines } = askingLab(() => OK);
    const answer = await askAgent(lab, record, agent, question);
    expect(answer).toMatchObject({ state: "ok", model: "p/a", value: { word: "yes" }, provenance: { cost: 0.5 } });
    const about = { phases: ["score"], design_id: "d", reviewer_id: "r", model: "p/a" };
    expect(lines).toEqual([
      { ...about, event: "started", session_id: "ses" },
      expect.objectContaining({ ...about, event: "done", attempts: 1, cost: 0.5, seconds: 2 }),
    ]);
  });

  test("cleans a value of what nobody sees and refuses one that is nothing else", async () => {
    const { lab, record, requests } = askingLab(() => ({ value: { word: "y\u200bes" } }));
    const answer = await askAgent(lab, record, agent, question);
    expect(answer).toMatchObject({ value: { word: "yes" }, raw: { word: "y\u200bes" } });
    expect(answer).toMatchObject({ provenance: { removed_characters: expect.any(Object) } });
    expect(requests[0]?.check?.({ word: "\u200b" }, Word)).toEqual(["a text holds only invisible characters"]);
    expect(requests[0]?.check?.({ word: "yes" }, Word)).toEqual([]);
  });

  test("has what searches the project name its files by their path there, and leaves others their words", async () => {
    const { lab, record } = askingLab(() => ({ value: { word: "/home/ann/shop/src/a.ts" } }));
    const own = { ...lab, worktree: "/home/ann/shop" };
    const searching = { ...agent, tools: () => ["read"] };
    expect(await askAgent(own, record, searching, question)).toMatchObject({ value: { word: "src/a.ts" } });
    expect(await askAgent(own, record, agent, question)).toMatchObject({ value: { word: "/home/ann/shop/src/a.ts" } });
  });

  test("writes a line for every violation of the session", async () => {
    const violation = { at: "", tool: "read", target: "x", reason: "closed" };
    const { lab, record, lines } = askingLab(() => OK, { trace: { violations: [violation, violation] } });
    await askAgent(lab, record, agent, question);
    const found = lines.filter(({ event }) => event === "violation");
    expect(found).toHaveLength(2);
    expect(found[0]).toMatchObject({ design_id: "d", reviewer_id: "r", message: "read x: closed" });
  });

  test("fails for a model that nobody offers, with the nearest, and starts nothing", async () => {
    const { lab, record, lines, begun } = askingLab(() => OK);
    const answer = await askAgent(lab, record, agent, { ...question, model: "p/aa" });
    expect(answer).toMatchObject({ state: "failed", kind: "unknown_model" });
    expect(answer).toMatchObject({ message: expect.stringContaining("the nearest: p/a") });
    expect(lines).toMatchObject([{ event: "failed", kind: "unknown_model", model: "p/aa" }]);
    expect(begun).toEqual([]);
  });

  test("tells a refusal of the budget from a failure in the ledger", async () => {
    const { lab, record, lines, begun } = askingLab(() => OK, { config: { limits: { max_tokens: 1 } } });
    expect(await askAgent(lab, record, agent, question)).toMatchObject({ state: "failed", kind: "budget" });
    expect(lines).toMatchObject([{ event: "budget", kind: "budget" }]);
    expect(begun).toEqual([]);
  });

  test("gives the place in the budget back when the session ends in a defect", async () => {
    // One session alone fits beside nothing else: a place that stays taken would keep the second waiting for ever.
    const { lab, record, begun } = askingLab((_, nth) => (nth === 1 ? new Error("defect") : OK), {
      config: { limits: { max_tokens: 4_000 } },
    });
    await expect(askAgent(lab, record, agent, question)).rejects.toThrow("defect");
    const second = await Promise.race([askAgent(lab, record, agent, question), Bun.sleep(2_000)]);
    expect(second).toMatchObject({ state: "ok" });
    expect(begun).toHaveLength(2);
  });

  test("takes of the budget what a session really took", async () => {
    const tokens = { input: 1_000, output: 500, reasoning: 250, cache_read: 125, cache_write: 125 };
    const { lab, record } = askingLab(() => OK, { config: { limits: { max_tokens: 4_000 } }, trace: { tokens } });
    await askAgent(lab, record, agent, question);
    const refused = await lab.budget.admit("topic", (await lab.available())[0] as never, {
      input: 2_001,
      output: 0,
      seconds: 1,
    });
    expect(refused).toMatchObject({ limit: "max_tokens", message: expect.stringContaining("2000 are spent") });
  });

  test("sends the sampling of the role, the time of a cell or of the question, and strictness from either", async () => {
    const config = { review: { temperature: 0.3 }, limits: { cell_timeout: 7 } };
    const { lab, record, requests } = askingLab(() => OK, { config });
    await askAgent(lab, record, agent, question);
    await askAgent(lab, record, { ...agent, role: "designer" }, { ...question, timeout: 2, strict: true });
    expect(requests[0]).toMatchObject({ sampling: { temperature: 0.3 }, timeout_ms: 7_000, strict: false });
    expect(requests[0]?.sampling).not.toHaveProperty("max_tokens");
    expect(requests[1]).toMatchObject({ sampling: { temperature: 0.7, top_p: 0.9, max_tokens: 16_000 } });
    expect(requests[1]).toMatchObject({ timeout_ms: 2_000, strict: true });
    const always = askingLab(() => OK, { config: { hooks: { design_isolation: { strict_mode: true } } } });
    await askAgent(always.lab, always.record, agent, question);
    expect(always.requests[0]?.strict).toBe(true);
  });
});

describe("what a session is asked with", () => {
  test("is all that the agent says of it, its place in the queue, and paths checked as configured", async () => {
    const { lab, record, requests } = askingLab(() => OK);
    const least = Type.Object({});
    const told: Agent<object, typeof Word> = {
      ...agent,
      title: (_, model) => `asks ${model}`,
      tools: () => ["read"],
      least: () => least,
      check: (_, { word }) => (word === "no" ? ["not no"] : []),
    };
    await askAgent(lab, record, told, { ...question, order: 3 });
    await askAgent(lab, record, agent, question);
    expect(requests[0]).toMatchObject({ title: "asks p/a", role: "evaluator", system: "s", prompt: "p", order: 3 });
    expect(requests[0]).toMatchObject({ tools: ["read"], isolated: true, model: { id: "p/a" } });
    expect(requests[0]?.least).toBe(least);
    expect(requests[0]?.check?.({ word: "no" }, Word)).toEqual(["not no"]);
    expect(requests[1]).toMatchObject({ order: 0, tools: [] });
    expect(requests[1]).not.toHaveProperty("least");
    const open = askingLab(() => OK, { config: { hooks: { design_isolation: { enabled: false } } } });
    await askAgent(open.lab, open.record, agent, question);
    expect(open.requests[0]?.isolated).toBe(false);
  });

  test("counts for the budget by its prompts, and what is assumed of it stands in the ledger", async () => {
    const admitted: unknown[] = [];
    const { lab, record, lines } = askingLab(() => OK, {
      models: [available("p/a", { price: { input: 1_000_000, output: 0 } })],
      trace: { tokens: null, cost: null },
    });
    const { admit } = lab.budget;
    lab.budget.admit = (...given) => {
      admitted.push(given[2]);
      return admit(...given);
    };
    await askAgent(lab, record, { ...agent, system: () => "s".repeat(30), prompt: () => "p".repeat(11) }, question);
    expect(admitted).toEqual([{ input: 11, output: 2_500, seconds: 45 }]);
    expect(lines.at(-1)).toMatchObject({ event: "done", assumed: { tokens: 2_511, cost: 11 } });
  });

  test("leaves nothing assumed in the ledger where all was counted", async () => {
    const { lab, record, lines } = askingLab(() => OK);
    await askAgent(lab, record, agent, question);
    expect(lines.at(-1)).not.toHaveProperty("assumed");
  });
});

describe("findModel()", () => {
  const models = ["p/claude-4", "p/gemini-3", "q/other"].map((id) => available(id));
  const refused = (id: string): string => {
    try {
      return findModel(models, id).id;
    } catch (error) {
      return `${(error as LabError).message} ${(error as LabError).advice}`;
    }
  };
  test("finds a model by its whole id", () => expect(findModel(models, "p/gemini-3")).toBe(models[1] as never));
  test("names the nearest of what it does not find, or how many there are", () => {
    expect(refused("p/claude-5")).toStartWith(
      "Cannot ask p/claude-5: no connected provider offers it; the nearest are p/claude-4",
    );
    expect(refused("zzzzzzzz")).toBe(
      "Cannot ask zzzzzzzz: no connected provider offers it; connected are 3 models. Connect its provider (opencode auth login), or name another model.",
    );
  });
});

test("fallbacksOf() names the configured fallbacks of that model alone, in order", () => {
  const { lab } = askingLab(() => OK, { config: { fallback_models: { "p/a": ["p/c", "p/b"], "p/b": ["p/a"] } } });
  expect([...fallbacksOf(lab, "p/a")]).toEqual([{ model: "p/c" }, { model: "p/b" }]);
  expect([...fallbacksOf(lab, "p/c")]).toEqual([]);
});

describe("askInTurn()", () => {
  const others = [{ model: "p/b", reviewer_id: "b" }, { model: "p/c" }];
  const failing =
    (...models: string[]) =>
    (model: string) =>
      models.includes(model) ? { kind: "provider_error" as const } : OK;

  test("asks nobody else when the model answers, and names no other in the provenance", async () => {
    const { lab, record, begun } = askingLab(() => OK);
    const answer = await askInTurn(lab, record, agent, question, others);
    expect(begun).toEqual(["p/a"]);
    expect(answer).toMatchObject({ state: "ok", model: "p/a" });
    expect("provenance" in answer && answer.provenance).not.toHaveProperty("requested_model");
  });

  test("asks the others in order until one answers, under their own names", async () => {
    const { lab, record, begun, lines } = askingLab(failing("p/a", "p/b"));
    const answer = await askInTurn(lab, record, agent, question, others);
    expect(begun).toEqual(["p/a", "p/b", "p/c"]);
    expect(answer).toMatchObject({ state: "ok", model: "p/c", provenance: { requested_model: "p/a" } });
    const ended = lines.filter(({ event }) => event !== "started");
    expect(ended.map(({ event, model, reviewer_id }) => `${event} ${model} ${reviewer_id}`)).toEqual([
      "failed p/a r",
      "failed p/b b",
      "done p/c r",
    ]);
  });

  const out = { resets_at: Date.parse("2026-11-28T15:00:00Z"), skipped: false };
  for (const [own, other] of [
    [{ kind: "auth" }, { kind: "rate_limited", outage: out }],
    [{ kind: "rate_limited", outage: out }, { kind: "auth" }],
  ] satisfies [Ending, Ending][]) {
    test(`fails as the asked model's (${own.kind}), and says what the last of the others said (${other.kind})`, async () => {
      const { lab, record } = askingLab((model) => (model === "p/a" ? own : other));
      const answer = await askInTurn(lab, record, agent, question, others);
      expect(answer).toEqual({
        state: "failed",
        model: "p/a",
        kind: own.kind,
        message: "p/a failed; its fallback p/c: p/c failed",
        ...("outage" in own && { outage: { skipped: false, resets_at: "2026-11-28T15:00:00.000Z" } }),
      });
    });
  }

  test("passes over one whose provider is not connected any more", async () => {
    const { lab, record, begun, lines } = askingLab(failing("p/a"));
    expect(await askInTurn(lab, record, agent, question, [{ model: "q/gone" }, ...others])).toMatchObject({
      model: "p/b",
    });
    expect(begun).toEqual(["p/a", "p/b"]);
    expect(lines.map(({ model }) => model)).not.toContain("q/gone");
  });

  for (const kind of ["aborted", "budget", "isolation_violation"] satisfies FailureKind[]) {
    test(`asks and takes nobody after ${kind}`, async () => {
      let taken = 0;
      function* counted() {
        for (const other of others) {
          taken++;
          yield other;
        }
      }
      const first = askingLab(() => ({ kind }));
      await askInTurn(first.lab, first.record, agent, question, counted());
      expect(first.begun).toEqual(["p/a"]);
      expect(taken).toBe(0);
      const second = askingLab((model) => ({ kind: model === "p/a" ? "timeout" : kind }));
      await askInTurn(second.lab, second.record, agent, question, counted());
      expect(second.begun).toEqual(["p/a", "p/b"]);
      expect(taken).toBe(1);
    });
  }
});
