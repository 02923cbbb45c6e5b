import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { FAILURE_KINDS } from "../../src/artifacts/failure.ts";
import { RESULTS_UNREAD, type TestState } from "../../src/artifacts/guard.ts";
import {
  gateNoteSaid,
  LET_THROUGH,
  type RefusedFor,
  reasonText,
  refusalSaid,
  shellReason,
  shellSaid,
  unaskedText,
} from "../../src/story/guard-told.ts";

const name = fc.oneof(
  fc.string({ minLength: 1, maxLength: 200 }),
  fc.constantFrom("a\nb", "“quoted”", "\u001b[31mred"),
);
const files = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}\.ts$/u), { minLength: 1, maxLength: 9 });
const failing = (minLength: number) =>
  fc.array(fc.record({ name, file: fc.constant(null) }), { minLength, maxLength: 30 });
const terms = fc.record({ test_output: files, max_age: fc.integer({ min: 1, max: 100_000 }) });
const why: fc.Arbitrary<RefusedFor> = fc.oneof(
  fc.record({
    by: fc.constant("code" as const),
    tests: fc.record({
      state: fc.constant("stale" as const),
      why: fc.constantFrom("none" as const, "old" as const, "test_added" as const),
      age: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
    }),
    terms,
  }),
  fc.record({
    by: fc.constant("model" as const),
    tests: fc.oneof(
      fc.record({
        state: fc.constantFrom("green" as const, "no_tests" as const, "output" as const),
        failing: fc.constant([]),
      }),
      fc.record({ state: fc.constant("blocked" as const), failing: failing(2) }),
    ),
    told: fc.string({ minLength: 1, maxLength: 300 }),
  }),
);
const task = fc.record({ id: fc.constantFrom("T1", "T12"), name, text: name, files });

describe("refusalSaid()", () => {
  test("says which files, why and what to do, in lines of its own however names read", () => {
    fc.assert(
      fc.property(
        files,
        why,
        fc.option(task),
        fc.option(fc.string({ minLength: 1, maxLength: 300 })),
        (edited, refused, held, before) => {
          const said = refusalSaid({ files: edited, why: refused, task: held, beside: [], before });
          const lines = said.split("\n");
          expect(lines).toHaveLength(2 + (held ? 1 : 0) + (before === null ? 0 : 1));
          expect(lines[0]).toContain(edited[0] ?? "");
          if (edited.length > 4) expect(lines[0]).toContain(` and ${edited.length - 3} more`);
          expect(said).toMatch(/[Rr]un (?:the tests|them)/u);
          expect(said).not.toMatch(/(?!\n)\p{Cc}/u);
          expect(said.includes("`/design-lab guard allow`")).toBe(before !== null);
          if (held) expect(said).toContain(`The task is ${held.id}`);
          if (refused.tests.state === "blocked")
            expect(lines[1]).toStartWith(`${refused.tests.failing.length} tests fail, `);
          if (refused.by === "code" && refused.tests.why !== "test_added")
            expect(lines[1]).toContain(refused.terms.test_output[0] ?? "");
          expect(said.length).toBeLessThan(6_000);
        },
      ),
    );
  });

  test("tells how old results are, and how old they may be", () => {
    const of = (age: number | null, max_age: number) =>
      refusalSaid({
        ...{ files: ["src/a.ts"], task: null, beside: [], before: null },
        why: { by: "code", tests: { state: "stale", why: "old", age }, terms: { test_output: ["junit.xml"], max_age } },
      });
    expect(of(720, 300)).toContain("The test results in junit.xml are 12m old and count for 5m.");
    expect(of(null, 60)).toContain("are too old and count for 1m.");
  });

  test("of a task names what lies outside of its files", () => {
    const held = { id: "T3", name: "Count", text: "size() counts.\nnothing else changes", files: ["src/a.ts"] };
    const said = refusalSaid({
      ...{ files: ["src/b.ts", "src/c.ts"], task: held, beside: ["src/b.ts", "src/c.ts"], before: null },
      why: { by: "model", tests: { state: "green", failing: [] }, told: "size() is new." },
    });
    expect(said).toBe(
      [
        "The gate of this project did not let this edit of src/b.ts and src/c.ts through; nothing was changed.",
        "All tests pass, so what the program does new needs a failing test first. The model that looked at it says: “size() is new.” Write that test alone, run the tests, then make this edit again. What keeps the program's behaviour is let through.",
        "The task is T3 “Count”. It is done when: size() counts; nothing else changes. Its files: src/a.ts.",
        "src/b.ts and src/c.ts are not among the files of T3.",
      ].join("\n"),
    );
  });
});

test("what the log keeps and what is said beside is a sentence of one line", () => {
  const tests: TestState[] = [
    { state: "green", passed: 3, age: 1 },
    { state: "red", failing: [{ name: "a", file: null }], age: 1 },
    { state: "stale", why: "none", age: null },
    { state: "blocked", failing: Array.from({ length: 3 }, () => ({ name: "a", file: null })), age: 1 },
  ];
  const all = [
    ...Object.values(LET_THROUGH),
    ...FAILURE_KINDS.map(unaskedText),
    ...FAILURE_KINDS.map((kind) => gateNoteSaid({ is: "unasked", model: "p/m", kind })),
    ...RESULTS_UNREAD.map((each) =>
      gateNoteSaid({ is: "unread", tests: { state: "unknown", why: each, file: "junit.xml", age: null } }),
    ),
    ...tests.map(shellReason),
    ...(["none", "old", "test_added"] as const).map((each) =>
      reasonText({
        by: "code",
        tests: { state: "stale", why: each, age: null },
        terms: { test_output: ["a"], max_age: 1 },
      }),
    ),
  ];
  expect(new Set(all).size).toBe(all.length);
  for (const each of all) expect(each).toMatch(/^[A-Z][^\n]+\.$/u);
});

test("shellSaid() tells what is missing, and nothing in a state that lets everything through", () => {
  const failing = (many: number) => Array.from({ length: many }, () => ({ name: "a", file: null }));
  const said = (tests: TestState) => shellSaid(["src/a.ts", "src/b.ts"], "sed `x`", tests);
  expect(said({ state: "green", passed: 1, age: 0 })).toBe(
    "src/a.ts and src/b.ts were changed by `sed 'x'` without a failing test. Make such changes with the tool that edits files.",
  );
  expect(said({ state: "blocked", failing: failing(4), age: 0 })).toContain("while 4 tests fail");
  expect(said({ state: "red", failing: failing(1), age: 0 })).toBeNull();
  expect(said({ state: "unknown", why: "format", file: "x", age: 0 })).toBeNull();
});
