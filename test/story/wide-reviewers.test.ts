import { expect, test } from "bun:test";
import type { RankingNote } from "../../src/artifacts/ranking-note.ts";
import { rankingNote, sortNotes } from "../../src/story/notes.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { experiment } from "../stats/support.ts";
import { chanceOf } from "../support/chance.ts";
import { rankingOf } from "../views/markdown/support.ts";
import { noteFaults } from "./table-faults.ts";

const TABLES = 80;
const said = (note: RankingNote): string => unmarked(rankingNote(note), (id) => id);

test("the sentence names the design that full weight would put first, and whose scores spread widely", () => {
  const note: RankingNote = { kind: "wide-reviewers", reviewer_ids: ["r2"], first: ["d2"] };
  expect(said(note)).toBe(
    "d2 would be first if the scores of r2, which spread more widely than the others', counted in full.",
  );
  expect(said({ ...note, reviewer_ids: ["r0", "r2"], first: ["d1", "d2"] })).toBe(
    "d1 and d2 would share the first place if the scores of r0 and r2, which spread more widely than the others', counted in full.",
  );
  expect(sortNotes([note]).cautions).toHaveLength(1);
});

test("in random tables with a loud reviewer the sentence is said exactly where full weight changes the first place", () => {
  const random = chanceOf(21);
  let spoken = 0;
  for (let run = 0; run < TABLES; run++) {
    const [designs, reviewers] = [random.between(2, 5), random.between(2, 5)];
    const [liked, isFixed, step] = [random.between(0, designs - 1), random.uniform() < 0.5, random.pick([0.01, 1])];
    const table = Array.from({ length: designs }, (_, i) =>
      Array.from({ length: reviewers }, (__, j) => {
        if (j === 0 && isFixed) return i === liked ? 10 : 4;
        const score = 6 + (j === 0 ? 3 : 1) * random.normal(0, 1);
        return Math.min(10, Math.max(0, Math.round(score / step) * step));
      }),
    );
    const input = experiment(table);
    const ranking = rankingOf(input);
    expect(noteFaults(input, ranking).faults).toEqual([]);
    if (ranking.notes.some(({ kind }) => kind === "wide-reviewers")) spoken++;
  }
  expect(spoken).toBeGreaterThan(TABLES / 20);
  expect(spoken).toBeLessThan(TABLES / 2);
});
