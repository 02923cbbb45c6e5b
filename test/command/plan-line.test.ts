import { expect, test } from "bun:test";
import { planned } from "../../src/command/plan-line.ts";

const read = planned(["next", "list", "show", "critical"]);
const of = (line: string) => read(line.split(/\s+/u).filter(Boolean), line);
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
    ["latest --where=work --as json", { experiment: "latest", where: "work", as: "json" }],
  ] as const)
    expect([line, of(line)]).toEqual([line, { args: expect.objectContaining({ ...args }) }]);
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
    "list --as yaml",
    "start ../a",
    "start a:b",
    "latest --anew=false",
    "latest --where a --where=b",
    "latest --model",
    "latest --model --anew",
    "list --dir",
    'latest --where ""',
  ])
    expect([line, "odd" in of(line)]).toEqual([line, true]);
});
