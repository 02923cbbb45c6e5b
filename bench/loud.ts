import { mean, sampleStandardDeviation } from "simple-statistics";
import { CONSTANTS, type Constants } from "../src/stats/belief.ts";
import { type CompactIncidence, compact } from "../src/stats/incidence.ts";
import { limitInfluence } from "../src/stats/influence.ts";
import { chooseModel } from "../src/stats/models.ts";
import { type Random, randomOf } from "../src/stats/random.ts";
import { judged, offBy } from "./calibration.ts";
import { heading, line } from "./figures.ts";
import { type Judgement, percent, saidBy } from "./judgement.ts";
import { rate } from "./rounds.ts";
import { CALM, EQUAL, experimentsOf, POPULATIONS, type Sample, SHAPES, type World } from "./worlds.ts";

const EXPERIMENTS = 10_000;
const JUDGED = 1_000;
const CALIBRATED = 300;
/** Apart from the seeds that experiments are drawn with. */
const OTHER_STREAM = 4_000_000;

export const UNLIMITED: Constants = { ...CONSTANTS, spreadLimit: Number.POSITIVE_INFINITY };

/** What the first reviewer gives in the place of its scores: one value for each design. */
type Loud = (quality: readonly number[], random: Random) => number[];
type LoudWorld = { name: string; change?: Partial<World>; loud?: Loud };

const scattered =
  (deviation: number): Loud =>
  (quality, random) =>
    quality.map(() => random.normal(6, deviation));
/** Half the error of another reviewer, on a scale of its own. */
const better =
  (scale: number): Loud =>
  (quality, random) =>
    quality.map((each) => 6 + scale * (each - 6 + random.normal(0, 0.5)));

const favourite: Loud = (quality, random) => {
  const liked = Math.floor(random.uniform() * quality.length);
  return quality.map((_, at) => (at === liked ? 10 : 4));
};

/** Designs and reviewers as everywhere: qualities and errors of one point, errors correlated by 0.35. */
const WORLDS: readonly LoudWorld[] = [
  { name: "honest" },
  { name: "honest, errors uncorrelated", change: { correlation: 0 } },
  { name: "honest, errors correlated by 0.6", change: { correlation: 0.6 } },
  { name: "honest, half an error apart", change: { quality: 0.5 } },
  { name: "honest, whole numbers", change: { scale: "whole" } },
  { name: "honest, a quarter missing", change: { missing: 0.25 } },
  { name: "one gives 10 to one design, 4 to the rest", loud: favourite },
  { name: "one at random, twice as wide", loud: scattered(2 * Math.SQRT2) },
  { name: "one at random, three times as wide", loud: scattered(3 * Math.SQRT2) },
  { name: "one errs by half, twice as wide", loud: better(2) },
  { name: "one errs by half, 0.4 as wide", loud: better(0.4) },
  { name: "one at random, 0.4 as wide", loud: scattered(0.4 * Math.SQRT2) },
];

const SIZES = [3, 4] as const;

/** A seeded supply of experiments in which the first reviewer scores as the world says. */
function loudExperiments({ change, loud }: LoudWorld, size: number, seed: number): () => Sample {
  const next = experimentsOf({ ...CALM, designs: size, reviewers: size, ...change }, seed);
  const random = randomOf(seed + OTHER_STREAM);
  return () => {
    const sample = next();
    if (!loud) return sample;
    const own = loud(sample.quality, random);
    const values = sample.observations.map(({ design, reviewer }, at) =>
      reviewer === 0 ? (own[design] ?? 0) : (sample.values[at] ?? 0),
    );
    return { ...sample, values };
  };
}

type Table = (incidence: CompactIncidence, values: readonly number[]) => CompactIncidence;

const limited =
  (limit: number): Table =>
  (incidence, values) =>
    limitInfluence(incidence, values, limit);
/** The square of the same weight, as if a wide spread were all error. */
const squared =
  (limit: number): Table =>
  (incidence, values) => {
    const { observations, ...rest } = limitInfluence(incidence, values, limit);
    return {
      ...rest,
      observations: observations.map(({ influence = 1, ...place }) => ({ ...place, influence: influence ** 2 })),
    };
  };

