import type { Mutant } from "./mutant.ts";

export const REPLIES: readonly Mutant[] = [
  {
    name: "a model's name fills a whole file's name",
    file: "src/store/paths.ts",
    find: '"model", MAX_MODEL_BYTES)',
    replace: '"model")',
    tests: ["test/experiment/plan.test.ts"],
  },
  {
    name: "two models before a task are taken for the task",
    file: "src/hooks/run-line.ts",
    find: " || LIKE_A_MODEL.test(after)",
    replace: "",
    tests: ["test/hooks/run-line.test.ts"],
  },
  {
    name: "a placeholder is a task where the tool is called",
    file: "src/ops/start.ts",
    find: "if (saysNothing(task)) {",
    replace: "if (isBlank(task)) {",
    tests: ["test/ops/odd-input.test.ts"],
  },
  {
    name: "P(best) says more than the confidence beside it",
    file: "src/report/story-text.ts",
    find: "return more && p !== null ? atLeast(p) : probability(p);",
    replace: "return probability(p);",
    tests: ["test/report/ranking-text.test.ts"],
  },
  {
    name: "a flagged design has no mark in the table of the reply",
    file: "src/report/story-text.ts",
    find: '? " (flagged)" : ""}',
    replace: '? "" : ""}',
    tests: ["test/report/ranking-text.test.ts"],
  },
  {
    name: "designs of a tie are told of in the order of the plan",
    file: "src/report/story-text.ts",
    find: "const tied = tiedFirst(ranking).flatMap((id) => insights.designs.filter(({ design_id }) => design_id === id));",
    replace: "const tied = insights.designs.filter(({ design_id }) => tiedFirst(ranking).includes(design_id));",
    tests: ["test/report/ranking-text.test.ts"],
  },
  {
    name: "what reviewers miss is not held against a design without weaknesses",
    file: "src/report/story-text.ts",
    find: "return gap === null ? []",
    replace: "return gap === gap ? []",
    tests: ["test/report/ranking-text.test.ts"],
  },
  {
    name: "a table is as wide as its texts",
    file: "src/report/table.ts",
    find: "const TERMINAL = 80;",
    replace: "const TERMINAL = 800;",
    tests: ["test/report/failures-text.test.ts"],
  },
  {
    name: "the ledger calls designs and reviewers by their ids",
    file: "src/report/ledger-text.ts",
    find: "= named(view, names);",
    replace: "= view;",
    tests: ["test/ops/ledger.test.ts"],
  },
  {
    name: "a limit typed beside resume is not handed on",
    file: "src/hooks/command.ts",
    find: "limits: name && { [name]: Number(number) }",
    replace: "limits: undefined",
    tests: ["test/hooks/command.test.ts"],
  },
];
