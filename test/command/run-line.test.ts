import { describe, expect, test } from "bun:test";
import { parseRunLine, parseRunWords, startLine } from "../../src/command/run-line.ts";
import { readTypedLine } from "../../src/host/typed-calls.ts";

/** What `opencode run --command design-lab TEXT` hands over: quotes around, a backslash before each quote inside. */
const asRun = (text: string) => `"${text.replaceAll('"', '\\"')}"`;

const lines: [string, object][] = [
  ["", {}],
  ["   ", {}],
  ["Design a queue that doesn't lose jobs", { task: "Design a queue that doesn't lose jobs" }],
  ['"Design a queue"', { task: "Design a queue" }],
  ["'Design a queue'", { task: "Design a queue" }],
  ['"Design \\"the\\" queue"', { task: 'Design "the" queue' }],
  ["Design a queue\nwith two lines", { task: "Design a queue\nwith two lines" }],
  ["--topic q Design a queue", { topic: "q", task: "Design a queue" }],
  ["--topic=q Design a queue", { topic: "q", task: "Design a queue" }],
  ['--topic "my queue" "Design it"', { topic: "my queue", task: "Design it" }],
  ['"Design it" --topic "my queue" --no-qualitative', { topic: "my queue", task: "Design it", qualitative: false }],
  ["--no-quantitative --strict-isolation Do it", { quantitative: false, strict_isolation: true, task: "Do it" }],
  [
    "--design-models a/b,c/d --review-models e/f Do it",
    { design_models: ["a/b", "c/d"], review_models: ["e/f"], task: "Do it" },
  ],
  ["--output-dir ./here Do it", { output_dir: "./here", task: "Do it" }],
  ["--topic q", { topic: "q" }],
  [
    '--assert "names who is called" --assert plain Do it',
    { assertions: ["names who is called", "plain"], task: "Do it" },
  ],
  ["設計してください — キュー", { task: "設計してください — キュー" }],
  ['--design-models a/b, c/d "the task"', { design_models: ["a/b", "c/d"], task: "the task" }],
  [
    "--design-models a/b , c/d ,e/f --topic q Do it",
    { design_models: ["a/b", "c/d", "e/f"], topic: "q", task: "Do it" },
  ],
  ['--review-models="a/b, c/d" Do it, please', { review_models: ["a/b", "c/d"], task: "Do it, please" }],
  ["'Design it with --topic in it' --topic q", { topic: "q", task: "Design it with --topic in it" }],
  ["- a list\n- of wishes", { task: "- a list\n- of wishes" }],
  ["Contrast a--b and --c", { task: "Contrast a--b and --c" }],
  ["src/queue.ts needs a new design", { task: "src/queue.ts needs a new design" }],
  ["client/server sync", { task: "client/server sync" }],
  ["client/server, with offline use", { task: "client/server, with offline use" }],
  ["'a/b c/d are synced'", { task: "a/b c/d are synced" }],
  ["--standard Design a queue", { preset: "standard", task: "Design a queue" }],
  ['"Design a queue" --thorough --dry-run', { preset: "thorough", dry_run: true, task: "Design a queue" }],
  ["--quick --quick a queue", { preset: "quick", task: "a queue" }],
  ["a quick --thoroughly tested queue", { task: "a quick --thoroughly tested queue" }],
  ["--dry-run Design a queue", { dry_run: true, task: "Design a queue" }],
];

describe("an experiment in the task's place", () => {
  const id = "2026-11-21-queue";
  const args = { task: id, join: ["docs/a b.md", "c.md"], author: "Ann" };
  test("takes options behind it, typed or divided by a shell", () => {
    expect(parseRunLine(`${id} --join "docs/a b.md" --join c.md --author Ann`)).toMatchObject({ args });
    expect(parseRunWords([id, "--join", "docs/a b.md", "--join", "c.md", "--author", "Ann"])).toMatchObject({ args });
  });
  test("is none where a task begins with a day", () => {
    const { problem } = parseRunLine("2026-11-21 is the day --join a.md") as { problem: string };
    expect(problem).toContain("--join stands inside the task");
  });
});

