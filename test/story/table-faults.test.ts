import { describe, expect, test } from "bun:test";
import { chanceOf } from "../support/chance.ts";
import { rankingOf } from "../views/markdown/support.ts";
import { played } from "./persona-tables.ts";
import { roundFaults } from "./round-faults.ts";
import { roundTables } from "./round-tables.ts";
import { noteFaults, reasonFaults, weightFaults } from "./table-faults.ts";
import { hostileTables } from "./tables.ts";

const TABLES = 120;
const ROUNDS = 150;

describe("in random tables with people, ballots, pairs and personas", () => {
  const [next, random] = [hostileTables(44, 0), chanceOf(44)];
  const all = Array.from({ length: TABLES }, () => {
    const input = played(next(), random);
    const ranking = rankingOf(input);
    return [weightFaults(input, ranking), noteFaults(input, ranking), reasonFaults(input, random, ranking)];
  }).flat();
  const faults = all.flatMap((each) => each.faults);
  const of = (kind: string) => faults.filter((each) => each.startsWith(`${kind}:`));

  test("the first place changes at the weight that is named, and at none nearer", () =>
    expect(of("weight")).toEqual([]));
  test("a note of two judges says who of them is a person", () => expect(of("who judged")).toEqual([]));
  test("only a reviewer whose every score is the same gave every design the same score", () =>
    expect(of("not the same score")).toEqual([]));
  test("the first leads most on the criterion with the widest lead, a persona's own among them", () =>
    expect(of("leads most")).toEqual([]));
  test("two rows of one model are no dissent", () => expect(of("one model in two rows")).toEqual([]));
  test("a dissent names its two reviewers, each as the persona that it plays", () =>
    expect(of("nobody named")).toEqual([]));
  test("what the best by score meets is what the design of rank 1 meets", () =>
    expect([...of("what the best meets"), ...of("what the first meet")]).toEqual([]));
  test("most reviewers are more than half", () => expect(of("most")).toEqual([]));
  test("no other fault is found, and enough was said", () => {
    expect(faults).toEqual([]);
    expect(all.reduce((sum, { held }) => sum + held, 0)).toBeGreaterThan(5 * TABLES);
  });
});

test("a round ranks, ties and names a revision and its original as the paired comparison has them", () => {
  const next = roundTables(45);
  const all = Array.from({ length: ROUNDS }, () => roundFaults(next()));
  expect(all.flatMap(({ faults }) => faults)).toEqual([]);
  expect(all.reduce((sum, { held }) => sum + held, 0)).toBeGreaterThan(2 * ROUNDS);
});
