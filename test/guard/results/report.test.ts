import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { reportOf } from "../../../src/guard/results/report.ts";

const FIXTURES = join(import.meta.dir, "../../fixtures/results");
const textOf = (name: string): string => readFileSync(join(FIXTURES, name), "utf8");

/** What a text says in short: its format, what fails with its file behind "@", how many passed. */
async function told(text: string): Promise<[string, string[], number | null] | null> {
  const report = await reportOf(text);
  return (
    report && [
      report.format,
      report.failing.map(({ name, file }) => (file ? `${name} @ ${file}` : name)),
      report.passed,
    ]
  );
}

describe("what a real runner wrote", () => {
  const FULL = "a queue > when full > refuses another";
  const NODE = "/project/node/queue.test.mjs";
  const files: [string, string, string[], number][] = [
    ["bun-green.xml", "junit", [], 1],
    [
      "bun-red.xml",
      "junit",
      ["pops the first @ queue.test.ts", 'a queue > when full > refuses <another> & "says" so @ queue.test.ts'],
      2,
    ],
    ["cargo-broken.jsonl", "cargo", ["queue: cannot find value `missing` in this scope @ src/lib.rs"], 0],
    ["cargo-green.jsonl", "cargo", [], 1],
    ["cargo-noise.jsonl", "cargo", ["tests::an_empty_one_failed"], 1],
    ["cargo-red.jsonl", "cargo", ["tests::an_empty_one_failed"], 1],
    ["jest-broken.json", "jest", ["/project/jt/broken.test.js @ /project/jt/broken.test.js"], 0],
    ["jest-green.json", "jest", [], 1],
    ["jest-red.json", "jest", ["pops the first @ /project/jt/queue.test.js", `${FULL} @ /project/jt/queue.test.js`], 2],
    ["node-broken.tap", "tap", ["/project/node/broken.test.mjs @ /project/node/broken.test.mjs"], 0],
    ["node-broken.xml", "junit", ["/project/node/broken.test.mjs"], 0],
    ["node-green.tap", "tap", [], 1],
    ["node-green.xml", "junit", [], 1],
    [
      "node-red.tap",
      "tap",
      [`pops the first @ ${NODE}`, `a queue > when full > refuses <another> & "says" so @ ${NODE}`],
      3,
    ],
    // The runner itself writes &amp;quot; for a quotation mark.
    ["node-red.xml", "junit", ["pops the first", "a queue > when full > refuses <another> & &quot;says&quot; so"], 3],
    ["pytest-broken.xml", "junit", ["test_broken"], 0],
    ["pytest-green.xml", "junit", [], 1],
    [
      "pytest-red.xml",
      "junit",
      [
        "test_queue > test_an_empty_one_failed",
        'test_queue.TestFull > test_refuses[a "b" & c]',
        // Fails, and so does what takes it down: one test.
        "test_queue > test_both",
      ],
      2,
    ],
    ["vitest-broken.json", "vitest", ["/project/vt/broken.test.js @ /project/vt/broken.test.js"], 0],
    ["vitest-broken.tap", "tap", ["broken.test.js @ /project/vt/broken.test.js"], 0],
    ["vitest-broken.xml", "junit", ["broken.test.js @ broken.test.js"], 0],
    ["vitest-green.json", "vitest", [], 1],
    ["vitest-green.tap", "tap", [], 1],
    ["vitest-green.xml", "junit", [], 1],
    [
      "vitest-red.json",
      "vitest",
      ["pops the first @ /project/vt/queue.test.js", `${FULL} @ /project/vt/queue.test.js`],
      2,
    ],
    [
      "vitest-red.tap",
      "tap",
      [
        `queue.test.js > pops the first @ /project/vt/queue.test.js`,
        `queue.test.js > ${FULL} @ /project/vt/queue.test.js`,
      ],
      2,
    ],
    ["vitest-red.xml", "junit", ["pops the first @ queue.test.js", `${FULL} @ queue.test.js`], 2],
  ];
  for (const [name, format, failing, passed] of files)
    test(name, async () => expect(await told(textOf(name))).toEqual([format, failing, passed]));

  for (const [name, format, failing, passed] of files) {
    test(`${name} with a mark of its bytes and ends of lines of Windows`, async () => {
      const text = `\uFEFF${textOf(name).replaceAll(/\r?\n/gu, "\r\n")}`;
      expect(await told(text)).toEqual([format, failing, passed]);
    });
  }

  // Broken off anywhere, a report is none, but for TAP behind the end of its last test and noise behind the last line.
  for (const [name] of files) {
    test(`${name}, written half, is never green and never names what it does not hold`, async () => {
      const text = textOf(name).trimEnd();
      const whole = await told(text);
      const last = text.lastIndexOf(name.endsWith(".tap") ? "\n1.." : name.includes("noise") ? "\n{" : "\n\n");
      const until = last > 0 && /tap|noise/u.test(name) ? last : text.length;
      for (let at = 1; at < until; at += Math.max(1, Math.floor(until / 60))) {
        const half = await told(text.slice(0, at));
        if (half === null) continue;
        expect(half[1].length, text.slice(0, at)).toBeGreaterThan(0);
        expect(name.endsWith(".tap") || whole === null ? true : half[1].every((each) => whole[1].includes(each))).toBe(
          true,
        );
      }
    });
  }
});

