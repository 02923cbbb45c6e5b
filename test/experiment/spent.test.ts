import { expect, test } from "bun:test";
import {
  countedOf,
  lastedOf,
  lostOn,
  ranFor,
  scoringCost,
  slowProviders,
  spentOf,
  usageByModel,
} from "../../src/experiment/spent.ts";
import { line } from "../support/artifacts.ts";

const tokens = { input: 100, output: 20, reasoning: 3, cache_read: 4, cache_write: 5 };
const ended = (event: "done" | "failed", model: string, over: object = {}) =>
  line(event, { model, attempts: 1, tokens, cost: 0.25, seconds: 2, ...over });

test("spentOf() counts every session that ended once, repairs among its prompts", () => {
  const lines = [line("started", { model: "p/a" }), ended("done", "p/a", { attempts: 3 }), ended("failed", "p/b")];
  expect(spentOf(lines)).toEqual({ sessions: 2, prompts: 4, tokens: 264, cost: 0.5, unpriced: [], uncounted: 0 });
});

test("spentOf() counts no session that was refused or never sent a prompt", () => {
  const refused = line("budget", { model: "p/a", kind: "budget", attempts: 0, tokens, cost: 0 });
  const absent = line("failed", { model: "p/b", kind: "unknown_model" });
  const unsent = ended("failed", "p/c", { attempts: 0, cost: null });
  expect(spentOf([refused, absent, unsent])).toEqual({
    sessions: 0,
    prompts: 0,
    tokens: 0,
    cost: 0,
    unpriced: [],
    uncounted: 0,
  });
});

test("spentOf() names each model of unknown price once and takes nothing for it", () => {
  const lines = [ended("done", "p/a", { cost: null }), ended("done", "p/a", { cost: null }), ended("done", "p/b")];
  expect(spentOf(lines)).toMatchObject({ cost: 0.25, unpriced: ["p/a"] });
});

test("spentOf() leaves out what nobody counted and says of how many sessions; countedOf() takes what was assumed", () => {
  const unknown = { tokens: null, cost: null, assumed: { tokens: 500, cost: 2 } };
  const lines = [ended("done", "p/a", unknown), ended("done", "p/b")];
  expect(spentOf(lines)).toMatchObject({ sessions: 2, tokens: 132, cost: 0.25, unpriced: [], uncounted: 1 });
  expect(countedOf(lines)).toEqual({ tokens: 632, cost: 2.25 });
});

test("usageByModel() sums each model's own sessions, failures, seconds and the slowest", () => {
  const lines = [ended("done", "p/b", { seconds: 9 }), ended("failed", "p/a"), ended("done", "p/b")];
  expect(usageByModel(lines)).toMatchObject([
    { model: "p/b", failed: 0, seconds: 11, slowest: 9, spent: { sessions: 2 } },
    { model: "p/a", failed: 1, seconds: 2, slowest: 2, spent: { sessions: 1 } },
  ]);
});

test("usageByModel() counts no failure of a model that a person stopped", () => {
  const lines = [ended("failed", "p/a", { kind: "aborted" }), ended("failed", "p/a", { kind: "timeout" })];
  expect(usageByModel(lines)).toMatchObject([{ failed: 1, spent: { sessions: 2 } }]);
});

test("lostOn() sums what was spent on a design in vain, and neither its session nor its reviews", () => {
  const lines = [
    ended("failed", "p/a", { design_id: "d", phases: ["generate"] }),
    ended("failed", "p/a", { design_id: "e", phases: ["generate"], attempts: 3, cost: 4 }),
    ended("done", "p/a", { design_id: "d", phases: ["generate"] }),
    ended("failed", "p/b", { design_id: "d", phases: ["review", "score"] }),
  ];
  expect(lostOn(lines, "d")).toMatchObject({ sessions: 1, prompts: 1, cost: 0.25 });
});

test("lastedOf() takes the seconds from the earliest line to the latest, of two at least", () => {
  const at = (time: string) => line("done", { at: time });
  const lines = [at("2026-01-01T00:00:10Z"), at("2026-01-01T00:00:00Z"), at("not a time"), at("2026-01-01T00:00:12Z")];
  expect(lastedOf(lines)).toBe(12);
  expect(lastedOf(lines.slice(0, 2))).toBe(10);
  expect(lastedOf(lines.slice(1, 3))).toBeNull();
});

test("slowProviders() names a provider that took fewer sessions at a time than were asked of it, by the least it took", () => {
  const lines = [
    ...["p/a", "p/b", "q/a"].map((model) => line("started", { model })),
    line("limit", { provider: "p", sessions: 2 }),
    line("limit", { provider: "p", sessions: 1 }),
    line("limit", { provider: "p", sessions: 2 }),
    line("limit", { provider: "q", sessions: 1 }),
    line("limit", { provider: "r" }),
  ];
  expect(slowProviders(lines)).toEqual([{ kind: "slow-provider", provider: "p", sessions: 1 }]);
  expect(slowProviders(lines.slice(0, 3))).toEqual([]);
});

test("scoringCost() is the mean of what scoring sessions took whose price is known", () => {
  const scored = (cost: number | null, over: object = {}) => ended("done", "p/a", { phases: ["score"], cost, ...over });
  const lines = [
    scored(1),
    scored(3, { phases: ["review", "score"] }),
    scored(null),
    scored(50, { phases: ["review"] }),
    ended("failed", "p/a", { phases: ["score"], cost: 70 }),
  ];
  expect(scoringCost(lines)).toBe(2);
  expect(scoringCost(lines.slice(2))).toBeNull();
});

test("ranFor() adds up the calls, each from its beginning to its last session, and no later ranking", () => {
  const at = (event: "setup" | "resumed" | "done" | "ranking", time: string) =>
    line(event, { at: `2026-01-01T${time}Z` });
  const lines = [
    at("setup", "00:00:00"),
    at("done", "00:00:30"),
    at("ranking", "09:00:00"),
    at("resumed", "10:00:00"),
    at("done", "10:00:05"),
    at("resumed", "11:00:00"),
  ];
  expect(ranFor(lines)).toBe(35);
  expect([ranFor([]), ranFor(lines.slice(-1))]).toEqual([null, null]);
  // Of a ledger whose beginning is gone the first lines are a call too.
  expect(ranFor(lines.slice(1, 2).concat(at("done", "00:01:00")))).toBe(30);
});

test("spentOf() counts a session that no line names a model of, and takes no cost of what nobody counted", () => {
  const nameless = line("done", { attempts: 1, tokens, cost: null });
  const uncounted = ended("done", "p/a", { tokens: null, cost: 9 });
  expect(spentOf([nameless, uncounted, line("done", {})])).toEqual({
    sessions: 2,
    prompts: 2,
    tokens: 132,
    cost: 0,
    unpriced: [],
    uncounted: 1,
  });
  expect(slowProviders([line("started", { model: "pp/a" }), line("limit", { provider: "p", sessions: 0 })])).toEqual(
    [],
  );
  expect(slowProviders([line("started", { model: "p/a" }), line("limit", { provider: "p", sessions: 1 })])).toEqual([]);
});
