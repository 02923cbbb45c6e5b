import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  EDIT_TYPES,
  GUARD_DECIDERS,
  type GuardLine,
  type GuardSwitched,
  TEST_STATES,
} from "../../src/artifacts/guard.ts";
import { ofAll, tallyOf } from "../../src/guard/tally.ts";
import { didSaid, guardFollowed, guardRow, guardSaid, sessionLine, stateSaid } from "../../src/story/guard.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { blocksText } from "../../src/views/markdown/blocks.ts";
import { drawn } from "../../src/views/markdown/drawn.ts";

const plain = (of: Parameters<typeof unmarked>[0]): string => unmarked(of, String);
const SINCE = "2026-11-26T10:00:00.000Z";
const terms = { test_output: ["out.xml"], patterns: ["src/**"], model: "a/b", max_age: 300, max_cost: 1 };
const on = { terms, since: SINCE, door: "command", task: null, edits_allowed: [], until_green: null };

const at = fc.integer({ min: -5_000, max: 5_000 }).map((off) => new Date(Date.parse(SINCE) + off).toISOString());
const line: fc.Arbitrary<GuardLine> = fc.record({
  version: fc.constant(1 as const),
  event: fc.constant("edit" as const),
  at,
  session_id: fc.string(),
  call_id: fc.string(),
  tool: fc.constantFrom("edit", "sed"),
  files: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 }),
  edit_sha256: fc.string(),
  state: fc.constantFrom(...TEST_STATES),
  failing: fc.nat(3),
  decision: fc.constantFrom("allowed" as const, "refused" as const, "noticed" as const),
  by: fc.constantFrom(...GUARD_DECIDERS),
  edit_type: fc.constantFrom(...EDIT_TYPES, null),
  reason: fc.string({ unit: "grapheme" }),
  model: fc.constantFrom("a/b", null),
  seconds: fc.nat(9),
  cost: fc.option(fc.nat(40).map((cents) => cents / 100)),
  task: fc.constant(null),
});
const switched: fc.Arbitrary<GuardSwitched> = fc.record({
  version: fc.constant(1 as const),
  event: fc.constantFrom("on" as const, "off" as const, "edit_allowed" as const, "allowed_until_green" as const),
  at,
  door: fc.constant("command"),
});
const logs = fc.array(fc.oneof({ weight: 4, arbitrary: line }, switched), { maxLength: 40 });

describe("what is said of a log", () => {
  test("is what the log has: the numbers add up, whoever decided", () => {
    fc.assert(
      fc.property(logs, (log) => {
        const edits = log.filter((each) => each.event === "edit" && each.at >= SINCE) as GuardLine[];
        const judged = edits.filter(({ decision }) => decision !== "noticed");
        const tally = tallyOf(log, SINCE);
        expect(ofAll(tally.held) + ofAll(tally.let_through)).toBe(judged.length);
        const said = didSaid(tally, terms).map(plain).join("\n");
        const [, all = "0", held = "0", held_by = "", through = "0", through_by = ""] =
          /before ([\d,]+) edits?: (\d+) held back(?: \(([^)]*)\))?, (\d+) let through(?: \(([^)]*)\))?\./u.exec(
            said,
          ) ?? [];
        const sum = (parts: string): number =>
          [...parts.matchAll(/(\d+) by/gu)].reduce((total, [, number]) => total + Number(number), 0);
        expect([Number(all), Number(held), Number(through)]).toEqual([
          judged.length,
          judged.filter(({ decision }) => decision === "refused").length,
          judged.filter(({ decision }) => decision === "allowed").length,
        ]);
        expect([sum(held_by), sum(through_by)]).toEqual([Number(held), Number(through)]);
        expect(said.includes("A shell changed files")).toBe(edits.length > judged.length);
        const overruled = log.filter(
          (each) => each.at >= SINCE && (each.event === "edit_allowed" || each.event === "allowed_until_green"),
        ).length;
        const times = overruled === 1 ? "once" : overruled === 2 ? "twice" : `${overruled} times`;
        expect(said.includes(`You overruled it ${times}: `)).toBe(overruled > 0);
        const [, asked = "0"] = /asked about (\d+) edits?/u.exec(said) ?? [];
        expect(Number(asked)).toBe(edits.filter(({ model }) => model !== null).length);
      }),
    );
  });

  test("counts a question once whose answer was remembered, also if it costs nothing", () => {
    const [base] = fc.sample(line, { numRuns: 1, seed: 1 });
    if (base === undefined) throw new Error("No line");
    const judged: GuardLine = { ...base, at: SINCE, decision: "refused", by: "model", model: "a/b", cost: 0.02 };
    const first = { ...judged, question_sha256: "one" };
    const log = [
      ...[first, { ...first, cost: 0 }, { ...first, cost: 0 }],
      ...[{ ...judged, question_sha256: "two", cost: 0 }],
      ...[{ ...judged, by: "nobody" as const, cost: 0 }],
    ];
    const said = didSaid(tallyOf(log, SINCE), terms).map(plain).join("\n");
    expect(said).toContain("before 5 edits");
    expect(said).toContain("A model was asked about 3 edits, for $0.02");
  });

  test("stands in the reply and on the page in the same words, and no reason takes effect there", () => {
    fc.assert(
      fc.property(logs, (log) => {
        const tally = tallyOf(log, SINCE);
        const followed = { on, state: null, tally, task: null };
        const text = blocksText(guardSaid({ ...followed, log: null, proposed: null, unproposed: null, differs: [] }));
        const page = guardFollowed(followed);
        const lines = [...(page?.stands ?? []), ...(page?.did ?? []), ...(page?.last ?? [])];
        for (const each of lines) expect(text).toContain(drawn(each));
        expect(page?.last.length).toBe(
          Math.min(5, log.filter((each) => each.event === "edit" && each.at >= SINCE).length),
        );
      }),
    );
  });

  test("is nothing on a page where it is off and never was on", () => {
    expect(guardFollowed({ on: null, state: null, tally: tallyOf([], null), task: null })).toBeNull();
  });
});

