import { describe, expect, test } from "bun:test";
import type { Stale } from "../../../src/artifacts/problem.ts";
import { sortNotes } from "../../../src/story/notes.ts";
import { drawn } from "../../../src/views/markdown/drawn.ts";
import { experiment } from "../../stats/support.ts";
import { rankingOf } from "./support.ts";

const ranking = rankingOf(
  experiment([
    [8, null],
    [5, 4],
    [null, null],
  ]),
);

const STALE: Stale = {
  kind: "stale",
  artifact: "score",
  design_id: "a",
  reviewer_id: "b",
  path: "x.json",
  changed: "design",
};

describe("sortNotes()", () => {
  test("sorts by kind and loses nothing", () => {
    const { cautions, files, numbers } = sortNotes([
      ...ranking.notes,
      { kind: "stale-file", stale: { ...STALE, path: "/a b/reliability is null: x.json" } },
      { kind: "unusable-file", problem: { kind: "not-json", path: "robustness is null: y.json", reason: "cut" } },
    ]);
    expect(cautions.length + files.length + numbers.length).toBe(ranking.notes.length + 2);
    expect<string[]>(files.map((each) => drawn(each))).toEqual([
      "/a b/reliability is null: x.json is left out: the design's text has changed since.",
      "Left out: robustness is null: y.json is not valid JSON: cut.",
    ]);
    expect(numbers.map((each) => drawn(each)).join("\n")).toContain(
      "reliability.kendall_w is null: it needs every reviewer's score",
    );
  });
});
