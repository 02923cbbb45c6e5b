import { chooseModel } from "../src/stats/choose-model.ts";
import { tiedGroups } from "../src/stats/competition-ranks.ts";
import { pooledVariance } from "../src/stats/draws.ts";
import { type CompactLayout, compact } from "../src/stats/layout.ts";
import { uncertaintyOf } from "../src/stats/uncertainty.ts";
import { BENIGN, CALIBRATION, experimentsOf, HOSTILE, type Sample, type World } from "./worlds.ts";

const EXPERIMENTS = 10_000;
const CALIBRATED = 2_000;
const SEED = 20_261;

/** Prints, as Markdown, how often each way to rank finds the best design, and whether P(best) keeps its word. */
export function benchStats(): void {
  accuracy();
  calibration();
}

const WAYS = { "plain mean": plainMean, "without self-reviews": withoutSelf, default: additive };
type Way = keyof typeof WAYS;

function accuracy(): void {
  console.log(`The truly best design is ranked first, % of ${EXPERIMENTS.toLocaleString("en")} experiments\n`);
  console.log(`| setting | ${Object.keys(WAYS).join(" | ")} | default behind the best |\n|---|---|---|---|---|`);
  const benign = BENIGN.map((world, at) => row(world.name, firstPlaces(world, SEED + at)));
  const mean = Object.fromEntries(
    (Object.keys(WAYS) as Way[]).map((way) => [
      way,
      benign.reduce((sum, rates) => sum + rates[way], 0) / benign.length,
    ]),
  ) as Record<Way, number>;
  row("**mean of the benign settings above**", mean);
  for (const [at, world] of HOSTILE.entries()) row(world.name, firstPlaces(world, SEED + 100 + at));
}

function row(name: string, rates: Record<Way, number>): Record<Way, number> {
  const behind = Math.max(...Object.values(rates)) - rates.default;
  console.log(`| ${[name, ...[...Object.values(rates), behind].map((rate) => (100 * rate).toFixed(1))].join(" | ")} |`);
  return rates;
}

/** Share of experiments in which each way puts the best design first; a shared first place counts its share. */
function firstPlaces(world: World, seed: number): Record<Way, number> {
  const next = experimentsOf(world, seed);
  const hits: Record<Way, number> = { "plain mean": 0, "without self-reviews": 0, default: 0 };
  for (let run = 0; run < EXPERIMENTS; run++) {
    const sample = next();
    for (const way of Object.keys(WAYS) as Way[]) {
      const { layout, theta } = WAYS[way](sample);
      const first = tiedGroups(theta)[0]?.members ?? [];
      if (first.some((at) => layout.designIds[at] === sample.best)) hits[way] += 1 / first.length / EXPERIMENTS;
    }
  }
  return hits;
}

type Estimate = { layout: CompactLayout; theta: readonly number[] };

function plainMean({ places, values }: Sample): Estimate {
  const layout = compact(places);
  return { layout, theta: chooseModel(layout, "mean").ranking.solve(values).theta };
}

function withoutSelf({ places, values }: Sample): Estimate {
  const kept = [...places.keys()].filter((at) => !places[at]?.self);
  return plainMean({
    best: 0,
    places: kept.flatMap((at) => places[at] ?? []),
    values: kept.map((at) => values[at] ?? 0),
  });
}

function additive({ places, values }: Sample): Estimate {
  const layout = compact(places);
  return { layout, theta: chooseModel(layout, "adjusted").ranking.solve(values).theta };
}

const BANDS = [0, 0.5, 0.7, 0.9, 1.0001];

function calibration(): void {
  console.log(`\nThe first design is truly the best, % of the experiments with its P(best) in the band\n`);
  console.log(
    "| errors correlated by | P(best) 0–0.5 | 0.5–0.7 | 0.7–0.9 | above 0.9 | share above 0.9 |\n|---|---|---|---|---|---|",
  );
  const totals: Tally[] = [];
  for (const correlation of new Set(CALIBRATION.map((world) => world.correlation))) {
    const worlds = CALIBRATION.filter((world) => world.correlation === correlation);
    const tally = add(worlds.map((world, at) => tallyOf(world, SEED + 200 + at)));
    totals.push(tally);
    band(String(correlation), tally);
  }
  band("**all**", add(totals));
}

type Tally = { right: number[]; all: number[] };

function tallyOf(world: World, seed: number): Tally {
  const next = experimentsOf(world, seed);
  const tally: Tally = { right: [0, 0, 0, 0], all: [0, 0, 0, 0] };
  for (let run = 0; run < CALIBRATED; run++) {
    const sample = next();
    const layout = compact(sample.places);
    const model = chooseModel(layout, "adjusted").ranking;
    const { theta, rss } = model.solve(sample.values);
    const belief = { theta, covariance: model.covariance(), ...pooledVariance(rss, model.degreesOfFreedom) };
    const first = theta.indexOf(Math.max(...theta));
    const p = uncertaintyOf(belief, { draws: 2000, seed: run }).best[first] ?? 0;
    const at = BANDS.findLastIndex((low) => p >= low);
    tally.all[at] = (tally.all[at] ?? 0) + 1;
    if (layout.designIds[first] === sample.best) tally.right[at] = (tally.right[at] ?? 0) + 1;
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
