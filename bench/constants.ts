import { mean } from "simple-statistics";
import { LabError } from "../src/errors.ts";
import { CONSTANTS, type Constants } from "../src/stats/belief.ts";
import { fitRanking } from "../src/stats/fit.ts";
import { preparePanel } from "../src/stats/panel.ts";
import { randomOf } from "../src/stats/random.ts";
import { inputOf } from "./asking.ts";
import { judged, offBy } from "./calibration.ts";
import { heading, line } from "./figures.ts";
import { believe, judgementsOf, percent, saidBy } from "./judgement.ts";
import {
  type As,
  boldness,
  drawPanels,
  evenBoldness,
  type Held,
  hold,
  NEEDS_FILE,
  type Size,
  shownBold,
} from "./panels.ts";
import { paired } from "./people.ts";
import { readRatings } from "./ratings.ts";
import { CALM, experimentsOf, POPULATIONS, type Sample, SHAPES, VERDICTS, type World } from "./worlds.ts";

/** Of each world. */
const RUNS = 300;
/** Of each size of a real panel. */
const PANELS = 2_000;
const EQUAL = 1_000;

/** What was used before these were chosen by simulated worlds and real panels together. */
const BEFORE: Constants = {
  ...CONSTANTS,
  priorGreatest: 0.8,
  people: 0.1,
  shared: 0,
  personWeight: 2,
  answerWeight: 0.5,
  spreadLimit: Number.POSITIVE_INFINITY,
};
const APART: Partial<Constants> = { people: 0.3, shared: 0.3, personWeight: 1.5, answerWeight: 0.25 };

const TRIED: Readonly<Record<string, Partial<Constants>>> = {
  before: {},
  "s₀ to 1.0": { priorGreatest: 1 },
  "s₀ to 1.2": { priorGreatest: 1.2 },
  "ρ of people .3": { people: 0.3 },
  "κ .3": { shared: 0.3 },
  "weight 1.5": { personWeight: 1.5 },
  "pairs ¼": { answerWeight: 0.25 },
  "ρ .3, κ .3, weight 1.5, pairs ¼": APART,
  "the same, s₀ to 1.0": { ...APART, priorGreatest: 1 },
  "the same, s₀ to 1.2": { ...APART, priorGreatest: 1.2 },
  "the same, s₀ to 1.0, ρ .4": { ...APART, priorGreatest: 1, people: 0.4 },
  "the same, s₀ to 1.0, κ 0": { ...APART, priorGreatest: 1, shared: 0 },
  "the same, s₀ to 1.0, weight 2": { ...APART, priorGreatest: 1, personWeight: 2 },
};

/** What other constants would do, in simulated worlds and in real panels: the tables from which they were chosen. */
export async function benchConstants(file: string | undefined, seed = 20_261): Promise<void> {
  if (file === undefined) throw new LabError(NEEDS_FILE);
  const sizes = drawPanels(await readRatings(file), { seed, panels: PANELS }).filter(({ drawn }) => drawn.length > 0);
  console.log(`Seed ${seed}`);
  heading(
    "Models alone",
    "s₀ to | calibration worlds: off by | winner named | verdict worlds: winner named | named and right | real panels: too bold by | 2 × 3 | 3 × 3",
  );
  for (const priorGreatest of [0.8, 1, 1.2])
    modelsRow(priorGreatest.toFixed(1), { ...BEFORE, priorGreatest }, sizes, seed);
  heading(
    "Models alone, by the limit of a reviewer's spread",
    "limit | calibration worlds: off by | winner named | verdict worlds: winner named | named and right | real panels: too bold by | 2 × 3 | 3 × 3 | right",
  );
  for (const spreadLimit of [Number.POSITIVE_INFINITY, 1, CONSTANTS.spreadLimit, 1.25, 1.5]) {
    const name = Number.isFinite(spreadLimit) ? String(spreadLimit) : "none";
    const constants = { ...CONSTANTS, spreadLimit };
    const right = sizes.flatMap((size) => hold(size, "models", constants).map((held) => held.right));
    modelsRow(name, constants, sizes, seed, (100 * mean(right)).toFixed(1));
  }
  const worlds = Object.keys(TOGETHER).map((name) => `${name}: off by, too bold at .8`);
  heading(
    "People",
    `constants | real panels: too bold by | 2 × 3 | 3 × 3 | ${worlds.join(" | ")} | 3 pairs: off by, too bold at .8 | 3 pairs, 4 equal designs: winner named`,
  );
  for (const [name, change] of Object.entries(TRIED)) peopleRow(name, { ...BEFORE, ...change }, sizes, seed);
  heading("Weight of one person: first is the best, %", `person's error | ${WEIGHTS.join(" | ")}`);
  for (const [at, error] of ERRORS.entries()) weightRow(error, seed + 900 + at);
}

function modelsRow(name: string, constants: Constants, sizes: readonly Size[], seed: number, ...more: string[]): void {
  const found = SHAPES.map((_, shape) =>
    Object.keys(POPULATIONS).flatMap((population) => judged(shape, population, seed, RUNS, constants)),
  );
  const all = found.flat();
  const verdicts = VERDICTS.flatMap((world, at) => judgementsOf(world, seed + 600 + at, { runs: RUNS, constants }));
  const named = verdicts.filter((each) => each.named);
  line(
    name,
    mean(found.map(offBy)).toFixed(1),
    percent(all.filter((each) => each.named).length, all.length, 1),
    percent(named.length, verdicts.length, 1),
    percent(named.filter(({ right }) => right).length, named.length, 1),
    ...boldCells(sizes, "models", constants),
    ...more,
  );
}