const suites = (inner: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>${inner}</testsuites>`;

describe("JUnit XML", () => {
  const shapes: [string, string, [string[], number]][] = [
    [
      "of surefire, with what passed at a second try",
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="3.0" name="com.acme.QueueTest" time="0.05" tests="4" errors="1" skipped="1" failures="1">
  <properties><property name="java.class.path" value="a:b"/><property name="failed" value="&lt;failure/&gt;"/></properties>
  <testcase name="takesTheFirst" classname="com.acme.QueueTest" time="0.01"/>
  <testcase name="pops" classname="com.acme.QueueTest" time="0.01"><failure message="expected: &lt;1&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[at </failure> <testcase name="x"><failure/></testcase>]]></failure><system-out><![CDATA[<testcase name="printed"><failure/></testcase>]]></system-out></testcase>
  <testcase name="breaks" classname="com.acme.QueueTest" time="0.01"><error type="java.lang.NullPointerException">at</error></testcase>
  <testcase name="later" classname="com.acme.QueueTest" time="0"><skipped message="not yet"/></testcase>
  <testcase name="shaky" classname="com.acme.QueueTest" time="0"><flakyFailure message="once" type="x"><stackTrace>at</stackTrace></flakyFailure></testcase>
  <testcase name="never" classname="com.acme.QueueTest" time="0"><failure type="x">1</failure><rerunFailure type="x"><stackTrace>2</stackTrace></rerunFailure></testcase>
</testsuite>`,
      [["com.acme.QueueTest > pops", "com.acme.QueueTest > breaks", "com.acme.QueueTest > never"], 2],
    ],
    [
      "of Gradle",
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="QueueTest" tests="2" skipped="0" failures="1" errors="0" timestamp="2026-01-01T00:00:00" hostname="h" time="0.02">
  <properties/>
  <testcase name="pops()" classname="acme.QueueTest" time="0.01"><failure message="x" type="y">z</failure></testcase>
  <testcase name="0 failures stay 0 failed" classname="acme.QueueTest" time="0.01"/>
  <system-out><![CDATA[2 tests failed]]></system-out>
  <system-err><![CDATA[]]></system-err>
</testsuite>`,
      [["acme.QueueTest > pops()"], 1],
    ],
    [
      "of nextest",
      suites(
        `<testsuite name="queue" tests="2" disabled="0" errors="0" failures="1"><testcase name="tests::pops" classname="queue" timestamp="2026-01-01T00:00:00Z" time="0.1"><failure message="panicked" type="test failure with exit code 101">thread</failure><system-out>running 1 test
test tests::pops ... FAILED</system-out><system-err>x</system-err></testcase><testcase name="tests::fits" classname="queue" time="0.1"/></testsuite>`,
      ),
      [["queue > tests::pops"], 1],
    ],
    [
      "of RSpec",
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="rspec" tests="2" skipped="0" failures="1" errors="0" time="0.1"><properties><property name="seed" value="1"/></properties><testcase classname="spec.queue_spec" name="Queue pops the first" file="./spec/queue_spec.rb" time="0.01"><failure message="x" type="RSpec::Expectations::ExpectationNotMetError">y</failure></testcase><testcase classname="spec.queue_spec" name="Queue has 0 failed" file="./spec/queue_spec.rb" time="0.01"></testcase></testsuite>`,
      [["spec.queue_spec > Queue pops the first @ spec/queue_spec.rb"], 1],
    ],
    [
      "of jest-junit",
      `<testsuites name="jest tests" tests="2" failures="1" errors="0" time="1"><testsuite name="a queue" errors="0" failures="1" skipped="0" tests="2"><testcase classname="a queue pops" name="a queue pops" time="0"><failure>Error: x</failure></testcase><testcase classname="a queue fits" name="a queue fits" time="0"></testcase></testsuite></testsuites>`,
      [["a queue pops"], 1],
    ],
    [
      "of PHPUnit, with suites in suites",
      suites(
        '<testsuite name="all" tests="2" failures="1"><testsuite name="QueueTest" file="/app/tests/QueueTest.php" tests="2" failures="1"><testcase name="testPops" class="QueueTest" classname="QueueTest" file="/app/tests/QueueTest.php" line="9"><failure type="x">y</failure></testcase><testcase name="testFits" classname="QueueTest"/></testsuite></testsuite>',
      ),
      [["QueueTest > testPops @ /app/tests/QueueTest.php"], 1],
    ],
    [
      "with a suite that could not be loaded, by an element of its own",
      suites(
        '<testsuite name="queue_spec" file="spec/queue_spec.rb" tests="0" errors="1"><error message="cannot load"/></testsuite>',
      ),
      [["queue_spec @ spec/queue_spec.rb"], 0],
    ],
    [
      "with a suite of which only a number says that it failed, counted once however many suites are around it",
      `<testsuites failures="1"><testsuite name="all" failures="1"><testsuite name="inner" failures="1"><testcase name="a"/></testsuite></testsuite></testsuites>`,
      [["inner"], 1],
    ],
    [
      "that fails to do what is still to be done",
      suites(
        '<testsuite name="a"><testcase name="b" classname="c"><skipped type="todo"/><failure/></testcase></testsuite>',
      ),
      [[], 0],
    ],
    ["with nothing in it", "<testsuites/>", [[], 0]],
    [
      "with two tests of one name in two classes, one the beginning of the other's name",
      suites(
        '<testsuite name="s"><testcase classname="a" name="adds"><failure/></testcase><testcase classname="ad" name="adds"><failure/></testcase></testsuite>',
      ),
      [["a > adds", "ad > adds"], 0],
    ],
  ];
  for (const [title, text, [failing, passed]] of shapes)
    test(title, async () => expect(await told(text)).toEqual(["junit", failing, passed]));

  const others: [string, string][] = [
    ["another document", '<?xml version="1.0"?><coverage><testsuites name="x"/></coverage>'],
    ["a page", "<!DOCTYPE html><html><body>3 failed<br><testsuite></body></html>"],
    ["one that breaks off in a name", suites('<testsuite name="a"><testcase name="b').slice(0, -14)],
    [
      "one that breaks off behind a suite in a suite of the same kind",
      '<testsuite name="a"><testsuite name="b"></testsuite>',
    ],
    ["two behind one another", "<testsuites/><testsuites/>"],
  ];
  for (const [title, text] of others) test(`is not ${title}`, async () => expect(await told(text)).toBeNull());
});

