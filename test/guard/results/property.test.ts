import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { TestFormat } from "../../../src/artifacts/guard.ts";
import { reportOf } from "../../../src/guard/results/report.ts";

type Case = { name: string; outcome: "passed" | "failed" | "skipped" };
type Suite = { file: string; loads: boolean; cases: Case[] };

const WORDS = [
  "failed",
  "0 failed",
  "not ok 1",
  "FAIL",
  "<failure/>",
  "a & b",
  '"quoted"',
  "ok",
  "TODO",
  "Bail out!",
  "{",
  "}",
];
/** Names as people and runners write them, with what the formats themselves are made of; none ends in what TAP reads. */
const name = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.stringMatching(/^[a-zé<>&'"{}[\]$;:.-]{1,8}$/u)), {
    minLength: 1,
    maxLength: 5,
  })
  .map((words) => `it ${words.join(" ")} end`);
const suitesOf = fc
  .uniqueArray(
    fc.record({
      file: fc.stringMatching(/^[a-z]{1,8}$/u),
      loads: fc.boolean(),
      cases: fc.uniqueArray(
        fc.record({ name, outcome: fc.constantFrom<Case["outcome"]>("passed", "failed", "skipped") }),
        { minLength: 1, maxLength: 6, selector: (each) => each.name },
      ),
    }),
    { minLength: 1, maxLength: 4, selector: ({ file }) => file },
  )
  .map((all): Suite[] => all.map((each) => ({ ...each, file: `test/${each.file}.test.ts` })));

const xml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
const tap = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("#", "\\#");
const lines = (all: readonly object[]): string => all.map((each) => `${JSON.stringify(each)}\n`).join("");

/** Each format as its runner would write these suites, and how it names what fails. */
const FORMATS: Record<
  string,
  { format: TestFormat; render(suites: Suite[]): string; failing(suite: Suite): string[] }
> = {
  junit: {
    format: "junit",
    render: (suites) =>
      `<?xml version="1.0"?>\n<testsuites>${suites
        .map(({ file, loads, cases }) => {
          const inner = cases.map(({ name, outcome }) => {
            const body = { passed: "", failed: "<failure>3 failed</failure>", skipped: "<skipped/>" }[outcome];
            return `<testcase name="${xml(name)}" file="${file}"><system-out><![CDATA[${name.replaceAll("]]>", "]]]]><![CDATA[>")}]]></system-out>${body}</testcase>`;
          });
          return `<testsuite name="${file}" file="${file}">${loads ? inner.join("\n") : "<error/>"}</testsuite>`;
        })
        .join("\n")}</testsuites>`,
    failing: ({ file, loads, cases }) =>
      loads ? failed(cases).map((each) => `${each} @ ${file}`) : [`${file} @ ${file}`],
  },
  tap: {
    format: "tap",
    render: (suites) => {
      const blocks = suites.map(({ file, loads, cases }, index) => {
        const points = cases.map(
          ({ name, outcome }, at) =>
            `    ${outcome === "failed" ? "not ok" : "ok"} ${at + 1} - ${tap(name)}${outcome === "skipped" ? " # SKIP" : ""}\n      ---\n      duration_ms: 1\n      ...\n`,
        );
        const ok = loads && failed(cases).length === 0;
        const inner = loads ? `${points.join("")}    1..${cases.length}\n` : "";
        return `# Subtest: ${file}\n${inner}${ok ? "ok" : "not ok"} ${index + 1} - ${file}\n`;
      });
      return `TAP version 13\n${blocks.join("")}1..${suites.length}\n# fail 3\n`;
    },
    failing: ({ file, loads, cases }) => (loads ? failed(cases).map((each) => `${file} > ${each}`) : [file]),
  },
  vitest: { format: "vitest", render: (suites) => json(suites, {}), failing: inJson },
  jest: { format: "jest", render: (suites) => json(suites, { wasInterrupted: false }), failing: inJson },
  go: {
    format: "go",
    render: (suites) =>
      suites
        .map(({ file: Package, loads, cases }) => {
          const action = { passed: "pass", failed: "fail", skipped: "skip" };
          const inner = cases.flatMap(({ name: Test, outcome }) => [
            { Action: "run", Package, Test },
            { Action: "output", Package, Test, Output: `--- FAIL: ${Test}\n` },
            { Action: action[outcome], Package, Test },
          ]);
          const ok = loads && failed(cases).length === 0;
          return lines([
            { Action: "start", Package },
            ...(loads ? inner : []),
            { Action: ok ? "pass" : "fail", Package },
          ]);
        })
        .join("FAIL\tprinted\n"),
    failing: ({ file, loads, cases }) => (loads ? failed(cases).map((each) => `${file} > ${each}`) : [file]),
  },
  cargo: {
    format: "cargo",
    render: (suites) =>
      suites
        .map(({ loads, cases }) => {
          const event = { passed: "ok", failed: "failed", skipped: "ignored" };
          const inner = cases.flatMap(({ name, outcome }) => [
            { type: "test", event: "started", name },
            { type: "test", name, event: event[outcome], stdout: '{"type":"test","event":"failed"}' },
          ]);
          const ok = loads && failed(cases).length === 0;
          return lines([
            { type: "suite", event: "started" },
            ...(loads ? inner : []),
            { type: "suite", event: ok ? "ok" : "failed" },
          ]);
        })
        .join("     Running unittests\n"),
    failing: ({ loads, cases }) => (loads ? failed(cases) : ["suite"]),
  },
};

function failed(cases: readonly Case[]): string[] {
  return cases.filter(({ outcome }) => outcome === "failed").map((each) => each.name);
}

function json(suites: readonly Suite[], rest: object): string {
  const testResults = suites.map(({ file, loads, cases }) => ({
    name: file,
    status: loads && failed(cases).length === 0 ? "passed" : "failed",
    assertionResults: loads
      ? cases.map(({ name, outcome }) => ({ title: name, status: outcome, ancestorTitles: [] }))
      : [],
  }));
  const success = testResults.every(({ status }) => status === "passed");
  return JSON.stringify({ numTotalTests: 3, success, testResults, ...rest });
}

function inJson({ file, loads, cases }: Suite): string[] {
  return loads ? failed(cases).map((each) => `${each} @ ${file}`) : [`${file} @ ${file}`];
}

describe("any report comes back with exactly the tests that fail, written as", () => {
  for (const [title, { format, render, failing }] of Object.entries(FORMATS)) {
    test(title, async () => {
      const property = fc.asyncProperty(suitesOf, async (suites) => {
        const text = render(suites);
        const report = await reportOf(text);
        expect(report?.format, text).toBe(format);
        const named = report?.failing.map((each) => (each.file ? `${each.name} @ ${each.file}` : each.name));
        expect(named?.sort(), text).toEqual(suites.flatMap(failing).sort());
        const passed = suites.flatMap(({ loads, cases }) =>
          cases.filter(({ outcome }) => loads && outcome === "passed"),
        );
        expect(report?.passed ?? null, text).toBe(passed.length);
      });
      await fc.assert(property, { numRuns: 150 });
    });
  }
});

test("any text at all is read without an error, and noise is no report", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 200 }), async (text) => {
      expect(await reportOf(text)).toBeNull();
    }),
    { numRuns: 300 },
  );
});
