import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import * as faults from "../../rehearsal/faults.ts";
import type { Reply } from "../../rehearsal/reply.ts";
import type { FailureKind } from "../../src/artifacts/failure.ts";
import { FAILURE_KINDS } from "../../src/artifacts/failure.ts";
import type { LedgerLine } from "../../src/artifacts/ledger-line.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import { ROLES } from "../../src/artifacts/stages/stages.ts";
import { parseLedger } from "../../src/store/ledger.ts";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { asHost } from "./support/dialect.ts";
import { HOST } from "./support/hosts.ts";
import { type Rehearsal, rehearse } from "./support/rehearsal.ts";

/**
 * Seconds that a cell may take: short, so that what never ends is played to its end. A failed request is made again
 * after 2, 4, 8 and 16 s, so that a wait is what passes the limit, however slowly the first requests begin.
 */
const LIMIT = 20;
const READ = asHost({ name: "read", args: { filePath: "README.md" } });

/** Where the generations of the host differ: the first asks again for, or sums up, what the second takes as an answer. */
const on = (first: FailureKind, second: FailureKind): FailureKind => (HOST === 1 ? first : second);

/** A designer with a fault, how its design ends, at most how many requests, and whether that waits for the limit. */
type Fault = [provider: string, reply: Reply, kind: FailureKind, requests: number, ends: "at once" | "at the limit"];

const DESIGNERS: readonly Fault[] = [
  ["unauthorized", faults.unauthorized, "auth", 1, "at once"],
  ["no-such-model", faults.modelNotFound, "unknown_model", 1, "at once"],
  ["wait-an-hour", faults.rateLimited(3_600), "rate_limited", 1, "at once"],
  ["too-many-requests", faults.rateLimited(), "rate_limited", 6, "at the limit"],
  ["server-error", faults.serverError, "provider_error", 6, "at the limit"],
  ["cut-stream", { connection: "cut" }, "provider_error", 6, "at the limit"],
  ["reset", { connection: "reset" }, "provider_error", 6, "at the limit"],
  ["hang", { connection: "silent" }, "timeout", 1, "at the limit"],
  ["stall", { connection: "stall" }, "timeout", 1, "at the limit"],
  ["endless-stream", { connection: "endless" }, "timeout", 1, "at the limit"],
  ["long-text", { ...faults.megabytes(0.5), usage: { input: 1_000, output: 9_000 } }, "invalid_output", 1, "at once"],
  ["past-the-context", faults.megabytes(4), on("context_overflow", "invalid_output"), 2, "at once"],
  ["overflow", faults.contextOverflow, "context_overflow", 2, "at once"],
  ["empty", faults.empty, "invalid_output", 3, "at once"],
  ["refusal", faults.refusal, "invalid_output", 3, "at once"],
  ["half-an-object", { text: '{"title": "A queue",' }, "invalid_output", 3, "at once"],
  ["void", { connection: "void" }, "provider_error", 3, "at once"],
  ["ends-for-no-reason", { text: "I think", finish: null }, "provider_error", 3, "at once"],
  ["ends-for-an-unknown-reason", { text: "I think", finish: "banana" }, "provider_error", 3, "at once"],
  ["calls-no-tool", { text: "I think", finish: "tool_calls" }, on("provider_error", "invalid_output"), 3, "at once"],
  ["out-of-tokens", faults.outOfTokens, "output_length", 1, "at once"],
  ["filtered", faults.filtered, "content_filter", 1, "at once"],
];
/** Reviewers with a fault and at most how many requests they make for one design. */
const REVIEWERS: readonly [provider: string, reply: Reply, kind: FailureKind, requests: number][] = [
  ["calls-tools", { calls: Array(99).fill(READ) }, "invalid_output", ROLES.evaluator.max_requests],
  ["never-json", { text: "It is good." }, "invalid_output", 3],
  ["reviews-into-the-void", { connection: "void" }, "provider_error", 3],
];
const GOOD = ["good/a", "fine/a"];
/** These kinds are played elsewhere: abort, budget, isolation and unreachable.test.ts, phases/defects.test.ts. */
const ELSEWHERE: FailureKind[] = ["aborted", "budget", "isolation_violation", "unreachable", "defect"];

let lab: Rehearsal;
let reply = "";
let ledger: LedgerLine[] = [];
let dir = "";
const model = (provider: string) => `${provider}/m`;

