import type { Criterion } from "../src/artifacts/criterion.ts";
import { fitRanking } from "../src/stats/fit.ts";
import { judgeMerge } from "../src/stats/merge.ts";
import { revisionBound } from "../src/stats/paired.ts";
import { preparePanel, type RankingInput, type RevisedPair } from "../src/stats/panel.ts";
import { randomOf } from "../src/stats/random.ts";
import { compareRevisions, type RevisionVerdict } from "../src/stats/revisions.ts";
import { heading, line } from "./figures.ts";
import { percent } from "./judgement.ts";

const RUNS = 1_500;

/**
 * How a blind round comes about. `alike`: the correlation of what is got wrong of a text and of the one that it was made
 * from, within each reviewer and in what all share. `noise`: what a reviewer errs by, in points; `correlation`: between reviewers. `ofCriterion`: what a
 * score of one criterion errs by beside the reviewer's own error.
 */
type RoundWorld = {
  reviewers: number;
  noise: number;
  alike: number;
  correlation: number;
  quality: number;
  ofCriterion: number;
};
/** What is refined is first or tied for it, and so lies close together. */
const NEAR: RoundWorld = { reviewers: 4, noise: 0.8, alike: 0.8, correlation: 0.35, quality: 0.3, ofCriterion: 0.5 };
const WORLDS: readonly [string, RoundWorld][] = [
  ["alike by .8", NEAR],
  ["alike by .5", { ...NEAR, alike: 0.5 }],
];
const MERGED: readonly [string, RoundWorld][] = [
  ["unlike, err by 1", { ...NEAR, alike: 0, noise: 1, quality: 1 }],
  ["alike by .5, err by .8", { ...NEAR, alike: 0.5, quality: 1 }],
];

const CRITERIA: readonly Criterion[] = ["a", "b", "c", "d", "e"].map((name) => ({
  name,
  description: "Is it good?",
  min: 0,
  max: 10,
}));

/** A text: its quality, how long it is, whose errors it shares, and what all add for being newer. */
type Text = { id: string; quality: number; length: number; family: number; liked: number };

/** A child that shares no error with its parent. */
const REWRITTEN: readonly [string, RoundWorld] = ["written from scratch", { ...NEAR, alike: 0 }];

/** Whether what a round says of revisions and merges is so; the figures that were expected stand in brackets. */
export function benchRounds(seed: number): void {
  equalChildren(seed);
  roundsOwnPrior(seed + 20);
  betterChildren(seed + 30);
  newerAndOld(seed + 50);
  merges(seed + 60);
}

function equalChildren(seed: number): void {
  heading(
    "Children that equal their parents: any of a round is called better, % (expected)",
    "world | revisions | bound | better at .8 | better at the bound | worse at the bound | a child is the round's winner | a criterion told of one child",
  );
  const any: Readonly<Record<number, string>> = { 1: "17", 2: "–", 3: "36", 5: "42", 8: "56" };
  const first: Readonly<Record<number, string>> = { 1: "8.5", 2: "1 to 5", 3: "1 to 5" };
  for (const [at, [name, world]] of [...WORLDS, REWRITTEN].entries()) {
    for (const revisions of [1, 2, 3, 5, 8]) {
      const all = runs(seed + 10 * at + revisions, (random) => {
        const { round, pairs } = revisedRound(world, { revisions, gain: 0, liked: 0 }, random);
        return { found: compareRevisions(round, pairs), winner: winnerOf({ ...round, revisions: pairs }) };
      });
      const found = (is: (each: RevisionVerdict) => boolean) => rate(all.map((each) => each.found.some(is)));
      line(
        name,
        revisions,
        all[0]?.found[0]?.bound ?? 0,
        `${found(({ p_better }) => (p_better ?? 0) >= 0.8)} (${any[revisions]})`,
        found(({ verdict }) => verdict === "better"),
        found(({ verdict }) => verdict === "worse"),
        `${rate(all.map(({ winner }) => winner?.startsWith("child") === true))} (${first[revisions] ?? "–"})`,
        rate(all.map((each) => each.found[0]?.criteria.some(({ told }) => told !== null) === true)),
      );
    }
  }
}

/** s₀ from the scores of the pair alone, and of all texts of the round. */
function roundsOwnPrior(seed: number): void {
  heading(
    "An equal child is called better at .8, by whose scores tell s₀, % (expected 24.6 of the pair, 10 to 17 of the round)",
    "world | the pair alone | the round of 2 | of 3 | of 5",
  );
  for (const [at, [name, world]] of WORLDS.entries()) {
    const better = (found: readonly RevisionVerdict[]) => (found[0]?.p_better ?? 0) >= 0.8;
    const rates = [1, 2, 3, 5].map((revisions) =>
      rate(
        runs(seed + 5 * at, (random) => {
          const { round, pairs } = revisedRound(world, { revisions, gain: 0, liked: 0 }, random);
          return better(compareRevisions(round, pairs));
        }),
      ),
    );
    line(name, ...rates);
  }
}

