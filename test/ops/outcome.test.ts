import { describe, expect, test } from "bun:test";
import type { Failure } from "../../src/artifacts/failure.ts";
import { createView } from "../../src/experiment/view.ts";
import { reply } from "../../src/ops/run/reply.ts";
import type { createBudget } from "../../src/prompting/budget.ts";
import { say } from "../../src/story/sentence.ts";
import { line, taskOf } from "../support/artifacts.ts";
import { askingLab } from "../support/asking-lab.ts";

type Stopped = ReturnType<ReturnType<typeof createBudget>["stopped"]>;
const WORK = { did: say`It was done.`, failures: [] as Failure[], notes: [], next: [] };

/** The reply of a call that was stopped so, with so many lines before it. */
function replied(given: {
  stopped?: Stopped;
  limits?: object;
  work?: object;
  before?: number;
  problem?: string;
}): string {
  const { lab } = askingLab(() => ({ value: null }), { config: { limits: given.limits ?? {} } });
  const took = {
    tokens: { input: 1_000, output: 0, reasoning: 0, cache_read: 0, cache_write: 0 },
    cost: 0.5,
    attempts: 1,
  };
  const done = (id: string) =>
    line("done", {
      phases: ["generate"],
      design_id: id,
      model: `p/${id}`,
      session_id: id,
      requests: 1,
      seconds: 1,
      ...took,
    });
  const ledger = [
    done("a"),
    done("b"),
    ...["a", "b"].map((id) => line("started", { model: `p/${id}` })),
    line("limit", { provider: "p", sessions: 1 }),
  ];
  const experiment = {
    ...{ dir: "/x", task: taskOf(["p/a", "p/b"], ["p/r"]) },
    ledger: { append: async () => {}, problem: () => given.problem ?? null, read: async () => ledger },
  };
  const artifacts = { designs: [], reviews: [], scores: [], votes: [], stale: [], problems: [] };
  const view = createView({ experiment, artifacts, ledger });
  const budget = { ...lab.budget, stopped: () => given.stopped ?? null };
  const held = [
    { kind: "bound-held" as const, source: "s", setting: "limits.max_cost", wanted: "9", holds: "5", of: null },
  ];
  const made = reply({ budget, config: lab.config, held }, view, given.before ?? 0, { ...WORK, ...given.work }, null);
  expect(made.files).toBe("/x");
  return String(made.text);
}

describe("a limit that stopped a call", () => {
  const higher = (limit: "max_cost" | "max_tokens" | "max_minutes", most: number, enough: number) =>
    / --max-[a-z]+ (\S+?)`/u.exec(
      replied({ stopped: { limit, enough, message: "m" }, limits: { [limit]: most } }),
    )?.[1];

  test("is proposed twice as high, or as high as the next session needs, in a number that can be typed", () => {
    expect(higher("max_cost", 2, 2.5)).toBe("4");
    expect(higher("max_cost", 0.07, 0.08)).toBe("0.14");
    expect(higher("max_cost", 0.001, 0.0151)).toBe("0.02");
    expect(higher("max_cost", 1, 12.31)).toBe("13");
    expect(higher("max_cost", 1, 123.1)).toBe("130");
    expect(higher("max_minutes", 10, 12)).toBe("20");
    expect(higher("max_minutes", 0.5, 1.01)).toBe("2");
    expect(higher("max_tokens", 1_000, 64_100)).toBe("65000");
    expect(higher("max_tokens", 3, 2)).toBe("6");
  });

  test("is said with the line that goes on, which no other stop has", () => {
    const text = replied({
      stopped: { limit: "max_cost", enough: 3, message: "could pass max_cost" },
      limits: { max_cost: 1 },
    });
    expect(text).toStartWith("**Stopped: budget.** Could pass max_cost.");
    expect(text).toContain("`/design-lab resume 2026-01-01-test --max-cost 3`");
    const halted = replied({ stopped: { limit: null, message: "the disk is full" } });
    expect(halted).toContain("The disk is full");
    expect(halted).not.toContain("goes on with a higher limit");
  });
});

test("a reply tells what the call itself took, its notes, and no failure that a limit made", () => {
  expect(replied({})).toContain("2 sessions, 2,000 tokens, $1.00");
  expect(replied({ before: 1 })).toContain("1 session, 1,000 tokens, $0.50");
  expect(replied({})).toContain("p slowed this run down: it took 1 session at a time");
  expect(replied({ before: 4 })).not.toContain("slowed this run down");
  expect(replied({})).toContain("s wants limits.max_cost 9; the default of 5 holds");
  expect(replied({ problem: "Cannot write ledger.jsonl" })).toContain(
    "Cannot write ledger.jsonl. What it would have said",
  );
  const failure = (kind: Failure["kind"]) => ({ phase: "generate", model: "p/a", design_id: "a", kind, message: "m!" });
  expect(replied({ work: { failures: [failure("timeout")] } })).toContain("no answer in time");
  expect(replied({ work: { failures: [failure("budget")] } })).not.toContain("m!");
});
