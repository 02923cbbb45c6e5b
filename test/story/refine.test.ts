import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cameOf, improved, madeIn, proposedBy } from "../../src/experiment/round-outcome.ts";
import { childSaid, roundSaid } from "../../src/story/refine.ts";
import { childInRow, roundsInRow } from "../../src/story/round-words.ts";
import { childIs, roundsBeside } from "../../src/story/rounds.ts";
import { type Sentence, unmarked } from "../../src/story/sentence.ts";
import { probability } from "../../src/text/numbers.ts";
import { outcomeOf, type Shape, shape } from "./round-tables.ts";

const plain = (sentence: Sentence): string => unmarked(sentence, (id) => `ID:${id}`);
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

  test("proposes the newest revision of the winner that was better, and the winner itself where none was", () => {
    fc.assert(
      fc.property(shape, (given) => {
        const outcome = outcomeOf(given);
        const own = outcome.children.find(({ is, parents }) => is === "revision" && parents[0]?.of === "a");
        const isBetter = own !== undefined && cameOf(own) === "better";
        const proposed = proposedBy({ summary: { winner: "a" } }, [outcome]);
        expect(proposed).toBe(isBetter ? own.child.row.design_id : "a");
        expect(proposedBy({ summary: { winner: null } }, [outcome])).toBeNull();
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
