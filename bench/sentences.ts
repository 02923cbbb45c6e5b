import { mean, sampleStandardDeviation } from "simple-statistics";
import { fitScores } from "../src/stats/belief.ts";
import { covariate, isBeyondChance } from "../src/stats/bias.ts";
import { compact, type Observation } from "../src/stats/incidence.ts";
import { limitInfluence } from "../src/stats/influence.ts";
import { additiveModel } from "../src/stats/models.ts";
import { randomOf } from "../src/stats/random.ts";
import { leaveOneOut } from "../src/stats/robustness.ts";
import { bestProbabilities, canonicalOrder, reorder } from "../src/stats/uncertainty.ts";
import { toldApart } from "../src/stats/verdict.ts";
import { SURE } from "../src/text/numbers.ts";
import { heading, line } from "./figures.ts";
import { type Judgement, judgementsOf, percent } from "./judgement.ts";
import { CALM, experimentsOf, type Sample, type World } from "./worlds.ts";

const RUNS = 1_000;
const FOUR: World = { ...CALM, designs: 4, reviewers: 4 };
/** What a reviewer adds for length where it likes it, in errors for a standard deviation. */
const TASTE = 0.8;

/** Whether what a ranking says in words is so, in worlds where the truth is known. */
export function benchSentences(seed: number): void {
  equalPairs(seed + 800);
  clones(seed + 810);
  worlds(seed + 830);
  lengths(seed + 850);
  agreement(seed + 860);
  leftOut(seed + 870);
  paired(seed + 880);
  sameMaker(seed + 890);
  ownWork(seed + 900);
}

const share = (all: readonly Judgement[], is: (each: Judgement) => boolean): string =>
  percent(all.filter(is).length, all.length);
const rightOf = (all: readonly Judgement[]): string => share(all, ({ right }) => right);
const wasHigh = ({ best }: Judgement): boolean => best >= SURE;
const isHigh = (each: Judgement): boolean => wasHigh(each) && each.apart >= SURE;

function equalPairs(seed: number): void {
  heading("Two equal designs: one is named, %", "panel | from 80 % | from 85 % | from 90 %");
  for (const [at, reviewers] of [3, 4, 6].entries()) {
    for (const [nth, correlation] of [0.35, 0.45, 0.6].entries()) {
      const world = { ...CALM, designs: 2, reviewers, correlation, quality: 0 };
      const all = judgementsOf(world, seed + 3 * at + nth, { runs: RUNS });
      const named = [0.8, 0.85, 0.9].map((bound) => share(all, ({ best }) => best >= bound));
      line(`${reviewers} reviewers, ρ ${correlation}`, ...named);
    }
  }
}

function clones(seed: number): void {
  heading(
    "High, by P(best) alone and with the first pair told apart at any distance, %",
    "panel | high by P(best) | right | high | right | two clones on top: high by P(best) | high",
  );
  const panels: [string, World][] = [
    ["3 × 3", CALM],
    ["3 × 4", { ...CALM, reviewers: 4 }],
    ["4 × 4", FOUR],
    ["5 × 5", { ...CALM, designs: 5, reviewers: 5 }],
  ];
  for (const [at, [name, world]] of panels.entries()) {
    const all = judgementsOf(world, seed + at, { runs: RUNS });
    const two = judgementsOf({ ...world, clones: true }, seed + 10 + at, { runs: RUNS });
    line(
      name,
      share(all, wasHigh),
      rightOf(all.filter(wasHigh)),
      share(all, isHigh),
      rightOf(all.filter(isHigh)),
      share(two, wasHigh),
      share(two, isHigh),
    );
  }
}

function worlds(seed: number): void {
  heading("P by world", "designs lie apart by | mean P | right | off by | winner named | named and right");
  const rows: [string, Partial<World>][] = [
    ["2 errors", { quality: 2 }],
    ["1 error", {}],
    ["½ of an error", { quality: 0.5 }],
    ["¼ of an error", { quality: 0.25 }],
    ["1 error, uncorrelated", { correlation: 0 }],
    ["1 error, correlated by 0.6", { correlation: 0.6 }],
    ["1 error, whole numbers", { scale: "whole" }],
    [`1 error, reviewers like length by ${TASTE}`, { taste: TASTE }],
    [`1 error, correlated by 0.6, length ${TASTE}`, { taste: TASTE, correlation: 0.6 }],
  ];
  for (const [at, [name, change]] of rows.entries()) worldLine(name, [CALM, FOUR], change, seed + 2 * at);
  heading(
    "The same where errors correlate by 0.6, by size",
    "panel | mean P | right | off by | winner named | named and right",
  );
  for (const [at, [designs, reviewers]] of (
    [
      [3, 3],
      [5, 5],
      [8, 6],
    ] as const
  ).entries()) {
    worldLine(`${designs} × ${reviewers}`, [{ ...CALM, designs, reviewers }], { correlation: 0.6 }, seed + 1000 + at);
  }
}

