import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { helpText, studyHelp } from "../../src/cli/help.ts";
import { optionInside, ownOptions } from "../../src/cli/options.ts";
import { STUDY_WORDS } from "../../src/cli/study/study.ts";
import { PAGE, withTables } from "../../src/cli/write-page.ts";
import { parseWords } from "../../src/command/command.ts";
import { allOps } from "../../src/ops/registry.ts";
import { studyOptionRows } from "../../src/story/study-help.ts";
import { inline, md } from "../../src/text/markdown.ts";
import { onTerminal } from "../../src/views/terminal/markdown.ts";

const ops = await allOps();
const parsed = (words: string[], task: string | null = null) => parseWords(words, ops, task);

describe("ownOptions()", () => {
  const taken = (...argv: string[]) => {
    const { own, given } = ownOptions(argv);
    return { own, words: given.map(({ word }) => word) };
  };

  test("takes the command's own options from wherever they stand, and leaves all else in its order", () => {
    const { own, words } = taken(
      "--json",
      "run",
      "--topic",
      "a b",
      "--task-file=t.md",
      "--yes",
      "--fresh",
      "Design",
      "a queue",
    );
    expect(own).toEqual({
      json: true,
      yes: true,
      outside: false,
      allow_config: null,
      task_file: "t.md",
      dir: null,
      opencode: null,
      server: null,
    });
    expect(words).toEqual(["run", "--topic", "a b", "--fresh", "Design", "a queue"]);
    expect(taken("--dir", "x", "show", "--server", "http://h:1", "--outside")).toMatchObject({
      own: { dir: "x", server: "http://h:1", outside: true, json: false, yes: false },
      words: ["show"],
    });
  });

  test("a word with one dash, or with more than the option, is no option of it: nothing is allowed by a slip", () => {
    for (const word of ["-y", "-dry-run", "-yes", "--yess", "--yes please", "yes"]) {
      const { own, words } = taken("run", word, "Design a queue");
      expect([word, own.yes, words.includes(word)]).toEqual([word, false, true]);
    }
  });

  test("after -- a word is a word, and an option that lacks its value, has one too many or stands twice is named", () => {
    expect(taken("run", "--", "--json").words).toEqual(["run", "--", "--json"]);
    expect(() => taken("--dir")).toThrow("--dir needs a value: --dir FOLDER.");
    expect(() => taken("--json=1")).toThrow('--json takes no value, found "1".');
    expect(() => taken("--dir", "a", "--dir", "b")).toThrow("--dir stands twice.");
  });

  test("an own option between the words of a task is found, and beside them it is not", () => {
    const inside = (...argv: string[]) => optionInside(ownOptions(argv).given, "Design a CLI that prints");
    expect(inside("run", "Design", "a", "CLI", "--json", "that", "prints")).toBe("that");
    expect(inside("run", "--json", "Design", "a", "CLI", "that", "prints", "--yes")).toBeNull();
    expect(inside("run", "--yes", "Design a CLI that prints", "--json")).toBeNull();
  });
});

