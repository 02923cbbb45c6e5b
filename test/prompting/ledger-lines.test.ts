import { describe, expect, test } from "bun:test";
import type { LedgerLine } from "../../src/artifacts/ledger-line.ts";
import { NO_TOKENS } from "../../src/artifacts/no-tokens.ts";
import { aboutAsking, lineOf, recordEnd, telling } from "../../src/prompting/ledger-lines.ts";
import type { SessionEvent, SessionResult, Trace } from "../../src/session/request.ts";

const ABOUT = { phases: ["score" as const], model: "p/a" };
const TRACE: Trace = {
  session_id: "ses",
  started_at: "2026-01-01T00:00:00.000Z",
  finished_at: "2026-01-01T00:00:02.000Z",
  attempts: 2,
  requests: 3,
  tokens: { ...NO_TOKENS, input: 100 },
  cost: 0.5,
  prompt_sha256: "0".repeat(64),
  violations: [],
  removed_from_reads: {},
};
const TOOK = { session_id: "ses", attempts: 2, requests: 3, tokens: TRACE.tokens, cost: 0.5, seconds: 2 };

async function linesOf(
  result: Omit<SessionResult<unknown>, "trace">,
  trace: Partial<Trace> = {},
  assumed: { tokens: number; cost: number } | null = null,
): Promise<Omit<LedgerLine, "at">[]> {
  const lines: Omit<LedgerLine, "at">[] = [];
  const ended = { ...result, trace: { ...TRACE, ...trace } } as SessionResult<unknown>;
  const slow = async (line: Omit<LedgerLine, "at">) => {
    await (line.event === "violation" ? Bun.sleep(1) : null);
    lines.push(line);
  };
  await recordEnd(slow, ABOUT, ended, { assumed, unkept: null });
  return lines;
}

describe("recordEnd()", () => {
  test("says what a session took, and of a whole answer nothing more", async () => {
    expect(await linesOf({ state: "ok" as const, lacks: [], dropped: [], value: 1 } as never)).toEqual([
      { ...ABOUT, event: "done", ...TOOK },
    ]);
  });

  test("says what an answer was kept without, at most 500 characters", async () => {
    const said = async (lacks: string[]) => (await linesOf({ state: "ok" as const, lacks } as never))[0]?.message;
    expect(await said(["R1", "R2"])).toBe("kept without what was not answered: R1; R2");
    expect(await said(["x".repeat(800)])).toBe(`kept without what was not answered: ${"x".repeat(500)}`);
  });

  test("tells a limit from a failure, and both with their kind and words", async () => {
    const failed = (kind: string) => linesOf({ state: "failed", kind, message: "no answer" } as never);
    expect(await failed("timeout")).toEqual([
      { ...ABOUT, event: "failed", kind: "timeout", message: "no answer", ...TOOK },
    ]);
    expect(await failed("budget")).toEqual([
      { ...ABOUT, event: "budget", kind: "budget", message: "no answer", ...TOOK },
    ]);
  });

  test("writes violations before the end, and what is assumed where nobody counted", async () => {
    const violations = [{ at: "", tool: "read", target: "x", reason: "closed" }];
    const lines = await linesOf(
      { state: "failed", kind: "timeout", message: "m" } as never,
      { violations, cost: null },
      {
        tokens: 7,
        cost: 1,
      },
    );
    expect(lines).toEqual([
      { ...ABOUT, event: "violation", session_id: "ses", message: "read x: closed" },
      {
        ...ABOUT,
        ...{ event: "failed", kind: "timeout", message: "m" },
        ...{ ...TOOK, cost: null, assumed: { tokens: 7, cost: 1 } },
      },
    ]);
  });
});

describe("lineOf()", () => {
  const session_id = "ses";
  const long = "m".repeat(900);
  const six = ["1", "2", "3", "4", "5", "6"];
  const events: [what: string, event: SessionEvent, line: Omit<LedgerLine, "at">][] = [
    ["a session", { type: "started", session_id }, { event: "started", session_id }],
    [
      "five of its errors",
      { type: "repair", session_id, errors: six },
      { event: "repair", session_id, message: "1; 2; 3; 4; 5" },
    ],
    [
      "a long error",
      { type: "repair", session_id, errors: [long] },
      { event: "repair", session_id, message: long.slice(0, 500) },
    ],
    [
      "a retry",
      { type: "retry", session_id, message: long },
      { event: "retry", session_id, message: long.slice(0, 300) },
    ],
    [
      "the host's own retry",
      { type: "host_retry", session_id, attempt: 4, message: long, gives_up_in: 4_200 },
      { event: "host_retry", session_id, attempts: 4, message: long.slice(0, 300), gives_up_seconds: 5 },
    ],
    [
      "a provider's room",
      { type: "room", provider: "p", sessions: 2 },
      { event: "limit", provider: "p", sessions: 2, message: "p is given 2 at a time" },
    ],
  ];
  for (const [what, event, line] of events) test(`tells ${what}`, () => expect(lineOf(event)).toStrictEqual(line));
});

test("aboutAsking() names a design and a reviewer where there is one", () => {
  expect(aboutAsking({ ...ABOUT, design_id: "d", reviewer_id: "r", more: 1 } as never)).toEqual({
    ...ABOUT,
    design_id: "d",
    reviewer_id: "r",
  });
  expect(aboutAsking({ phases: ["setup"], model: "p/a" })).toEqual({ phases: ["setup"], model: "p/a" });
});

test("telling() tells the person what the ledger gets, once each", async () => {
  const told: unknown[] = [];
  const written: unknown[] = [];
  const record = telling({ progress: { told: (line: unknown) => told.push(line) } as never }, async (line) => {
    written.push(line);
  });
  await record({ event: "started", session_id: "s" });
  expect(told).toEqual([{ event: "started", session_id: "s" }]);
  expect(written).toEqual(told);
});
