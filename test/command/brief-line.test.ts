import { describe, expect, test } from "bun:test";
import { parseCommandLine } from "../../src/command/command.ts";
import { allOps } from "../../src/ops/registry.ts";

const ops = await allOps();
const parsed = (text: string) => parseCommandLine(text, { screen: true }, ops);
const call = (args: Record<string, unknown>) => ({ kind: "call" as const, op: "brief", args });

describe("/design-lab brief", () => {
  const begins: [string, Record<string, unknown>][] = [
    ['brief "Send e-mails reliably"', { idea: "Send e-mails reliably" }],
    ["BRIEF 'Send \"mails\"'", { idea: 'Send "mails"' }],
    ['brief "Send \\"mails\\"\n  and  more"', { idea: 'Send "mails"\n  and  more' }],
    ['brief --max-cost 2 --dry-run "Send mails"', { idea: "Send mails", limits: { max_cost: 2 }, dry_run: true }],
    ['brief --max-minutes=5 "Send mails"', { idea: "Send mails", limits: { max_minutes: 5 } }],
    ['brief --where docs/briefs "Send mails"', { idea: "Send mails", where: "docs/briefs" }],
    [
      'brief "Send mails" --where docs/briefs --max-cost 2',
      { idea: "Send mails", where: "docs/briefs", limits: { max_cost: 2 } },
    ],
    ["brief latest --where=docs/briefs", { experiment: "latest", where: "docs/briefs" }],
    ['brief "2026-11-21-queue"', { idea: "2026-11-21-queue" }],
  ];
  for (const [text, args] of begins) {
    test(`begins with what stands in quotes: ${JSON.stringify(text)}`, () => expect(parsed(text)).toEqual(call(args)));
  }

  const goesOn: [string, Record<string, unknown>][] = [
    ["brief 2026-11-21-queue", { experiment: "2026-11-21-queue" }],
    ["brief latest", { experiment: "latest" }],
    ["brief 2026-11-21-queue --max-cost 2", { experiment: "2026-11-21-queue", limits: { max_cost: 2 } }],
    ["brief --dry-run .opencode/x/2026-11-21-q", { experiment: ".opencode/x/2026-11-21-q", dry_run: true }],
  ];
  for (const [text, args] of goesOn) {
    test(`goes on with an experiment: ${JSON.stringify(text)}`, () => expect(parsed(text)).toEqual(call(args)));
  }

  for (const idea of [
    "news readers in the morning",
    "2026-11-21 is when mails begin",
    "Send 'mails' \"now\" or later",
  ]) {
    test(`estimates what stands without quotes, and says how the whole is a task: ${idea}`, () => {
      const line = parsed(`Brief ${idea}`);
      expect(line).toMatchObject(call({ idea, dry_run: true }));
      expect("hint" in line && line.hint).toStartWith("Where all of it is a task, type /design-lab run ");
    });
  }

  const problems: [string, string][] = [
    ["brief", '"brief" needs more: it is typed /design-lab brief "Something'],
    ["brief --max-cost much", "--max-cost needs a number"],
    ['brief --max-cost 2 --max-cost 3 "Send mails"', "it stands twice"],
  ];
  for (const [text, problem] of problems) {
    test(`says what is wrong with ${JSON.stringify(text)}`, () => {
      expect(parsed(text)).toEqual({ kind: "problem", problem: expect.stringContaining(problem) });
    });
  }
});
