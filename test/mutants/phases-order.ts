import type { Mutant } from "./mutant.ts";

const TESTS = ["test/phases/design-and-evaluate.test.ts"];

export const PHASES_ORDER: readonly Mutant[] = [
  {
    name: "a lone design is judged though it may never be ranked",
    file: "src/phases/design-and-evaluate.ts",
    find: "if (++there < needed) return;",
    replace: "there++;",
    tests: TESTS,
  },
  {
    name: "designs are judged only once all are there",
    file: "src/phases/design-and-evaluate.ts",
    find: "status.scores.wanted > 0 ? lab.config.min_designs : 0",
    replace: "experiment.task.designers.length",
    tests: TESTS,
  },
  {
    name: "cells are asked design by design",
    file: "src/phases/evaluate.ts",
    find: 'shuffled(plannedCells(task), task.seed, "cells")',
    replace: "plannedCells(task)",
    tests: TESTS,
  },
];
