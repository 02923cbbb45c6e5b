import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { reportOf } from "../../../src/guard/results/report.ts";

const FIXTURES = join(import.meta.dir, "../../fixtures/results");
const textOf = (name: string): string => readFileSync(join(FIXTURES, name), "utf8");

/** What a text says in short: its format, what fails with its file behind "@", how many passed. */
async function told(text: string): Promise<[string, string[], number | null] | null> {
  const report = await reportOf(text);
  if (report === null) return null;
  const failing = report.failing.map(({ name, file }) => (file ? `${name} @ ${file}` : name));
  return [report.format, failing, report.passed];
}

/** Real reports, each with the command that made it. Traces are cut, and the folder is called /project. */
const MADE: [name: string, command: string, failing: string[], passed: number][] = [
  // Maven 3.8.7, surefire 3.5.4, JUnit 4.13.2
  ["maven-green.xml", "mvn test", [], 1],
  ["maven-flaky.xml", "mvn test -Dsurefire.rerunFailingTestsCount=2", ["q.FlakyTest > never"], 1],
  [
    "maven-broken.exit.json",
    "the proposed line, with a test that does not compile",
    ["maven ended with exit code 1"],
    0,
  ],
  // Gradle 4.4.1
  ["gradle-red.xml", "gradle test", ["q.QueueTest > pops"], 1],
  // Go 1.26
  ["go-broken.json", "go test -json ./..., with a test that does not compile", ["q [q.test]"], 0],
  // CMake 3.25
  ["ctest-red.xml", "ctest --test-dir build --output-junit FILE", ["pops"], 1],
  // PHPUnit 9
  ["phpunit-red.xml", "phpunit --log-junit FILE", ["all > QueueTest > testPops @ /project/tests/QueueTest.php"], 1],
  // Deno 2.9: a test fails because its step does.
  ["deno-red.xml", "deno test --junit-path=FILE", ["pops @ queue_test.ts", "a queue > refuses @ queue_test.ts"], 1],
  // Mocha 12
  [
    "mocha-red.xml",
    "mocha --reporter xunit --reporter-option output=FILE",
    ['a queue when full > refuses <another> & "says" so @ /project/test/queue.test.js'],
    1,
  ],
  // Playwright 1.65
  ["playwright-red.xml", "playwright test --reporter=list,junit", ["a queue › pops @ tests/queue.spec.js"], 1],
  // Vitest 4.1, which ended with exit code 1 because of an error after its only test.
  ["vitest-unhandled.json", "vitest run --reporter=json", [], 1],
];
for (const [name, command, failing, passed] of MADE)
  test(`${name}, made by ${command}`, async () => {
    expect((await told(textOf(name)))?.slice(1)).toEqual([failing, passed]);
  });

const suite = (cases: string, counts = ""): string => `<testsuite name="q.PayTest"${counts}>${cases}</testsuite>`;
const one = (name: string, inside = ""): string =>
  `<testcase classname="q.PayTest" name="${name}">${inside}</testcase>`;

describe("a test that passed at a later try", () => {
  const PASSED: [string, string][] = [
    [
      "of surefire, whose suite counts its tries",
      suite(
        one("pays", '<flakyFailure message="once"><stackTrace>x</stackTrace></flakyFailure><flakyFailure/>'),
        ' failures="2"',
      ),
    ],
    ["of surefire, after an error", suite(one("pays", "<flakyError/><rerunError/>"), ' errors="1" failures="0"')],
    ["of Gradle, which has an entry for each try", suite(one("pays", "<failure/>") + one("pays"), ' failures="1"')],
    [
      "of pytest, whose tries failed in the test and behind it",
      suite(one("pays", "<failure/>") + one("pays", "<error/>") + one("pays")),
    ],
    [
      "of gotestsum, whose tries are in suites of their own",
      `<testsuites>${suite(one("pays", "<failure/>"))}${suite(one("pays"))}</testsuites>`,
    ],
  ];
  for (const [name, text] of PASSED) test(name, async () => expect(await told(text)).toEqual(["junit", [], 1]));
});

describe("a failure stays one", () => {
  const FAILED: [string, string, string[]][] = [
    ["after all tries failed", suite(one("pays", "<failure/><rerunFailure/>")), ["q.PayTest > pays"]],
    ["when the test passed first", suite(one("pays") + one("pays", "<error/>")), ["q.PayTest > pays"]],
    [
      "when each test ran twice",
      suite(["pays", "fits"].map((name) => one(name)).join("") + one("pays", "<failure/>") + one("fits")),
      ["q.PayTest > pays"],
    ],
    [
      "when other tests have its name",
      suite(one("[1] 2", "<failure/>") + one("[2] 3") + one("[1] 2") + one("[2] 3")),
      ["q.PayTest > [1] 2"],
    ],
    [
      "of a suite that counts more failures than tries",
      suite(one("pays", "<flakyFailure/>"), ' failures="1" errors="1"'),
      ["q.PayTest"],
    ],
    ["of a suite that could not be set up", suite(`${one("pays", "<flakyFailure/>")}<error/>`), ["q.PayTest"]],
    [
      "of what is taken down after a skipped test",
      suite(one("pays", '<skipped type="pytest.skip"/><error/>')),
      ["q.PayTest > pays"],
    ],
  ];
  for (const [name, text, failing] of FAILED) test(name, async () => expect((await told(text))?.[1]).toEqual(failing));
});

describe("TRX", () => {
  const run = (inside: string, outcome = "Completed"): string =>
    `<?xml version="1.0" encoding="utf-8"?>\n<TestRun id="1" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Times/><Results>${inside}</Results><TestDefinitions><UnitTest name="Pops" id="t1"><TestMethod codeBase="q.dll" className="Q.QueueTest" name="Pops"/></UnitTest></TestDefinitions><ResultSummary outcome="${outcome}"><Counters total="1"/><RunInfos><RunInfo outcome="Error"><Text>Test host process crashed</Text></RunInfo></RunInfos></ResultSummary></TestRun>`;
  const result = (testName: string, outcome: string, inside = ""): string =>
    `<UnitTestResult testId="t1" testName="${testName}" outcome="${outcome}">${inside}</UnitTestResult>`;
  const shapes: [string, string, [string[], number]][] = [
    [
      "with tests that pass, fail and are skipped",
      run(
        result("Pops", "Failed", "<Output><StdOut>&lt;</StdOut></Output>") +
          result("Q.QueueTest.Fits", "Passed") +
          result("Later", "NotExecuted"),
        "Failed",
      ),
      [["Q.QueueTest > Pops"], 1],
    ],
    [
      "with rows: one fails, and not the test around it",
      run(
        result(
          "Adds",
          "Failed",
          `<InnerResults>${result("Adds (1)", "Passed")}${result("Adds (2)", "Failed")}</InnerResults>`,
        ),
      ),
      [["Q.QueueTest > Adds (2)"], 1],
    ],
    ["of a run that broke off without a failing test", run(result("Fits", "Passed"), "Failed"), [["test run"], 1]],
    ["of a run that skipped all", run(result("Later", "NotExecuted")), [[], 0]],
    ["with a test that ran too long", run(result("Waits", "Timeout")), [["Q.QueueTest > Waits"], 0]],
  ];
  for (const [title, text, wanted] of shapes)
    test(title, async () => expect(await told(text)).toEqual(["trx", ...wanted]));

  test("written half, is none", async () => {
    const text = run(result("Pops", "Failed"));
    for (let at = 1; at < text.length; at += 23) expect(await told(text.slice(0, at))).toBeNull();
  });
});
