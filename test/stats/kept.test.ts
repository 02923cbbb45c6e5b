import { afterAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Criterion } from "../../src/artifacts/criterion.ts";
import { compareDesigns } from "../../src/stats/compare.ts";
import type { RankingInput } from "../../src/stats/panel.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { experiment } from "./support.ts";

/**
 * Every number and note of some panels as it was, so that a change of one is read before it is committed: whether it is
 * right, the tests beside this one say. UPDATE_PRINTED=1 writes them anew.
 */
const KEPT = join(import.meta.dir, "../fixtures/rankings.json");
type Kept = Record<string, Record<string, unknown>>;
const kept = JSON.parse(readFileSync(KEPT, "utf8")) as Kept;

const CRITERIA: readonly Criterion[] = [
  { name: "clarity", description: "", min: 0, max: 10, weight: 2 },
  { name: "risk", description: "", min: 1, max: 5 },
  { name: "cost", description: "", min: 0, max: 100, weight: 0.5 },
];

/** A panel of such a size whose scores fall from design to design, with a strayness that looks like chance. */
function table(designs: number, reviewers: number, step = 0.7): number[][] {
  return Array.from({ length: designs }, (_, i) =>
    Array.from({ length: reviewers }, (__, j) => {
      const score = 8 - step * i + 0.4 * Math.cos(3 * j) + 0.9 * Math.sin(7 * i + 13 * j + i * j);
      return Math.min(10, Math.max(0, Math.round(score * 10) / 10));
    }),
  );
}

/** The same with a score of each criterion. */
function rich(designs: number, reviewers: number) {
  return table(designs, reviewers).map((row, i) =>
    row.map((clarity, j) => ({
      clarity,
      risk: 1 + ((i * 3 + j * 5 + i * j) % 5),
      cost: (23 * i + 41 * j + 7 * i * j) % 101,
    })),
  );
}

const holed = <T>(rows: readonly (readonly T[])[], hole: (i: number, j: number) => boolean) =>
  rows.map((row, i) => row.map((value, j) => (hole(i, j) ? null : value)));

function reviewed(input: RankingInput): RankingInput {
  const said = [
    "Retries are bounded by a queue",
    "The queue bounds every retry",
    "Storage costs are named",
    "Rollback is written down",
    "Costs of storage are named for each year",
  ];
  const at = (index: number) => said[index % said.length] ?? "";
  return {
    ...input,
    reviews: input.scores.map(({ design_id, reviewer_id }, index) => ({
      design_id,
      reviewer_id,
      strengths: [at(index), at(index * 2 + 1)],
      weaknesses: [at(index + 3)],
    })),
  };
}

/** Designs and reviewers of such models, and lengths of the designs' texts. */
function ofModels(
  input: RankingInput,
  author: (at: number) => string,
  judge: (at: number) => string,
  length = (at: number) => 1000 + ((at * 700) % 1900),
): RankingInput {
  return {
    ...input,
    designs: input.designs.map((design, at) => ({ ...design, generating_model: author(at), length: length(at) })),
    reviewers: input.reviewers.map((reviewer, at) => ({ ...reviewer, model: judge(at) })),
    scores: input.scores.map((score) => ({ ...score, scorer_model: judge(Number(score.reviewer_id.slice(1))) })),
  };
}

function sampled(input: RankingInput): RankingInput {
  const samples = (score: number, at: number) =>
    [-0.5, 0, 0.5 + (at % 3)].map((stray) => ({ quality: score - stray * ((at % 4) / 2) }));
  return {
    ...input,
    scores: input.scores.map((score, at) => {
      const own = score.scores.quality ?? 0;
      return at % 5 === 1 ? score : { ...score, samples: samples(own, at).slice(0, at % 5 === 2 ? 1 : 3) };
    }),
  };
}

const own = { 0: 0, 1: 1, 2: 2 };
const diagonal = (i: number, j: number) => (i * 4 + j) % 5 === 4;
const muddled = experiment(table(4, 3), { authors: own, options: { exclude_self_reviews: true } });

