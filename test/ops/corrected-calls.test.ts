import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { questionIn } from "../../src/questions/check.ts";
import { answerCall } from "../../src/tool.ts";
import { type Bench, bench } from "../support/lab.ts";
import { OPS } from "../support/typed.ts";

type Args = Record<string, unknown>;
type Call = { op: string; args?: Args };

let lab: Bench;
beforeAll(async () => {
  lab = await bench();
});
afterAll(() => lab.dispose());

const answer = (call: Args): Promise<string> => answerCall(call, lab.context).then(({ shown }) => shown);

/** The first call of the tool that a reply spells out. */
function callIn(reply: string): Call | null {
  const [, literal] = /(?:Send this instead|Form of the call): `+ ?designlab\((.*?)\) ?`/su.exec(reply) ?? [];
  return literal === undefined ? null : new Function(`return ${literal};`)();
}

const QUESTION = { type: "pick_one", text: "Which store?" };
const STORES = [
  { id: "postgres", label: "Postgres" },
  { id: "mysql", label: "MySQL" },
];
const TASK = "Design a durable queue";

/** Calls as models write them wrongly, and the call that each means. */
const WRONG: readonly [wrong: Args, right: Call][] = [
  [
    { op: "ask", args: { questions: [{ ...QUESTION, options: ["Postgres", "MySQL"] }] } },
    { op: "ask", args: { questions: [{ ...QUESTION, options: STORES }] } },
  ],
  [
    { op: "ask", args: { question: "Which store?" } },
    { op: "ask", args: { questions: [{ type: "ask_text", text: "Which store?" }] } },
  ],
  [
    { op: "ask", question: "Which store?", options: ["Postgres", "MySQL"] },
    { op: "ask", args: { questions: [{ ...QUESTION, options: STORES }] } },
  ],
  [
    { op: "ask", args: { questions: ["Which store?"] } },
    { op: "ask", args: { questions: [{ type: "ask_text", text: "Which store?" }] } },
  ],
  [
    { op: "ask", args: { questions: "Which store?" } },
    { op: "ask", args: { questions: [{ type: "ask_text", text: "Which store?" }] } },
  ],
  [
    {
      op: "ask",
      args: {
        questions: [
          {
            question: "Which store?",
            header: "Store",
            options: [{ label: "Postgres", description: "Known" }],
            multiple: true,
          },
        ],
      },
    },
    {
      op: "ask",
      args: {
        questions: [
          {
            type: "pick_many",
            text: "Which store?",
            options: [{ id: "postgres", label: "Postgres", description: "Known" }],
          },
        ],
      },
    },
  ],
  [
    {
      op: "ask",
      args: {
        questions: [{ type: "single_choice", question: "Which store?", choices: { pg: "Postgres", my: "MySQL" } }],
      },
    },
    {
      op: "ask",
      args: {
        questions: [
          {
            ...QUESTION,
            options: [
              { id: "pg", label: "Postgres" },
              { id: "my", label: "MySQL" },
            ],
          },
        ],
      },
    },
  ],
  [
    { op: "ask", args: { questions: [{ type: "yes_no", text: "Keep it?" }] } },
    { op: "ask", args: { questions: [{ type: "confirm", text: "Keep it?" }] } },
  ],
  [
    { op: "ask", args: { questions: { type: "text", prompt: "Who reads it?" } } },
    { op: "ask", args: { questions: [{ type: "ask_text", text: "Who reads it?" }] } },
  ],
  [
    { op: "ask", args: { id: "q1", answer: "b" } },
    { op: "ask", args: { answers: { q1: "b" } } },
  ],
  [
    {
      op: "ask",
      args: {
        answers: [
          { id: "q1", answer: "b" },
          { question_id: "q2", value: "5" },
        ],
      },
    },
    { op: "ask", args: { answers: { q1: "b", q2: "5" } } },
  ],
  [
    { op: "ask", args: { approved: "true", id: "latest" } },
    { op: "ask", args: { approve: true, experiment: "latest" } },
  ],
  [
    { op: "ask", args: { cancel: "q1" } },
    { op: "ask", args: { cancel: ["q1"] } },
  ],
  [
    { op: "brief", args: { task: "Something to send e-mails" } },
    { op: "brief", args: { idea: "Something to send e-mails" } },
  ],
  [
    { op: "brief", args: { id: "2026-01-05-mail", answers: [{ id: "q1", answer: "b" }] } },
    { op: "brief", args: { experiment: "2026-01-05-mail", answers: { q1: "b" } } },
  ],
  [
    { op: "brief", args: { idea: "Something to send e-mails", dry_run: "true" } },
    { op: "brief", args: { idea: "Something to send e-mails", dry_run: true } },
  ],
  [
    { op: "run", args: { task: TASK, max_cost: 2 } },
    { op: "run", args: { task: TASK, limits: { max_cost: 2 } } },
  ],
  [
    { op: "run", args: { task: TASK, limits: { cost: "$2", maxMinutes: "20" } } },
    { op: "run", args: { task: TASK, limits: { max_cost: 2, max_minutes: 20 } } },
  ],
  [
    { op: "run", args: { prompt: TASK } },
    { op: "run", args: { task: TASK } },
  ],
  [
    { op: "run", args: TASK },
    { op: "run", args: { task: TASK } },
  ],
  [
    { op: "run", args: { params: { task: TASK, dryRun: true } } },
    { op: "run", args: { task: TASK, dry_run: true } },
  ],
  [
    { op: "run", args: { task: TASK, models: ["a/x", "b/y"] } },
    { op: "run", args: { task: TASK, design_models: ["a/x", "b/y"] } },
  ],
  [
    { op: "run", args: { task: TASK, quick: true } },
    { op: "run", args: { task: TASK, preset: "quick" } },
  ],
  [
    { op: "run", args: { id: "2026-01-05-mail" } },
    { op: "run", args: { experiment: "2026-01-05-mail" } },
  ],
  [
    { op: "generate", args: { description: TASK, estimate: true } },
    { op: "generate", args: { task: TASK, dry_run: true } },
  ],
  [
    { op: "generate", args: { task: TASK, design_model: "a/x" } },
    { op: "generate", args: { task: TASK, design_models: "a/x" } },
  ],
  [
    { op: "review", args: { id: "latest", model: "a/x" } },
    { op: "review", args: { experiment: "latest", models: "a/x" } },
  ],
  [
    { op: "score", args: { experiment_id: "latest", overwrite: "yes" } },
    { op: "score", args: { experiment: "latest", force: true } },
  ],
  [
    { op: "judge", args: { experimentId: "latest", ranking: "A>B" } },
    { op: "judge", args: { experiment: "latest", order: "A>B" } },
  ],
  [
    { op: "judge", args: { experiment: "latest", wait: "0" } },
    { op: "judge", args: { experiment: "latest", wait: 0 } },
  ],
  [
    { op: "rank", args: { id: "latest" } },
    { op: "rank", args: { experiment: "latest" } },
  ],
  [
    { op: "rank", args: "latest" },
    { op: "rank", args: { experiment: "latest" } },
  ],
  [
    { op: "refine", args: { id: "latest", design: "A", rounds: "2" } },
    { op: "refine", args: { experiment: "latest", designs: "A", rounds: 2 } },
  ],
  [
    { op: "refine", args: { experiment: "latest", budget: 1.5 } },
    { op: "refine", args: { experiment: "latest", limits: { max_cost: 1.5 } } },
  ],
  [
    { op: "decide", args: { choice: "A", reason: "We can run it" } },
    { op: "decide", args: { design: "A", because: "We can run it" } },
  ],
  [
    { op: "decide", args: { designs: ["A"], because: "We can run it" } },
    { op: "decide", args: { design: "A", because: "We can run it" } },
  ],
  [
    { op: "plan", args: { id: "latest", letter: "A" } },
    { op: "plan", args: { experiment: "latest", design: "A" } },
  ],
  [
    { op: "plan", args: { file: "docs/queue.md" } },
    { op: "plan", args: { of: "docs/queue.md" } },
  ],
  [
    { op: "tasks", args: { status: "done", task: "schema" } },
    { op: "tasks", args: { done: "schema" } },
  ],
  [
    { op: "tasks", args: { action: "critical" } },
    { op: "tasks", args: { view: "critical" } },
  ],
  [
    { op: "tasks", args: { action: "start", id: "schema" } },
    { op: "tasks", args: { start: "schema" } },
  ],
  [
    { op: "guard", args: { action: "on" } },
    { op: "guard", args: { do: "on" } },
  ],
  [
    { op: "guard", args: { do: "status", verbose: true } },
    { op: "guard", args: { do: "status" } },
  ],
  [
    { op: "outcome", args: { result: "worked", notes: "No incident" } },
    { op: "outcome", args: { outcome: "worked", note: "No incident" } },
  ],
  [
    { op: "outcome", args: { confirm: "2" } },
    { op: "outcome", args: { confirm: 2 } },
  ],
  [
    { op: "show", args: { id: "latest" } },
    { op: "show", args: { experiment: "latest" } },
  ],
  [
    { op: "show", args: { what: "score" } },
    { op: "show", args: { what: "scores" } },
  ],
  [
    { op: "show", args: { experiment: "latest", part: "ledger" } },
    { op: "show", args: { experiment: "latest", what: "ledger" } },
  ],
  [
    { op: "open", args: { id: "latest" } },
    { op: "open", args: { experiment: "latest" } },
  ],
  [
    { op: "compare", args: { id: "latest", options: ["A", "B"] } },
    { op: "compare", args: { experiment: "latest", designs: ["A", "B"] } },
  ],
  [
    { op: "export", args: { id: "latest", folder: "out", anonymous: "true" } },
    { op: "export", args: { experiment: "latest", to: "out", anonymous: true } },
  ],
  [{ op: "init", args: { force: true, preset: "quick" } }, { op: "init" }],
  [
    { op: "doctor", args: { ask: "true" } },
    { op: "doctor", args: { ask: true } },
  ],
  [
    { op: "help", args: { command: "run" } },
    { op: "help", args: { op: "run" } },
  ],
  [
    { op: "help", args: "run" },
    { op: "help", args: { op: "run" } },
  ],
  [
    { op: "decied", args: { design: "A" } },
    { op: "decide", args: { design: "A" } },
  ],
  [
    { op: "resume", args: { experiment: "latest" } },
    { op: "run", args: { experiment: "latest" } },
  ],
  [
    { op: "approve", args: { experiment: "latest" } },
    { op: "ask", args: { approve: true, experiment: "latest" } },
  ],
  [
    { op: "estimate", args: { task: TASK } },
    { op: "run", args: { dry_run: true, task: TASK } },
  ],
  [{ op: "list" }, { op: "show" }],
  [
    { op: "/design-lab show", args: { id: "latest" } },
    { op: "show", args: { experiment: "latest" } },
  ],
  [
    { action: "show", args: { experiment: "latest" } },
    { op: "show", args: { experiment: "latest" } },
  ],
  [
    { operation: "run", task: TASK },
    { op: "run", args: { task: TASK } },
  ],
  [{ op: "run" }, { op: "run", args: { task: "…" } }],
  [
    { op: "generate", args: {} },
    { op: "generate", args: { task: "…" } },
  ],
  [{ op: "brief" }, { op: "brief", args: { idea: "…" } }],
];

