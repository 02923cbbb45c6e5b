import type { Mutant } from "./mutant.ts";

const TESTS = ["test/hooks/snapshots.test.ts"];

export const SNAPSHOTS: readonly Mutant[] = [
  {
    name: "snapshots are off although somebody else is at work",
    file: "src/hooks/snapshots.ts",
    find: "calls.size > 0 && [...working.keys()].every((id) => calls.has(id) || isOwn(id))",
    replace: "calls.size > 0",
    tests: TESTS,
  },
  {
    name: "a session that was spoken to counts only once the host is at work on it",
    file: "src/hooks/snapshots.ts",
    find: "working.set(sessionID, false);",
    replace: "",
    tests: TESTS,
  },
  {
    name: "a late word of the last turn's end hides the next turn",
    file: "src/hooks/snapshots.ts",
    find: "else if (working.get(sessionID) === true) working",
    replace: "else working",
    tests: TESTS,
  },
];