describe("parseRunLine()", () => {
  for (const [text, args] of lines) {
    test(`understands ${JSON.stringify(text)}`, () => {
      expect(parseRunLine(text)).toMatchObject({ args: args as Record<string, unknown> });
    });
    test(`understands ${JSON.stringify(text)} as opencode run passes it on`, async () => {
      const meant = async (line: string) =>
        ((await readTypedLine(line, { screen: false }))?.prompt ?? "").split("\n\n").slice(1);
      expect(await meant(`/design-lab ${asRun(text)}`)).toEqual(await meant(`/design-lab ${text}`));
    });
  }

  test("two dashes inside a task of a shell's words are its own", () => {
    expect(parseRunWords(["Say", "a", "--", "b"])).toMatchObject({ args: { task: "Say a -- b" } });
    expect(parseRunWords(["--", "--topic", "is", "a", "word"])).toMatchObject({ args: { task: "--topic is a word" } });
  });
  test("names an unknown option and a missing value", () => {
    expect(parseRunLine("--topics x y")).toEqual({
      problem: expect.stringContaining('Unknown option "--topics". Did you mean "--topic"?'),
    });
    expect(parseRunLine("--topic")).toEqual({ problem: "--topic needs a value" });
    expect(parseRunLine("--topic --no-qualitative x")).toEqual({ problem: "--topic needs a value" });
  });

  const problems: [string, string][] = [
    ["--no-qualitative=false x", "--no-qualitative takes no value"],
    ["--quick=3 x", "--quick takes no value"],
    ["--quick --topic q --thorough x", "--quick and --thorough exclude each other"],
    ["Design a queue --standard", "--standard stands inside the task"],
    ["Design a queue --topic x", "--topic stands inside the task: options come before the task, or quote the task"],
    ["Design a queue --topic=x", "--topic stands inside the task"],
    ["Design a queue --no-qualitative", "--no-qualitative stands inside the task"],
    ["--Topic x Design a queue", "there is no option --Topic; there are --design-models, "],
    ["--help", "--help was given in place of a task; of options there are --design-models, "],
    ["-h", "-h was given in place of a task; of options there are --design-models, "],
    ["-x Design a queue", "there is no option -x; there are "],
    ["'Design a queue' --Topic x", "there is no option --Topic"],
    ["--design-models a/b,", "--design-models needs another name after the last comma"],
    ["--design-models a/b, --topic q x", "--design-models needs another name after the last comma"],
    ['--design-models a/b,c/d e/f "Design a queue"', "e/f stands where the task begins and reads like a model"],
    ["--review-models a/b c/d-5.1:free Design a queue", "c/d-5.1:free stands where the task begins"],
    ['a/b "Design a queue"', "a/b stands where the task begins"],
    ['a/b,c/d e/f "Design a queue"', "a/b stands where the task begins"],
    ["a/b,c/d Design a queue", "a/b stands where the task begins"],
    ["a/b, c/d Design a queue", "a/b stands where the task begins"],
    ["openai/gpt-5 x/y-1.5:free Design a queue", "openai/gpt-5 stands where the task begins"],
  ];
  for (const [text, problem] of problems) {
    test(`refuses ${JSON.stringify(text)}`, () => {
      expect(parseRunLine(text)).toEqual({ problem: expect.stringContaining(problem) });
    });
  }
});

test("startLine() types each assertion under an option of its own, and parseRunLine() reads it back", () => {
  const args = { assertions: ['names "who" is called', "plain, with a comma"], task: "Design a queue" };
  const line = startLine("run", args) ?? "";
  expect(line).toBe(
    '/design-lab run --assert "names \\"who\\" is called" --assert "plain, with a comma" Design a queue',
  );
  expect(parseRunLine(line.replace("/design-lab run ", ""))).toMatchObject({ args });
});
