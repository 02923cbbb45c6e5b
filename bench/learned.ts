import { CholeskyDecomposition, Matrix } from "ml-matrix";
import type { LearnedErrors } from "../src/artifacts/learned.ts";
import { fitScores } from "../src/stats/belief.ts";
import { compact, type Observation } from "../src/stats/incidence.ts";
import { type Learned, learnErrors, pairRecords } from "../src/stats/learned.ts";
import { learnedMinds } from "../src/stats/learned-panel.ts";
import { randomOf } from "../src/stats/random.ts";
import { bestProbabilities, canonicalOrder, reorder } from "../src/stats/uncertainty.ts";
import { offBy } from "./calibration.ts";
import { heading, line } from "./figures.ts";

/** Projects of each world, each with a history and then so many experiments. */
const PROJECTS = 100;
const LATER = 60;
/** Of these P(best) is computed. */
const BELIEVED = 4;
const EARLIER = [3, 10, 30];
const MAKERS = ["anthropic/claude", "openai/gpt", "google/gemini", "mistral/mistral"];

/** Reviewers of a project. Errors of a kind correlate by `within`, others by `across`. */
type World = {
  name: string;
  kinds: readonly number[];
  within: number;
  across: number;
  /** Their makers; their kinds when absent. */
  makers?: readonly number[];
  /** Deviation of the designs' quality, for one of a reviewer's error; 1 when absent. */
  quality?: number;
  /** The last reviewer: error of its own beside, factor of all it says, or scores that have nothing to do with designs. */
  last?: "noisy" | "loud" | "blind";
  /** Kinds of the earlier experiment of this number, where they are others; `random` is uniform. */
  before?: (nth: number, random: () => number) => readonly number[];
};

const ODD = [0, 0, 0, 1];
const APART = [0, 1, 2, 3];
const turned = (nth: number) => (nth % 2 === 0 ? ODD : [1, 0, 0, 0]);
const WORLDS: readonly World[] = [
  { name: "three alike (.8), one apart (.2)", kinds: ODD, within: 0.8, across: 0.2 },
  { name: "three alike (.9), one apart (0)", kinds: ODD, within: 0.9, across: 0 },
  { name: "the same, four makers", kinds: ODD, makers: APART, within: 0.9, across: 0 },
  { name: "two alike (.8), two apart (.2)", kinds: [0, 0, 1, 2], within: 0.8, across: 0.2 },
  { name: "no structure, .45", kinds: APART, within: 0.45, across: 0.45 },
  { name: "no structure, three of one maker", kinds: APART, makers: ODD, within: 0.45, across: 0.45 },
  { name: "no structure, uncorrelated", kinds: APART, within: 0, across: 0 },
  { name: "no structure, one errs by √2", kinds: APART, within: 0.45, across: 0.45, last: "noisy" },
  { name: "no structure, one twice as loud", kinds: APART, within: 0.45, across: 0.45, last: "loud" },
  { name: "no structure, one blind", kinds: APART, within: 0.45, across: 0.45, last: "blind" },
  {
    name: "contradictory: by turns another one apart",
    kinds: ODD,
    makers: APART,
    within: 0.8,
    across: 0.2,
    before: turned,
  },
  {
    name: "contradictory: one apart by chance",
    kinds: ODD,
    makers: APART,
    within: 0.8,
    across: 0.2,
    before: (_, random) => ODD.map((_, at) => Number(at === Math.floor(4 * random()))).sort(() => random() - 0.5),
  },
];

/** Worlds, by place, of which P(best) is computed. */
const SAID = new Set([0, 1, 4, 6, 10]);

