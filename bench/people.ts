import { mean, sampleStandardDeviation } from "simple-statistics";
import { CONSTANTS, ERROR_CORRELATION, PEOPLE_CORRELATION } from "../src/stats/belief.ts";
import { fitRanking, type RankingFit } from "../src/stats/fit.ts";
import { compact, completeTable, type Observation } from "../src/stats/incidence.ts";
import { limitInfluence } from "../src/stats/influence.ts";
import { chooseModel } from "../src/stats/models.ts";
import { preparePanel, type RankingInput } from "../src/stats/panel.ts";
import { randomOf } from "../src/stats/random.ts";
import { inputOf } from "./asking.ts";
import { offBy } from "./calibration.ts";
import { heading, line } from "./figures.ts";
import { percent } from "./judgement.ts";
import { CALM, experimentsOf, POPULATIONS, type Sample, type World } from "./worlds.ts";

const EXPERIMENTS = 20_000;
const JUDGED = 2_000;
/** Of each of the mixed worlds. */
const RUNS = 300;

/** A person's error for 1 of a reviewer's. */
const ERRORS = [0.5, 0.7, 1, 1.4, 2];
const WEIGHTS = [1, 1.5, 2, 3];
const ASKED = [1, 3, 6];

/** Apart from the seeds that experiments are drawn with. */
const OTHER_STREAM = 2_000_000;

/** Four designs by four foreign reviewers that err together as is assumed. */
const FOUR: World = { ...CALM, designs: 4, reviewers: 4, correlation: ERROR_CORRELATION };

/** What a person adds to a panel of models, by how much the person errs, by weight, and by scores, order and pairs. */
export function benchPeople(seed: number): void {
  const weights = WEIGHTS.map((weight) => `weight ${weight}`).join(" | ");
  heading(
    `A person beside the models: first is the best, % of ${EXPERIMENTS.toLocaleString("en")} experiments`,
    `person's error | nobody | ${weights} | by groups | groups over weight 1`,
  );
  for (const [at, error] of ERRORS.entries()) weightsRow(error, seed + at);
  heading(
    `By what the person says, weight ${CONSTANTS.personWeight}, % of ${JUDGED.toLocaleString("en")} experiments`,
    "person's error | nobody | scores | order | 1 pair | 3 pairs | 6 pairs",
  );
  for (const [at, error] of ERRORS.entries()) formsRow(error, seed + 10 + at);
  const ways = WAYS.map(([name]) => name).join(" | ");
  heading("P(best) with a person: mean P, right, off by", `panel, person's error | nobody | ${ways}`);
  for (const [at, [name, world]] of Object.entries(PANELS).entries()) {
    for (const [nth, error] of ERRORS.entries())
      calibrationRow(`${name}, ${error}`, world, error, seed + 20 + 10 * at + nth);
  }
}

const PANELS: Readonly<Record<string, World>> = {
  "3 × 3": { ...CALM, designs: 3, reviewers: 3 },
  "4 × 4": FOUR,
};

/** What a person sees of each design: its quality, by this person's measure and with this person's error. */
type Seen = readonly number[];

/** A seeded supply of experiments that a person looks at too. */
function seenOf(world: World, error: number, seed: number): () => { sample: Sample; seen: Seen } {
  const next = experimentsOf(world, seed);
  const random = randomOf(seed + OTHER_STREAM);
  return () => {
    const sample = next();
    const severity = random.normal(0, world.severity);
    return { sample, seen: sample.quality.map((quality) => quality + severity + random.normal(0, error)) };
  };
}

/** The group's precision W_g = 1/(σ_g²·[ρ_g + (1 − ρ_g)/M_g]) (Clemen and Winkler 1985). */
export function precisionOf({
  deviation,
  correlation,
  size,
}: {
  deviation: number;
  correlation: number;
  size: number;
}) {
  return 1 / (deviation ** 2 * (correlation + (1 - correlation) / size));
}

/** θ̂ = ΣW_g·ȳ_g/ΣW_g of each design, from the groups' means; every list is by design. */
export function combined(groups: readonly { means: readonly number[]; precision: number }[]): number[] {
  const whole = groups.reduce((sum, { precision }) => sum + precision, 0);
  const designs = groups[0]?.means ?? [];
  return designs.map(
    (_, at) => groups.reduce((sum, { means, precision }) => sum + precision * (means[at] ?? 0), 0) / whole,
  );
}

function weightsRow(error: number, seed: number): void {
  const hits = firstByWeight(error, { seed, experiments: EXPERIMENTS });
  const gains = hits.groups.map((each, at) => each - (hits.rows[0]?.[at] ?? 0));
  const shares = [hits.nobody, ...hits.rows, hits.groups].map((each) => (100 * mean(each)).toFixed(1));
  const stray = sampleStandardDeviation(gains) / Math.sqrt(gains.length);
  line(error, ...shares, `${(100 * mean(gains)).toFixed(1)} ± ${(100 * stray).toFixed(1)}`);
}

