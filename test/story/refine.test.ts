import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Design } from "../../src/artifacts/design.ts";
import type { Lineage } from "../../src/artifacts/lineage.ts";
import { type ChildOutcome, cameOf, improved, madeIn, type RoundOutcome } from "../../src/experiment/round-outcome.ts";
import { judgeMerge } from "../../src/stats/merge.ts";
import type { RankingInput } from "../../src/stats/panel.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { compareRevisions } from "../../src/stats/revisions.ts";
import { childSaid, roundSaid } from "../../src/story/refine.ts";
import { childInRow, roundsInRow } from "../../src/story/round-words.ts";
import { childIs, roundsBeside } from "../../src/story/rounds.ts";
import { type Sentence, unmarked } from "../../src/story/sentence.ts";
import { probability } from "../../src/text/numbers.ts";

const plain = (sentence: Sentence): string => unmarked(sentence, (id) => `ID:${id}`);
const PARENTS = ["A", "B", "C"] as const;
type Shape = {
  parents: number;
  merges: boolean;
  reviewers: number;
  lengths: number[];
  /** How much better each revision is, and the merge, and what each cell errs by. */
  gains: number[];
  noise: number[];
  /** Texts that nobody scored, and that were not written. */
  unscored: number | null;
  unwritten: number | null;
};

const shape: fc.Arbitrary<Shape> = fc.record({
  parents: fc.integer({ min: 1, max: 3 }),
  merges: fc.boolean(),
  reviewers: fc.integer({ min: 1, max: 5 }),
  lengths: fc.array(fc.integer({ min: 200, max: 4_000 }), { minLength: 7, maxLength: 7 }),
  gains: fc.array(
    fc.integer({ min: -40, max: 40 }).map((tenth) => tenth / 10),
    { minLength: 4, maxLength: 4 },
  ),
  noise: fc.array(
    fc.integer({ min: -12, max: 12 }).map((tenth) => tenth / 10),
    { minLength: 70, maxLength: 70 },
  ),
  unscored: fc.option(fc.integer({ min: 0, max: 3 })),
  unwritten: fc.option(fc.integer({ min: 0, max: 3 })),
});

/** A round as its outcome is worked out, with real numbers of random scores. */
function outcomeOf({ parents, merges, reviewers, lengths, gains, noise, unscored, unwritten }: Shape): RoundOutcome {
  const names = PARENTS.slice(0, parents);
  const copies = names.map((name, at) => ({ id: `r1-${at + 1}`, of: name.toLowerCase(), name, met: met() }));
  const made: { id: string; name: string; is: "revision" | "merge"; of: string[]; gain: number }[] = [
    ...names.map((name, at) => ({
      ...{ id: `r1-${at + 4}`, name: `${name}2`, is: "revision" as const, of: [name.toLowerCase()] },
      gain: gains[at] ?? 0,
    })),
    ...(merges && parents > 1
      ? [{ id: "r1-9", name: "M1", is: "merge" as const, of: copies.map(({ of }) => of), gain: gains[3] ?? 0 }]
      : []),
  ];
  const written = made.filter((_, at) => at !== unwritten);
  const scored = written.filter((each) => made.indexOf(each) !== unscored);
  const texts = [...copies.map(({ id }) => ({ id, gain: 0 })), ...scored];
  let drawn = 0;
  const input: RankingInput = {
    designs: [...copies, ...written].map(({ id }, at) => ({
      design_id: id,
      generating_model: `maker/${at}`,
      length: lengths[at] ?? 1_000,
    })),
    reviewers: Array.from({ length: reviewers }, (_, at) => ({ reviewer_id: `v${at}`, model: `judge/${at}` })),
    criteria: ["clarity", "feasibility"].map((name) => ({ name, description: name, min: 0, max: 10 })),
    scores: texts.flatMap(({ id, gain }) =>
      Array.from({ length: reviewers }, (_, at) => ({
        ...{ design_id: id, reviewer_id: `v${at}`, scorer_model: `judge/${at}` },
        scores: Object.fromEntries(
          ["clarity", "feasibility"].map((name) => [
            name,
            Math.min(10, Math.max(0, 5 + gain + (noise[drawn++ % noise.length] ?? 0))),
          ]),
        ),
      })),
    ),
    reviews: [],
    options: { method: "adjusted", exclude_self_reviews: false, draws: 2_000 },
  };
  const judged = scored.filter(({ is }) => is === "revision");
  const pairs = judged.map(({ id, of }) => ({ child: id, parent: copies.find((each) => each.of === of[0])?.id ?? "" }));
  const revisions = pairs.length > 0 ? compareRevisions(input, pairs) : [];
  return {
    number: 1,
    children: made.map((each): ChildOutcome => {
      const lineage: Lineage = { is: each.is, of: each.of, name: each.name };
      const design = written.includes(each) ? ({ title: `Title of ${each.name}` } as unknown as Design) : null;
      const said = {
        child: { row: { design_id: each.id, model: "maker/x", lineage }, design },
        name: each.name,
        parents: copies.filter(({ of }) => each.of.includes(of)),
        met: met(),
        unsaid: design === null ? ("not-written" as const) : scored.includes(each) ? null : ("not-judged" as const),
      };
      if (each.is === "revision")
        return { ...said, is: "revision", numbers: revisions.find(({ child }) => child === each.id) ?? null };
      const merge = { merge: each.id, parents: said.parents.map(({ id }) => id) };
      return { ...said, is: "merge", numbers: said.unsaid === null ? judgeMerge(input, merge) : null };
    }),
    ranking: rankDesigns(input),
    changed: [],
    people: [],
  };
}

