import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type CommandLine, commandPrompt } from "../../src/command/command.ts";
import { startLine } from "../../src/command/run-line.ts";
import { parseCommandLine } from "../support/typed.ts";

const SCREEN = { screen: true };
const RUN = { screen: false };

const call = (op: string, args: Record<string, unknown> = {}): CommandLine => ({ kind: "call", op, args });

/** Whether a line makes the lab ask a model, the one tiny question of `doctor ask` not counted. */
function pays(line: CommandLine): boolean {
  return line.kind === "call" && /^(?:run|generate|review|score)$/u.test(line.op) && line.args.dry_run !== true;
}

describe("parseCommandLine()", () => {
  const lines: [string, CommandLine][] = [
    ["run Design a queue", call("run", { task: "Design a queue" })],
    ["history", call("show", { what: "history" })],
    ["History", call("show", { what: "history" })],
    ["Run Design a queue", call("run", { task: "Design a queue" })],
    ["run --topic q Design a queue", call("run", { topic: "q", task: "Design a queue" })],
    ["run 设计一个任务队列", call("run", { task: "设计一个任务队列" })],
    [
      'run Design a "big" queue\nof C:\\\\jobs\n\n  - no cloud',
      call("run", { task: 'Design a "big" queue\nof C:\\\\jobs\n\n  - no cloud' }),
    ],
    ['"Design a \\"big\\" queue\nof C:\\\\jobs"', call("run", { task: 'Design a "big" queue\nof C:\\\\jobs' })],
    ['"Foo" and "Bar" at once', call("help", { task: '"Foo" and "Bar" at once' })],
    [
      '--design-models a/b,c/d "Design a queue"',
      call("run", { design_models: ["a/b", "c/d"], task: "Design a queue" }),
    ],
    ['help "Design a queue"', call("help", { task: "Design a queue" })],
    ["help show", call("help", { op: "show" })],
    ["generate 2026-11-21-queue --again B,C", call("generate", { again: ["B", "C"], experiment: "2026-11-21-queue" })],
    ["plan --of docs/design.md --dry-run", call("plan", { of: "docs/design.md", dry_run: true })],
    ['"Design a queue" --topic q', call("run", { topic: "q", task: "Design a queue" })],
    ["run show B", call("show", { design: "B" })],
    ["run 'resume 2026-11-21-queue'", call("run", { experiment: "2026-11-21-queue" })],
    ['resume "queue"', call("run", { experiment: "queue" })],
    ["score old/queue", call("score", { experiment: "old/queue" })],
    ["list", call("show")],
    [" LS ", call("show")],
    ["status", call("show")],
    ["score latest --force", call("score", { experiment: "latest", force: true })],
    ["review --FORCE latest --models a/x", call("review", { experiment: "latest", models: ["a/x"], force: true })],
    ["score latest --models a/x,b/y", call("score", { experiment: "latest", models: ["a/x", "b/y"] })],
    [
      "score latest --designs A,b --models a/x",
      call("score", { experiment: "latest", designs: ["A", "b"], models: ["a/x"] }),
    ],
    ["resume latest --no-thrifty", call("run", { experiment: "latest", thrifty: false })],
    [
      "resume --thrifty --max-cost=2 latest",
      call("run", { experiment: "latest", thrifty: true, limits: { max_cost: 2 } }),
    ],
    ["resume latest --control", call("run", { experiment: "latest", control: true })],
    ["resume --no-control", call("run", { experiment: "latest", control: false })],
    ["run --control Design a queue", call("run", { control: true, task: "Design a queue" })],
    ["run --thrifty Design a queue", call("run", { thrifty: true, task: "Design a queue" })],
    ["review --models=a/x latest", call("review", { experiment: "latest", models: ["a/x"] })],
    ['--dry-run "Design a queue"', call("run", { dry_run: true, task: "Design a queue" })],
    ['dry-run --topic q "Design a queue"', call("run", { topic: "q", dry_run: true, task: "Design a queue" })],
    ["open", call("open")],
    ["open 2026-11-21-queue", call("open", { experiment: "2026-11-21-queue" })],
    ["run 2026-11-21-queue", call("run", { experiment: "2026-11-21-queue" })],
    ["run --quick 2026-11-21-キュー", call("run", { experiment: "2026-11-21-キュー", preset: "quick" })],
    [
      "generate --max-cost 2 2026-11-21-queue",
      call("generate", { experiment: "2026-11-21-queue", limits: { max_cost: 2 } }),
    ],
    ["run latest", call("run", { experiment: "latest" })],
    ["run --judge latest", call("run", { judge: true, experiment: "latest" })],
    ['run "latest" --quick', call("run", { preset: "quick", experiment: "latest" })],
    ["generate latest", call("generate", { experiment: "latest" })],
    ["dry-run --quick latest", call("run", { preset: "quick", experiment: "latest", dry_run: true })],
    ["run latest news for an intranet", call("run", { task: "latest news for an intranet" })],
    ["resume --judge", call("run", { experiment: "latest", judge: true })],
    [
      "resume 2026-11-21-queue --judge --thrifty",
      call("run", { experiment: "2026-11-21-queue", judge: true, thrifty: true }),
    ],
    ["dry-run 2026-11-21-queue", call("run", { experiment: "2026-11-21-queue", dry_run: true })],
    ["run 2026-11-21-queue must be faster", call("run", { task: "2026-11-21-queue must be faster" })],
    ["resume", call("run", { experiment: "latest" })],
    ["resume 2026-11-21-queue", call("run", { experiment: "2026-11-21-queue" })],
    ["resume --max-cost 2.5", call("run", { experiment: "latest", limits: { max_cost: 2.5 } })],
    [
      "resume 2026-11-21-queue --max-tokens 900000",
      call("run", { experiment: "2026-11-21-queue", limits: { max_tokens: 900_000 } }),
    ],
    [
      "resume 2026-11-21-queue --join docs/rfc-12.md",
      call("run", { experiment: "2026-11-21-queue", join: ["docs/rfc-12.md"] }),
    ],
    [
      'resume --join "my docs/rfc 12.md" --JOIN=b.md --author="Ann Smith" --max-cost 2 --judge',
      call("run", {
        experiment: "latest",
        join: ["my docs/rfc 12.md", "b.md"],
        author: "Ann Smith",
        limits: { max_cost: 2 },
        judge: true,
      }),
    ],
    [
      "resume --author Ann --join 'a b.md' \"my queue\"",
      call("run", { experiment: "my queue", join: ["a b.md"], author: "Ann" }),
    ],
    ["resume --max-cost 0", call("run", { experiment: "latest", limits: { max_cost: 0 } })],
    [
      "resume --max-cost=2 --MAX-MINUTES 30 2026-11-21-queue",
      call("run", { experiment: "2026-11-21-queue", limits: { max_cost: 2, max_minutes: 30 } }),
    ],
    ["rank", call("rank")],
    ["rank 2026-11-21-queue", call("rank", { experiment: "2026-11-21-queue" })],
    ["show", call("show")],
    ["show scores", call("show", { what: "scores" })],
    ["show 2026-11-21-queue ledger", call("show", { experiment: "2026-11-21-queue", what: "ledger" })],
    ["show B", call("show", { design: "B" })],
    ["show 2026-11-21-queue B", call("show", { experiment: "2026-11-21-queue", design: "B" })],
    ["show 2026-11-21-queue b", call("show", { experiment: "2026-11-21-queue", design: "b" })],
    ["show 2026-11-21-queue B scores", call("show", { experiment: "2026-11-21-queue", design: "B", what: "scores" })],
    ["show Scores", call("show", { what: "scores" })],
    ["show SCORES 2026-11-21-queue b", call("show", { experiment: "2026-11-21-queue", design: "b", what: "scores" })],
    ["compare", call("compare")],
    ["compare 2026-11-21-queue A B C D E", call("compare", { experiment: "2026-11-21-queue", designs: [..."ABCDE"] })],
    ["compare 2026-11-21-queue B C", call("compare", { experiment: "2026-11-21-queue", designs: ["B", "C"] })],
    ["compare 2026-11-21-queue", call("compare", { experiment: "2026-11-21-queue" })],
    ["compare 2026-11-21-a 2026-11-22-a", call("compare", { experiments: ["2026-11-21-a", "2026-11-22-a"] })],
    ["compare latest 2026-11-22-a", call("compare", { experiments: ["latest", "2026-11-22-a"] })],
    ["compare latest B C", call("compare", { experiment: "latest", designs: ["B", "C"] })],
    ["help", call("help", { op: "lines" })],
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
    ['"Design a cache"', call("run", { task: "Design a cache" })],
    ['--fresh "Design a cache"', call("run", { fresh: true, task: "Design a cache" })],
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
    test(`understands ${JSON.stringify(text)}`, () => expect(parseCommandLine(text, SCREEN)).toEqual(line));
  }

  const SEEN = [
    "adopt B",
    "ask why does B beat A?",
    "dry run: Design a queue",
    "Design a queue (dry run)",
    "cancel the current run immediately, it costs too much",
    "stop the run please",
    "delete 2026-11-22-queue",
    "who won",
    "what did it cost?",
    "go on",
    "do it again",
    "thank you",
    "set max_cost 5",
    "show show",
    "停止运行",
    "设计一个任务队列",
    "Design a queue",
    "Store user sessions of a shop across three regions",
    "--design-models a/b Design a queue",
    "generate a report service",
    "Slow query log",
    'generat "Design a queue"',
    'simulate "Design a queue"',
    "list experiments",
    "--dry-run Design a queue",
    'run --dry-run "Design a queue"',
    "run dry-run: Design a queue",
    "resume now",
    "resume the failed jobs",
    "resume 2026-11-22-queue now",
    "review everything",
    "score it",
    "run",
    "stop",
    "cancel",
    "hello",
  ];
  for (const text of SEEN) {
    test(`starts nothing for ${JSON.stringify(text)}, typed on a screen or after opencode run`, () => {
      for (const at of [SCREEN, RUN]) expect([text, pays(parseCommandLine(text, at))]).toEqual([text, false]);
    });
  }

  test("estimates what is no sub-command and has options, and asks which way fits where it has none", () => {
    const queue = call("run", { topic: "q", dry_run: true, task: "Design a queue" });
    expect(parseCommandLine("--topic q Design a queue", SCREEN)).toEqual(queue);
    expect(parseCommandLine('--topic q "Design a queue"', RUN)).toEqual(queue);
    expect(parseCommandLine("'Design a queue' --topic q", RUN)).toEqual(queue);
    expect(parseCommandLine("generate a report service", SCREEN)).toEqual(
      call("generate", { dry_run: true, task: "a report service" }),
    );
    for (const text of ["who won", "thank you", "go on", "set max_cost 5", "adopt B"])
      expect(parseCommandLine(text, RUN)).toEqual(call("help", { task: text }));
    expect(parseCommandLine("dry run: Design a queue", RUN)).toEqual(
      call("run", { dry_run: true, task: "Design a queue" }),
    );
  });

  test("no line pays that does not begin with run, generate, a quote, an option or a sub-command for an experiment", () => {
    const word = fc.oneof(
      fc.constantFrom(
        ...SEEN.flatMap((text) => text.split(" ")),
        ..."rank show open compare help init doctor ask --topic".split(" "),
      ),
      fc.string(),
      fc.string({ unit: "grapheme" }),
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" ")),
    );
    fc.assert(
      fc.property(text, fc.boolean(), (line, screen) => {
        const marked = screen
          ? /^\s*(?:run|generate|resume|review|score)(?:\s|$)|^\s*["'-]/iu
          : /^\s*["'-]?(?:run|generate|resume|review|score)(?:\s|$)/iu;
        if (!marked.test(line)) expect([line, pays(parseCommandLine(line, { screen }))]).toEqual([line, false]);
      }),
      { numRuns: 3_000 },
    );
  });

  test("no loose word after resume, review or score pays: a date, a path, latest or quotes name an experiment", () => {
    const loose = fc
      .string({ unit: fc.constantFrom(..."abcxyzABC 5,.!?-é") })
      .filter((text) => !/^\s*\d{4}|^\s*latest\s*$/u.test(text));
    fc.assert(
      fc.property(fc.constantFrom("resume", "review", "score"), loose, (word, rest) => {
        const line = parseCommandLine(`${word} ${rest}`, SCREEN);
        expect([word, rest, pays(line)]).toEqual([word, rest, word === "resume" && rest.trim() === ""]);
      }),
    );
  });

  test("the line that an estimate ends with starts that very call, wherever it is typed", () => {
    const task = fc
      .oneof(
        fc.string({ unit: fc.constantFrom(..."ab\"'\\ \n-/:., é界") }),
        fc.constantFrom("Design a queue", "show B and more", "a/b is a model", "x --topic y", "--fresh start for all"),
      )
      .map((text) => `${text.trim()} and more`.trim());
    fc.assert(
      fc.property(task, fc.constantFrom("run" as const, "generate" as const), fc.boolean(), (given, op, screen) => {
        const args = { design_models: ["a/b", "c/d"], topic: "my queue", qualitative: false, task: given };
        const typed = (startLine(op, args) ?? "").replace("/design-lab ", "");
        expect(parseCommandLine(typed, { screen })).toEqual(call(op, args));
      }),
      { numRuns: 2_000 },
    );
  });

  test("no line is offered for what cannot be typed", () => {
    for (const args of [
      { task: "cache" },
      { task: "Dry run of a ship" },
      { task: "x ".repeat(1_001) },
      { task: "Design a queue", constraints: ["no cloud"] },
      { experiment: "2026-11-21-queue", design_models: ["a/b"] },
    ])
      expect(startLine("run", args)).toBeNull();
    expect(startLine("run", { experiment: "2026-11-21-queue", dry_run: true })).toBe(
      "/design-lab resume 2026-11-21-queue",
    );
  });

  for (const text of [
    "stop the run please",
    "cancel the current run immediately, it costs too much",
    "STOP",
    "Kill it!",
    "停止运行",
    "stopp den Lauf sofort",
    "arrête tout",
    "останови это",
  ]) {
    test(`answers ${JSON.stringify(text)} with how a run is stopped`, () => {
      expect(parseCommandLine(text, SCREEN)).toMatchObject({ kind: "call", op: "help", args: { op: "stop" } });
    });
  }

  test("says beside the way that fits what else may be meant", () => {
    const hints: [string, string][] = [
      ["please stop the run", "/design-lab stop"],
      ["shwo me the results", "/design-lab show"],
      ["list experiments", "/design-lab show"],
      ["2026-11-21-queue B", "/design-lab show 2026-11-21-queue"],
      ['generat "Design a queue"', "/design-lab generate"],
    ];
    for (const [text, hint] of hints)
      expect(parseCommandLine(text, SCREEN)).toMatchObject({
        op: "help",
        hint: expect.stringContaining(hint),
      });
  });

  const HONEST: [string, string][] = [
    ["show me how a queue could work", "show"],
    ["compare Kafka and NATS for our queue", "compare"],
    ["open the queue to all", "open"],
    ["Open a shop for queues", "open"],
    ["Open source license checker", "open"],
    ["init a repo", "init"],
    ["resume the failed jobs", "resume"],
    ["rank pages by relevance", "rank"],
    ["Rank designs of chairs by comfort", "rank"],
    ["review our sign-in", "review"],
    ["Score essays of pupils without bias", "score"],
    ["Help desk for a university", "help"],
    ["Doctor appointments across three clinics", "doctor"],
    ["Show room planner", "show"],
    ["Plan database migration", "plan"],
    ["Refine our search ranking", "refine"],
    ["Guard an API against abuse", "guard"],
  ];
  for (const [text, word] of HONEST) {
    test(`asks which way fits ${JSON.stringify(text)}, an honest task, and says what else ${word} would be`, () => {
      for (const at of [SCREEN, RUN])
        expect(parseCommandLine(text, at)).toEqual({
          kind: "call",
          op: "help",
          args: { task: text },
          hint: expect.stringContaining(`If "${word}" is meant, type /design-lab ${word}`),
        });
      expect(parseCommandLine(`run ${text}`, SCREEN)).toEqual(call("run", { task: text }));
      expect(parseCommandLine(`"${text}"`, SCREEN)).toEqual(call("run", { task: text }));
    });
  }

  for (const text of [
    "Check in guests of a hotel",
    "Report service for shops",
    "Models of cars in a catalogue",
    "Setup wizard for routers",
    "Preview of pages before they are published",
    "Core banking system",
    "Shop for queues",
    "Store user sessions",
    "Compute prices of parcels",
    'CI/CD "as code" for all teams',
  ]) {
    test(`asks which way fits ${JSON.stringify(text)}, an honest task, and doubts nothing`, () => {
      expect(parseCommandLine(text, SCREEN)).toEqual(call("help", { task: text }));
    });
  }
  for (const [text, word] of [
    ["Ask customers for feedback", "ask"],
    ["Judge essays of pupils", "judge"],
    ["Decide which parcel goes first", "decide"],
  ] as const) {
    test(`asks which way fits ${JSON.stringify(text)}, and says what "${word}" would be`, () => {
      const way = call("help", { task: text });
      const hint = `If "${word}" is meant, type /design-lab ${word} [experiment]`;
      expect(parseCommandLine(text, SCREEN)).toMatchObject({ ...way, hint: expect.stringContaining(hint) });
    });
  }

  const UNSURE: [string, string][] = [
    ["resume --max-cost much", '"resume --max-cost much"'],
    ["resume 2026-11-22-queue now please", "resume 2026-11-22-queue now please"],
    ["show A and B", "show A and B"],
  ];
  for (const [text, task] of UNSURE) {
    test(`does not guess at ${JSON.stringify(text)}, which may be a task`, () => {
      expect(parseCommandLine(text, SCREEN)).toEqual({
        kind: "problem",
        problem: expect.stringContaining(`Where all of it is a task, type /design-lab run ${task}`),
      });
    });
  }

  const unused: [string, string][] = [
    ["show A B", '"B" does not fit: show takes one design; /design-lab compare A B sets two side by side'],
    [
      "show 2026-11-21-queue b a scores",
      '"a" does not fit: show takes one design; /design-lab compare 2026-11-21-queue b a sets two side by side',
    ],
    ["score latest --models", '"--models" does not fit: --models needs models with commas between them'],
    ["score latest --models --force", '"--models" does not fit: --models needs models with commas between them'],
    ["show 2026-11-21-a A coverage", '"coverage" does not fit: show takes one part, of task, designs'],
    ["score latest --force --force", '"--force" does not fit: it stands twice'],
    ["show scores reviews", '"reviews" does not fit: show takes one part, of task, designs, reviews, scores, ranking'],
    ["show 2026-11-21-queue scores more", '"more" does not fit'],
    [
      "compare 2026-11-21-a 2026-11-22-a A B",
      '"A" and "B" do not fit: compare takes experiments, each from its date on, or designs of one experiment',
    ],
    ["compare 2026-11-21-a queue", '"queue" does not fit'],
    ["open 2026-11-21-a 2026-11-22-a", '"2026-11-22-a" does not fit'],
    ["resume 2026-11-21-a --max-cost much", '"much" does not fit: --max-cost needs a number, as --max-cost 2'],
    ["resume --max-cost", '"--max-cost" does not fit: --max-cost needs a number'],
    ["resume --max-cost 1 2", '"2" does not fit'],
    ["resume --max-cost 1 --max-cost 2", '"--max-cost" does not fit: it stands twice'],
    ["resume --fresh", '"--fresh" does not fit'],
    ["resume 2026-11-21-a --join", '"--join" does not fit: --join needs a value, as --join FILE'],
    ["resume --join --judge", '"--join" does not fit: --join needs a value, as --join FILE'],
    ["resume --join a.md b.md", '"b.md" does not fit'],
    ["resume --author A --author B --join a.md", '"--author" does not fit: it stands twice'],
    ["help run show", '"show" does not fit'],
    ["review 2026-11-21-a 2026-11-22-a", '"2026-11-22-a" does not fit'],
    ["doctor ask please", '"please" does not fit'],
    ["init now", '"now" does not fit'],
    [`show ${"x".repeat(90)}! z`, `"${"x".repeat(60)}…" does not fit`],
    ["run show A B", '"B" does not fit: show takes one design'],
  ];
  for (const [text, named] of unused) {
    test(`names what it does not understand of ${JSON.stringify(text.slice(0, 50))}`, () => {
      expect(parseCommandLine(text, SCREEN)).toEqual({ kind: "problem", problem: expect.stringContaining(named) });
    });
  }

  test("every word after a sub-command stands in the call, or a problem names one that does not fit", () => {
    const word = fc.constantFrom(
      ..."A b AB Scores TASK ledger ranking 2026-11-21-a 2026-11-22-b old/queue latest queue ask --ask show Run".split(
        " ",
      ),
      ..."--max-cost --max-tokens --max-minutes 0 2.5 900000 now! \"queue\" 'x' --fresh please 队列".split(" "),
    );
    const op = fc.constantFrom(..."show Show compare open rank resume help review score doctor init".split(" "));
    fc.assert(
      fc.property(op, fc.array(word, { maxLength: 6 }), (first, words) => {
        const line = parseCommandLine([first, ...words].join(" "), SCREEN);
        const bare = words.map((each) =>
          each
            .toLowerCase()
            .replaceAll(/^(?:--|["'])|["']$/gu, "")
            .replaceAll("-", "_"),
        );
        if (line.kind === "call" && line.args.task !== undefined) {
          expect(line.args).toEqual({ task: [first, ...words].join(" ") });
        } else if (line.kind === "call") {
          const given = JSON.stringify(line.args).toLowerCase().replaceAll("-", "_");
          const values = given.split(/["{}[\],:]+/u);
          const times = (all: readonly string[], each: string) => all.filter((other) => other === each).length;
          expect([line, bare.filter((each) => times(values, each) < times(bare, each))]).toEqual([line, []]);
        } else {
          expect(line.kind).toBe("problem");
          const problem = line.kind === "problem" ? line.problem : "";
          const named = words.some((each) => problem.includes(JSON.stringify(each)));
          expect([problem, words.length === 0 || named]).toEqual([problem, true]);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  const asked: [string, string][] = [
    ["shwo", "/design-lab show"],
    ["shwo 2026-1", 'Did you mean "show"? Type /design-lab show 2026-1'],
    ["frobnicate", "/design-lab help"],
    ["hello", "/design-lab help"],
    ['"hello"', "/design-lab help"],
    ["openai/gpt-5", "--design-models openai/gpt-5"],
    ["gpt-5", "/design-lab help"],
    [
      "review",
      '"review" needs more: it is typed /design-lab review EXPERIMENT [--models a/x,b/y] [--designs A,B] [--force]; /design-lab show',
    ],
    ["score", "/design-lab show"],
    ["review everything", "type /design-lab run review everything"],
    ["run cache", "several words"],
    ["--design-models a/b,c/d shwo", "/design-lab show"],
    ["--topic q cache", "several words"],
    ["2026-11-21-queue", "/design-lab show 2026-11-21-queue"],
    ["dry-run shwo", "/design-lab show"],
  ];
  for (const [text, advice] of asked) {
    test(`asks what is meant by ${JSON.stringify(text)}`, () => {
      expect(parseCommandLine(text, SCREEN)).toEqual({ kind: "problem", problem: expect.stringContaining(advice) });
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
      expect(parseCommandLine(text, SCREEN)).toMatchObject({ kind: "taskless" });
    });
  }

  test("asks for the task of designs alone where generate has none", () => {
    for (const text of ["generate", 'generate "…"'])
      expect(parseCommandLine(text, SCREEN)).toMatchObject({ kind: "taskless", op: "generate" });
  });

  test("keeps what was given beside a missing task", () => {
    expect(parseCommandLine("--design-models a/b,c/d …", SCREEN)).toEqual({
      kind: "taskless",
      op: "run",
      args: { design_models: ["a/b", "c/d"] },
      found: "…",
    });
  });
});

describe("commandPrompt()", () => {
  const prompt = (typed: string): string => commandPrompt(parseCommandLine(typed, SCREEN), typed);

  test("begins with the person's own words and holds the exact call in one line after them", () => {
    const task = 'Design "a" queue\nwith \\ in it';
    const typed = `run ${task}`;
    const text = prompt(typed);
    expect(text.startsWith(`/design-lab ${typed}\n`)).toBe(true);
    const line = text.split("\n").find((each) => each.includes('{"op"')) ?? "";
    expect(JSON.parse(line.slice(line.indexOf("{")))).toEqual({ op: "run", args: { task } });
  });

  test("asks for the task, the constraints and the non-functional requirements when there is no task", () => {
    for (const word of ["question tool", "task", "constraints", "non-functional requirements"])
      expect(prompt("")).toContain(word);
    expect(prompt("…")).toContain('"…" is no task');
  });

  test("has the person told what else may be meant, and nothing where the line says it all", () => {
    expect(prompt("open source license checker")).toContain("tell the person exactly this: If ");
    expect(prompt("run Design a queue")).not.toContain("tell the person exactly this");
  });

  test("passes a problem on to the person and calls nothing", () => {
    const text = prompt("--topic");
    expect(text).toContain("--topic needs a value");
    expect(text).not.toContain("Call the tool");
  });
});
