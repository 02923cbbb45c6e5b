import { mean } from "simple-statistics";
import { CONSTANTS, type Constants } from "../src/stats/belief.ts";
import { heading, line } from "./figures.ts";
import { type Judgement, judgementsOf, percent } from "./judgement.ts";
import { rate } from "./rounds.ts";
import { CALM, EQUAL, POPULATIONS, SHAPES, VERDICTS, type World } from "./worlds.ts";

const RUNS = 600;
/** Of each world, for the constants that are not used. */
const FEWER_RUNS = 250;
const BANDS = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0001];

/** P(best) of the first design, and whether it is the best. */
type Outcome = Pick<Judgement, "best" | "right">;

/** What other constants would do; the first row is what is used. */
const TRIED: Readonly<Record<string, Constants>> = {
  "s₀² = 0.7·V in 0.25²…1², ρ 0.45": CONSTANTS,
  "s₀ = 0.8, ρ 0.35 (at first)": {
    ...CONSTANTS,
    correlation: 0.35,
    priorShare: 1,
    priorLeast: 0.8,
    priorGreatest: 0.8,
  },
  "s₀ = 0.8, ρ 0.45": { ...CONSTANTS, priorLeast: 0.8, priorGreatest: 0.8 },
  "ρ 0.35": { ...CONSTANTS, correlation: 0.35 },
  "ρ 0.55": { ...CONSTANTS, correlation: 0.55 },
  "0.4·V": { ...CONSTANTS, priorShare: 0.4 },
  "s₀ to 0.8 (before)": { ...CONSTANTS, priorGreatest: 0.8 },
  "s₀ to 1.2": { ...CONSTANTS, priorGreatest: 1.2 },
};

/** Whether P(best) of the first design is right as often as it says, by shape of panel and by what the scores are like. */
export function benchCalibration(seed: number): void {
  const bands = BANDS.slice(0, -1).map((low, at) => `P ${low}–${Math.min(1, BANDS[at + 1] ?? 1)}`);
  heading(
    "P(best) of the first design, and how often it is the best",
    `panel, scores | mean P | right | ${bands.join(" | ")} | off by`,
  );
  for (const [at, { name }] of SHAPES.entries()) {
    const all = Object.keys(POPULATIONS).map((population) => {
      const found = judged(at, population, seed, RUNS, CONSTANTS);
      row(`${name}, ${population}`, found);
      return found;
    });
    row(`**${name}**`, all.flat());
  }
  heading(
    "Other constants",
    "constants | off by: 3 × 3 | 5 × 5 | 3 × 6 | 2 × 2 | winner among 3 equal, ρ 0.35 | ρ 0.6",
  );
  for (const [name, constants] of Object.entries(TRIED)) {
    const off = [0, 1, 2, 3].map((at) =>
      offBy(
        Object.keys(POPULATIONS).flatMap((population) => judged(at, population, seed, FEWER_RUNS, constants)),
      ).toFixed(1),
    );
    const equal = [0.35, 0.6].map((correlation) => {
      const worlds = EQUAL.filter((world) => world.designs === 3 && world.correlation === correlation);
      const found = worlds.flatMap((world, at) => judgementsOf(world, seed + 500 + at, { runs: RUNS, constants }));
      return percent(found.filter(({ named }) => named).length, found.length);
    });
    line(name, ...off, ...equal);
  }
}

/** What is said in the worlds of one population, by panels of one shape. */
export function judged(
  shape: number,
  population: string,
  seed: number,
  runs: number,
  constants: Constants,
): Judgement[] {
  const world = SHAPES[shape]?.world;
  const changes = POPULATIONS[population] ?? [];
  const place = 300 + 20 * shape + 5 * Object.keys(POPULATIONS).indexOf(population);
  return changes.flatMap((change, at) =>
    world ? judgementsOf({ ...world, ...change }, seed + place + at, { runs, constants }) : [],
  );
}