const met = () => ({ met: [], partly: [], missed: [], silent: [], of: 0 }) as unknown as ChildOutcome["met"];
const RUNS = { numRuns: 150 };

describe("what a round came to", () => {
  test("calls a text that it ranked and does not know by its id", () => {
    const given: Shape = {
      ...{ parents: 2, merges: false, reviewers: 3, lengths: Array(7).fill(900), unscored: null, unwritten: null },
      ...{ gains: [0, 0, 0, 0], noise: Array(70).fill(0) },
    };
    const outcome = { ...outcomeOf(given), children: [] };
    const first = outcome.ranking?.summary.first_place ?? [];
    expect(first.length).toBeGreaterThan(1);
    expect(roundSaid(outcome).map(plain).join("\n")).toContain(`${first[0]}, ${first[1]}`);
  });

  test("calls a revision better only from the bound on, and its number is the one that is stored", () => {
    fc.assert(
      fc.property(shape, (given) => {
        const outcome = outcomeOf(given);
        for (const child of outcome.children) {
          if (child.is !== "revision") continue;
          const said = plain(childSaid(child, outcome));
          const { numbers } = child;
          const parent = child.parents[0]?.name;
          const isBetter = said.startsWith(`The revision ${child.name} is better than ${parent} by `);
          expect(isBetter).toBe(numbers !== null && (numbers.p_better ?? 0) >= numbers.bound - 1e-9);
          if (numbers?.verdict == null) continue;
          const p = numbers.verdict === "worse" ? 1 - (numbers.p_better ?? 0) : (numbers.p_better ?? 0);
          expect(said).toContain(probability(p));
          const who = numbers.reviewers.length;
          expect(said).toContain(`; ${who} ${who === 1 ? "reviewer" : "reviewers"} scored both.`);
          expect(said).not.toContain("ID:");
          if (numbers.verdict !== "better") expect(said).toEndWith(` ${parent} stays.`);
          expect(said.includes("revisions were looked at")).toBe(
            numbers.verdict === "not better" && outcome.children.filter(({ is }) => is === "revision").length > 1,
          );
        }
      }),
      RUNS,
    );
  });

  test("names a merge the best only where it wins the round, with its parents and its own probability", () => {
    fc.assert(
      fc.property(shape, (given) => {
        const outcome = outcomeOf({ ...given, merges: true, parents: Math.max(2, given.parents) });
        const merge = outcome.children.find(({ is }) => is === "merge");
        if (merge?.is !== "merge") return;
        const said = plain(childSaid(merge, outcome));
        const parents = merge.parents.map(({ name }) => name);
        for (const name of parents) expect(said).toContain(name);
        const wins = said.includes("is the best of the round,");
        expect(wins).toBe(merge.numbers?.result === "wins");
        if (wins) {
          const own =
            merge.numbers?.plain?.p_best.find(({ design_id }) => design_id === merge.child.row.design_id)?.p ?? 0;
          expect(own).toBeGreaterThanOrEqual((merge.numbers?.bound ?? 1) - 1e-9);
          expect(said).toContain(probability(own));
        }
      }),
      RUNS,
    );
  });

  test("says the same of a child in its sentence, in a row and beside the ranking", () => {
    fc.assert(
      fc.property(shape, (given) => {
        const outcome = outcomeOf(given);
        const beside = roundsBeside([outcome], ["a"]).map(plain);
        const better = new Set(improved(outcome));
        for (const [at, child] of outcome.children.entries()) {
          const sentence = plain(childSaid(child, outcome));
          const [made] = madeIn([outcome]).slice(at);
          const row = plain(childInRow(made ?? { name: "", is: "revision", of: [], came: "unchanged" }));
          expect(row).toStartWith(`${child.name}, ${plain(childIs(child))}, `);
          const came = cameOf(child);
          expect(row.endsWith(" is better")).toBe(came === "better");
          expect(row.endsWith(" is not better")).toBe(sentence.includes("is not better than"));
          expect(row.endsWith(" is worse")).toBe(sentence.includes("is worse than"));
          expect(row.endsWith(" is the best of its round")).toBe(sentence.includes("is the best of the round,"));
          const own = beside.filter((each) => each.startsWith(`${child.name}, `));
          expect(own).toHaveLength(better.has(child.child.row.design_id) ? 1 : 0);
          for (const each of own) {
            const p = child.is === "revision" ? child.numbers?.p_better : null;
            expect(each).toContain(`, ${plain(childIs(child))}, is `);
            if (typeof p === "number") expect(each).toContain(`${probability(p)} sure`);
          }
        }
      }),
      RUNS,
    );
  });

  test("contradicts itself in no line: who stays is not called worse, and one text alone is first", () => {
    fc.assert(
      fc.property(shape, (given) => {
        const outcome = outcomeOf(given);
        const lines = roundSaid(outcome).map(plain);
        const firsts = lines.filter((line) => line.startsWith("Of all texts of the round "));
        expect(firsts.length + lines.filter((line) => line.startsWith("Which text of the round")).length).toBeLessThan(
          2,
        );
        const first = /^Of all texts of the round (\w+) is first/u.exec(firsts[0] ?? "")?.[1];
        const merge = /^The merge (M\d+) of [^.]+ is the best of the round,/mu.exec(lines.join("\n"))?.[1];
        if (merge !== undefined && first !== undefined) expect(merge).toBe(first);
        for (const line of lines) {
          expect(line).toEndWith(".");
          expect(line).not.toMatch(/\b1 (?:reviewers|points of its|revisions)\b|undefined|null|NaN/u);
          const [, child, parent] = /^The revision (\w+) is worse than (\w+) by/u.exec(line) ?? [];
          if (child !== undefined) expect(lines.join(" ")).not.toContain(`${child} is better than ${parent}`);
        }
      }),
      RUNS,
    );
  });

  test("is nothing in a row where there was no round, and names what is better before what was tried", () => {
    expect(roundsInRow([])).toBeNull();
    const made = [
      { name: "A2", is: "revision", of: ["A"], came: "not better" },
      { name: "M1", is: "merge", of: ["A", "B"], came: "wins" },
    ] as const;
    expect(plain(roundsInRow(made) ?? [])).toBe("M1, a merge of A and B, is the best of its round");
    expect(plain(roundsInRow(made.slice(0, 1)) ?? [])).toBe("A2, a revision of A, is not better");
  });
});
