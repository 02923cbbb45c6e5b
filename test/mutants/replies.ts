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
];
