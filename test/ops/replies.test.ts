import { describe, expect, test } from "bun:test";
import { cp, readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import fc from "fast-check";
import { ordinaryAnswer } from "../../rehearsal/scripted-model.ts";
import { ARTIFACT_KINDS } from "../../src/artifacts/stages/stages.ts";
import { onlyExperiment, snapshot } from "../support/disk.ts";
import { foreign, HOSTILE, poisoned } from "../support/hostile-text.ts";
import { type Bench, bench } from "../support/lab.ts";
import { HOSTILE_PIECES, liveParts } from "../support/live-markdown.ts";
import { OPS } from "../support/typed.ts";

const expectHarmless = (text: string) => expect({ foreign: foreign(text), text }).toEqual({ foreign: [], text });

const CALLS: [op: string, args: object][] = [
  ["show", {}],
  ["show", { experiment: "2" }],
  ["show", { experiment: "2", what: "task" }],
  ["show", { experiment: "2", what: "designs" }],
  ["show", { experiment: "2", what: "reviews" }],
  ["show", { experiment: "2", what: "scores" }],
  ["show", { experiment: "2", what: "ranking" }],
  ["show", { experiment: "2", what: "ledger" }],
  ["show", { design: "alpha-strong-1" }],
  ["compare", {}],
  ["compare", { experiments: ["2026", "other"] }],
  ["judge", { experiment: "2", ballot: true }],
  ["judge", { experiment: "2", order: "N>O", unseen: true }],
  ["rank", {}],
  ["decide", {}],
  ["decide", { design: "A", because: HOSTILE, by: HOSTILE.slice(0, 80) }],
  ["outcome", { outcome: "partly", note: HOSTILE }],
  ["plan", { experiment: "2", wait: 0 }],
  ["tasks", { view: "list" }],
  ["tasks", { view: "validate" }],
  ["tasks", { view: "show", task: "skeleton" }],
  ["tasks", { as: "markdown" }],
  ["tasks", { start: HOSTILE.slice(0, 60) }],
  ["decide", { none: true, because: HOSTILE }],
  ["plan", { experiment: "2", design: "A", wait: 0 }],
  ["tasks", { view: "list" }],
  ["tasks", { view: "help" }],
  ["guard", {}],
  ["guard", { do: "on", task: HOSTILE.slice(0, 60) }],
  ["guard", { do: "allow" }],
  ["brief", { experiment: "2", wait: 0 }],
  ["ask", { experiment: "2" }],
  ["refine", { experiment: "2", dry_run: true }],
  ["review", {}],
  ["score", { force: true }],
  ["run", { experiment: "2" }],
  ["run", { experiment: "2", dry_run: true }],
  ["generate", { experiment: "2" }],
  ["help", {}],
  ["open", { experiment: "2" }],
  ["doctor", {}],
  ["export", { experiment: "2" }],
  ["export", { experiment: "2", anonymous: true }],
  ["init", {}],
];

/** The links of a decision's record to what lies beside it, which our own code writes. */
const OWN_LINK = /\]\((?:decision(?:-\d)?\.md|chosen-design(?:-\d)?\.md|results\/(?:ranking\.md|report\.html))\)/gu;

/** Kinds of which an experiment has one, which a run or a person makes. */
const ALONE: ReadonlySet<string> = new Set(["ranking", "task", "decision", "plan"]);
/** Calls that leave one of a kind that a run leaves none of. */
const DECIDED: (typeof CALLS)[number] = ["decide", { design: "A", because: "Cheap" }];
const MAKING: Readonly<Record<string, readonly (typeof CALLS)[number][]>> = {
  decision: [DECIDED],
  vote: [
    ["judge", { experiment: "2" }],
    ["judge", { experiment: "2", order: "N>O", unseen: true }],
  ],
  plan: [DECIDED, ["plan", { experiment: "2", wait: 0 }]],
};

/** Kinds that a run leaves. */
const LEFT = ["task", "design", "review", "score", "ranking", "ledger"];
/** Kinds that it does not: what an interview keeps, and the document of a plan, are read again in tests of their own, the others come of other ways. */
const ELSEWHERE = ["idea", "interview", "brief", "basis", "entrant", "look", "hold"];

/** Ops that name an experiment in each of the ways there are. */
const FEW = new Set(["show", "compare", "rank", "run", "open"]);

async function expectAllHarmless(lab: Bench, calls = CALLS): Promise<void> {
  for (const [op, args] of calls) expectHarmless(await lab.call(op, args));
}

async function ran(lab: Bench): Promise<string> {
  await lab.call("run", { task: "A queue", topic: "queue" });
  return onlyExperiment(lab.dir);
}

const CONFIG = { design_models: ["alpha/strong-1", "gamma/weak-1"] };