/** By experiment, 1 where the best design is first: by models alone, with a person's row of each weight, and by groups. */
export function firstByWeight(error: number, { seed, experiments }: { seed: number; experiments: number }) {
  const next = seenOf(FOUR, error, seed);
  const hits = { nobody: [] as number[], rows: WEIGHTS.map(() => [] as number[]), groups: [] as number[] };
  const hit = (theta: readonly number[], best: number) => (theta.indexOf(Math.max(...theta)) === best ? 1 : 0);
  for (let run = 0; run < experiments; run++) {
    const { sample, seen } = next();
    const { observations, values, best } = sample;
    const models = completeTable(compact(observations), values)?.map((row) => mean(row)) ?? [];
    hits.nobody.push(hit(models, best));
    for (const [at, weight] of WEIGHTS.entries()) {
      const { incidence, values: all } = withScores(sample, seen, weight);
      const table = limitInfluence(incidence, all);
      hits.rows[at]?.push(hit(chooseModel(table, all, "adjusted").ranking.solve(all).theta, best));
    }
    const groups = [
      { means: models, precision: precisionOf({ deviation: 1, correlation: ERROR_CORRELATION, size: FOUR.reviewers }) },
      { means: seen, precision: precisionOf({ deviation: 1, correlation: PEOPLE_CORRELATION, size: 1 }) },
    ];
    hits.groups.push(hit(combined(groups), best));
  }
  return hits;
}

function withScores({ observations, values, quality }: Sample, seen: Seen, weight: number) {
  const reviewer = Math.max(...observations.map((place) => place.reviewer)) + 1;
  const own = quality.map((_, design): Observation => ({ design, reviewer, self: false, person: weight }));
  return { incidence: compact([...observations, ...own]), values: [...values, ...seen] };
}

type Way = (panel: RankingInput, seen: Seen, alone: RankingFit) => RankingInput;
const PERSON = "person";

const FORMS: readonly (readonly [string, Way])[] = [
  ["scores", scored(CONSTANTS.personWeight)],
  ["order", ordered],
  ...ASKED.map((count) => [`${count} pair${count > 1 ? "s" : ""}`, paired(count)] as const),
];
const WAYS: readonly (readonly [string, Way])[] = [
  ...WEIGHTS.map((weight) => [`weight ${weight}`, scored(weight)] as const),
  ...FORMS.slice(1),
];

function joined(input: RankingInput, weight: number): RankingInput {
  const row = { kind: "human" as const, reviewer_id: PERSON, model: `person/${PERSON}`, weight };
  return { ...input, reviewers: [...input.reviewers, row] };
}

function scored(weight: number): Way {
  return (input, seen) => {
    const own = seen.map((score, at) => ({
      design_id: String(at),
      reviewer_id: PERSON,
      scorer_model: `person/${PERSON}`,
      scores: { [input.criteria[0]?.name ?? ""]: score },
    }));
    const panel = joined(input, weight);
    return { ...panel, scores: [...panel.scores, ...own] };
  };
}

function ordered(input: RankingInput, seen: Seen): RankingInput {
  const order = [...seen.keys()].sort((a, b) => (seen[b] ?? 0) - (seen[a] ?? 0)).map((at) => [String(at)]);
  return { ...joined(input, CONSTANTS.personWeight), orders: [{ reviewer_id: PERSON, order, known: [] }] };
}

/** A person's answers to the pairs that the models can tell apart the least, as far as there are so many. */
export function paired(count: number, weight = CONSTANTS.personWeight): Way {
  return (input, seen, { ids, uncertainty }) => {
    const pairs = ids.flatMap((first, a) =>
      ids
        .slice(a + 1)
        .map((second, nth) => ({ first, second, sure: Math.abs(uncertainty.beats(a, a + 1 + nth) - 0.5) })),
    );
    const asked = pairs.sort((a, b) => a.sure - b.sure).slice(0, count);
    const value = (id: string) => seen[Number(id)] ?? 0;
    return {
      ...joined(input, weight),
      pairs: asked.map(({ first, second }) => {
        return { reviewer_id: PERSON, first, second, better: value(first) > value(second) ? first : second };
      }),
    };
  };
}

type Said = { best: number; right: boolean };

/** What is said of the first design, by models alone and then by each way that a person judges too. */
function judgedBy(
  world: World,
  ways: readonly Way[],
  { error, seed, runs }: { error: number; seed: number; runs: number },
) {
  const next = seenOf(world, error, seed);
  const said = [undefined, ...ways].map(() => [] as Said[]);
  for (let run = 0; run < runs; run++) {
    const { sample, seen } = next();
    const input = inputOf(sample, world.designs);
    const alone = fitRanking(preparePanel(input), input.options);
    if (alone === null) continue;
    const fits = [alone, ...ways.map((way) => fitRanking(preparePanel(way(input, seen, alone)), input.options))];
    for (const [at, fit] of fits.entries()) {
      const first = Number(fit?.ids[fit.order[0] ?? 0] ?? -1);
      said[at]?.push({ best: fit?.grounds.best ?? 0, right: first === sample.best });
    }
  }
  return said;
}

const rightOf = (all: readonly Said[]): string => percent(all.filter(({ right }) => right).length, all.length, 1);

function formsRow(error: number, seed: number): void {
  const said = judgedBy(
    FOUR,
    FORMS.map(([, way]) => way),
    { error, seed, runs: JUDGED },
  );
  line(error, ...said.map(rightOf));
}

function calibrationRow(name: string, world: World, error: number, seed: number): void {
  const changes = POPULATIONS.mixed ?? [];
  const found = changes.map((change, at) => {
    const mixed = { ...world, ...change };
    return judgedBy(
      mixed,
      WAYS.map(([, way]) => way),
      { error, seed: seed + 100 * at, runs: RUNS },
    );
  });
  const ways = [undefined, ...WAYS].map((_, at) => found.flatMap((each) => each[at] ?? []));
  const cells = ways.map((all) => {
    const p = (100 * mean(all.map(({ best }) => best))).toFixed(0);
    return `${p}, ${percent(all.filter(({ right }) => right).length, all.length)}, ${offBy(all).toFixed(1)}`;
  });
  line(name, ...cells);
}
