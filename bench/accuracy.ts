import { mean, sampleStandardDeviation } from "simple-statistics";
import { type CompactIncidence, compact } from "../src/stats/incidence.ts";
import { limitInfluence } from "../src/stats/influence.ts";
import { additiveModel, chooseModel, meanModel } from "../src/stats/models.ts";
import { tiedGroups } from "../src/stats/ranks.ts";
import { heading, line } from "./figures.ts";
import { BENIGN, experimentsOf, ODD, type Sample, type World } from "./worlds.ts";

const EXPERIMENTS = 10_000;

/** The first three are to be compared; the others show what another weight of self-reviews or no shrinkage would do. */
const WAYS = {
  "plain mean": plainMean,
  "without self-reviews": withoutSelf,
  ours: ({ observations, values }: Sample): Estimate => {
    const incidence = limitInfluence(compact(observations), values);
    return { incidence, theta: chooseModel(incidence, values, "adjusted").ranking.solve(values).theta };
  },
  "self-weight 0.25": additive({ selfWeight: 0.25 }),
  "self-weight 1": additive({ selfWeight: 1 }),
  "λ = 0": additive({}),
  "λ = 1": additive({ shrinkage: 1 }),
};
type Way = keyof typeof WAYS;
const NAMES = Object.keys(WAYS) as Way[];
const COMPARED: readonly Way[] = ["plain mean", "without self-reviews", "ours"];

/** Shares of experiments, and how far ours lies behind the best of the compared ways with its standard error. */
type Row = { rates: Record<Way, number>; behind: number; error: number };

/** How often each way to rank puts the truly best design first; all rank the same experiments. */
export function benchAccuracy(seed: number): void {
  heading(
    `The truly best design is ranked first, % of ${EXPERIMENTS.toLocaleString("en")} experiments`,
    `setting | ${NAMES.join(" | ")} | ours behind the best of the first three`,
  );
  const benign = BENIGN.map((world, at) => print(world.name, firstPlaces(world, seed + at)));
  const rates = {} as Record<Way, number>;
  for (const way of NAMES) rates[way] = mean(benign.map((row) => row.rates[way]));
  const error = Math.hypot(...benign.map((row) => row.error)) / benign.length;
  print("**mean of the settings above**", { rates, behind: behindOf(rates), error });
  for (const [at, world] of ODD.entries()) print(world.name, firstPlaces(world, seed + 100 + at));
}

function print(name: string, row: Row): Row {
  const percent = (share: number) => (100 * share).toFixed(1);
  const behind = row.behind === 0 ? "0.0" : `${percent(row.behind)} ± ${percent(row.error)}`;
  line(name, ...NAMES.map((way) => percent(row.rates[way])), behind);
  return row;
}

function behindOf(rates: Record<Way, number>): number {
  return Math.max(...COMPARED.map((way) => rates[way])) - rates.ours;
}

/** A shared first place counts its share. */
function firstPlaces(world: World, seed: number): Row {
  const next = experimentsOf(world, seed);
  const hits = {} as Record<Way, Float64Array>;
  for (const way of NAMES) hits[way] = new Float64Array(EXPERIMENTS);
  for (let run = 0; run < EXPERIMENTS; run++) {
    const sample = next();
    for (const way of NAMES) {
      const { incidence, theta } = WAYS[way](sample);
      const first = tiedGroups(theta)[0]?.members ?? [];
      if (first.some((at) => incidence.designIds[at] === sample.best)) hits[way][run] = 1 / first.length;
    }
  }
  const rates = {} as Record<Way, number>;
  for (const way of NAMES) rates[way] = mean([...hits[way]]);
  const best = COMPARED.reduce((a, b) => (rates[b] > rates[a] ? b : a));
  const lost = Array.from(hits[best], (hit, run) => hit - (hits.ours[run] ?? 0));
  return { rates, behind: behindOf(rates), error: sampleStandardDeviation(lost) / Math.sqrt(EXPERIMENTS) };
}

type Estimate = { incidence: CompactIncidence; theta: readonly number[] };

function plainMean({ observations, values }: Pick<Sample, "observations" | "values">): Estimate {
  const incidence = compact(observations);
  return { incidence, theta: meanModel(incidence).solve(values).theta };
}

function withoutSelf({ observations, values }: Sample): Estimate {
  const kept = [...observations.keys()].filter((at) => !observations[at]?.self);
  if (kept.length === 0) return plainMean({ observations, values });
  return plainMean({
    observations: kept.flatMap((at) => observations[at] ?? []),
    values: kept.map((at) => values[at] ?? 0),
  });
}

function additive(options: { selfWeight?: number; shrinkage?: number }): (sample: Sample) => Estimate {
  return ({ observations, values }) => {
    const incidence = compact(observations);
    const complete = observations.length === incidence.designs * incidence.reviewers;
    const fitted = additiveModel(incidence, complete ? { ...options, shrinkage: 0 } : options);
    const model = "reason" in fitted ? meanModel(incidence) : fitted;
    return { incidence, theta: model.solve(values).theta };
  };
}