test("every op is among the calls that are tried here", () => {
  expect([...new Set(CALLS.map(([op]) => op))].sort()).toEqual(OPS.map(({ name }) => name).sort());
});

test("every kind of file is among those that are poisoned here, or comes of another way", () => {
  expect([...LEFT, ...Object.keys(MAKING), ...ELSEWHERE].sort()).toEqual([...ARTIFACT_KINDS, "ledger"].sort());
});

describe("no reply of any op holds an image, HTML, a link or a heading that comes from", () => {
  test("a model's answers, as they are asked and as they are read again", async () => {
    const lab = await bench({
      config: CONFIG,
      answer: (asked) => JSON.stringify(poisoned(JSON.parse(ordinaryAnswer({ id: asked.model }, asked)), HOSTILE)),
    });
    try {
      expectHarmless(await lab.call("run", { task: `A queue ${HOSTILE}` }));
      await expectAllHarmless(lab);
      const dir = await onlyExperiment(lab.dir);
      expectHarmless(await readFile(join(dir, "results/ranking.md"), "utf8"));
    } finally {
      await lab.dispose();
    }
  });

  test("the questions and the brief of an interview, its idea, its answers and its documents", async () => {
    const poison = (value: unknown, key = ""): unknown => {
      if (Array.isArray(value)) return value.map((each) => poison(each, key));
      if (typeof value === "object" && value !== null) {
        return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, poison(each, name)]));
      }
      return typeof value !== "string" || ["type", "from"].includes(key)
        ? value
        : `${value.slice(0, 20)} ${HOSTILE}`.slice(0, 80);
    };
    const lab = await bench({
      config: CONFIG,
      answer: (asked) => JSON.stringify(poison(JSON.parse(ordinaryAnswer({ id: asked.model }, asked)))),
    });
    try {
      const path = `a ${HOSTILE_PIECES[0]?.replaceAll("/", "")}.md`;
      await writeFile(join(lab.dir, path), HOSTILE);
      const idea = `Send mails ${HOSTILE}`;
      expectHarmless(await lab.call("brief", { idea, from: [path], wait: 0, dry_run: true }));
      expectHarmless(await lab.call("brief", { idea, from: [path], wait: 0 }));
      for (const answers of [{ q1: HOSTILE, q2: HOSTILE, [HOSTILE]: HOSTILE }, { q1: "a", q2: "9" }, { q3: "yes" }]) {
        expectHarmless(await lab.call("brief", { experiment: "latest", wait: 0, answers }));
      }
      const reply = await lab.call("brief", { experiment: "latest", wait: 0, answers: { q4: HOSTILE } });
      expect(reply).toContain("waits for the person's approval");
      expectHarmless(reply);
    } finally {
      await lab.dispose();
    }
  });

  for (const answer of [HOSTILE, `{"${HOSTILE}": `, JSON.stringify({ title: HOSTILE })]) {
    test(`an answer that is none: ${JSON.stringify(answer.slice(0, 20))}`, async () => {
      const lab = await bench({ config: CONFIG, answer: () => answer });
      try {
        for (const op of ["run", "generate"]) expectHarmless(await lab.call(op, { task: "A queue", fresh: true }));
        await expectAllHarmless(lab);
      } finally {
        await lab.dispose();
      }
    });
  }

  for (const phase of ["design", "evaluation"]) {
    test(`what a provider says when it fails at the ${phase}s`, async () => {
      const lab = await bench({
        config: CONFIG,
        answer: ({ kind }) => {
          if (kind !== phase) return undefined;
          return { text: "", finish: null, error: { kind: null, message: HOSTILE, status: 400, retryable: false } };
        },
      });
      try {
        const reply = await lab.call("run", { task: "A queue" });
        expect(reply).toContain("evil.example");
        expectHarmless(reply);
        await expectAllHarmless(lab);
      } finally {
        await lab.dispose();
      }
    });
  }

  for (const kind of [...LEFT, ...Object.keys(MAKING)]) {
    test(`a stored ${kind}`, async () => {
      const lab = await bench({ config: CONFIG });
      try {
        const dir = await ran(lab);
        const mine = kind === "ledger" ? "ledger.jsonl" : ALONE.has(kind) ? `${kind}.json` : `${kind}s/`;
        for (const [op, args] of MAKING[kind] ?? []) await lab.call(op, args);
        let poisonedFiles = 0;
        for (const [path, text] of Object.entries(await snapshot(dir))) {
          if (!path.includes(mine) || !/\.jsonl?$/u.test(path)) continue;
          const lines = kind === "ledger" ? text.trim().split("\n") : [text];
          const changed = lines.map((line) => {
            const value = JSON.parse(line) as Record<string, unknown>;
            const same = { at: value.at, event: value.event, phases: value.phases, kind: value.kind };
            const plan = { designers: value.designers, reviewers: value.reviewers, created_at: value.created_at };
            const { because: _, ...decided } = value;
            const kept = kind === "ledger" ? same : kind === "task" ? plan : kind === "decision" ? decided : {};
            const known = Object.entries(kept).filter(([, each]) => each !== undefined);
            return JSON.stringify({ ...(poisoned(value, HOSTILE) as object), ...Object.fromEntries(known) });
          });
          await writeFile(join(dir, path), `${changed.join("\n")}\n`);
          poisonedFiles++;
        }
        expect(poisonedFiles).toBeGreaterThan(0);
        await expectAllHarmless(lab);
        for (const [path, text] of Object.entries(await snapshot(dir)))
          if (path.endsWith(".md")) expectHarmless(text.replace(OWN_LINK, "]"));
      } finally {
        await lab.dispose();
      }
    });
  }

  test("files that do not fit, and the times of an experiment", async () => {
    const lab = await bench({ config: CONFIG });
    try {
      const dir = await ran(lab);
      await cp(dir, join(dirname(dir), "other"), { recursive: true });
      for (const path of Object.keys(await snapshot(dir))) {
        if (path.endsWith(".json") && path !== "task.json")
          await writeFile(join(dir, path), `{"${HOSTILE}": "${HOSTILE}"`);
      }
      const task = JSON.parse(await readFile(join(dir, "task.json"), "utf8"));
      await writeFile(join(dir, "task.json"), JSON.stringify({ ...task, created_at: HOSTILE }));
      await expectAllHarmless(lab);
      await writeFile(join(dir, "task.json"), JSON.stringify({ ...task, version: HOSTILE }));
      await expectAllHarmless(lab);
    } finally {
      await lab.dispose();
    }
  });

  test("the names of folders", async () => {
    const lab = await bench({ config: CONFIG });
    // A name is said alike whatever is said of an experiment: every call for the worst, a few for the others.
    const few = CALLS.filter(([op, { what }]: [string, { what?: string }]) => !what && FEW.has(op));
    try {
      const dir = await ran(lab);
      for (const name of [
        "2<img src=x>",
        "2![x](evil)",
        "2`_www.evil.example_`",
        "2# x\n# y",
        "2**[x](y)**",
        '2"a" [b]: c',
      ]) {
        const renamed = join(dirname(dir), name);
        await rename(await onlyExperiment(lab.dir), renamed);
        await expectAllHarmless(lab, name.includes("`") ? CALLS : few);
        const reply = await lab.call("show", { experiment: name });
        expect(reply).not.toContain("There is no experiment");
      }
    } finally {
      await lab.dispose();
    }
  });

  test("a call's own arguments, for any text", async () => {
    const lab = await bench({ config: CONFIG });
    try {
      await ran(lab);
      const text = fc.array(fc.constantFrom(...HOSTILE_PIECES), { maxLength: 8 }).map((parts) => parts.join(""));
      await fc.assert(
        fc.asyncProperty(text, async (hostile) => {
          const calls: [unknown, unknown][] = [
            [hostile, {}],
            ["show", { experiment: hostile || "x" }],
            ["show", { design: hostile || "x" }],
            ["compare", { designs: [hostile || "x", "alpha-strong-1"] }],
            ["help", { op: hostile }],
            ["run", { [hostile]: 1 }],
            ["run", hostile],
            ["run", { task: "A queue", design_models: [hostile] }],
            ["run", { task: "A queue", output_dir: `../${hostile}` }],
          ];
          lab.permits = false;
          for (const [op, args] of calls) {
            const reply = await lab.call(op, args);
            const live = liveParts(reply).filter(({ kind }) => kind !== "heading" && kind !== "code block");
            expect({ live, reply }).toEqual({ live: [], reply });
          }
        }),
        { numRuns: 40 },
      );
    } finally {
      await lab.dispose();
    }
  });
});

test("a line that is cut opens no code span whose content then takes effect", async () => {
  const long = `${"word ".repeat(700)} \`<img src=x> https://evil.example ${"y".repeat(700)}\``;
  const lab = await bench({
    config: CONFIG,
    answer: (asked) => {
      if (asked.kind !== "design") return undefined;
      return JSON.stringify({ ...JSON.parse(ordinaryAnswer({ id: asked.model }, asked)), summary: long });
    },
  });
  try {
    await lab.call("generate", { task: "A queue", topic: "queue" });
    const reply = await lab.call("show", { design: "alpha-strong-1" });
    expect(reply).toContain("[…]");
    expectHarmless(reply);
    expect(basename(await onlyExperiment(lab.dir))).toContain("queue");
  } finally {
    await lab.dispose();
  }
});
