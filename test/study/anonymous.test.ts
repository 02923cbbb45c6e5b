import { expect, test } from "bun:test";
import type { StudyNumbers } from "../../src/artifacts/study-result.ts";
import { studyNumbers } from "../../src/stats/study-result.ts";
import { anonymousStudy } from "../../src/study/anonymous.ts";
import { outcomesIn } from "../support/anonymous-outcomes.ts";
import { hostileStudy } from "../support/study-outcomes.ts";

const HASH = "1b2c3d4e".repeat(8);

/** What two panels come to beside each other, with their places for their names. */
function pairsOf({ pairs }: StudyNumbers, panels: readonly string[]): string[] {
  const place = (name: string): number => panels.indexOf(name);
  return pairs
    .map(({ one, other, same, itself, beyond, habit, chance, cost, says }) =>
      JSON.stringify([place(one), place(other), same, itself, beyond, habit, chance, cost, says]),
    )
    .toSorted();
}

test("the numbers alone give the same result, also of studies in which documents are first", () => {
  let documents = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const study = hostileStudy(seed);
    const anonymous = anonymousStudy(study, { hash: HASH, given: new Map() });
    const [whole, numbers] = [studyNumbers(study), studyNumbers(outcomesIn(JSON.parse(JSON.stringify(anonymous))))];
    const places = study.panels.map((_, at) => `panel ${at + 1}`);
    expect([seed, pairsOf(numbers, places)]).toEqual([seed, pairsOf(whole, study.panels)]);
    expect(numbers.spent).toEqual(whole.spent);
    documents += anonymous.experiments.flatMap(({ designs }) => designs).filter(({ document }) => document).length;
  }
  expect(documents).toBeGreaterThan(0);
});
