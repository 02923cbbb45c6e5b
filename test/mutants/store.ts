import type { Mutant } from "./mutant.ts";

export const STORE: readonly Mutant[] = [
  {
    name: "experiments are listed oldest first",
    file: "src/store/experiment.ts",
    find: "compare(b.task.created_at, a.task.created_at)",
    replace: "compare(a.task.created_at, b.task.created_at)",
    tests: ["test/store"],
  },
  {
    name: "a killed write's temporary files are not swept",
    file: "src/store/files.ts",
    find: "if (OWN_TEMPORARY.test(entry)) await rm",
    replace: "if (OWN_TEMPORARY.test(entry) && entry === '') await rm",
    tests: ["test/store"],
  },
];
