import { describe, expect, test } from "bun:test";
import { atCommand, inVoice } from "../../src/command/voice.ts";
import { allOps } from "../../src/ops/registry.ts";
import * as next from "../../src/story/next.ts";
import type { Sentence } from "../../src/story/sentence.ts";
import { drawn } from "../../src/views/markdown/drawn.ts";

const OPS = await allOps();
const WORDS = OPS.flatMap((op) => op.words);
const at = (voice: "line" | "command" | "agent", text: string): string => inVoice(text, voice, OPS);

describe("inVoice()", () => {
  const text = 'Go on: `/design-lab resume x` (`designlab({op: "run", args: {task: "a (b) c"}})`). It (x) is.';

  test("tells an agent all, a person the line alone, and the command its own", () => {
    expect(at("agent", text)).toBe(text);
    expect(at("line", text)).toBe("Go on: `/design-lab resume x`. It (x) is.");
    expect(at("command", text)).toBe("Go on: `opencode-designlab resume x`. It (x) is.");
  });

  test("tells an agent the next steps as calls, and leaves what is no whole call or the user's own word", () => {
    const steps = [
      '- `/design-lab decide 2026-01-05-x A "…"` decides for design A, or `/design-lab open x` (`designlab({op: "open"})`)',
      '- `/design-lab open x` (`designlab({op: "open"})`) shows it',
      "- `/design-lab score 2026-01-05-x --models a/y,b/z`, then `/design-lab rank 2026-01-05-x`",
      "- `/design-lab run` and after it the task",
      "- 2 more are missing",
    ];
    const reply = `Type \`/design-lab approve x\`.\n\n### Next\n\n${steps.join("\n")}`;
    const called = [
      '- `/design-lab decide 2026-01-05-x A "…"` decides for design A, or `/design-lab open x` (`designlab({op: "open"})`)',
      '- `designlab({op: "open", args: {experiment: "x"}})` shows it',
      '- `designlab({op: "score", args: {experiment: "2026-01-05-x", models: ["a/y", "b/z"]}})`, then `designlab({op: "rank", args: {experiment: "2026-01-05-x"}})`',
      "- `/design-lab run` and after it the task",
      "- 2 more are missing",
    ];
    expect(at("agent", reply)).toBe(`Type \`/design-lab approve x\`.\n\n### Next\n\n${called.join("\n")}`);
    expect(at("line", reply)).toContain("then `/design-lab rank 2026-01-05-x`");
  });

  test("makes a call of every next step that there is", () => {
    const { showParts: _, raiseLimit, confirmOpinion, askMissing: __, ...steps } = next;
    const id = "2026-01-05-a-queue";
    const made = Object.entries(steps).map(
      ([name, step]): Sentence =>
        typeof step === "function"
          ? (step as (...of: unknown[]) => Sentence)(id, /round/iu.test(name) ? 2 : "B", "C")
          : step,
    );
    const all = [
      ...made,
      raiseLimit(id, "max_cost", 2),
      raiseLimit(id, "max_tokens", 9, "plan"),
      confirmOpinion(id, ["a/x"], 1),
    ];
    const said = at("agent", `### Next\n\n${all.map((each) => `- ${drawn(each)}`).join("\n")}`);
    const left = said.split("\n").filter((line) => line.includes("/design-lab"));
    const own = ["answer", "approve", "reject", "outcome", "guard"].map((word) => `\`/design-lab ${word}`);
    const isOwn = (line: string) => own.some((each) => line.includes(each)) || line.includes("…");
    expect(left.filter((line) => !isOwn(line))).toEqual([`- ${drawn(next.beginOne)}`]);
    expect(said).toContain(`- ${drawn(next.approveBrief(id))}`);
  });

  test("leaves out all of the brackets that hold a call, and no others", () => {
    expect(
      at("line", '`/design-lab answer x q1 b` answers (an agent calls `designlab({op: "ask"})`; null skips) it (y)'),
    ).toBe("`/design-lab answer x q1 b` answers it (y)");
    expect(at("line", '(z) `designlab({op: "ask"})` (y)')).toBe('(z) `designlab({op: "ask"})` (y)');
  });

  test("calls a word at the command by its own name, and sends what it lacks into a conversation", () => {
    expect(at("command", "`/design-lab open x` shows it, `/design-lab brief x` goes on, `/design-lab` helps")).toBe(
      "`opencode-designlab report x` shows it, `/design-lab brief x` in OpenCode goes on, `opencode-designlab` helps",
    );
  });

  test("puts into quotes what a shell would take for more than a word", () => {
    expect(at("command", '`/design-lab judge x A>B=C --as "Ada"` or `/design-lab judge [experiment] [N>O=P]`')).toBe(
      "`opencode-designlab judge x 'A>B=C' --as \"Ada\"` or `opencode-designlab judge [experiment] [N>O=P]`",
    );
  });

  test("leaves blocks of code, paths, and what somebody else wrote as they are", () => {
    for (const given of [
      "```\n`/design-lab show x`\n```",
      "A \\`/design-lab show x\\` in /a/design-lab and /design-lab/x",
      "Build a clone of /design-lab (an agent does it)",
    ])
      expect(at("command", given)).toBe(given);
  });
});

test("atCommand() says the command in a plain sentence, and leaves paths alone", () => {
  expect(atCommand("`/design-lab show x` and /design-lab, again", WORDS)).toBe(
    "`opencode-designlab show x` and opencode-designlab, again",
  );
  expect(atCommand("What you answered is kept.\n/design-lab brief latest goes on with it.", WORDS)).toBe(
    "What you answered is kept.\n/design-lab brief latest goes on with it.",
  );
  const path =
    "/home/me/.opencode/design-lab/2026, /仕事/design-lab, /a (b)/design-lab, /design-lab/x and ~/design-lab";
  expect(atCommand(path, WORDS)).toBe(path);
});