describe("TAP", () => {
  const shapes: [string, string, [string[], number]][] = [
    ["12, without a version", "1..2\nok 1 - 0 failed\nnot ok 2 - pops\n", [["pops"], 1]],
    ["13, with the plan behind", "TAP version 13\nok 1 a\nnot ok 2 b\n# 1 failed\n1..2\n", [["b"], 1]],
    [
      "with TODO and SKIP, which are no failures",
      "1..3\nnot ok 1 - a # TODO later\nnot ok 2 - b # SKIP no net\nok 3 - c # skip\n",
      [[], 0],
    ],
    ["with a test without a name", "1..1\nnot ok\n", [["1"], 0]],
    [
      "14, with a test in a test: the innermost by its way",
      "TAP version 14\n# Subtest: outer\n    # Subtest: inner\n        not ok 1 - leaf\n        ok 2 - other\n        1..2\n    not ok 1 - inner\n    1..1\nnot ok 2 - outer\n1..2\n".replace(
        "not ok 2 - outer",
        "not ok 1 - outer\nok 2 - next",
      ),
      [["outer > inner > leaf"], 2],
    ],
    [
      "with a test in a test that has braces",
      "TAP version 13\n1..1\nnot ok 1 - outer {\n    1..2\n    not ok 1 - leaf\n    ok 2 - other\n}\n",
      [["outer > leaf"], 1],
    ],
    [
      "with a test in a test that has no head",
      "1..1\n    not ok 1 - leaf\n    1..1\nnot ok 1 - outer\n",
      [["outer > leaf"], 0],
    ],
    [
      "with a parent that fails while nothing in it does",
      "1..1\n# Subtest: outer\n    ok 1 - leaf\n    1..1\nnot ok 1 - outer\n",
      [["outer"], 1],
    ],
    [
      "with a parent that is to be done: nothing within counts",
      "1..1\n# Subtest: outer\n    not ok 1 - leaf\n    1..1\nnot ok 1 - outer # TODO\n",
      [[], 0],
    ],
    [
      "with a name that is escaped",
      "1..1\n# Subtest: a \\# b\n    not ok 1 - leaf\n    1..1\nnot ok 1 - a \\# b\n",
      [["a # b > leaf"], 0],
    ],
    ["that bails out", "1..3\nok 1 - a\nBail out! no database\n", [["Bail out! no database"], 1]],
    [
      "that bails out within a test",
      "TAP version 14\n1..1\n# Subtest: a\n    1..2\n    ok 1 - b\n    Bail out! no database\n",
      [["Bail out! no database"], 1],
    ],
    ["that bails out since a test failed: that is the one", "1..3\nok 1 - a\nnot ok 2 - b\nBail out! b\n", [["b"], 1]],
    ["with a plan that is not kept", "1..3\nok 1 - a\nok 2 - b\n", [["incorrect number of tests"], 2]],
    ["with more than is planned", "1..1\nok 1 - a\nok 2 - b\n", [["id greater than plan end"], 2]],
    ["with nothing to do", "TAP version 13\n1..0 # SKIP none\n", [[], 0]],
    [
      "with words of the tests between",
      "TAP version 13\n1..2\nnot okay at all\nFAILED 3 failed\nok 1 - a\n  not ok 9 - printed\nok 2 - b\n",
      [[], 2],
    ],
    ["with colours", "1..2\n\u001b[32mok\u001b[0m 1 - a\n\u001b[31mnot ok 2 - \u001b[1mb\u001b[0m\n", [["b"], 1]],
    [
      "of two runs, one behind the other",
      "TAP version 13\n1..1\nnot ok 1 - a\n> next\nTAP version 13\nok 1 - b\n1..1\n",
      [["a"], 1],
    ],
    [
      "with blocks that name types, hold tests and orders",
      '1..2\nnot ok 1 - a\n  ---\n  at: !!js/function "() => { throw 1 }"\n  text: |\n    not ok 3 - printed\n  ...\nok 2 - b\n  ---\n  duration_ms: 1\n  ...\n',
      [["a"], 1],
    ],
    [
      "with the place in the block",
      "1..1\nnot ok 1 - a\n  ---\n  at:\n    fileName: test/queue.ts\n    lineNumber: 3\n  ...\n",
      [["a @ test/queue.ts"], 0],
    ],
    ["with a block that has no end", "1..2\nnot ok 1 - a\n  ---\n  at: x\nok 2 - b\n", [["a"], 1]],
  ];
  for (const [title, text, [failing, passed]] of shapes)
    test(title, async () => expect(await told(text)).toEqual(["tap", failing, passed]));

  const others: [string, string][] = [
    ["what a runner prints for people", "test queue ... FAILED\n\ntest result: FAILED. 0 passed; 1 failed\n"],
    ["a text with a range in it", "not ok by me\nsee pages\n1..3\n"],
    ["a run that is not over", "TAP version 13\nok 1 - a\nok 2 - b\n"],
    ["empty", ""],
    ["blank", "  \n\n"],
    ["a list of what is well", "ok\nok\nnot ok\n"],
  ];
  for (const [title, text] of others) test(`is not ${title}`, async () => expect(await told(text)).toBeNull());
});

