import { describe, expect, test } from "bun:test";
import { parseWords } from "../../src/command/command.ts";
import { OPS, parseCommandLine } from "../support/typed.ts";

const SCREEN = { screen: true };

/** Lines with a slip, the mistyped name, and the line that was meant. */
const SLIPS: readonly [typed: string, name: string, meant: string][] = [
  ["decied A", "decide", "decide A"],
  ["decied", "decide", "decide"],
  ["shwo latest", "show", "show latest"],
  ["shwo", "show", "show"],
  ["resuem 2026-01-05-x", "resume", "resume 2026-01-05-x"],
  ["compaer A B", "compare", "compare A B"],
  ["ranl latest", "rank", "rank latest"],
  ["hlep run", "help", "help run"],
  ["aprove", "approve", "approve"],
  ["stauts", "show", "show"],
  ["tasks parralel", "parallel", "tasks parallel"],
  ["tasks strat schema", "start", "tasks start schema"],
  ["show latest scoers", "scores", "show latest scores"],
  ["plan latest expnad schema", "expand", "plan latest expand schema"],
  ["guard onn", "on", "guard on"],
  ["guard alow", "allow", "guard allow"],
  ["outcome wroked", "worked", "outcome worked"],
  ["lesson confrim 2", "confirm", "lesson confirm 2"],
  ["doctor aks", "ask", "doctor ask"],
  ["score latest --modles a/x", "--models", "score latest --models a/x"],
  ["judge latest --ballott", "--ballot", "judge latest --ballot"],
  ["decide A --wehre docs", "--where", "decide A --where docs"],
  ["resume latest --max-csot 2", "--max-cost", "resume latest --max-cost 2"],
  ["resume latest --max-csot=2", "--max-cost", "resume latest --max-cost=2"],
  ["refine latest --mereg", "--merge", "refine latest --merge"],
  ["export --anonymus", "--anonymous", "export --anonymous"],
];

describe("a slip is answered with the nearest name and the line", () => {
  for (const [typed, name, meant] of SLIPS)
    test(typed, () => {
      const line = parseCommandLine(typed, SCREEN);
      const words = parseWords(typed.split(" "), OPS, null);
      for (const each of [line, words]) {
        expect(each.kind).toBe("problem");
        const { problem } = each as { problem: string };
        expect(problem).toEndWith(`. Did you mean "${name}"? Type /design-lab ${meant}`);
        expect(problem).not.toMatch(/\/design-lab (?:run|brief|dry-run)/u);
      }
      // The line that is offered works.
      expect(parseCommandLine(meant, SCREEN).kind).toBe("call");
    });

  test("an option of a run, and of a brief", () => {
    for (const typed of ["run --max-csot 2 Design a queue", "--max-csot 2 Design a queue"])
      expect(parseCommandLine(typed, SCREEN)).toEqual({
        kind: "problem",
        problem: 'Unknown option "--max-csot". Did you mean "--max-cost"?',
      });
    const brief = parseCommandLine('brief --wher docs/briefs "Send mails"', SCREEN);
    expect(brief).toMatchObject({ kind: "problem", problem: expect.stringContaining('Did you mean "--where"?') });
  });

  test("a word that is near none names no paid command", () => {
    const problem = 'Unknown command "frobnicate". /design-lab help lists the commands. A task has several words';
    expect(parseCommandLine("frobnicate", SCREEN)).toEqual({ kind: "problem", problem });
    expect(parseWords(["frobnicate"], OPS, null)).toMatchObject({
      problem: expect.stringContaining('Unknown command "frobnicate". The commands are run, '),
    });
  });

  test("a name of an experiment that is nearly a part of one is read, with a hint", () => {
    expect(parseCommandLine("show scoers", SCREEN)).toEqual({
      kind: "call",
      op: "show",
      args: { experiment: "scoers" },
      hint: 'If "scores" is meant, type /design-lab show scores',
    });
  });

  test("a task that begins like a slip stays a task", () => {
    for (const task of ["Shop system", "Plane booking for islands", "Tank level monitor", "Showa era archive"])
      expect(parseCommandLine(task, SCREEN)).toMatchObject({ kind: "call", op: "help", args: { task } });
  });
});