function worldLine(name: string, panels: readonly World[], change: Partial<World>, seed: number): void {
  const all = panels.flatMap((world, nth) => judgementsOf({ ...world, ...change }, seed + nth, { runs: 2 * RUNS }));
  const p = 100 * mean(all.map(({ best }) => best));
  const right = (100 * all.filter((each) => each.right).length) / all.length;
  const named = all.filter((each) => each.named);
  const off = Math.abs(p - right).toFixed(1);
  line(
    name,
    p.toFixed(0),
    right.toFixed(0),
    off,
    share(all, (each) => each.named),
    rightOf(named),
  );
}

function lengths(seed: number): void {
  heading(
    `Winners where reviewers like length by ${TASTE}: right, % (of all winners)`,
    `panel | longer, break-even below ${TASTE} | longer, break-even from ${TASTE} | shorter`,
  );
  for (const [at, world] of [CALM, FOUR].entries()) {
    const all = judgementsOf({ ...world, taste: TASTE }, seed + at, { runs: 2 * RUNS }).filter(({ named }) => named);
    const below = ({ lead, longer }: Judgement) => longer > 0 && lead / longer < TASTE;
    const parts = [
      all.filter(below),
      all.filter((each) => each.longer > 0 && !below(each)),
      all.filter(({ longer }) => longer <= 0),
    ];
    const shown = parts.map((part) => `${rightOf(part)} (${percent(part.length, all.length)})`);
    line(`${world.designs} × ${world.reviewers}`, ...shown);
  }
}

/** Panels of the same designs whose reviewers share the same errors. */
function agreement(seed: number): void {
  heading("Another panel agrees, and the first is the best, %", "P(best) | panels | another agrees | right");
  const bands = [0.5, 0.7, 0.8, 0.9, 0.95, 1.001];
  const found: { best: number; agrees: boolean; right: boolean }[] = [];
  for (const [at, correlation] of [0.35, 0.45, 0.6].entries()) {
    const next = experimentsOf({ ...CALM, reviewers: 6, correlation }, seed + at);
    for (let run = 0; run < 4 * RUNS; run++) {
      const sample = next();
      const one = firstOf(sample, 0);
      const other = firstOf(sample, 3);
      found.push({ best: one.best, agrees: one.first === other.first, right: one.first === sample.best });
    }
  }
  for (const [at, low] of bands.slice(0, -1).entries()) {
    const band = found.filter(({ best }) => best >= low && best < (bands[at + 1] ?? 2));
    const [agree, right] = [band.filter(({ agrees }) => agrees), band.filter((each) => each.right)];
    const name = `${low}–${Math.min(1, bands[at + 1] ?? 1)}`;
    line(name, String(band.length), percent(agree.length, band.length), percent(right.length, band.length));
  }
}

/** The first design by the three reviewers from one on. */
function firstOf({ observations, values }: Sample, from: number) {
  const kept = [...observations.keys()].filter((at) => Math.floor((observations[at]?.reviewer ?? 0) / 3) === from / 3);
  const own = kept.map((at) => values[at] ?? 0);
  const incidence = limitInfluence(compact(kept.flatMap((at) => observations[at] ?? [])), own);
  const { belief } = fitScores(incidence, own, "adjusted");
  const order = canonicalOrder(belief);
  return { first: incidence.designIds[order[0] ?? 0], best: bestProbabilities(reorder(belief, order))[0] ?? 0 };
}

function leftOut(seed: number): void {
  heading("Removing any one reviewer leaves the winner first, %", "panel | quality 1 | equal designs");
  for (const [at, [designs, reviewers]] of (
    [
      [3, 3],
      [3, 4],
      [4, 4],
      [5, 6],
    ] as const
  ).entries()) {
    const shares = [1, 0].map((quality, nth) => {
      const next = experimentsOf({ ...CALM, designs, reviewers, quality }, seed + 2 * at + nth);
      const held: boolean[] = [];
      for (let run = 0; run < RUNS; run++) {
        const { observations, values } = next();
        const incidence = limitInfluence(compact(observations), values);
        const { belief } = fitScores(incidence, values, "adjusted");
        const order = canonicalOrder(belief);
        const best = bestProbabilities(reorder(belief, order))[0] ?? 0;
        if (best < toldApart(designs)) continue;
        const out = leaveOneOut(incidence, values, order[0] ?? 0, "adjusted");
        held.push(out !== null && out.changes.length === 0);
      }
      return percent(held.filter(Boolean).length, held.length, 1);
    });
    line(`${designs} × ${reviewers}`, ...shares);
  }
}