describe("JSON of vitest and jest", () => {
  const of = (testResults: unknown, rest: object = {}): string =>
    JSON.stringify({ numTotalTests: 1, success: true, testResults, ...rest });
  test("is found behind what a program says that starts the runner, and printed on many lines", async () => {
    const text = `\n> queue@1.0.0 test\n> vitest --reporter=json\n\n${JSON.stringify(JSON.parse(textOf("vitest-red.json")), null, 2)}\n`;
    expect((await told(text))?.[1]).toHaveLength(2);
  });
  test("is not green where the run says that it failed and names no test", async () =>
    expect(await told(of([], { success: false }))).toEqual(["vitest", ["run"], 0]));
  test("does not count what waits, is skipped or to be done", async () => {
    const assertionResults = ["pending", "skipped", "todo", "disabled", "focused"].map((status) => ({
      status,
      title: "a",
      ancestorTitles: [""],
    }));
    expect(await told(of([{ name: "a.ts", status: "passed", assertionResults }]))).toEqual(["vitest", [], 0]);
  });
  const others: [string, string][] = [
    ["a package", JSON.stringify({ name: "queue", version: "1.0.0", failed: 3 })],
    ["results of something else", of([{ failed: 1 }])],
    ["a list", "[]"],
    ["broken off", of([]).slice(0, -1)],
    ["without its sums", JSON.stringify({ testResults: [] })],
  ];
  for (const [title, text] of others) test(`is not ${title}`, async () => expect(await told(text)).toBeNull());
});