/** The first is what was before, the second is used. */
const RULES: readonly (readonly [string, Table])[] = [
  ["no limit", (incidence) => incidence],
  [`limit ${CONSTANTS.spreadLimit} (used)`, limited(CONSTANTS.spreadLimit)],
  ["1", limited(1)],
  ["1.25", limited(1.25)],
  ["1.5", limited(1.5)],
  ["1.5, squared", squared(1.5)],
];

/** What a reviewer with widely spread scores does to a ranking, by the rule that limits it. */
export function benchLoud(seed = 20_261): void {
  console.log(`Seed ${seed}`);
  for (const size of SIZES) firstPlaces(size, seed + 100 * size);
  for (const size of SIZES) probabilities(size, seed + 100 * size);
  calibrations(seed);
  equals(seed + 700);
}

function firstPlaces(size: number, seed: number): void {
  heading(
    `${size} × ${size}: the best design is first, % of ${EXPERIMENTS.toLocaleString("en")} experiments`,
    `world | ${RULES.map(([name]) => name).join(" | ")} | used less no limit`,
  );
  for (const [at, world] of WORLDS.entries()) {
    const next = loudExperiments(world, size, seed + at);
    const hits = RULES.map(() => new Float64Array(EXPERIMENTS));
    for (let run = 0; run < EXPERIMENTS; run++) {
      const { observations, values, best } = next();
      const incidence = compact(observations);
      for (const [nth, [, rule]] of RULES.entries()) {
        const { theta } = chooseModel(rule(incidence, values), values, "adjusted").ranking.solve(values);
        const first = theta.indexOf(Math.max(...theta));
        if (hits[nth] && incidence.designIds[first] === best) hits[nth][run] = 1;
      }
    }
    const [before, used] = hits;
    const gains = Array.from(used ?? [], (hit, run) => 100 * (hit - (before?.[run] ?? 0)));
    const error = sampleStandardDeviation(gains) / Math.sqrt(EXPERIMENTS);
    const shares = hits.map((hit) => (100 * mean([...hit])).toFixed(1));
    line(world.name, ...shares, `${mean(gains).toFixed(1)} ± ${error.toFixed(1)}`);
  }
}

type Said = Pick<Judgement, "best" | "right" | "named">;

function probabilities(size: number, seed: number): void {
  heading(
    `${size} × ${size}: P(best), before and after, ${JUDGED.toLocaleString("en")} experiments`,
    "world | mean P | right | off by | winner named | named and right",
  );
  for (const [at, world] of WORLDS.entries()) {
    const all = [UNLIMITED, CONSTANTS].map((constants) => {
      const next = loudExperiments(world, size, seed + at);
      return Array.from({ length: JUDGED }, (): Said => {
        const sample = next();
        const { best, named, ids } = saidBy(sample, constants);
        return { best, named, right: ids[0] === sample.best };
      });
    });
    const both = (of: (said: readonly Said[]) => string): string => all.map(of).join(" → ");
    line(
      world.name,
      both((said) => (100 * mean(said.map(({ best }) => best))).toFixed(1)),
      both((said) => percent(said.filter(({ right }) => right).length, said.length, 1)),
      both((said) => offBy(said).toFixed(1)),
      both((said) => percent(said.filter(({ named }) => named).length, said.length, 1)),
      both((said) => rightOf(said.filter(({ named }) => named))),
    );
  }
}

function calibrations(seed: number): void {
  heading("Calibration worlds: P(best) is off by", "panel | no limit | used");
  const found = SHAPES.map(({ name }, shape) => {
    const off = [UNLIMITED, CONSTANTS].map((constants) =>
      offBy(Object.keys(POPULATIONS).flatMap((population) => judged(shape, population, seed, CALIBRATED, constants))),
    );
    line(name, ...off.map((each) => each.toFixed(1)));
    return off;
  });
  line("**mean**", ...[0, 1].map((nth) => mean(found.map((off) => off[nth] ?? 0)).toFixed(2)));
}

function equals(seed: number): void {
  heading("Equal designs: a winner is named, %", "setting | no limit | used");
  for (const [at, world] of EQUAL.entries()) {
    const named = [UNLIMITED, CONSTANTS].map((constants) => {
      const next = experimentsOf(world, seed + at);
      return Array.from({ length: JUDGED }, () => saidBy(next(), constants).named);
    });
    line(world.name, ...named.map((each) => rate(each)));
  }
}

function rightOf(said: readonly Said[]): string {
  return percent(said.filter(({ right }) => right).length, said.length);
}
