import { expect, test } from "bun:test";
import { planLine } from "../../src/command/plan-line.ts";

const VIEWS = ["next", "list", "show", "critical"];
const reads = (word: "plan" | "tasks", line: string) => planLine(word, VIEWS)(line.split(/\s+/u).filter(Boolean), line);
const of = (line: string) => reads("plan", line);
const EXPERIMENT = "2026-11-21-queue";

test("an experiment, a view with a task, a change, a design: each by its place", () => {
  for (const [line, args] of [
    ["", {}],
    [EXPERIMENT, { experiment: EXPERIMENT }],
    ["latest A", { experiment: "latest", design: "A" }],
    ["next", { next: true }],
    [`${EXPERIMENT} NEXT`, { experiment: EXPERIMENT, next: true }],
    ["critical", { view: "critical" }],
    ["show analysis/critical-path", { view: "show", task: "analysis/critical-path" }],
    ["start store", { start: "store" }],
    ["done 仕事", { done: "仕事" }],
    ['start "my task"', { start: "my task" }],
    ["start _private", { start: "_private" }],
    ['failed store "no disk left"', { failed: "store", note: "no disk left" }],
    ["--dir todo list", { view: "list", dir: "todo" }],
    ['list --dir "my todo"', { view: "list", dir: "my todo" }],
    [
      "latest --anew --dry-run --max-cost 2",
      { experiment: "latest", anew: true, dry_run: true, limits: { max_cost: 2 } },
    ],
    ["latest --where=work", { experiment: "latest", where: "work" }],
    ["latest --as json", { experiment: "latest", as: "json" }],
    ["--dir todo", { dir: "todo" }],
    ["expand store-schema", { expand: "store-schema" }],
    [`${EXPERIMENT} expand T3 --dry-run`, { experiment: EXPERIMENT, expand: "T3", dry_run: true }],
    ["EXPAND t3 latest", { experiment: "latest", expand: "t3" }],
  ] as const)
    expect([line, of(line)]).toEqual([
      line,
      { op: expect.stringMatching(/^(?:plan|tasks)$/u), args: expect.objectContaining({ ...args }) },
    ]);
});

test("what is said of the tasks of a plan is a call of tasks behind either word, what makes one a call of plan", () => {
  for (const line of ["next", "critical", "show a", "start a", "done a", "failed a why", "--dir todo", "--as json"]) {
    const read = reads("plan", line);
    expect([line, read]).toEqual([line, expect.objectContaining({ op: "tasks" })]);
    expect(reads("tasks", line)).toEqual(read);
  }
  for (const line of ["", "latest A", "--anew", "--where work", "--dry-run", "--max-cost 2", "--model a/b"])
    expect([line, of(line)]).toEqual([line, expect.objectContaining({ op: "plan" })]);
  expect(reads("tasks", "")).toEqual({ op: "tasks", args: {} });
  expect(reads("tasks", EXPERIMENT)).toEqual({ op: "tasks", args: { experiment: EXPERIMENT } });
  for (const line of ["A", "expand a", "--anew", "next --where work", "--max-cost 2"])
    expect([line, "odd" in reads("tasks", line)]).toEqual([line, true]);
});

test("no word is passed over", () => {
  for (const line of [
    "database migration",
    "start",
    "start a b",
    "done a because",
    "failed a b c",
    "next a",
    "list a b",
    "A B",
    "latest --max-cost much",
    "expand",
    "expand a b",
    "expand a latest b",
    "latest expand a latest",
    "expand ../a",
    "expand a --dir todo",
    "expand a --as json",
    "list --as yaml",
    "start ../a",
    "start a:b",
    "latest --anew=false",
    "latest --where a --where=b",
    "latest --where=work --as json",
    "start a --dry-run",
    "A --dir todo",
    "latest --model",
    "latest --model --anew",
    "list --dir",
    'latest --where ""',
  ])
    expect([line, "odd" in of(line)]).toEqual([line, true]);
});
