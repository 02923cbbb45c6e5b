import { mean, sampleStandardDeviation } from "simple-statistics";
import { additiveModel, SELF_WEIGHT } from "../src/stats/additive-model.ts";
import { chooseModel } from "../src/stats/choose-model.ts";
import { tiedGroups } from "../src/stats/competition-ranks.ts";
import { pooledVariance } from "../src/stats/draws.ts";
import { type CompactIncidence, compact } from "../src/stats/incidence.ts";
import { meanModel } from "../src/stats/mean-model.ts";
import { uncertaintyOf } from "../src/stats/uncertainty.ts";
import { BENIGN, CALIBRATION, experimentsOf, HOSTILE, type Sample, type World } from "./worlds.ts";

const EXPERIMENTS = 20_000;
const CALIBRATED = 2_000;

/** Prints, as Markdown, how often each way to rank finds the best design, and whether P(best) keeps its word. */
export function benchStats(seed = 20_261): void {
  accuracy(seed);
  calibration(seed);
}

/** The first three are to be compared; the last two show what another weight of self-reviews would do. */
const WAYS = {
  "plain mean": plainMean,
  "without self-reviews": withoutSelf,
  default: additive(SELF_WEIGHT),
  "weight 0.5": additive(0.5),
  "weight 1": additive(1),
};
type Way = keyof typeof WAYS;
const NAMES = Object.keys(WAYS) as Way[];
const COMPARED: readonly Way[] = ["plain mean", "without self-reviews", "default"];

/** Shares of experiments, and how far the default lies behind the best of the compared ways with its standard error. */
type Row = { rates: Record<Way, number>; behind: number; error: number };

function accuracy(seed: number): void {
  console.log(`The truly best design is ranked first, % of ${EXPERIMENTS.toLocaleString("en")} experiments\n`);
  console.log(`| setting | ${NAMES.join(" | ")} | default behind the best of the first three |`);
  console.log(`|---|${NAMES.map(() => "---|").join("")}---|`);
  const benign = BENIGN.map((world, at) => print(world.name, firstPlaces(world, seed + at)));
  const rates = {} as Record<Way, number>;
  for (const way of NAMES) rates[way] = mean(benign.map((row) => row.rates[way]));
  const error = Math.hypot(...benign.map((row) => row.error)) / benign.length;
  print("**mean of the benign settings above**", { rates, behind: behindOf(rates), error });
  for (const [at, world] of HOSTILE.entries()) print(world.name, firstPlaces(world, seed + 100 + at));
}

function print(name: string, row: Row): Row {
  const percent = (share: number) => (100 * share).toFixed(1);
  const behind = row.behind === 0 ? "0.0" : `${percent(row.behind)} ± ${percent(row.error)}`;
  console.log(`| ${[name, ...NAMES.map((way) => percent(row.rates[way])), behind].join(" | ")} |`);
  return row;
}

function behindOf(rates: Record<Way, number>): number {
  return Math.max(...COMPARED.map((way) => rates[way])) - rates.default;
}

/** Every way ranks the same experiments, so that their differences are paired. A shared first place counts its share. */
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
  const lost = Array.from(hits[best], (hit, run) => hit - (hits.default[run] ?? 0));
  return { rates, behind: behindOf(rates), error: sampleStandardDeviation(lost) / Math.sqrt(EXPERIMENTS) };
}

type Estimate = { incidence: CompactIncidence; theta: readonly number[] };

function plainMean({ observations, values }: Sample): Estimate {
  const incidence = compact(observations);
  return { incidence, theta: meanModel(incidence).solve(values).theta };
}

function withoutSelf({ observations, values }: Sample): Estimate {
  const kept = [...observations.keys()].filter((at) => !observations[at]?.self);
  return plainMean({
    best: 0,
    observations: kept.flatMap((at) => observations[at] ?? []),
    values: kept.map((at) => values[at] ?? 0),
  });
}

function additive(weight: number): (sample: Sample) => Estimate {
  return ({ observations, values }) => {
    const incidence = compact(observations);
    const fitted = additiveModel(incidence, weight);
    const model = "reason" in fitted ? meanModel(incidence) : fitted;
    return { incidence, theta: model.solve(values).theta };
  };
}

const BANDS = [0, 0.5, 0.7, 0.9, 1.0001];

function calibration(seed: number): void {
  console.log(`\nThe first design is truly the best, % of the experiments with its P(best) in the band\n`);
  console.log(
    "| errors correlated by | P(best) 0–0.5 | 0.5–0.7 | 0.7–0.9 | above 0.9 | share above 0.9 |\n|---|---|---|---|---|---|",
  );
  const totals: Tally[] = [];
  for (const correlation of new Set(CALIBRATION.map((world) => world.correlation))) {
    const worlds = CALIBRATION.filter((world) => world.correlation === correlation);
    const tally = add(worlds.map((world, at) => tallyOf(world, seed + 200 + at)));
    totals.push(tally);
    band(String(correlation), tally);
  }
  band("**all**", add(totals));
  const sure = totals.map(({ right, all }) => (right[3] ?? 0) / (all[3] ?? 0));
  console.log(`\nAbove 0.9, averaged over the correlations: ${(100 * mean(sure)).toFixed(1)} %`);
}

type Tally = { right: number[]; all: number[] };

function tallyOf(world: World, seed: number): Tally {
  const next = experimentsOf(world, seed);
  const tally: Tally = { right: [0, 0, 0, 0], all: [0, 0, 0, 0] };
  for (let run = 0; run < CALIBRATED; run++) {
    const sample = next();
    const incidence = compact(sample.observations);
    const model = chooseModel(incidence, "adjusted").ranking;
    const { theta, rss } = model.solve(sample.values);
    const belief = { theta, covariance: model.covariance(), ...pooledVariance(rss, model.degreesOfFreedom) };
    const first = theta.indexOf(Math.max(...theta));
    const p = uncertaintyOf(belief, { draws: 2000, seed: run }).best[first] ?? 0;
    const at = BANDS.findLastIndex((low) => p >= low);
    tally.all[at] = (tally.all[at] ?? 0) + 1;
    if (incidence.designIds[first] === sample.best) tally.right[at] = (tally.right[at] ?? 0) + 1;
  }
  return tally;
}

function add(tallies: readonly Tally[]): Tally {
  const sum = (pick: (tally: Tally) => number[]) =>
    [0, 1, 2, 3].map((at) => tallies.reduce((total, tally) => total + (pick(tally)[at] ?? 0), 0));
  return { right: sum(({ right }) => right), all: sum(({ all }) => all) };
}

function band(name: string, { right, all }: Tally): void {
  const total = all.reduce((sum, count) => sum + count, 0);
  const shares = all.map((count, at) => (count === 0 ? "–" : ((100 * (right[at] ?? 0)) / count).toFixed(1)));
  console.log(`| ${name} | ${shares.join(" | ")} | ${((100 * (all[3] ?? 0)) / total).toFixed(1)} |`);
}
