import { describe, expect, test } from "bun:test";
import { type CommandLine, commandPrompt, parseCommandLine } from "../../src/hooks/command.ts";

const call = (op: string, args: Record<string, unknown> = {}): CommandLine => ({ kind: "call", op, args });

describe("parseCommandLine()", () => {
  const lines: [string, CommandLine][] = [
    ["Design a queue", call("run", { task: "Design a queue" })],
    ['--dry-run "Design a queue"', call("run", { dry_run: true, task: "Design a queue" })],
    ['dry-run --topic q "Design a queue"', call("run", { topic: "q", dry_run: true, task: "Design a queue" })],
    ["open", call("open")],
    ["open 2026-11-21-queue", call("open", { experiment: "2026-11-21-queue" })],
    ["resume", call("run", { experiment: "latest" })],
    ["resume 2026-11-21-queue", call("run", { experiment: "2026-11-21-queue" })],
    ["resume --max-cost 2.5", call("run", { experiment: "latest", limits: { max_cost: 2.5 } })],
    [
      "resume 2026-11-21-queue --max-tokens 900000",
      call("run", { experiment: "2026-11-21-queue", limits: { max_tokens: 900_000 } }),
    ],
    ["rank", call("rank")],
    ["rank 2026-11-21-queue", call("rank", { experiment: "2026-11-21-queue" })],
    ["show", call("show")],
    ["show scores", call("show", { what: "scores" })],
    ["show 2026-11-21-queue ledger", call("show", { experiment: "2026-11-21-queue", what: "ledger" })],
    ["show B", call("show", { design: "B" })],
    ["show 2026-11-21-queue B", call("show", { experiment: "2026-11-21-queue", design: "B" })],
    ["show 2026-11-21-queue b", call("show", { experiment: "2026-11-21-queue", design: "b" })],
    ["show 2026-11-21-queue parts", call("show", { experiment: "2026-11-21-queue", what: "parts" })],
    ["show 2026-11-21-queue B scores", call("show", { experiment: "2026-11-21-queue", design: "B", what: "scores" })],
    ["compare", call("compare")],
    ["compare 2026-11-21-queue B C", call("compare", { experiment: "2026-11-21-queue", designs: ["B", "C"] })],
    ["compare 2026-11-21-queue", call("compare", { experiment: "2026-11-21-queue" })],
    ["compare 2026-11-21-a 2026-11-22-a", call("compare", { experiments: ["2026-11-21-a", "2026-11-22-a"] })],
    ["help", call("help")],
    ["help run", call("help", { op: "run" })],
    ["init", call("init")],
    ["doctor", call("doctor")],
    ["'show the queue to its users'", call("run", { task: "show the queue to its users" })],
    ['"show me a design of a queue"', call("run", { task: "show me a design of a queue" })],
    ["'show me a design of a queue'", call("run", { task: "show me a design of a queue" })],
    ['"show me queues"', call("run", { task: "show me queues" })],
    ['"show 2026-11-21-queue scores"', call("show", { experiment: "2026-11-21-queue", what: "scores" })],
    ['"help run"', call("help", { op: "run" })],
    ['"Slow query log"', call("run", { task: "Slow query log" })],
    ["Design a cache", call("run", { task: "Design a cache" })],
    ['"Design a cache"', call("run", { task: "Design a cache" })],
    ['--fresh "Design a cache"', call("run", { fresh: true, task: "Design a cache" })],
    [
      "Store user sessions of a shop across three regions",
      call("run", { task: "Store user sessions of a shop across three regions" }),
    ],
    ["设计一个任务队列", call("run", { task: "设计一个任务队列" })],
    ["タスクキューを設計してください", call("run", { task: "タスクキューを設計してください" })],
    ["Show", call("show")],
    ["SHOW 2026-1", call("show", { experiment: "2026-1" })],
    ["Resume", call("run", { experiment: "latest" })],
    ['"show B"', call("show", { design: "B" })],
    ["doctor ask", call("doctor", { ask: true })],
    ["doctor --ask", call("doctor", { ask: true })],
    ["Doctor ASK", call("doctor", { ask: true })],
    ['run "Design a queue"', call("run", { task: "Design a queue" })],
    ['generate "Design a queue"', call("generate", { task: "Design a queue" })],
    [
      "generate --design-models a/b,c/d 'Design a queue'",
      call("generate", { design_models: ["a/b", "c/d"], task: "Design a queue" }),
    ],
    ["review 2026-11-21-queue", call("review", { experiment: "2026-11-21-queue" })],
    ["Score 2026-11-21-queue", call("score", { experiment: "2026-11-21-queue" })],
    ...[
      'dry run "Design a queue"',
      'dryrun "Design a queue"',
      'Dry-run "Design a queue"',
      'DRY RUN "Design a queue"',
    ].map((text): [string, CommandLine] => [text, call("run", { dry_run: true, task: "Design a queue" })]),
  ];
  for (const [text, line] of lines) {
    test(`understands ${JSON.stringify(text)}`, () => expect(parseCommandLine(text)).toEqual(line));
  }

  for (const text of [
    "show me how a queue could work",
    "compare Kafka and NATS for our queue",
    "open the queue to all",
    "init a repo",
    "resume the failed jobs",
    "resume --max-cost much",
    "resume --max-cost 1 2",
    "rank pages by relevance",
    "Open a shop for queues",
  ]) {
    test(`does not guess at ${JSON.stringify(text)}, which may be a task`, () => {
      expect(parseCommandLine(text)).toEqual({
        kind: "problem",
        problem: expect.stringContaining("single quotes around the whole"),
      });
    });
  }

  const asked: [string, string][] = [
    ["shwo", "/design-lab show"],
    ["shwo 2026-11-21-queue", "/design-lab show"],
    ["shwo 2026-1", 'If "show" is meant'],
    ["shwo me the results", "/design-lab show"],
    ["frobnicate", "/design-lab help"],
    ["hello", "/design-lab help"],
    ['"hello"', "/design-lab help"],
    ["list", "/design-lab show"],
    ["status", "/design-lab show"],
    ["list experiments", "/design-lab show"],
    ["stop", "Esc"],
    ["cancel", "Esc"],
    ["openai/gpt-5", "--design-models openai/gpt-5"],
    ["gpt-5", "/design-lab help"],
    ["review", '"review" needs more: it is typed /design-lab review EXPERIMENT; /design-lab show'],
    ["score", "/design-lab show"],
    ["review our sign-in", "single quotes"],
    ["generate a report service", "single quotes"],
    ["run the tests on every push", "single quotes"],
    ['generat "Design a queue"', "/design-lab generate"],
    ['simulate "Design a queue"', "/design-lab help"],
    ["--design-models a/b,c/d shwo", "/design-lab show"],
    ["--topic q cache", "several words"],
    ["2026-11-21-queue", "/design-lab show 2026-11-21-queue"],
    ["2026-11-21-queue B", "/design-lab show 2026-11-21-queue"],
    ["dry-run shwo", "/design-lab show"],
  ];
  for (const [text, advice] of asked) {
    test(`asks what is meant by ${JSON.stringify(text)}`, () => {
      expect(parseCommandLine(text)).toEqual({ kind: "problem", problem: expect.stringContaining(advice) });
    });
  }

  for (const text of [
    "",
    "…",
    "...",
    "???",
    "123",
    "your task",
    "<task>",
    '"…"',
    "TODO",
    "[your task here]",
    "dry-run",
    "run",
  ]) {
    test(`asks for the task where ${JSON.stringify(text)} stands in its place`, () => {
      expect(parseCommandLine(text)).toMatchObject({ kind: "ask" });
    });
  }

  test("asks for the task of designs alone where generate has none", () => {
    for (const text of ["generate", 'generate "…"'])
      expect(parseCommandLine(text)).toMatchObject({ kind: "ask", op: "generate" });
  });

  test("keeps what was given beside a missing task", () => {
    expect(parseCommandLine("--design-models a/b,c/d …")).toEqual({
      kind: "ask",
      op: "run",
      args: { design_models: ["a/b", "c/d"] },
      found: "…",
    });
  });
});

describe("commandPrompt()", () => {
  const prompt = (typed: string): string => commandPrompt(parseCommandLine(typed), typed);

  test("begins with the person's own words and holds the exact call in one line after them", () => {
    const typed = 'Design "a" queue\nwith \\ in it';
    const text = prompt(typed);
    expect(text.startsWith(`/design-lab ${typed}\n`)).toBe(true);
    const line = text.split("\n").find((each) => each.includes('{"op"')) ?? "";
    expect(JSON.parse(line.slice(line.indexOf("{")))).toEqual({ op: "run", args: { task: typed } });
  });

  test("asks for the task, the constraints and the non-functional requirements when there is no task", () => {
    for (const word of ["question tool", "task", "constraints", "non-functional requirements"])
      expect(prompt("")).toContain(word);
    expect(prompt("…")).toContain('"…" is no task');
  });

  test("passes a problem on to the person and calls nothing", () => {
    const text = prompt("--topic");
    expect(text).toContain("--topic needs a value");
    expect(text).not.toContain("Call the tool");
  });
});