/** The criterion that raw means name, of five with errors of their own. */
function paired(seed: number): void {
  heading(
    "The criterion on which the first leads most by raw means, and what reviewers of both say, %",
    "cells missing | behind | another criterion leads | of all criteria with another sign",
  );
  for (const [at, missing] of [0, 0.1, 0.25].entries()) {
    const random = randomOf(seed + at);
    const draw = (size: number, deviation: number) => Array.from({ length: size }, () => random.normal(0, deviation));
    let [wrong, other, turned, all] = [0, 0, 0, 0];
    while (all < 2 * RUNS) {
      const quality = draw(4, 1).sort((a, b) => b - a);
      const severity = draw(4, 1);
      const own = quality.map((q) => draw(5, 0.5).map((own) => q + own));
      const cells = own.map((row) =>
        severity.map((r) => (random.uniform() < missing ? null : row.map((q) => q + r + random.normal(0, 1)))),
      );
      const [first = [], second = []] = cells;
      const both = first.flatMap((one, j) => {
        const against = second[j];
        return one && against ? [one.map((value, c) => value - (against[c] ?? 0))] : [];
      });
      if (both.length === 0) continue;
      all++;
      const meanOf = (rows: readonly (readonly number[] | null)[], c: number) =>
        mean(rows.flatMap((row) => row?.[c] ?? []));
      const raw = [0, 1, 2, 3, 4].map((c) => meanOf(first, c) - meanOf(second, c));
      const within = [0, 1, 2, 3, 4].map((c) => meanOf(both, c));
      const most = raw.indexOf(Math.max(...raw));
      if ((raw[most] ?? 0) > 0 && (within[most] ?? 0) <= 0) wrong++;
      turned += raw.filter((value, c) => value * (within[c] ?? 0) < 0).length;
      if (most !== within.indexOf(Math.max(...within))) other++;
    }
    line(`${100 * missing} %`, percent(wrong, all, 1), percent(other, all, 1), percent(turned, 5 * all, 1));
  }
}

/** Reviewers that wrote the designs, two of each maker, and prefer what their maker's other model wrote. */
function sameMaker(seed: number): void {
  heading("A preference for one's maker is found, %", "panel | points | by comparing means | by the covariate");
  for (const [at, size] of [3, 4, 6].entries()) {
    for (const [nth, gamma] of [0, 1, 2].entries()) {
      const next = experimentsOf({ ...CALM, designs: size, reviewers: size, authors: size }, seed + 3 * at + nth);
      let [byMeans, byCovariate] = [0, 0];
      for (let run = 0; run < RUNS; run++) {
        const { observations, values } = next();
        const same = observations.map(({ design, reviewer, self }) =>
          !self && Math.floor(design / 2) === Math.floor(reviewer / 2) ? 1 : 0,
        );
        const scores = values.map((value, place) => value + gamma * (same[place] ?? 0));
        if (foundByMeans(observations, scores, same)) byMeans++;
        if (foundByCovariate(observations, scores, same)) byCovariate++;
      }
      line(`${size} × ${size}`, String(gamma), percent(byMeans, RUNS, 1), percent(byCovariate, RUNS, 1));
    }
  }
}

function foundByMeans(observations: readonly Observation[], values: readonly number[], same: readonly number[]) {
  const model = additiveModel(compact(observations));
  if ("reason" in model) return false;
  const { residuals } = model.solve(values);
  const inside = residuals.filter((_, at) => same[at] === 1);
  const between = residuals.filter((_, at) => same[at] === 0 && !observations[at]?.self);
  const freedom = model.degreesOfFreedom;
  const variance = residuals.reduce((sum, value) => sum + value * value, 0) / Math.max(1, freedom);
  const error = Math.sqrt(variance * (1 / inside.length + 1 / between.length));
  return isBeyondChance(mean(inside) - mean(between), error, freedom);
}

function foundByCovariate(observations: readonly Observation[], values: readonly number[], same: readonly number[]) {
  return covariate(compact(observations), values, same)?.beyond_chance ?? false;
}

/** How far the pooled self-preference strays, and how far its standard error says it does. */
function ownWork(seed: number): void {
  heading(
    "β of self-preference 1, every reviewer an author",
    "panel | deviation of β | mean standard error | beyond chance, % | beyond chance where there is none, %",
  );
  for (const [at, size] of [3, 4, 6].entries()) {
    const [some, none] = [1, 0].map((preference, nth) => {
      const next = experimentsOf(
        { ...CALM, designs: size, reviewers: size, authors: size, preference },
        seed + 2 * at + nth,
      );
      return Array.from({ length: RUNS }, () => {
        const { observations, values } = next();
        const model = additiveModel(compact(observations));
        if ("reason" in model) return { beta: 0, error: 0, beyond: false };
        const { beta, rss } = model.solve(values);
        const error = model.betaError(rss) ?? 0;
        return { beta: beta ?? 0, error, beyond: isBeyondChance(beta ?? 0, error, model.degreesOfFreedom) };
      });
    });
    if (!some || !none) continue;
    line(
      `${size} × ${size}`,
      sampleStandardDeviation(some.map(({ beta }) => beta)).toFixed(2),
      Math.sqrt(mean(some.map(({ error }) => error ** 2))).toFixed(2),
      percent(some.filter(({ beyond }) => beyond).length, RUNS),
      percent(none.filter(({ beyond }) => beyond).length, RUNS, 1),
    );
  }
}
