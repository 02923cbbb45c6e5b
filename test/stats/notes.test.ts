import { expect, test } from "bun:test";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { experiment } from "./support.ts";

const noted = (table: Parameters<typeof experiment>[0]) => rankDesigns(experiment(table)).notes;

test("two designs are called few, and three are not", () => {
  const kinds = (table: Parameters<typeof experiment>[0]) => noted(table).map(({ kind }) => kind);
  expect(
    noted([
      [8, 7],
      [5, 4],
    ]),
  ).toContainEqual({ kind: "few-designs", designs: 2 });
  expect(
    kinds([
      [8, 7],
      [5, 4],
      [6, 6],
    ]),
  ).not.toContain("few-designs");
});

test("a ranking says what its intervals assume, and what of its scores is missing", () => {
  const notes = noted([
    [8, 7],
    [5, null],
    [6, 6],
  ]);
  expect(notes).toContainEqual({ kind: "missing-scores", scored: 5, expected: 6 });
  expect(notes.filter(({ kind }) => kind === "assumed-correlation")).toHaveLength(1);
});

test("where nothing was scored it is said why nothing is ranked, and nothing is assumed", () => {
  const kinds = noted([
    [null, null],
    [null, null],
  ]).map(({ kind }) => kind);
  expect(kinds).toContain("nothing-ranked");
  expect(kinds).not.toContain("assumed-correlation");
});