function betterChildren(seed: number): void {
  heading(
    "A better child is found, % (expected)",
    "world | revisions, bound | reviewers | better by .5 | by 1 | better by .5, P ≥ .95 | by 1",
  );
  const worlds: typeof WORLDS = [...WORLDS, ["alike by .8, criteria err together", { ...NEAR, ofCriterion: 0 }]];
  for (const [name, world] of worlds) {
    for (const revisions of [1, 2, 4]) {
      const bound = revisionBound(revisions);
      for (const reviewers of [3, 4, 6]) {
        const found = [0.5, 1].map((gain) =>
          runs(seed + reviewers + 10 * revisions, (random) => {
            const { round, pairs } = revisedRound({ ...world, reviewers }, { revisions, gain, liked: 0 }, random);
            return compareRevisions(round, pairs)[0]?.p_better ?? 0;
          }),
        );
        const rates = [bound, 0.95].flatMap((from) => found.map((all) => rate(all.map((p) => p >= from))));
        const expected = revisions === 1 ? EXPECTED[reviewers] : undefined;
        line(
          name,
          `${revisions}, ${bound}`,
          reviewers,
          ...rates.map((each, at) => `${each} (${expected?.[at] ?? "–"})`),
        );
      }
    }
  }
}

/** By reviewers, of one revision: better by .5 and by 1 at .85, then at .95. */
const EXPECTED: Readonly<Record<number, readonly string[]>> = {
  3: ["–", "–", "–", "18"],
  4: ["61", "89", "–", "40"],
  6: ["–", "–", "–", "54"],
};

/** What all reviewers add to what is newer, and scores of before: the parent was the best of four by them. */
function newerAndOld(seed: number): void {
  heading(
    "An equal child where it is liked for being newer, and beside old scores of a parent that won by them, %",
    "world | liked by .1: better at .8 (31) | .3 (47) | .6 (69) | parent scored anew: better, worse at .85 | parent's old scores: better, worse",
  );
  for (const [at, [name, world]] of WORLDS.entries()) {
    const liked = [0.1, 0.3, 0.6].map((points) =>
      rate(
        runs(seed + 5 * at, (random) => {
          const { round, pairs } = revisedRound(world, { revisions: 1, gain: 0, liked: points }, random);
          return (compareRevisions(round, pairs)[0]?.p_better ?? 0) >= 0.8;
        }),
      ),
    );
    const old = [false, true].map((kept) => {
      const all = runs(seed + 5 * at + 1, (random) => afterChoice(world, kept, random)?.verdict);
      return `${rate(all.map((each) => each === "better"))}, ${rate(all.map((each) => each === "worse"))}`;
    });
    line(name, ...liked, ...old);
  }
}

/** The best of four by a first panel, and an equal child of it, judged beside its old scores or anew. */
function afterChoice(world: RoundWorld, keepsOld: boolean, random: Random): RevisionVerdict | undefined {
  const four = [0, 1, 2, 3].map((family) => textOf(`d${family}`, random.normal(6, world.quality), family));
  const before = roundOf(world, four, random);
  const fitted = fitRanking(preparePanel(before), before.options);
  const id = fitted?.ids[fitted.order[0] ?? 0] ?? "d0";
  const parent = four.find((each) => each.id === id) ?? textOf("d0", 6, 0);
  const anew = roundOf(world, [parent, { ...parent, id: "child" }], random);
  const scores = keepsOld
    ? [
        ...before.scores.filter(({ design_id }) => design_id === id),
        ...anew.scores.filter(({ design_id }) => design_id === "child"),
      ]
    : anew.scores;
  return compareRevisions({ ...anew, scores }, [{ parent: id, child: "child" }])[0];
}

function merges(seed: number): void {
  heading(
    "A merge of two, % (expected)",
    "world | reviewers | merge | named by P(best) | with its length taken off: 1.5 times as long | twice | 4 times",
  );
  const rows: readonly [string, { best: boolean; gain: number; reviewers: number; expected: string }][] = [
    ["equals its best parent", { best: true, gain: 0, reviewers: 4, expected: "6.4" }],
    ["equals the parents' mean", { best: false, gain: 0, reviewers: 4, expected: "2.2" }],
    ["its best parent, .3 of verbosity", { best: true, gain: 0.3, reviewers: 4, expected: "11" }],
    ["its best parent, .5 of verbosity", { best: true, gain: 0.5, reviewers: 4, expected: "20" }],
    ["its best parent, .8 of verbosity", { best: true, gain: 0.8, reviewers: 4, expected: "31" }],
    ["better by 1", { best: true, gain: 1, reviewers: 4, expected: "38" }],
    ["better by 1", { best: true, gain: 1, reviewers: 6, expected: "46" }],
  ];
  for (const [at, [name, world]] of MERGED.entries()) {
    for (const [nth, [label, { best, gain, reviewers, expected }]] of rows.entries()) {
      const all = runs(seed + 10 * at + nth, (random) => {
        const round = mergedRound({ ...world, reviewers }, { best, gain }, random);
        return [1.5, 2, 4].map((ratio) => {
          const lengthened = {
            ...round,
            designs: round.designs.map((each) => ({
              ...each,
              length: each.design_id === "merge" ? 1000 * ratio : 1000,
            })),
          };
          const { plain, result } = judgeMerge(lengthened, { merge: "merge", parents: ["p0", "p1"] });
          return { named: plain?.winner === "merge", wins: result === "wins" };
        });
      });
      const wins = [0, 1, 2].map((ratio) => rate(all.map((each) => each[ratio]?.wins === true)));
      line(name, reviewers, label, `${rate(all.map(([each]) => each?.named === true))} (${expected})`, ...wins);
    }
  }
}

