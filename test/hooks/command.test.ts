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
    ["Open a shop for queues", call("run", { task: "Open a shop for queues" })],
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
  ]) {
    test(`does not guess at ${JSON.stringify(text)}, which may be a task`, () => {
      expect(parseCommandLine(text)).toEqual({
        kind: "problem",
        problem: expect.stringContaining("single quotes around the whole"),
      });
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
  ]) {
    test(`asks for the task where ${JSON.stringify(text)} stands in its place`, () => {
      expect(parseCommandLine(text)).toMatchObject({ kind: "ask" });
    });
  }

  test("keeps what was given beside a missing task", () => {
    expect(parseCommandLine("--design-models a/b,c/d …")).toEqual({
      kind: "ask",
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
