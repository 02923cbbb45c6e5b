import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readResults } from "../../../src/guard/results/files.ts";
import { reportOf } from "../../../src/guard/results/report.ts";

const short = async (text: string) => {
  const report = await reportOf(text);
  return report && [report.format, report.failing.map(({ name }) => name), report.passed];
};
const lines = (...all: (string | object)[]): string =>
  all.map((each) => `${typeof each === "string" ? each : JSON.stringify(each)}\n`).join("");

/** What a test may print: the marks by which each format is known. */
const PRINTED: Readonly<Record<string, string>> = {
  "a TRX root": "<TestRun >",
  "a JUnit root": "<testsuites><testsuite><testcase><failure/></testcase></testsuite></testsuites>",
  "a TAP version": "TAP version 13",
  "a line of go test": '{"Action":"pass","Package":"printed"}',
  "an open package of go test": '{"Action":"start","Package":"printed"}',
  "a build of cargo": '{"reason":"build-finished","success":true}',
  "a log line with a reason": '{"reason":"timeout","level":30}',
  "a brace": "{",
};

describe.each(Object.entries(PRINTED))("a test that prints %s does not change what is read of", (_, printed) => {
  const escaped = printed.replaceAll("<", "&lt;");
  const texts: Record<string, [string, unknown]> = {
    "JUnit XML": [
      `<?xml version="1.0"?>\n<!-- ${printed} -->\n<testsuite name="s"><testcase classname="c" name="a"><failure/></testcase><system-out><![CDATA[${printed}]]></system-out></testsuite>`,
      ["junit", ["c > a"], 0],
    ],
    "JUnit XML with it in a message": [
      `<testsuite name="s"><testcase classname="c" name="a"><failure message="${escaped.replaceAll('"', "&quot;")}"/></testcase></testsuite>`,
      ["junit", ["c > a"], 0],
    ],
    TRX: [
      `<?xml version="1.0"?>\n<!-- ${printed} -->\n<TestRun><Results><UnitTestResult testName="a" outcome="Failed"><Output><StdOut>${escaped}</StdOut></Output></UnitTestResult></Results></TestRun>`,
      ["trx", ["a"], 0],
    ],
    "TAP with its plan behind": [
      lines("TAP version 13", "ok 1 - a", printed, "not ok 2 - b", "1..2"),
      ["tap", ["b"], 1],
    ],
    "TAP with its plan before": [lines("1..2", "ok 1 - a", printed, "not ok 2 - b"), ["tap", ["b"], 1]],
    "lines of cargo": [
      lines(
        { type: "suite", event: "started" },
        printed,
        { type: "test", event: "failed", name: "a" },
        { type: "suite", event: "failed" },
      ),
      ["cargo", ["a"], 0],
    ],
    "lines of go test": [
      lines(
        { Action: "start", Package: "p" },
        { Action: "output", Package: "p", Test: "a", Output: printed },
        { Action: "fail", Package: "p", Test: "a" },
        { Action: "fail", Package: "p" },
      ),
      ["go", ["p > a"], 0],
    ],
    "JSON of vitest": [
      JSON.stringify({
        ...{ numTotalTests: 1, success: false },
        testResults: [{ name: "a.ts", assertionResults: [{ title: printed, status: "failed" }] }],
      }),
      ["vitest", [printed], 0],
    ],
  };
  test.each(Object.entries(texts))("%s", async (_, [text, read]) => expect(await short(text)).toEqual(read as never));
});

test("lines of go test behind a log line with a reason are those of go test", async () => {
  const text = lines(
    { reason: "timeout" },
    { Action: "fail", Package: "p", Test: "a" },
    { Action: "fail", Package: "p" },
  );
  expect(await short(text)).toEqual(["go", ["p > a"], 0]);
});

test("a run of TAP that breaks off before another one is a plan that is not kept", async () => {
  const text = lines("TAP version 13", "1..3", "ok 1 - a", "TAP version 13", "1..1", "ok 1 - b");
  const [format, failing] = (await short(text)) ?? [];
  expect(format).toBe("tap");
  expect(failing).not.toEqual([]);
});

test("an exit record names as many reports as a project may have modules", async () => {
  const record = { runner: "maven", exit_code: 1, reports: Array.from({ length: 1_000 }, (_, at) => `m${at}/target`) };
  expect(await short(JSON.stringify(record))).toEqual(["exit", ["maven ended with exit code 1"], 0]);
});

test("JSON of vitest without any test names no failure", async () => {
  const none = { numTotalTests: 0, success: false, testResults: [] };
  expect(await short(JSON.stringify(none))).toEqual(["vitest", [], 0]);
});

describe("plain text is shown to a model,", () => {
  let directory = "";
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "formats-"));
  });
  afterAll(() => rm(directory, { recursive: true }));
  const readBytes = async (bytes: string | Buffer) => {
    const path = join(directory, "out.txt");
    await writeFile(path, bytes);
    return readResults([{ path, size: bytes.length, at: 0 }]);
  };
  test.each([
    "ok 1\n5 passed",
    "ok 1 - a",
    'ok: building\n{"Action":"run","Package":"q"}',
    "compiled\nTAP version 13\n5 passed",
    "compiled\n1..3\n5 passed",
    "5 passed\0",
    "5\0 \0p\0a\0s\0s\0e\0d\0",
    "[INFO] Tests run: 5, Failures: 0",
    "[info] Passed: Total 5",
    "[12:00:01] 5 passed",
    "{ a: 1 }\n5 passed",
    '{"level":30,"msg":"up"}\n5 passed',
    '{\n  "level": 30\n}\n5 passed',
    "<Queue> renders\n5 passed",
    "<<< start\n5 passed",
  ])("whatever is printed in it: %j", async (text) => {
    expect(await readBytes(text)).toEqual({ why: "format", output: text.replaceAll("\0", "") });
  });
  test("a report that breaks off, one of another kind, bytes and nothing are no text", async () => {
    const torn = [
      "<",
      "<?xml version",
      "<testsuites><testcase",
      "<TestRun",
      '<assemblies run-date="2026',
      "{",
      '{"numTotalTests":3,"testRes',
      '{\n  "numTotalTests": 3,\n',
      '{"Time":"2026-01-01","Action":"run"',
      '{"Action":"run","Package":"q"}\n{"Action":"run","Pack',
      "TAP version 13\nok 1 - a",
      "\n1..2\n# a",
    ];
    const others = ["<assemblies><assembly/></assemblies>", '{"a":1}', '[{"a":1}]', '[\n  {\n    "a"'];
    for (const text of [...torn, ...others, "\u0000\u0001", "\0", "", " \n"]) {
      expect([text, await readBytes(text)]).toEqual([text, { why: "format" }]);
    }
    expect(await readBytes(Buffer.from([0x1f, 0x8b, 0xff, 0xfe, 0x80, 0x41, 0x9c]))).toEqual({ why: "format" });
  });
});