beforeAll(async () => {
  const designs = new Map(DESIGNERS.map(([provider, fault]) => [model(provider), fault]));
  const evaluations = new Map(REVIEWERS.map(([provider, fault]) => [model(provider), fault]));
  lab = await rehearse({
    models: [...designs.keys(), ...evaluations.keys(), "loops/m", ...GOOD].map((id) => ({ id })),
    script: (asked) => {
      if (asked.model === "loops/m") return { calls: Array(99).fill(READ) };
      return designs.get(asked.model) ?? evaluations.get(asked.model);
    },
    lab: {
      confirm_above: null,
      design_models: [...designs.keys(), "loops/m", ...GOOD],
      review_models: ["good/a", ...evaluations.keys()],
      limits: { max_parallel: 40, cell_timeout: LIMIT },
    },
  });
  const result = await lab.call("run", { task: "Design a durable task queue", topic: "queue" });
  reply = result.designlab[0] ?? "";
  dir = await onlyExperiment(lab.project.directory);
  ledger = parseLedger((await snapshot(dir))["ledger.jsonl"] ?? "");
}, 300_000);
afterAll(() => lab[Symbol.asyncDispose]());

const endsOf = (id: string) => ledger.filter((line) => line.model === id && line.event === "failed");
const requestsOf = (id: string) => lab.labRequests().filter((request) => request.model === id).length;

describe("a designer that meets", () => {
  for (const [provider, , kind, requests, ends] of DESIGNERS) {
    test(`${provider} fails as ${kind} after at most ${requests} requests, ${ends}`, () => {
      const [line, ...others] = endsOf(model(provider));
      expect(others).toEqual([]);
      expect(line?.kind).toBe(kind);
      expect(requestsOf(model(provider))).toBeGreaterThanOrEqual(1);
      expect(requestsOf(model(provider))).toBeLessThanOrEqual(requests);
      expect(line?.seconds).toBeLessThan(ends === "at once" ? LIMIT - 1 : LIMIT + 20);
    });
  }

  test("no end of tool calls is stopped by its limit of time or of requests", () => {
    const [line] = endsOf("loops/m");
    expect(line?.kind).toBeOneOf(["timeout", "invalid_output"]);
    expect(requestsOf("loops/m")).toBeLessThanOrEqual(ROLES.designer.max_requests);
  });
});

describe("a reviewer that", () => {
  for (const [provider, , kind, requests] of REVIEWERS) {
    test(`${provider} fails as ${kind} after at most ${requests} requests for a design`, () => {
      const lines = endsOf(model(provider));
      expect(lines.map((line) => line.kind)).toEqual([kind, kind]);
      expect(requestsOf(model(provider))).toBeLessThanOrEqual(2 * requests);
    });
  }
});

test("a provider that asks to wait for an hour is named with the time it asked for", () => {
  expect(endsOf(model("wait-an-hour"))[0]?.message).toContain(
    HOST === 1 ? "the provider asks to wait 3600 s" : "the provider asks to wait 900 s",
  );
});

test("the host's own retries stand in the ledger", () => {
  const retried = new Set(ledger.flatMap(({ event, model: id }) => (event === "host_retry" && id ? [id] : [])));
  for (const provider of ["server-error", "too-many-requests", "cut-stream", "reset", "wait-an-hour"]) {
    expect(retried).toContain(model(provider));
  }
});

test("what was spent on a failure is in the ledger and in the sum", () => {
  for (const provider of ["refusal", "empty", "half-an-object", "out-of-tokens", "filtered", "never-json"]) {
    for (const line of endsOf(model(provider))) {
      expect(line.tokens?.input).toBeGreaterThan(0);
      expect(line.cost).toBeGreaterThan(0);
    }
  }
  const ended = ledger.filter(({ event, attempts }) => (event === "failed" || event === "done") && attempts);
  expect(reply).toContain(` · ${ended.length} sessions`);
});

test("everybody else goes on: the good designs are ranked and the reply says first what is missing", async () => {
  expect(reply.split("\n")[0]).toStartWith(
    `**Incomplete:** 2 of ${2 * (REVIEWERS.length + 1)} scores are there; there is no design by `,
  );
  expect(reply.split("\n")[0]).toContain(` and ${DESIGNERS.length + 1 - 3} more`);
  const ranking = await readJson<Ranking>(join(dir, "results/ranking.json"));
  expect(ranking.designs.map(({ design_id }) => design_id).sort()).toEqual(["fine-a", "good-a"]);
  expect(ranking.failures).toHaveLength(DESIGNERS.length + 1 + 2 * 2 * REVIEWERS.length);
});

test("every kind of failure is played, here or where it belongs", () => {
  const played = new Set([...ledger.flatMap(({ kind }) => kind ?? []), ...ELSEWHERE]);
  expect([...played].sort()).toEqual([...FAILURE_KINDS].sort());
});
