import { expect, test } from "bun:test";
import type { StudyResult } from "../../src/artifacts/study-result.ts";
import { studyNumbers } from "../../src/stats/study-result.ts";
import { studyBlocks } from "../../src/story/study-result.ts";
import { blocksText } from "../../src/views/markdown/blocks.ts";
import { hostileStudy, outcomeBy, summaryBy } from "../support/study-outcomes.ts";

const SEEDS = Array.from({ length: 120 }, (_, at) => at + 1);
const resultOf = (seed: number): StudyResult => ({
  ...{ version: 1, name: "cheaper", hash: "a".repeat(64), made_of: "b".repeat(64) },
  ...studyNumbers(hostileStudy(seed)),
});
/** As a person reads it, without signs of Markdown. */
const textOf = (result: StudyResult): string =>
  blocksText(studyBlocks(result, "file")).replaceAll("**", "").replaceAll("\\", "");
const percent = (share: number): number => Math.round(100 * share);

/** What is wrong in the sentences of the first page, held against the numbers alone. */
function faultsOf(result: StudyResult): string[] {
  const text = textOf(result);
  const faults: string[] = [];
  const claim = (holds: boolean, what: string): void => {
    if (!holds) faults.push(what);
  };
  claim(!/NaN|undefined|Infinity|null|\[object/u.test(text), "a value that is none");
  claim(
    !/ {2,}\S.* {2,}\w+ is /u.test(
      text
        .split("\n")
        .filter((line) => line.startsWith("- "))
        .join("\n"),
    ),
    "a gap",
  );
  const size =
    /^(\d+) tasks? by (\d+) panels?(?:, (\d+) times each)?: (\d+) of (\d+) experiments? (?:is|are) ranked\.$/mu.exec(
      text,
    );
  const sumOf = (of: "planned" | "ranked"): number => result.panels.reduce((sum, each) => sum + each[of], 0);
  claim(size !== null, "no size");
  claim(Number(size?.[1]) === result.tasks.length && Number(size?.[2]) === result.panels.length, "tasks or panels");
  claim(Number(size?.[4]) === sumOf("ranked") && Number(size?.[5]) === sumOf("planned"), "experiments");
  for (const line of text.matchAll(/^- Does (\S+?)(, which costs less,)? choose as (\S+) does: (.*)$/gmu)) {
    const [, one, cheaper, other, said = ""] = line;
    const pair = result.pairs.find((each) => each.one === one && each.other === other);
    if (pair === undefined) {
      faults.push(`no pair of ${one} and ${other}`);
      continue;
    }
    claim((cheaper !== undefined) === (pair.cost !== null && pair.cost.value > 0), `${one} costs less`);
    const first = /have the same designer first in (\d+) %(?: \((\d+) to (\d+) % over)?/u.exec(said);
    claim((first !== null) === (pair.shared.length > 0 && pair.chance !== 1), "the same designer");
    if (first !== null && pair.same !== null) {
      claim(Number(first[1]) === percent(pair.same.value), "same");
      claim((first[2] !== undefined) === (pair.same.low !== null), "an interval");
      if (pair.same.low !== null && pair.same.high !== null)
        claim(Number(first[2]) === percent(pair.same.low) && Number(first[3]) === percent(pair.same.high), "its ends");
    }
    const itself = /same as itself in (\d+) %/u.exec(said);
    if (itself !== null) claim(Number(itself[1]) === percent(pair.itself?.value ?? -1), "itself");
    if (said.startsWith("as good as"))
      claim((pair.beyond?.low ?? -1) >= -0.1 && (pair.beyond?.tasks ?? 0) >= 5, "called alike");
    if (said.startsWith("no, by more")) claim((pair.beyond?.high ?? 1) < 0 && pair.tasks >= 5, "called other");
    if (said.startsWith("not known yet")) {
      claim((pair.beyond?.low ?? 0) < -0.1 && (pair.beyond?.high ?? -1) >= 0, "called open");
      claim(said.includes(`${pair.beyond?.tasks} task`), "tasks of what is open");
    }
    if (said.startsWith("too few"))
      claim(pair.tasks < 5 && new RegExp(`there (?:is|are) ${pair.tasks}\\.`, "u").test(said), "too few");
    if (said.startsWith("they cannot,")) claim(pair.shared.length === 0, "cannot");
    if (said.startsWith("they can do nothing else")) claim(pair.chance === 1, "cannot otherwise");
    const drawn = /By drawing they would in (\d+) %/u.exec(said);
    if (drawn !== null) claim(Number(drawn[1]) === percent(pair.chance ?? -1), "chance");
    const habit = /whatever the task, in (\d+) %/u.exec(said);
    if (habit !== null) claim(Number(habit[1]) === percent(pair.habit ?? -1), "habit");
  }
  const best = /^- Who designs best: (.*)$/mu.exec(text)?.[1] ?? "";
  const [group] = result.designers.all;
  for (const [, better = "", worse = ""] of best.matchAll(/(m\/\w(?: as \w+)?) better than (m\/\w(?: as \w+)?)/gu))
    claim(
      group?.better.some((each) => each.better === better && each.worse === worse) ?? false,
      `${better} over ${worse}`,
    );
  claim(
    /too few to say/u.test(best) || (group?.rows.filter(({ experiments }) => experiments >= 5).length ?? 0) >= 2,
    "order of few",
  );
  const winners = /(\d+) of (\d+) ranked experiments? names? a winner/u.exec(text);
  if (winners !== null)
    claim(
      Number(winners[1]) === result.panels.reduce((sum, each) => sum + each.winners, 0) &&
        Number(winners[2]) === sumOf("ranked"),
      "winners",
    );
  const against = text.split("### What speaks against it, and what cannot be told\n")[1]?.split("\n###")[0] ?? "";
  const kinds = new Set(result.cannot.map(({ kind }) => kind));
  claim((against.match(/^- /gmu) ?? []).length === kinds.size, "a line for each kind of limit");
  const failed = /(\d+) of (\d+) experiments? failed/u.exec(against);
  const lost = result.panels.reduce((sum, each) => sum + each.failed, 0);
  claim(failed === null ? lost === 0 : Number(failed[1]) === lost, "failed");
  // Each task stands once with each panel below it.
  const tasks = text.split("### Each task, and who came first by each panel\n")[1]?.split("\n### ")[0] ?? "";
  claim((tasks.match(/^ {2}- /gmu) ?? []).length === result.tasks.length * result.panels.length, "tasks by panels");
  return faults;
}

test("no sentence of a result is at odds with its numbers, of 120 hostile studies", () => {
  const faults = SEEDS.flatMap((seed) => faultsOf(resultOf(seed)).map((fault) => `${seed}: ${fault}`));
  expect(faults.slice(0, 8)).toEqual([]);
}, 300_000);

test("those sentences are seen at all: every kind of answer and of limit occurs", () => {
  const results = SEEDS.map(resultOf);
  const says = new Set(results.flatMap(({ pairs }) => pairs.map((each) => each.says)));
  expect([...says].toSorted()).toEqual(["few-tasks", "no-yardstick", "open", "other"]);
  expect(new Set(results.flatMap(({ cannot }) => cannot.map(({ kind }) => kind))).size).toBe(16);
}, 300_000);

test("a sentence that says another number is found", () => {
  const seed = SEEDS.find((each) => resultOf(each).pairs.some(({ says }) => says === "open")) ?? 1;
  const result = resultOf(seed);
  const said = faultsOf(result);
  expect(said).toEqual([]);
  const [pair] = result.pairs.filter(({ says }) => says === "open");
  const turned = {
    ...result,
    pairs: result.pairs.map((each) => (each === pair ? { ...each, says: "alike" as const } : each)),
  };
  expect(faultsOf(turned)).toContain("called alike");
});

/** A study of two panels, twice each, in which designs of each panel have these scores. */
function studyBy(tasks: number, panels: readonly [string, number][][], { cost = 1, unpriced = 0 } = {}): StudyResult {
  const keys = Array.from({ length: tasks }, (_, at) => ({ key: `t${at}`, title: `Task ${at}` }));
  const names = ["wide", "small"];
  const outcomes = keys.flatMap(({ key }) =>
    names.flatMap((name, at) =>
      [1, 2].map((repeat) => outcomeBy([key, name, repeat], summaryBy(panels[at] ?? []), { cost, unpriced })),
    ),
  );
  const numbers = studyNumbers({ tasks: keys, panels: names, repeats: 2, outcomes });
  return { version: 1, name: "cheaper", hash: "a".repeat(64), made_of: "b".repeat(64), ...numbers };
}

test("what no price is known of costs nobody knows what, and what costs the same is one price", () => {
  const both: [string, number][] = [
    ["m/a", 6],
    ["m/b", 5],
  ];
  const unpriced = textOf(studyBy(6, [both, both], { cost: 0, unpriced: 4 }));
  expect(unpriced).toContain("What it took: cost unknown and 40m of experiments for 24 experiments that ended");
  expect(unpriced.split("### Who ran the experiments")[0]).not.toContain("$0.00");
  expect(textOf(studyBy(6, [both, both]))).toContain("What an experiment takes: $1.00 in each of 2 panels.");
});

test("two panels with one and the same designer are not told to be open", () => {
  const text = textOf(studyBy(6, [[["m/a", 6]], [["m/a", 7]]]));
  expect(text).toContain("Does wide choose as small does: they can do nothing else, for both have m/a alone.");
});

test("designers that never designed in one task are named as compared apart", () => {
  const apart: [string, number][][] = [
    [
      ["m/a", 6],
      ["m/b", 5],
    ],
    [
      ["m/c", 6],
      ["m/d", 5],
    ],
  ];
  expect(textOf(studyBy(6, apart))).toContain(
    "2 designers who designed in no experiment with these are compared apart.",
  );
});

test("a reply says how many tasks it leaves to the file", () => {
  const seed = SEEDS.find((each) => hostileStudy(each).tasks.length > 12) ?? 0;
  const result = resultOf(seed);
  expect(blocksText(studyBlocks(result, "reply"))).toContain(`${result.tasks.length - 12} more stand in study.md`);
});