describe("where the tests are", () => {
  const failing = [
    { name: "queue keeps order", file: "test/q.test.ts" },
    { name: "queue waits", file: null },
  ];
  const STATES: [Parameters<typeof stateSaid>[0], string][] = [
    [
      { state: "stale", why: "none", age: null },
      "no result is there yet. The next edit waits until the tests have run and written out.xml; one new test alone, comments and the like pass.",
    ],
    [
      { state: "stale", why: "old", age: 400 },
      "the last result is too old, of 6m 40s ago. The next edit waits until the tests have run; one new test alone, comments and the like pass.",
    ],
    [
      { state: "stale", why: "test_added", age: 3 },
      "a test was let through that has not run yet. The next edit waits until the tests have run.",
    ],
    [
      { state: "red", failing: failing.slice(0, 1), age: 2 },
      "1 test fails: “queue keeps order” (2s ago). The next edit is let through, whatever it is.",
    ],
    [
      { state: "green", passed: 12, age: 2 },
      "all pass, 12 tests (2s ago). A test, or a change that keeps what the code does, is let through; a new behaviour waits for a test that fails.",
    ],
    [
      { state: "blocked", failing, age: 60 },
      "2 tests fail: “queue keeps order” and “queue waits” (1m ago). An edit that mends one of them is let through; another test or feature waits.",
    ],
    [
      { state: "unknown", why: "format", file: "out.xml", age: 2 },
      "out.xml is no report that can be read: JUnit XML, TRX, TAP, or the JSON of vitest, jest, go test or cargo. Every edit is let through.",
    ],
    [
      { state: "unknown", why: "format", file: "out.txt", age: 2, output: "3 passed" },
      "out.txt is plain text. The model reads the end of it to judge each edit.",
    ],
    [
      { state: "stale", why: "no_tests", age: 2 },
      "the last run ran no test (2s ago). A test, or a change that keeps what the code does, is let through; a new behaviour waits for a test that fails.",
    ],
  ];
  for (const [state, said] of STATES)
    test(`${JSON.stringify(state).slice(0, 40)} is said with what it means for the next edit`, () => {
      expect(plain(stateSaid(state, terms))).toBe(said);
    });
});

test("a session's first line, and a row of the terminal, name the patterns and the way out", () => {
  expect(plain(sessionLine(on, null))).toBe(
    "The gate is on: edits of src/** wait for a failing test; `/design-lab guard off` turns it off.",
  );
  expect(guardRow({ ...on, terms: { ...terms, patterns: ["!x/**", "src/**", "test/**"] } })).toBe(
    "Gate on: src/** and 1 more",
  );
});