describe("lines of go test -json", () => {
  const P = "example.com/queue";
  const line = (Action: string, rest: object = {}): string =>
    JSON.stringify({ Time: "2026-01-01T00:00:00Z", Action, Package: P, ...rest });
  const started = [
    line("start"),
    line("run", { Test: "TestPop" }),
    line("output", { Test: "TestPop", Output: "--- FAIL: 3 failed\n" }),
  ];
  const shapes: [string, string[], [string[], number]][] = [
    [
      "that fail",
      [
        ...started,
        line("fail", { Test: "TestPop" }),
        line("run", { Test: "TestFit" }),
        line("pass", { Test: "TestFit" }),
        line("fail"),
      ],
      [[`${P} > TestPop`], 1],
    ],
    ["that pass and print that they fail", [...started, line("pass", { Test: "TestPop" }), line("pass")], [[], 1]],
    [
      "with a table: the row fails, not the test around it",
      [
        ...started,
        ...["TestPop/empty", "TestPop/full", "TestPop/full/twice"].map((Test) => line("run", { Test })),
        line("pass", { Test: "TestPop/empty" }),
        line("fail", { Test: "TestPop/full/twice" }),
        line("fail", { Test: "TestPop/full" }),
        line("fail", { Test: "TestPop" }),
        line("fail"),
      ],
      [[`${P} > TestPop/full/twice`], 1],
    ],
    [
      "with a test that fails while all within it pass",
      [line("start"), line("pass", { Test: "TestPop/a" }), line("fail", { Test: "TestPop" }), line("fail")],
      [[`${P} > TestPop`], 1],
    ],
    [
      "with a package that does not build, as Go 1.23 and older have it",
      [
        `# ${P} [${P}.test]`,
        "./queue_test.go:8:5: undefined: Pop",
        line("start"),
        line("output", { Output: `FAIL\t${P} [build failed]\n` }),
        line("fail"),
      ],
      [[P], 0],
    ],
    [
      "with a build that fails and takes two packages with it, as Go 1.24 has it",
      [
        JSON.stringify({ ImportPath: P, Action: "build-output", Output: "./queue.go:8:5: undefined: x\n" }),
        JSON.stringify({ ImportPath: P, Action: "build-fail" }),
        ...[P, "example.com/user"].flatMap((Package) => [
          line("start", { Package }),
          line("fail", { Package, FailedBuild: P }),
        ]),
      ],
      [[P], 0],
    ],
    [
      "with a test that is skipped, and a package without one",
      [line("start"), line("skip", { Test: "TestNet" }), line("pass"), line("skip", { Package: "example.com/none" })],
      [[], 0],
    ],
    ["with a program that broke off in a test", [...started, line("fail")], [[P], 0]],
  ];
  for (const [title, lines, [failing, passed]] of shapes)
    test(title, async () => expect(await told(`${lines.join("\n")}\n`)).toEqual(["go", failing, passed]));
  test("are none while a package runs", async () => {
    expect(await told(started.join("\n"))).toBeNull();
    expect(await told([...started, line("fail", { Test: "TestPop" })].join("\n"))).toBeNull();
    expect(
      await told([...started, line("pass", { Test: "TestPop" }), line("pass").slice(0, 30)].join("\n")),
    ).toBeNull();
  });
});

