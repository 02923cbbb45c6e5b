import { describe, expect, test } from "bun:test";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { doubtOf, firstPlace } from "../../src/stats/verdict.ts";
import { experiment, QUALITY } from "./support.ts";

const summaryOf = (...input: Parameters<typeof experiment>) => rankDesigns(experiment(...input)).summary;

describe("the verdict of a ranking", () => {
  test("is a winner with its probability, alone in the first place", () => {
    const { designs, summary } = rankDesigns(
      experiment([
        [9, 9.1, 8.9],
        [5, 5.2, 4.9],
        [3, 2.8, 3.1],
      ]),
    );
    expect(summary.verdict).toEqual({ kind: "winner", design: "d0", p: designs[0]?.p_best ?? -1 });
    expect(summary).toMatchObject({ first_place: ["d0"], winner: "d0", opinions: 3 });
  });

  test("is a tie of all that cannot be told apart from the first", () => {
    const { verdict, first_place } = summaryOf([
      [7, 6, 8],
      [6.8, 6.1, 7.9],
    ]);
    expect(verdict).toEqual({ kind: "tie", designs: ["d0", "d1"] });
    expect(first_place).toEqual(["d0", "d1"]);
  });

  test("is one opinion where one reviewer alone tells designs apart, and one design where one has scores", () => {
    const one = summaryOf([
      [8, 5],
      [4, 5],
    ]);
    expect(one).toMatchObject({ verdict: { kind: "one-opinion", design: "d0", reviewer: "r0" }, opinions: 1 });
    expect(one.scoring_reviewers).toBe(2);
    expect(
      summaryOf([
        [8, 7],
        [null, null],
      ]),
    ).toMatchObject({
      verdict: { kind: "one-design", design: "d0" },
      first_place: ["d0"],
      doubt: "one-design",
      scored_designs: 1,
      unscored_designs: ["d1"],
    });
  });

  test("is unranked for want of scores or weights, and says whom nobody compares", () => {
    expect(summaryOf([[null], [null]])).toMatchObject({
      verdict: { kind: "unranked", reason: "no-score" },
      first_place: [],
      silent_reviewers: ["r0"],
    });
    expect(summaryOf([[8], [7]], { criteria: [{ ...QUALITY, weight: 0 }] })).toMatchObject({
      verdict: { kind: "unranked", reason: "no-weight" },
    });
    const { notes, ...crossed } = rankDesigns(
      experiment(
        [
          [9, 9.5],
          [1, 2],
        ],
        { authors: { 0: 0, 1: 1 }, options: { exclude_self_reviews: true } },
      ),
    );
    expect(crossed.summary).toMatchObject({
      verdict: { kind: "nobody-compares", designs: ["d0", "d1"] },
      first_place: ["d0", "d1"],
      excluded_self_scores: 2,
    });
    expect(notes[0]).toEqual({ kind: "nothing-ranked", reason: "nobody-compares" });
  });

  test("is slightly ahead from 0.7 on, also of a tie, and where no other design ties with it", () => {
    const place = (p_best: number, tie_groups: string[][]) =>
      firstPlace({
        designs: [
          { design_id: "a", rank: 1, p_best, reviewers: 3 },
          { design_id: "b", rank: 2, p_best: 1 - p_best, reviewers: 3 },
        ],
        summary: { opinions: 3, winner: null, tie_groups },
      }).verdict;
    expect(place(0.69, [["a", "b"]])).toEqual({ kind: "tie", designs: ["a", "b"] });
    expect(place(0.7, [["a", "b"]])).toEqual({ kind: "ahead", design: "a", p: 0.7, tied: ["a", "b"] });
    expect(place(0.6, [])).toEqual({ kind: "ahead", design: "a", p: 0.6, tied: ["a"] });
  });
});

test("doubtOf() says why confidence is lower than P(best) alone would make it, and nothing where it is not", () => {
  const sure = { best: 0.97, designs: 3, opinions: 3, apart: 0.97 };
  expect(doubtOf(sure)).toBeNull();
  expect(doubtOf({ ...sure, apart: 0.9 })).toBe("close-designs");
  expect(doubtOf({ ...sure, best: 0.9, apart: 0.9 })).toBeNull();
  expect(doubtOf({ ...sure, designs: 2 })).toBe("few-designs");
  expect(doubtOf({ ...sure, opinions: 2 })).toBe("few-reviewers");
  expect(doubtOf({ ...sure, opinions: 2, best: 0.9 })).toBeNull();
  expect(doubtOf({ ...sure, opinions: 1, best: 0.9 })).toBe("one-reviewer");
  expect(doubtOf({ ...sure, opinions: 1, best: 0.6 })).toBeNull();
  expect(doubtOf({ ...sure, designs: 1, opinions: 0, best: 1 })).toBe("one-design");
});

test("odd reviewers are a field, of which their notes are made", () => {
  const { bias, notes } = rankDesigns(
    experiment([
      [9, 9, 1, 5],
      [6, 7, 4, 5],
      [4, 5, 6, 5],
      [1, 2, 9, 5],
    ]),
  );
  expect(bias.odd_reviewers).toEqual([
    { reviewer_id: "r2", oddity: "contrary" },
    { reviewer_id: "r3", oddity: "constant" },
  ]);
  const named = notes.flatMap((note) => ("reviewer_id" in note ? [`${note.kind} ${note.reviewer_id}`] : []));
  expect(named).toEqual(["contrary-reviewer r2", "constant-reviewer r3"]);
});
