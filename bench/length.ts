import { studentt } from "jstat";
import { sum } from "simple-statistics";
import { type Random, randomOf } from "../src/stats/random.ts";
import { heading, line } from "./figures.ts";
import { rate } from "./rounds.ts";

const RUNS = 4_000;
const SIZE = 4;
/** Experiments from which the taste is learned. */
const HISTORIES = [10, 30];
const CHANCE = 0.975;

/** What a standard deviation of length adds to a score without merit, and what it is worth. */
type LengthWorld = { name: string; taste: number; merit: number };
const WORLDS: readonly LengthWorld[] = [
  { name: "taste 0.6", taste: 0.6, merit: 0 },
  { name: "taste 0.3", taste: 0.3, merit: 0 },
  { name: "no taste", taste: 0, merit: 0 },
  { name: "no taste, length is worth 0.3", taste: 0, merit: 0.3 },
  { name: "no taste, length is worth 0.6", taste: 0, merit: 0.6 },
];

type Experiment = { best: number; lengths: number[]; means: number[] };

/** Four designs by four reviewers, qualities and errors of one point, errors correlated by 0.35. */
function experimentOf(random: Random, { taste, merit }: LengthWorld): Experiment {
  const draw = (deviation: number) => Array.from({ length: SIZE }, () => random.normal(0, deviation));
  const lengths = draw(1);
  const rest = Math.sqrt(1 - merit ** 2);
  const quality = draw(1).map((each, at) => rest * each + merit * (lengths[at] ?? 0));
  const shared = draw(Math.sqrt(0.35));
  const means = quality.map((each, at) => {
    return each + (shared[at] ?? 0) + taste * (lengths[at] ?? 0) + random.normal(0, Math.sqrt(0.65 / SIZE));
  });
  return { best: quality.indexOf(Math.max(...quality)), lengths, means };
}

/** The slope of score on length within experiments; 0 where chance explains it. */
function learned(history: readonly Experiment[]): number {
  const rows = history.flatMap(({ lengths, means }) => {
    const [x, y] = [sum(lengths) / SIZE, sum(means) / SIZE];
    return lengths.map((each, at) => [each - x, (means[at] ?? 0) - y] as const);
  });
  const squares = sum(rows.map(([x]) => x * x));
  const slope = sum(rows.map(([x, y]) => x * y)) / squares;
  const freedom = rows.length - history.length - 1;
  const error = Math.sqrt(sum(rows.map(([x, y]) => (y - slope * x) ** 2)) / freedom / squares);
  return Math.abs(slope) > studentt.inv(CHANCE, freedom) * error ? slope : 0;
}

/** What correcting by a taste for length that history shows would do, were it done. */
export function benchLength(seed = 20_261): void {
  heading(
    `Correcting for length, 4 × 4: the best design is first, %, seed ${seed}`,
    `world | as it is | by the true taste | ${HISTORIES.map((many) => `learned from ${many} | corrected`).join(" | ")}`,
  );
  for (const [at, world] of WORLDS.entries()) {
    const random = randomOf(seed + at);
    const all = Array.from({ length: RUNS }, () => experimentOf(random, world));
    const found = (slopeOf: (nth: number) => number): boolean[] =>
      all.map(({ best, lengths, means }, nth) => {
        const slope = slopeOf(nth);
        const theta = means.map((each, design) => each - slope * (lengths[design] ?? 0));
        return theta.indexOf(Math.max(...theta)) === best;
      });
    const cells = HISTORIES.flatMap((many) => {
      const slopes = all.map(() => learned(Array.from({ length: many }, () => experimentOf(random, world))));
      return [
        rate(found((nth) => slopes[nth] ?? 0)),
        rate(
          slopes.map((slope) => slope !== 0),
          0,
        ),
      ];
    });
    line(world.name, rate(found(() => 0)), rate(found(() => world.taste)), ...cells);
  }
}