describe("parseWords()", () => {
  const call = (op: string, args: object) => ({ kind: "call", op, args }) as never;

  test("a task is one word of the shell or several, with the options before it", () => {
    const args = { task: "Design a queue", topic: "q", limits: { max_cost: 2, max_minutes: 5 } };
    for (const task of [["Design a queue"], ["Design", "a", "queue"]])
      expect(parsed(["run", "--topic", "q", "--max-cost", "2", "--max-minutes=5", ...task])).toEqual(call("run", args));
    expect(parsed(["help", "Design a queue"])).toEqual(call("help", { task: "Design a queue" }));
    expect(parsed(["dry-run", "Design a queue"])).toEqual(call("run", { task: "Design a queue", dry_run: true }));
    expect(parsed(["generate", 'Design a "fast" queue'])).toEqual(call("generate", { task: 'Design a "fast" queue' }));
    expect(parsed(["run", "--fresh"], "From\na file")).toEqual(call("run", { fresh: true, task: "From\na file" }));
  });

  test("a word of the shell is whole: blanks, quotes and dashes in it mean nothing", () => {
    const models = ["a/x", "b/y"];
    for (const list of [
      ["--design-models=a/x, b/y"],
      ["--design-models", "a/x, b/y"],
      ["--design-models", "a/x,", "b/y"],
    ])
      expect(parsed(["run", ...list, "Design a queue"])).toEqual(
        call("run", { design_models: models, task: "Design a queue" }),
      );
    expect(parsed(["run", "--topic=my q", "it's", "a", "big queue"])).toEqual(
      call("run", { topic: "my q", task: "it's a big queue" }),
    );
    expect(parsed(["run", "--thorough", "Design a queue"])).toEqual(
      call("run", { preset: "thorough", task: "Design a queue" }),
    );
    expect(parsed(["run", "Design a queue", "--fresh"])).toEqual(call("run", { fresh: true, task: "Design a queue" }));
    expect(parsed(["run", "--fresh", "--", "--topic", "is a word"])).toEqual(
      call("run", { fresh: true, task: "--topic is a word" }),
    );
    expect(parsed(["run", "Wrap", "apt", "-y", "--force"])).toEqual(call("run", { task: "Wrap apt -y --force" }));
  });

  test("a run is of an experiment where one is named from its date on in place of a task", () => {
    const experiment = "2026-11-22-mail";
    expect(parsed(["run", experiment])).toEqual(call("run", { experiment }));
    expect(parsed(["run", "--judge", "latest"])).toEqual(call("run", { judge: true, experiment: "latest" }));
    expect(parsed(["resume", "--judge"])).toEqual(call("run", { judge: true, experiment: "latest" }));
    expect(parsed(["resume", "2026-11-21-queue", "--join", "my docs/rfc 12.md"])).toEqual(
      call("run", { experiment: "2026-11-21-queue", join: ["my docs/rfc 12.md"] }),
    );
    expect(parsed(["dry-run", "--quick", experiment])).toEqual(
      call("run", { preset: "quick", dry_run: true, experiment }),
    );
    expect(parsed(["run"], experiment)).toEqual(call("run", { task: experiment }));
  });

  test("an experiment is named by its path, however that is written", () => {
    for (const path of ["/tmp/a b/2026-11-22-x", "./x", "../x", ".opencode/design-lab/x", "~/x"])
      for (const word of ["show", "rank"]) expect(parsed([word, path])).toEqual(call(word, { experiment: path }));
    expect(parsed(["resume", "/tmp/仕事/x"])).toEqual(call("run", { experiment: "/tmp/仕事/x" }));
  });

  test("what works on experiments reads its words as they came", () => {
    expect(parsed(["show", "2026-11-21-q", "B"])).toEqual(call("show", { experiment: "2026-11-21-q", design: "B" }));
    expect(parsed(["resume", "--max-cost", "3"])).toEqual(
      call("run", { experiment: "latest", limits: { max_cost: 3 } }),
    );
    expect(parsed(["report"])).toEqual(call("open", {}));
    expect(parsed(["doctor", "ask"])).toEqual(call("doctor", { ask: true }));
  });

  test.each<[string, string[], string | null, string]>([
    ["nothing", [], null, "A command is needed, found nothing. The commands are run, "],
    ["a slip", ["shwo"], null, 'Unknown command "shwo". Did you mean "show"? Type /design-lab show'],
    ["a task without a command", ["Design a queue"], null, 'Unknown command "Design a queue". The commands are '],
    ["what is no command outside a conversation", ["stop"], null, 'Unknown command "stop"'],
    ["no task", ["run", "--fresh"], null, '"run" needs a task'],
    ["a task twice", ["run", "Design a queue"], "Design a shop", "in a file and in the line"],
    ["a task for what takes none", ["show"], "Design a shop", '"show" takes no task'],
    ["two presets", ["run", "--quick", "--standard", "x y"], null, "--quick and --standard exclude each other"],
    ["a preset twice", ["run", "--quick", "--quick", "x y"], null, "--quick stands twice"],
    [
      "a limit that is no number",
      ["run", "--max-cost", "much", "Design a queue"],
      null,
      'needs a number, as --max-cost 2; found "much"',
    ],
    ["an option with one dash", ["run", "-dry-run", "Design a queue"], null, "there is no option -dry-run"],
    ["an option inside the task", ["run", "Design", "a", "--fresh", "queue"], null, "--fresh stands inside the task"],
    [
      "an option that stands twice",
      ["run", "--max-cost", "1", "--max-cost=2", "Design a queue"],
      null,
      "--max-cost stands twice",
    ],
    ["a flag with a value", ["run", "--fresh=1", "Design a queue"], null, "--fresh takes no value"],
    ["an option without its value", ["run", "--topic", "--fresh", "Design a queue"], null, "--topic needs a value"],
    [
      "a list that an option follows in place of its last model",
      ["run", "--design-models", "a/b,", "--topic", "q", "Design a queue"],
      null,
      "--design-models needs another name after the last comma",
    ],
    [
      "an unknown option",
      ["run", "--topci", "q", "Design a queue"],
      null,
      'Unknown option "--topci". Did you mean "--topic"?',
    ],
    ["words that do not fit", ["rank", "a", "b"], null, '"b" does not fit'],
  ])("says what is wrong with %s", (_, words, task, why) => {
    const line = parsed(words, task);
    expect(line.kind === "problem" && line.problem).toContain(why);
  });
});