/** What weights learned from earlier experiments do, and what one more reviewer is worth. */
export function benchLearned(seed = 20_261): void {
  console.log(`Seed ${seed}. ${PROJECTS} projects of each world, ${LATER} later experiments of 4 × 4 in each.\n`);
  heading(
    "First is the best, %: by the constants, and learned from earlier experiments (difference paired, over projects)",
    `world | constants | ${EARLIER.map((each) => `${each} | difference | by the constants`).join(" | ")} | known`,
  );
  const believed = WORLDS.map((world, at) => {
    const { constant, known, learned, later } = runWorld(world, seed + 100 * at);
    line(
      world.name,
      shown(constant),
      ...learned.flatMap(({ right, fallen }) => [
        share(right),
        difference(right, constant),
        `${((100 * fallen) / PROJECTS).toFixed(0)} %`,
      ]),
      shown(known),
    );
    return { name: world.name, later };
  });
  heading("One more reviewer beside three alike (.8), 4 designs: first is the best, %", "panel | constants | known");
  for (const [name, kinds] of [
    ["three alike", [0, 0, 0]],
    ["and one more of the same kind", [0, 0, 0, 0]],
    ["and one whose errors are uncorrelated with theirs", ODD],
  ] as const) {
    const rows = runWorld({ name, kinds, within: 0.8, across: 0 }, seed + 5_000, []);
    line(name, shown(rows.constant), shown(rows.known));
  }
  heading(
    `P(best) of the first design, %, ${PROJECTS * BELIEVED} experiments, right ± 2.4: says, is right, off by in points`,
    `world | constants | ${EARLIER.join(" | ")}`,
  );
  for (const { name, later } of believed.filter((_, at) => SAID.has(at))) {
    line(name, ...[0, ...EARLIER].map((_, at) => keeps(later.map((each) => each(at)))));
  }
}

type Table = { quality: number[]; values: number[][] };

/** A seeded supply of tables, designs by reviewers. */
function tablesOf(world: World, random: ReturnType<typeof randomOf>) {
  const factors = new Map<string, Matrix>();
  return (kinds: readonly number[]): Table => {
    const factor = factors.get(kinds.join()) ?? factorOf(kinds, world);
    factors.set(kinds.join(), factor);
    const quality = Array.from({ length: 4 }, () => random.normal(0, world.quality ?? 1));
    const severity = kinds.map(() => random.normal(6, 1));
    const values = quality.map((q) => {
      const error = factor.mmul(Matrix.columnVector(kinds.map(() => random.normal(0, 1)))).to1DArray();
      return kinds.map((_, at) => {
        const [level, seen] = [severity[at] ?? 0, q + (error[at] ?? 0)];
        if (at < kinds.length - 1 || world.last === undefined) return level + seen;
        if (world.last === "loud") return level + 2 * seen;
        return level + (world.last === "noisy" ? seen + random.normal(0, 1) : random.normal(0, Math.SQRT2));
      });
    });
    return { quality, values };
  };
}

function factorOf(kinds: readonly number[], world: World): Matrix {
  return new CholeskyDecomposition(new Matrix(trueOf(kinds, world))).lowerTriangularMatrix;
}

const trueOf = (kinds: readonly number[], { within, across }: World): number[][] =>
  kinds.map((one, at) => kinds.map((other, by) => (at === by ? 1 : one === other ? within : across)));

type Told = { best: number; right: boolean };
/** Of each project the share of its later experiments in which the first is the best. */
type Row = { right: number[]; fallen: number };

function runWorld(world: World, seed: number, earlier: readonly number[] = EARLIER) {
  const random = randomOf(seed);
  const next = tablesOf(world, random);
  const models = world.kinds.map((kind, at) => `${MAKERS[world.makers?.[at] ?? kind]}-${at}`);
  const known: LearnedErrors = { experiments: 0, pairs: pairsBy(models, trueOf(world.kinds, world)) };
  const constant: number[] = [];
  const best: number[] = [];
  const learned = earlier.map((): Row => ({ right: [], fallen: 0 }));
  /** Of each later experiment of which P(best) is computed, what is said by the constants, and after each history. */
  const said: ((at: number) => Told)[] = [];
  for (let project = 0; project < PROJECTS; project++) {
    const history = Array.from({ length: Math.max(0, ...earlier) }, (_, nth) =>
      recordsOf(next(world.before?.(nth, () => random.uniform()) ?? world.kinds), models),
    );
    const told = earlier.map((many) => learnErrors(history.slice(0, many)));
    const later = Array.from({ length: LATER }, () => next(world.kinds));
    constant.push(rightIn(later, models, undefined));
    best.push(rightIn(later, models, known));
    for (const [at, each] of told.entries()) {
      const row = learned[at] as Row;
      if (each.is !== "learned") row.fallen++;
      row.right.push(rightIn(later, models, usedOf(each)));
    }
    const used = [undefined, ...told.map(usedOf)];
    said.push(...later.slice(0, BELIEVED).map((table) => (at: number) => sayOf(table, models, used[at])));
  }
  return { constant, known: best, learned, later: said };
}

