import { expect, test } from "bun:test";
import type { Problem } from "../../../src/artifacts/problem.ts";
import { changedText, problemText } from "../../../src/views/markdown/lines.ts";

const PROBLEMS: [problem: Problem, said: string][] = [
  [{ kind: "unreadable", path: "a.json", reason: "EACCES" }, "Cannot read a.json: EACCES"],
  [{ kind: "not-a-file", path: "a.json", found: "a folder" }, "a.json is a folder, needed is a plain file"],
  [{ kind: "too-large", path: "a.json", bytes: 20, most: 10 }, "a.json has 20 bytes, more than 10"],
  [{ kind: "out-of-bounds", path: "a.json", reason: "too deep" }, "a.json holds too much: too deep"],
  [{ kind: "not-json", path: "a.json", reason: "it ends" }, "a.json is not valid JSON: it ends"],
  [
    { kind: "other-version", path: "a.json", found: "2", reads: 1, newer: true },
    "a.json has version 2 and this plugin reads version 1: update opencode-designlab to read it",
  ],
  [
    { kind: "other-version", path: "a.json", found: "0", reads: 1, newer: false },
    "a.json has version 0 and this plugin reads version 1: it was changed by hand, or is not its own",
  ],
  [
    { kind: "misfit", path: "a.json", against: "schema", where: "/title", reason: "Expected string", found: "1" },
    "a.json does not fit its schema: /title: expected string, found 1",
  ],
  [
    { kind: "misfit", path: "a.json", against: "criteria", where: "/scores", reason: "Expected number", found: "null" },
    "a.json does not fit the experiment's criteria: /scores: expected number, found null",
  ],
  [
    { kind: "repeated-name", path: "a.json", name: "clarity" },
    'a.json cannot be used: "clarity" stands twice, each name must stand once',
  ],
  [
    { kind: "outside", path: "/b", why: "the person did not allow it" },
    "the experiments in /b: it lies outside the project, and the person did not allow it; to have them, call again and allow it, or name the folder as output.base_dir in your own configuration (not the project's)",
  ],
  [
    { kind: "empty-scale", path: "a.json", name: "cost", min: 3, max: 3 },
    'a.json cannot be used: criteria "cost": max must be above min 3, found 3',
  ],
];

test("every reason not to use a file says which file, what was found and what is needed", () => {
  for (const [problem, said] of PROBLEMS) expect([problem, String(problemText(problem))]).toEqual([problem, said]);
});

test("an answer is stale for its design or for its criteria", () => {
  expect(String(changedText("design"))).toBe("the design's text has changed since");
  expect(String(changedText("criteria"))).toBe("the criteria have changed since");
});