function boldCells(sizes: readonly Size[], as: As, constants: Constants): string[] {
  const held = sizes.map((size) => hold(size, as, constants));
  const of = (items: number, judges: number): Held[] =>
    held[sizes.findIndex((size) => size.items === items && size.judges === judges)] ?? [];
  return [evenBoldness(held), boldness(of(2, 3)), boldness(of(3, 3))].map(shownBold);
}

/** How many people judge beside the models, and what a person's error and a model's, or two people's, correlate by. */
type Beside = { people: number; together: number };
const TOGETHER: Readonly<Record<string, Beside>> = {
  "one person, apart": { people: 1, together: 0 },
  "one person, .3 with models": { people: 1, together: 0.3 },
  "three people, .3 with models": { people: 3, together: 0.3 },
};
const ERRORS = [0.7, 1, 1.4, 2];
const WEIGHTS = [0, 1, 1.5, 2, 3];
const PANEL: World = { ...CALM, quality: [0.25, 2] };
/** Mixed worlds in which models do err together. */
const WORLDS: readonly World[] = [3, 4].flatMap((size) =>
  [0.35, 0.6].map((correlation) => ({ ...PANEL, designs: size, reviewers: size, correlation })),
);

function peopleRow(name: string, constants: Constants, sizes: readonly Size[], seed: number): void {
  const cells = Object.values(TOGETHER).map((beside) => {
    const said = crossed(seed, (world, error, at) => {
      const next = besideOf(world, { ...beside, error, seed: at });
      return Array.from({ length: RUNS }, () => {
        const { sample, seen } = next();
        const { ids, best } = saidBy(withPeople(sample, seen, constants.personWeight), constants);
        return { best, right: ids[0] === sample.best };
      });
    });
    return keeps(said);
  });
  const pairs = crossed(seed, (world, error, at) => answered(world, { error, seed: at, runs: RUNS / 3, constants }));
  const equal = answered(
    { ...PANEL, quality: 0, designs: 4, reviewers: 4 },
    { error: 1, seed: seed + 950, runs: EQUAL, constants },
  );
  const named = percent(equal.filter((each) => each.named).length, equal.length, 1);
  line(name, ...boldCells(sizes, "people", constants), ...cells, keeps(pairs), named);
}

type Outcome = { best: number; right: boolean };

function crossed(seed: number, run: (world: World, error: number, seed: number) => Outcome[]): Outcome[] {
  return WORLDS.flatMap((world, at) =>
    ERRORS.slice(0, 3).flatMap((error, nth) => run(world, error, seed + 800 + 10 * at + nth)),
  );
}

function keeps(said: readonly Outcome[]): string {
  const bold = boldness(said.map(({ best, right }) => ({ best, right: Number(right) })));
  return `${offBy(said).toFixed(1)}, ${bold?.points.toFixed(1) ?? "–"}`;
}

/** Apart from the seeds that experiments are drawn with. */
const OTHER_STREAM = 3_000_000;

/** Experiments that people look at too, each with so many errors of a model; by person, what is seen of each design. */
function besideOf(world: World, { people, together, error, seed }: Beside & { error: number; seed: number }) {
  const next = experimentsOf(world, seed);
  const random = randomOf(seed + OTHER_STREAM);
  // Of a model's shared error in deviations, so that a person's error and a model's correlate by `together`.
  const load = together / world.correlation;
  const common = Math.sqrt(Math.max(0, together - together ** 2 / world.correlation));
  return () => {
    const sample = next();
    const theirs = sample.quality.map(() => random.normal(0, common));
    const seen = Array.from({ length: people }, () => {
      const severity = random.normal(0, world.severity);
      return sample.quality.map((quality, at) => {
        const own = random.normal(0, Math.sqrt(1 - together));
        return quality + severity + error * (load * (sample.shared[at] ?? 0) + (theirs[at] ?? 0) + own);
      });
    });
    return { sample, seen };
  };
}

function withPeople({ observations, values }: Sample, seen: readonly (readonly number[])[], weight: number) {
  const first = Math.max(...observations.map(({ reviewer }) => reviewer)) + 1;
  const own = seen.flatMap((scores, nth) =>
    scores.map((_, design) => ({ design, reviewer: first + nth, self: false, person: weight })),
  );
  return { observations: [...observations, ...own], values: [...values, ...seen.flat()] };
}

/** What is said once a person has answered to the three pairs that models tell apart the least. */
function answered(
  world: World,
  { error, seed, runs, constants }: { error: number; seed: number; runs: number; constants: Constants },
) {
  const next = besideOf(world, { people: 1, together: 0, error, seed });
  return Array.from({ length: runs }, () => {
    const { sample, seen } = next();
    const input = inputOf(sample, world.designs);
    const alone = fitRanking(preparePanel(input), input.options, constants);
    if (alone === null) return [];
    const asked = paired(3, constants.personWeight)(input, seen[0] ?? [], alone);
    const fit = fitRanking(preparePanel(asked), asked.options, constants);
    const first = Number(fit?.ids[fit.order[0] ?? 0] ?? -1);
    return [{ best: fit?.grounds.best ?? 0, right: first === sample.best, named: fit?.winner !== null }];
  }).flat();
}

function weightRow(error: number, seed: number): void {
  const hits = WEIGHTS.map(() => 0);
  let all = 0;
  for (const [at, world] of WORLDS.entries()) {
    const next = besideOf(world, { people: 1, together: 0, error, seed: seed + 10 * at });
    for (let run = 0; run < EQUAL; run++) {
      const { sample, seen } = next();
      all++;
      for (const [nth, weight] of WEIGHTS.entries()) {
        const cells = weight === 0 ? sample : withPeople(sample, seen, weight);
        if (believe(cells).ids[0] === sample.best) hits[nth] = (hits[nth] ?? 0) + 1;
      }
    }
  }
  line(error, ...hits.map((count) => percent(count, all, 1)));
}