const PANELS: Record<string, RankingInput> = {
  complete: reviewed(experiment(rich(4, 4), { criteria: CRITERIA })),
  "clear winner": experiment(table(3, 5, 2.5)),
  "own designs": experiment(table(5, 4), { authors: own }),
  "own designs with holes": experiment(holed(table(6, 5), diagonal), { authors: { ...own, 5: 0 } }),
  "plain mean": experiment(holed(rich(5, 4), diagonal), { criteria: CRITERIA, options: { method: "mean" } }),
  "own designs left out": {
    ...muddled,
    scores: [
      ...muddled.scores,
      ...muddled.scores.slice(5, 6),
      ...muddled.scores.slice(1, 2).map((score) => ({ ...score, reviewer_id: "nobody" })),
      ...muddled.scores.slice(2, 3).map((score) => ({ ...score, scores: {} })),
    ],
    missing: [
      { design_id: "d3", reviewer_id: "r1" },
      { design_id: "d0", reviewer_id: "r0" },
      { design_id: "d9", reviewer_id: "r1" },
    ],
  },
  "two designs": experiment(table(2, 4, 1.5)),
  "two reviewers": experiment(table(4, 2, 1.5)),
  "no degree of freedom": experiment(table(2, 2, 2), { authors: { 0: 0 } }),
  "one design": experiment(table(1, 3)),
  "one reviewer": experiment(table(3, 1)),
  "one reviewer with an opinion": experiment([
    [8, 5, 6],
    [6, 5, 6],
    [4, 5, 6],
  ]),
  "nobody compares": experiment([
    [8, null, null],
    [null, 6, null],
    [null, null, 4],
  ]),
  "no score": experiment([
    [null, null],
    [null, null],
  ]),
  "no weight": experiment(rich(2, 2), { criteria: CRITERIA.map((each) => ({ ...each, weight: 0 })) }),
  unconnected: experiment([
    [8, 7, null, null],
    [6, 5, null, null],
    [null, null, 7, 7.5],
    [null, null, 4, 5],
  ]),
  confounded: experiment([[8], [5]], { authors: { 0: 0 } }),
  tie: experiment([
    [8, 7, 9],
    [7, 9, 8],
    [4, 3, 5],
  ]),
  "near tie": experiment([
    [7, 6, 7, 6, 5],
    [6, 7, 6, 6, 5.5],
    [6.5, 6, 6, 7, 5],
    [3, 2, 4, 3, 2.5],
  ]),
  odd: experiment([
    [9, 8.5, 2, 5, 5.5],
    [8, 8.2, 3, 5, 5.4],
    [7, 6.5, 4, 5, 5.5],
    [5, 5.5, 6, 5, 5.3],
    [4, 3.5, 7.5, 5, 5],
    [2, 2.5, 9, 5, 5],
  ]),
  "odd beside a winner": experiment([
    [9, 8.5, 9, 7, 1],
    [5, 5.5, 5, 7, 5],
    [2, 1.5, 2, 7, 9],
  ]),
  "silent reviewer and unscored design": experiment(holed(table(4, 4), (i, j) => i === 2 || j === 1)),
  "one vendor": ofModels(
    experiment(table(5, 4)),
    (at) => `acme/author${at}`,
    (at) => `acme/judge${at}`,
  ),
  "pairs of vendors": ofModels(
    experiment(table(6, 6)),
    (at) => `vendor${Math.floor(at / 2)}/m${at}`,
    (at) => `vendor${Math.floor(at / 2)}/m${at}`,
    (at) => 6000 - 900 * at,
  ),
  sampled: sampled(experiment(table(4, 3))),
  contradictory: {
    ...experiment(rich(3, 3), { criteria: CRITERIA }),
    scores: experiment(rich(3, 3), { criteria: CRITERIA }).scores.map((score, at) => ({ ...score, overall_score: at })),
  },
  large: experiment(holed(table(7, 6, 0.3), (i, j) => (i * j) % 7 === 3)),
};

const found: Kept = {};

for (const [name, input] of Object.entries(PANELS)) {
  test(`the ranking of a panel is as it was: ${name}`, () => {
    const { designs, notes, ...numbers } = rankDesigns(input);
    const [first, second, last] = [designs[0], designs[1], designs.at(-1)].map((each) => each?.design_id ?? "");
    const { differences, ...comparison } = compareDesigns(input, [first, second, last, "unknown"] as string[]);
    const lines: Record<string, unknown> = {
      ...Object.fromEntries(designs.map((design) => [`design ${design.design_id}`, design])),
      ...numbers,
      ...Object.fromEntries(notes.map((note, at) => [`note ${at}`, note])),
      comparison,
      ...Object.fromEntries(differences.map((each, at) => [`difference ${at}`, each])),
    };
    found[name] = rounded(lines);
    if (process.env.UPDATE_PRINTED !== "1") expect(found[name]).toEqual(kept[name] ?? {});
  });
}

afterAll(() => {
  if (process.env.UPDATE_PRINTED !== "1") return;
  const panels = Object.entries(found).map(([name, lines]) => {
    const own = Object.entries(lines).map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    return `  ${JSON.stringify(name)}: {\n${own.join(",\n")}\n  }`;
  });
  writeFileSync(KEPT, `{\n${panels.join(",\n")}\n}\n`);
});

/** To five decimals, which every machine computes alike. */
function rounded<T>(value: T): T {
  const round = (_: string, each: unknown) => (typeof each === "number" ? Math.round(each * 1e5) / 1e5 + 0 : each);
  return JSON.parse(JSON.stringify(value, round)) as T;
}
