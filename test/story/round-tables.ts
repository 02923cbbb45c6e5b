import fc from "fast-check";
import type { Design } from "../../src/artifacts/design.ts";
import type { Lineage } from "../../src/artifacts/lineage.ts";
import type { ChildOutcome, RoundOutcome } from "../../src/experiment/round-outcome.ts";
import { judgeMerge } from "../../src/stats/merge.ts";
import type { RankingInput, RevisedPair } from "../../src/stats/panel.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { compareRevisions } from "../../src/stats/revisions.ts";
import { chanceOf } from "../support/chance.ts";

const PERSON = { reviewer_id: "person-anna" };
const PARENTS = ["A", "B", "C"] as const;
export type Shape = {
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
  /** Cells without a score, by their number. */
  isHole?: (cell: number) => boolean;
  /** What a person says of the texts of the round, by their ids. */
  vote?: (ids: readonly string[]) => { order: string[][]; pairs: Pair[] };
};
type Pair = { first: string; second: string; better: string | null };

export const shape: fc.Arbitrary<Shape> = fc.record({
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
export function outcomeOf({
  parents,
  merges,
  reviewers,
  lengths,
  gains,
  noise,
  unscored,
  unwritten,
  isHole = () => false,
  vote,
}: Shape): RoundOutcome {
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
  let cell = 0;
  const said = vote?.(texts.map(({ id }) => id)) ?? null;
  const input: RankingInput & { revisions?: RevisedPair[] } = {
    designs: [...copies, ...written].map(({ id }, at) => ({
      design_id: id,
      generating_model: `maker/${at}`,
      length: lengths[at] ?? 1_000,
    })),
    reviewers: [
      ...Array.from({ length: reviewers }, (_, at) => ({ reviewer_id: `v${at}`, model: `judge/${at}` })),
      ...(said === null ? [] : [{ ...PERSON, kind: "human" as const, model: "person/anna" }]),
    ],
    criteria: ["clarity", "feasibility"].map((name) => ({ name, description: name, min: 0, max: 10 })),
    scores: texts.flatMap(({ id, gain }) =>
      Array.from({ length: reviewers }, (_, at) => at)
        .filter(() => !isHole(cell++))
        .map((at) => ({
          ...{ design_id: id, reviewer_id: `v${at}`, scorer_model: `judge/${at}` },
          scores: Object.fromEntries(
            ["clarity", "feasibility"].map((name) => [
              name,
              Math.min(10, Math.max(0, 5 + gain + (noise[drawn++ % noise.length] ?? 0))),
            ]),
          ),
        })),
    ),
    orders: said === null ? [] : [{ ...PERSON, order: said.order, known: [] }],
    pairs: (said?.pairs ?? []).map((pair) => ({ ...PERSON, ...pair })),
    reviews: [],
    options: { method: "adjusted", exclude_self_reviews: false, draws: 2_000 },
  };
  const judged = scored.filter(({ is }) => is === "revision");
  const pairs = judged.map(({ id, of }) => ({ child: id, parent: copies.find((each) => each.of === of[0])?.id ?? "" }));
  input.revisions = pairs;
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

/** Rounds as chance makes them, with and without holes and a person's vote; the same for a seed. */
export function roundTables(seed: number): () => RoundOutcome {
  const { uniform, between, pick } = chanceOf(seed);
  const tenths = (many: number, most: number) => Array.from({ length: many }, () => between(-most, most) / 10);
  const some = (most: number) => (uniform() < 0.15 ? between(0, most) : null);
  return () => {
    const holes = pick([0, 0, 0.1, 0.3]);
    const ordered = uniform() < 0.3;
    const paired = uniform() < 0.2;
    return outcomeOf({
      parents: between(1, 3),
      merges: uniform() < 0.3,
      reviewers: between(2, 5),
      lengths: Array.from({ length: 7 }, () => between(200, 4_000)),
      gains: tenths(4, pick([5, 10, 20])),
      noise: tenths(70, pick([3, 8, 12])),
      unscored: some(3),
      unwritten: some(3),
      isHole: () => uniform() < holes,
      ...((ordered || paired) && {
        vote: (ids) => {
          const keys = new Map(ids.map((id) => [id, uniform()]));
          const order = ids.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0)).map((id) => [id]);
          const pairs = ids.flatMap((first, at) =>
            ids
              .slice(at + 1)
              .flatMap((second) => (uniform() < 0.5 ? [{ first, second, better: pick([first, second, null]) }] : [])),
          );
          return { order: ordered ? order : [], pairs: paired ? pairs : [] };
        },
      }),
    });
  };
}