type Random = ReturnType<typeof randomOf>;

function runs<T>(seed: number, once: (random: Random) => T): T[] {
  const random = randomOf(seed);
  return Array.from({ length: RUNS }, () => once(random));
}

/** A share in percent, with its standard error. */
export function rate(all: readonly boolean[], digits = 1): string {
  const share = all.filter(Boolean).length / all.length;
  return `${percent(share * all.length, all.length, digits)} ± ${(100 * Math.sqrt((share * (1 - share)) / all.length)).toFixed(digits)}`;
}

function winnerOf(round: RankingInput): string | null {
  const fitted = fitRanking(preparePanel(round), round.options);
  return fitted?.winner == null ? null : (fitted.ids[fitted.winner] ?? null);
}

const textOf = (id: string, quality: number, family: number): Text => ({ id, quality, family, length: 1000, liked: 0 });

function revisedRound(
  world: RoundWorld,
  { revisions, gain, liked }: { revisions: number; gain: number; liked: number },
  random: Random,
): { round: RankingInput; pairs: RevisedPair[] } {
  const texts = Array.from({ length: revisions }, (_, family) => {
    const parent = textOf(`parent${family}`, random.normal(6, world.quality), family);
    return [parent, { ...parent, id: `child${family}`, quality: parent.quality + gain, liked }];
  });
  const pairs = texts.map((_, family) => ({ parent: `parent${family}`, child: `child${family}` }));
  return { round: roundOf(world, texts.flat(), random), pairs };
}

/** Two parents and what was made of them, which shares the errors of the first. */
function mergedRound(world: RoundWorld, { best, gain }: { best: boolean; gain: number }, random: Random): RankingInput {
  const parents = [0, 1].map((family) => textOf(`p${family}`, random.normal(6, world.quality), family));
  const [one = 0, other = 0] = parents.map(({ quality }) => quality);
  const from = best ? Math.max(one, other) : (one + other) / 2;
  return roundOf(world, [...parents, textOf("merge", from + gain, one >= other ? 0 : 1)], random);
}

/** All texts, each scored by all reviewers. Texts of one family share a part of what is got wrong of them. */
function roundOf(world: RoundWorld, texts: readonly Text[], random: Random): RankingInput {
  const { reviewers, noise, alike, correlation, ofCriterion } = world;
  const [together, alone] = [Math.sqrt(correlation) * noise, Math.sqrt(1 - correlation) * noise];
  const families = [...new Set(texts.map(({ family }) => family))];
  const draw = (deviation: number) => random.normal(0, deviation);
  const shared = new Map(families.map((family) => [family, draw(Math.sqrt(alike) * together)]));
  const own = new Map(
    families.map((family) => [family, Array.from({ length: reviewers }, () => draw(Math.sqrt(alike) * alone))]),
  );
  const severity = Array.from({ length: reviewers }, () => draw(1));
  const rest = Math.sqrt(1 - alike);
  const scores = texts.flatMap(({ id, quality, family, liked }) => {
    const level = quality + liked + (shared.get(family) ?? 0) + draw(rest * together);
    return severity.map((severe, j) => {
      const judged = level + severe + (own.get(family)?.[j] ?? 0) + draw(rest * alone);
      return {
        design_id: id,
        reviewer_id: `r${j}`,
        scorer_model: `judge/${j}`,
        scores: Object.fromEntries(CRITERIA.map(({ name }) => [name, judged + draw(ofCriterion)])),
      };
    });
  });
  return {
    designs: texts.map(({ id, length }) => ({ design_id: id, generating_model: "other/author", length })),
    reviewers: severity.map((_, j) => ({ reviewer_id: `r${j}`, model: `judge/${j}` })),
    criteria: CRITERIA,
    scores,
    reviews: [],
    options: { method: "adjusted", exclude_self_reviews: false, draws: 0 },
  };
}