describe("a wrong call is answered with the corrected one, which fits", () => {
  test("every op has rows", () => {
    const ops = new Set(WRONG.map(([, { op }]) => op));
    expect(OPS.map(({ name }) => name).filter((name) => !ops.has(name))).toEqual([]);
  });

  for (const [wrong, right] of WRONG) {
    test(JSON.stringify(wrong), async () => {
      const reply = await answer(wrong);
      expect(callIn(reply)).toEqual(right);
      const row = OPS.find(({ name }) => name === right.op);
      expect(row && Value.Check(row.args, right.args ?? {})).toBe(true);
      for (const each of (right.args?.questions ?? []) as unknown[]) expect(questionIn(each)).toEqual(each as never);
      expect(lab.host.prompts).toEqual([]);
    });
  }

  test("a limit or an estimate that cannot be read is never left out", async () => {
    for (const args of [
      { task: TASK, limits: { max_cost: "little" } },
      { task: TASK, spending: "at most two dollars" },
      { task: TASK, dry_run: "perhaps" },
    ]) {
      const call = callIn(await answer({ op: "run", args }));
      expect(call === null || Object.hasOwn(call.args ?? {}, "limits") || call.args?.task !== TASK).toBe(true);
    }
  });
});

test("a call whose limits have no name that is known is answered with gaps, not with a call that could be paid for", async () => {
  for (const args of [
    { options: { dry_run: true } },
    { config: { max_cost: 1 } },
    { settings: { budget: 1 } },
    { limits: { cap: 1 } },
    ...["cap", "ceiling", "euros", "money", "hours", "seconds", "free", "trial"].map((name) => ({ [name]: 1 })),
    { max_minutes: "90s" },
    { free: true },
  ]) {
    const reply = await answer({ op: "run", args: { task: TASK, ...args } });
    expect([args, reply]).toEqual([args, expect.stringContaining("Form of the call: ")]);
    expect(callIn(reply)).toEqual({ op: "run", args: { task: "…" } });
  }
});

test("a new task by another name of the op is of no experiment", async () => {
  for (const op of ["start", "try", "resume"]) {
    const call = callIn(await answer({ op, args: { task: TASK } }));
    expect([op, call]).toEqual([op, { op: "run", args: { task: TASK } }]);
  }
});

test("args beside op are args", async () => {
  const dry = await answer({ op: "run", task: TASK, dry_run: true });
  expect(dry).toContain("**Dry run:**");
  expect(await answer({ op: "run", args: { task: TASK }, dry_run: true })).toContain("**Dry run:**");
  expect(await answer({ op: "run", args: JSON.stringify({ task: TASK }), dry_run: true })).toContain("**Dry run:**");
  expect(await answer({ op: "show", experiment: "latest" })).toContain("There is no experiment yet");
});