test("help says what each command takes, of one or of all, and the page holds the same tables", async () => {
  const all = helpText(ops, STUDY_WORDS, null);
  for (const word of ["run Design a queue", "report [experiment]", "--max-cost 2", "--yes", "130"])
    expect(all).toContain(word);
  expect(all).not.toContain("  stop ");
  expect(all).toMatch(/ \/design-lab enough \[experiment\] +ends the questions/u);
  expect(helpText(ops, STUDY_WORDS, "report")).toStartWith(
    "opencode-designlab report [experiment]\n  where its report lies",
  );
  expect(helpText(ops, STUDY_WORDS, "brief")).toStartWith(
    '"brief" needs a conversation, and is no command of its own: type /design-lab brief',
  );
  const every = [null, ...ops.flatMap(({ words }) => words.map(({ word }) => word)).filter((word) => word !== "stop")];
  for (const columns of [100, 72])
    for (const name of every)
      for (const line of helpText(ops, STUDY_WORDS, name, columns).split("\n"))
        expect([line, line.length <= columns]).toEqual([line, true]);
  expect(helpText(ops, STUDY_WORDS, "resume")).not.toContain("--topic");
  expect(() => helpText(ops, STUDY_WORDS, "zzzzzzzzzz")).toThrow(/^There is no command "zzzzzzzzzz"\.$/u);
  expect(() => helpText(ops, STUDY_WORDS, "compar")).toThrow('There is no command "compar"; the nearest: compare');
  const page = readFileSync(PAGE, "utf8");
  expect(await withTables(page)).toBe(page);
  expect(page).toContain("| `3` | ranked, and nobody wins |");
});

test("help of studies says what each word takes, each of its options, and names the nearest of what it does not know", () => {
  const all = studyHelp(STUDY_WORDS, null);
  for (const { word, usage, does } of STUDY_WORDS) {
    expect(usage.split(" ")[0]).toBe(word);
    expect(all).toContain(`study ${usage.split(" ")[0]}`);
    const own = studyHelp(STUDY_WORDS, word);
    expect(own.replace(/\s+/gu, " ")).toStartWith(`opencode-designlab study ${usage} ${does}`);
    for (const [option, said] of studyOptionRows({ word, usage }))
      expect([word, option, said.split(" ").length > 3]).toEqual([word, option, true]);
    expect(studyOptionRows({ word, usage }).length).toBe(usage.split(" ").filter((part) => part.includes("--")).length);
  }
  expect(helpText(ops, STUDY_WORDS, "study")).toBe(all);
  expect(helpText(ops, STUDY_WORDS, null)).toContain("  study WORD ");
  for (const columns of [100, 72])
    for (const name of [null, ...STUDY_WORDS.map(({ word }) => word)])
      for (const line of studyHelp(STUDY_WORDS, name, columns).split("\n"))
        expect([line, line.length <= columns]).toEqual([line, true]);
  expect(() => studyHelp(STUDY_WORDS, "shwo")).toThrow(
    'Cannot do "study shwo": there is no such word; the nearest: show',
  );
  expect(() => helpText(ops, STUDY_WORDS, "studdy")).toThrow("the nearest: study");
});

test("onTerminal() draws emphasis and what can be typed, and leaves no mark of Markdown", () => {
  const text = md`## A \\*b\\*\n\n**bold** and \`typed x\`\n\n\`\`\`\nas **it** is\n\`\`\`\n- one\n| a | b |`;
  expect(onTerminal(text, 80).split("\n")).toEqual([
    "\u001B[1mA *b*\u001B[22m",
    "",
    "\u001B[1mbold\u001B[22m and \u001B[36mtyped x\u001B[39m",
    "",
    "    as **it** is",
    "• one",
    "| a | b |",
  ]);
  expect(onTerminal(inline("Is <b> an entity such as &lt; or &amp;lt; `&lt;`?"), 80)).toBe(
    "Is <b> an entity such as &lt; or &amp;lt; \u001B[36m&lt;\u001B[39m?",
  );
  const drawn = onTerminal("| Rank | Design |\n| ---: | :----- |\n| 1 | A \\| `b` |\n| 12 | B |\n\nend", 80);
  expect(stripVTControlCharacters(drawn)).toBe("Rank  Design\n────  ──────\n   1  A | b\n  12  B\n\nend");
  const table = `| ${"a ".repeat(20)}|`;
  expect(onTerminal(`${"word ".repeat(5)}\n${table}`, 12).split("\n")).toEqual([
    "word word ",
    "word word ",
    "word ",
    table,
  ]);
});