function row(name: string, judgements: readonly Judgement[]): void {
  const shares = bandsOf(judgements).map((band) => percent(band.filter(({ right }) => right).length, band.length));
  const p = 100 * mean(judgements.map(({ best }) => best));
  const right = percent(judgements.filter((each) => each.right).length, judgements.length, 1);
  line(name, p.toFixed(1), right, ...shares, offBy(judgements).toFixed(1));
}

/** The mean over bands, by how many lie in each, of how far the mean P and the share that is right lie apart; points of 100. */
export function offBy(judgements: readonly Outcome[]): number {
  const gaps = bandsOf(judgements).map((band) => {
    if (band.length === 0) return 0;
    const said = mean(band.map(({ best }) => best));
    const right = band.filter((each) => each.right).length / band.length;
    return (band.length / judgements.length) * Math.abs(said - right);
  });
  return 100 * gaps.reduce((sum, gap) => sum + gap, 0);
}

function bandsOf<J extends Outcome>(judgements: readonly J[]): J[][] {
  return BANDS.slice(0, -1).map((low, at) =>
    judgements.filter(({ best }) => best >= low && best < (BANDS[at + 1] ?? 2)),
  );
}

const VERDICT_RUNS = 3_000;
const DRAWS = 2_000;

/** How often a winner is named, how often it is right, how often confidence is high, and whether rank intervals hold. */
export function benchVerdicts(seed: number): void {
  heading(
    `Verdicts, % of ${VERDICT_RUNS.toLocaleString("en")} experiments`,
    "setting | first is the best | winner named | named and right | confidence high | high and right | true rank in the 90 % range",
  );
  for (const [at, world] of VERDICTS.entries()) verdictRow(world, seed + 600 + at);
  heading("Equal designs: every winner is wrong", "setting | winner named | confidence high");
  for (const [at, world] of EQUAL.entries()) equalRow(world, seed + 700 + at);
}

/** Worlds in which medium confidence is right the least and the most often, and those between. */
const MEDIUM: readonly (readonly [string, Partial<World>])[] = [
  ["½ of an error apart, correlated by 0.6", { quality: 0.5, correlation: 0.6 }],
  ["½ of an error apart", { quality: 0.5 }],
  ["1 error apart, correlated by 0.6", { correlation: 0.6 }],
  ["1 error apart, reviewers like length by 0.8", { taste: 0.8 }],
  ["1 error apart", {}],
  ["1 error apart, uncorrelated", { correlation: 0 }],
  ["2 errors apart", { quality: 2 }],
];
const MEDIUM_RUNS = 2_000;

/** How often the first design of medium confidence is the best: the confidence does not know its world. */
export function benchMedium(seed: number): void {
  heading("Confidence medium, by world, three by three and four by four", "world | medium, % | right, %");
  for (const [at, [name, change]] of MEDIUM.entries()) {
    const all = [3, 4].flatMap((size, nth) =>
      judgementsOf({ ...CALM, designs: size, reviewers: size, ...change }, seed + 2 * at + nth, {
        runs: MEDIUM_RUNS / 2,
      }),
    );
    const medium = all.filter(({ confidence }) => confidence === "medium");
    line(name, percent(medium.length, all.length), medium.length > 0 ? rate(medium.map(({ right }) => right)) : "–");
  }
}

function verdictRow(world: World, seed: number): void {
  const all = judgementsOf(world, seed, { runs: VERDICT_RUNS, draws: DRAWS });
  const right = all.filter((each) => each.right);
  const named = all.filter((each) => each.named);
  const high = all.filter(({ confidence }) => confidence === "high");
  line(
    world.name,
    percent(right.length, all.length),
    percent(named.length, all.length),
    percent(named.filter((each) => each.right).length, named.length),
    percent(high.length, all.length),
    percent(high.filter((each) => each.right).length, high.length),
    (100 * mean(all.map(({ covered }) => covered ?? 0))).toFixed(0),
  );
}

function equalRow(world: World, seed: number): void {
  const all = judgementsOf(world, seed, { runs: VERDICT_RUNS });
  const high = all.filter(({ confidence }) => confidence === "high");
  const named = all.filter((each) => each.named);
  line(world.name, percent(named.length, all.length), percent(high.length, all.length));
}
