import { beats, beatsAnyway } from "../src/stats/belief.ts";
import { firstReviewers, lookAt } from "../src/stats/look.ts";
import type { RankingInput } from "../src/stats/panel.ts";
import { randomOf } from "../src/stats/random.ts";
import { EPSILON, tieGroups } from "../src/stats/ranks.ts";
import { bestProbabilities } from "../src/stats/uncertainty.ts";
import { confidenceLevel, toldApart } from "../src/stats/verdict.ts";
import { believe, type Cells } from "./judgement.ts";
import { CALM, LIKED, type Sample, type World } from "./worlds.ts";

/** So many models design, so many review; as many reviewers as can be are among the designers and like their own. */
export type Plan = { designs: number; reviewers: number };

export function worldOf({ designs, reviewers }: Plan, change: Partial<World> = {}): World {
  return { ...CALM, ...LIKED, designs, reviewers, authors: Math.min(designs, reviewers), ...change };
}

/** Apart from the seeds that experiments are drawn with. */
const OTHER_STREAM = 1_000_000;

/** A seeded supply of orders in which reviewers are asked: those that designed nothing, then authors as they are drawn. */
export function ordersOf({ reviewers, authors }: World, seed: number): () => number[] {
  const random = randomOf(seed + OTHER_STREAM);
  return () => {
    const place = Array.from({ length: reviewers }, (_, at) => (at < authors ? random.uniform() : -1));
    return [...place.keys()].sort((a, b) => (place[a] ?? 0) - (place[b] ?? 0));
  };
}

/** The cells that a thrifty evaluation by these reviewers reveals. */
export function askedThriftily(sample: Sample, order: readonly number[]): Cells {
  const first = new Set(order.slice(0, firstReviewers(order.length)));
  const wave = revealed(sample, ({ reviewer }) => first.has(reviewer));
  const { designs } = lookAt(inputOf(wave, sample.quality.length), { first: first.size, all: order.length });
  const kept = new Set(designs.filter((design) => design.kept).map(({ design_id }) => Number(design_id)));
  const asked = new Set(order);
  return revealed(sample, ({ design, reviewer }) => first.has(reviewer) || (asked.has(reviewer) && kept.has(design)));
}

/** The cells of those that are asked. */
export function revealed({ observations, values }: Cells, asked: (cell: Cells["observations"][number]) => boolean) {
  const isAsked = observations.map(asked);
  return { observations: observations.filter((_, at) => isAsked[at]), values: values.filter((_, at) => isAsked[at]) };
}

/** What is said of the first design of these cells. */
export function saidOf(cells: Cells): {
  first: number;
  named: boolean;
  /** P(best), of a named winner. */
  best: number;
  high: boolean;
  tied: number[];
} {
  const { incidence, ids, belief, opinions } = believe(cells);
  const { designs } = incidence;
  const bound = toldApart(designs);
  const [first = 0] = ids;
  // P(best) is never above P(better than one of the others), which costs nothing.
  const hopeful = opinions > 1 && ids.every((_, at) => at === 0 || beats(belief, 0, at) >= bound);
  const best = hopeful ? (bestProbabilities(belief)[0] ?? 0) : 0;
  const apart = beatsAnyway(belief, 0, 1);
  const [group = []] = tieGroups(designs, (better, worse) => beats(belief, better, worse) >= bound - EPSILON);
  // Where the first beats every single one and is no winner, it is asked together with the second.
  const tied = group[0] === 0 ? group : [0, 1];
  return {
    first,
    named: best >= bound,
    best,
    high: best >= bound && confidenceLevel({ best, designs, opinions, apart }) === "high",
    tied: tied.map((at) => ids[at] ?? 0),
  };
}

/** What a ranking is computed from, of so many designs on one criterion. */
export function inputOf({ observations, values }: Cells, designs: number): RankingInput {
  const nobody = "nobody/designer";
  const authors = new Map(observations.flatMap(({ design, reviewer, self }) => (self ? [[design, reviewer]] : [])));
  const reviewers = [...new Set(observations.map(({ reviewer }) => reviewer))];
  return {
    designs: Array.from({ length: designs }, (_, at) => ({
      design_id: String(at),
      generating_model: authors.has(at) ? `reviewer/${authors.get(at)}` : nobody,
      length: 1,
    })),
    reviewers: reviewers.map((at) => ({ reviewer_id: String(at), model: `reviewer/${at}` })),
    criteria: [{ name: "all", description: "", min: 0, max: 10 }],
    scores: observations.map(({ design, reviewer }, at) => ({
      design_id: String(design),
      reviewer_id: String(reviewer),
      scorer_model: `reviewer/${reviewer}`,
      scores: { all: values[at] ?? 0 },
      overall_score: 5,
    })),
    reviews: [],
    options: { method: "adjusted", exclude_self_reviews: false, draws: 0 },
  };
}