describe("lines of cargo", () => {
  const suite = (event: string, rest: object = {}): string => JSON.stringify({ type: "suite", event, ...rest });
  const one = (event: string, name = "tests::pops"): string => JSON.stringify({ type: "test", event, name });
  const built = (success: boolean): string => JSON.stringify({ reason: "build-finished", success });
  const shapes: [string, string[], [string[], number]][] = [
    [
      "of a test program",
      [suite("started"), one("started"), one("failed"), suite("failed", { failed: 1 })],
      [["tests::pops"], 0],
    ],
    [
      "of two crates with a test of the same name each",
      [suite("started"), one("failed"), suite("failed"), suite("started"), one("failed"), suite("failed")],
      [["tests::pops", "tests::pops"], 0],
    ],
    [
      "with a warning of the compiler and a test that takes long",
      [
        JSON.stringify({ reason: "compiler-message", message: { level: "warning", message: "unused" } }),
        built(true),
        suite("started"),
        one("timeout"),
        one("ok"),
        suite("ok"),
      ],
      [[], 1],
    ],
    ["with a suite that fails and names no test", [suite("started"), suite("failed")], [["suite"], 0]],
    ["with a build that says nothing but that it failed", [built(false)], [["build"], 0]],
  ];
  for (const [title, lines, [failing, passed]] of shapes)
    test(title, async () =>
      expect(await told(["   Compiling queue", ...lines, "error: test failed"].join("\n"))).toEqual([
        "cargo",
        failing,
        passed,
      ]),
    );
  const others: [string, string[]][] = [
    ["a build without tests", [built(true)]],
    ["a suite that has not ended", [built(true), suite("started"), one("failed")]],
    ["lines of something else", [JSON.stringify({ level: "error", message: "3 failed" })]],
  ];
  for (const [title, lines] of others)
    test(`are not ${title}`, async () => expect(await told(lines.join("\n"))).toBeNull());
});
