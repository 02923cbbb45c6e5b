import { mean } from "simple-statistics";
import { askedThriftily, ordersOf, type Plan, revealed, saidOf, worldOf } from "./asking.ts";
import { heading, line } from "./figures.ts";
import { type Cells, percent } from "./judgement.ts";
import { experimentsOf, type World } from "./worlds.ts";

const EXPERIMENTS = 2_000;

type Ending = Plan & { thrifty: boolean; change?: Partial<World> };
const ENDINGS: Readonly<Record<string, Ending>> = {
  "3 × 3": { designs: 3, reviewers: 3, thrifty: false },
  "4 × 5": { designs: 4, reviewers: 5, thrifty: false },
  "4 × 5, thrifty": { designs: 4, reviewers: 5, thrifty: true },
  "6 × 6, thrifty": { designs: 6, reviewers: 6, thrifty: true },
  "3 × 3, equal designs": { designs: 3, reviewers: 3, thrifty: false, change: { quality: 0 } },
};

/** Whom to ask where no winner was named: so many new reviewers that designed nothing, and whether of all designs. */
const WAYS = [
  { more: 0, all: false, name: "nobody" },
  { more: 1, all: false, name: "one more on the tied" },
  { more: 2, all: false, name: "two more on the tied" },
  { more: 1, all: true, name: "one more on all" },
  { more: 2, all: true, name: "two more on all" },
] as const;
const MOST = Math.max(...WAYS.map(({ more }) => more));

/** What further reviewers find where nobody won. */
export function benchFurther(seed: number): void {
  heading(
    `Where nobody won, further reviewers, % of those of ${EXPERIMENTS.toLocaleString("en")} experiments`,
    "plan, nobody won | asked | evaluations | winner named | named and right | first is the best",
  );
  for (const [at, [name, ending]] of Object.entries(ENDINGS).entries()) {
    const { open, ways } = furtherOf(ending, { seed: seed + at, experiments: EXPERIMENTS });
    const knowsBest = ending.change?.quality !== 0;
    for (const [nth, { evaluations, named, right, best }] of ways.entries()) {
      line(
        nth === 0 ? `${name}, ${percent(open, EXPERIMENTS)}` : "",
        WAYS[nth]?.name ?? "",
        evaluations.toFixed(1),
        percent(named, open),
        knowsBest ? percent(right, named) : "–",
        knowsBest ? percent(best, open) : "–",
      );
    }
  }
}

/**
 * How many panels ended without a winner and, by way to go on: evaluations on average, how many of these panels then
 * name a winner, how many of those winners are the best, and in how many panels the first design is.
 */
export type Further = {
  open: number;
  ways: { evaluations: number; named: number; right: number; best: number }[];
};

/** Further reviewers err together with those that judged before. */
export function furtherOf(ending: Ending, { seed, experiments }: { seed: number; experiments: number }): Further {
  const panel = worldOf(ending, ending.change);
  const order = ordersOf(panel, seed);
  const next = experimentsOf({ ...panel, reviewers: ending.reviewers + MOST }, seed);
  const open = Array.from({ length: experiments }, () => {
    const [sample, asked] = [next(), order()];
    const cells: Cells = ending.thrifty
      ? askedThriftily(sample, asked)
      : revealed(sample, ({ reviewer }) => reviewer < ending.reviewers);
    const said = saidOf(cells);
    if (said.named) return [];
    const tied = new Set(said.tied);
    const ways = WAYS.map(({ more, all }) => {
      const newly = ({ design, reviewer }: Cells["observations"][number]) =>
        reviewer >= ending.reviewers && reviewer < ending.reviewers + more && (all || tied.has(design));
      const extra = revealed(sample, newly);
      const { named, first } = saidOf({
        observations: [...cells.observations, ...extra.observations],
        values: [...cells.values, ...extra.values],
      });
      return { evaluations: extra.values.length, named, best: first === sample.best };
    });
    return [ways];
  }).flat();
  return {
    open: open.length,
    ways: WAYS.map((_, at) => {
      const ends = open.flatMap((ways) => ways[at] ?? []);
      return {
        evaluations: mean(ends.map(({ evaluations }) => evaluations)),
        named: ends.filter(({ named }) => named).length,
        right: ends.filter(({ named, best }) => named && best).length,
        best: ends.filter(({ best }) => best).length,
      };
    }),
  };
}