const usedOf = (learned: Learned): LearnedErrors | undefined => (learned.is === "learned" ? learned : undefined);

function pairsBy(models: readonly string[], correlations: readonly (readonly number[])[]): LearnedErrors["pairs"] {
  return models.flatMap((one, at) =>
    models.slice(at + 1).map((other, by) => ({ one, other, correlation: correlations[at]?.[at + 1 + by] ?? 0 })),
  );
}

function recordsOf({ values }: Table, models: readonly string[]) {
  const criteria = [{ name: "all", description: "", min: 0, max: 10 }];
  return pairRecords({
    designs: values.map((_, at) => ({ design_id: String(at), generating_model: "nobody/designer", length: 1 })),
    reviewers: models.map((model) => ({ reviewer_id: model, model })),
    criteria,
    scores: values.flatMap((row, design) =>
      row.map((value, at) => ({
        design_id: String(design),
        reviewer_id: models[at] ?? "",
        scorer_model: models[at] ?? "",
        scores: { all: value },
      })),
    ),
    reviews: [],
    options: { method: "adjusted", exclude_self_reviews: false, draws: 0 },
  });
}

function observationsOf({ values }: Table, models: readonly string[], learned: LearnedErrors | undefined) {
  const reviewers = models.map((model) => ({ model }));
  const minds = learnedMinds(
    models.map((_, reviewer) => ({ reviewer })),
    reviewers,
    learned,
  );
  return values.flatMap((row, design) =>
    row.map((_, reviewer): Observation => ({ design, reviewer, self: false, ...minds.get(reviewer) })),
  );
}

/** A complete panel ranks by weighted means. */
function rightIn(tables: readonly Table[], models: readonly string[], learned: LearnedErrors | undefined): number {
  const [first] = tables;
  if (first === undefined) return 0;
  const weights = observationsOf(first, models, learned).slice(0, models.length);
  const hits = tables.filter(({ quality, values }) => {
    const means = values.map((row) =>
      row.reduce((sum, value, at) => sum + value * (weights[at]?.learned?.weight ?? 1), 0),
    );
    return means.indexOf(Math.max(...means)) === quality.indexOf(Math.max(...quality));
  });
  return hits.length / tables.length;
}

function sayOf(table: Table, models: readonly string[], learned: LearnedErrors | undefined): Told {
  const incidence = compact(observationsOf(table, models, learned));
  const { belief } = fitScores(incidence, table.values.flat(), "adjusted");
  const order = canonicalOrder(belief);
  const best = bestProbabilities(reorder(belief, order))[0] ?? 0;
  return { best, right: order[0] === table.quality.indexOf(Math.max(...table.quality)) };
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;
const errorOf = (values: readonly number[]): number => {
  const middle = meanOf(values);
  const squares = values.reduce((sum, each) => sum + (each - middle) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
};
const share = (values: readonly number[]): string => (100 * meanOf(values)).toFixed(1);
const shown = (values: readonly number[]): string => `${share(values)} ± ${(100 * errorOf(values)).toFixed(1)}`;
const difference = (one: readonly number[], other: readonly number[]): string =>
  shown(one.map((each, at) => each - (other[at] ?? 0)));
function keeps(told: readonly Told[]): string {
  const [says, right] = [meanOf(told.map(({ best }) => best)), meanOf(told.map((each) => Number(each.right)))];
  return `${(100 * says).toFixed(1)}, ${(100 * right).toFixed(1)}, ${offBy(told).toFixed(1)}`;
}
