import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ControlsOutcome } from "../../src/experiment/controls.ts";
import { criterionDeviation, rankingWithout, type SpoiledCell, unseenControls } from "../../src/stats/controls.ts";
import type { RankingInput } from "../../src/stats/panel.ts";
import { controlsSaid } from "../../src/story/controls.ts";
import { unmarked } from "../../src/story/sentence.ts";
import { experiment } from "../stats/support.ts";
import { rankingOf } from "../views/markdown/support.ts";

const UNCHANGED = { designs: [], criteria: false };

/** What is said of copies of two designs of which each reviewer's scores fell by that much on two criteria. */
function saidOf(input: RankingInput, drops: readonly number[], more: Partial<ControlsOutcome> = {}): string[] {
  const criterion = input.criteria[0]?.name ?? "";
  const cells = input.reviewers.flatMap(({ reviewer_id }, at): SpoiledCell[] => {
    const drop = drops[at];
    if (drop === undefined) return [];
    return ["k1", "k2"].map((control) => ({ reviewer_id, control, criterion, original: 8, copy: 8 - drop }));
  });
  const verdict = unseenControls(cells, input.criteria, criterionDeviation(input));
  const without = verdict.unseeing.length > 0 ? rankingWithout(input, verdict.unseeing) : null;
  const controls = { changed: UNCHANGED, missing: 0, verdict, without, ...more };
  return controlsSaid({ controls, ranking: rankingOf(input) }).map((said) => unmarked(said, (id) => id));
}

const scores = (...rows: number[][]): RankingInput => experiment(rows);
/** Four reviewers that agree. */
const EVEN = scores([8, 8.1, 7.9, 8], [6, 6.1, 6, 5.9], [4, 4, 4.1, 4]);

describe("controlsSaid()", () => {
  test("says nothing where there are no copies", () => {
    expect(controlsSaid({ controls: null, ranking: rankingOf(EVEN) })).toEqual([]);
  });

  test("names who does not see it, by how much, and what is first without it", () => {
    expect(saidOf(EVEN, [4, 3.9, 3.8, 0.2])).toEqual([
      "r3 did not see what was spoiled in two planted copies (its scores fell by 0.2 points, the others’ by 3.9): without it d0 stays first.",
    ]);
  });

  test("says of scores that rose that they rose", () => {
    expect(saidOf(EVEN, [4, 3.9, 3.8, -0.5])[0]).toContain("(its scores rose by 0.5 points, the others’ fell by 3.9)");
  });

  test("says that another would be first where it would", () => {
    const without = (given: ControlsOutcome["without"]) =>
      saidOf(EVEN, [4, 4, 4, 0], { without: given })[0]?.split(": ")[1];
    expect(without({ order: ["d1", "d0", "d2"], winner: "d1" })).toBe("without it d1 would be first.");
    expect(without({ order: ["d1", "d0", "d2"], winner: null })).toBe(
      "without it d1 would be first, without being named the winner.",
    );
    expect(without({ order: ["d0", "d1", "d2"], ranks: [1, 1, 3], winner: null })).toBe(
      "without it d0 and d1 would be equal in the first place, without being named the winner.",
    );
    expect(without(null)).toBe("without it nothing could be ranked.");
  });

  test("says that all saw it only where the scores of all fell", () => {
    expect(saidOf(EVEN, [4, 3, 4, 3])).toEqual(["All 4 reviewers saw what was spoiled in two planted copies."]);
    const noisy = scores([8, 3, 9, 4], [2, 6, 5, 9], [4, 9, 1, 6]);
    expect(saidOf(noisy, [2, 2, 2, 0.2])).toEqual([
      "3 of 4 reviewers saw what was spoiled in two planted copies; of r3 it cannot be told.",
    ]);
  });

  test("says why it cannot be told", () => {
    expect(saidOf(EVEN, [4, 4])[0]).toContain("that takes 3 reviewers who scored both");
    expect(saidOf(EVEN, [0.3, 0.2, 0.3, 0.1])[0]).toContain("the scores of most hardly moved");
    expect(saidOf(EVEN, [], { missing: 8 })[0]).toMatch(/cannot be told.* 8 evaluations of the copies are missing/u);
  });

  test("uses nothing of what was changed since", () => {
    const old = (changed: ControlsOutcome["changed"]) => saidOf(EVEN, [4, 4, 4, 0], { changed })[0];
    expect(old({ designs: ["d1"], criteria: false })).toContain("not used: since they were made d1 or its copy");
    expect(old({ designs: [], criteria: true })).toContain("not used: since they were made the criteria were changed");
  });

  test("on any table names exactly who is named, says all only of all, and its first is that of the others' ranking", () => {
    const score = fc.double({ min: 0, max: 10, noNaN: true });
    const table = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 2, max: 5 }))
      .chain(([reviewers, designs]) =>
        fc.tuple(
          fc.array(fc.array(score, { minLength: reviewers, maxLength: reviewers }), {
            minLength: designs,
            maxLength: designs,
          }),
          fc.array(fc.double({ min: -2, max: 8, noNaN: true }), { minLength: reviewers, maxLength: reviewers }),
        ),
      );
    fc.assert(
      fc.property(table, ([rows, drops]) => {
        const input = scores(...rows);
        const [said = "", ...more] = saidOf(input, drops);
        expect(more).toEqual([]);
        expect(said).toMatch(/^[A-Z\dr].*\.$/u);
        expect(said).not.toMatch(/NaN|undefined|null|Infinity|by -/u);
        const named = [...(/^(.*?) did not see/u.exec(said)?.[1] ?? "").matchAll(/r\d/gu)].map(([id]) => id);
        const criterion = input.criteria[0]?.name ?? "";
        const cells = drops.flatMap((drop, at) =>
          ["k1", "k2"].map((control) => ({
            reviewer_id: `r${at}`,
            control,
            criterion,
            original: 8,
            copy: 8 - drop,
          })),
        );
        const { unseeing } = unseenControls(cells, input.criteria, criterionDeviation(input));
        expect(named).toEqual(unseeing);
        if (said.startsWith("All")) expect(drops.every((drop) => drop > 0)).toBe(true);
        const first = /without (?:it|them) (.*?) (?:would|stays?)\b/u.exec(said)?.[1];
        if (first !== undefined) expect(first).toContain(rankingWithout(input, unseeing)?.order[0] ?? "");
      }),
      { numRuns: 300 },
    );
  });
});
