import { mean, sum } from "simple-statistics";
import type { Criterion } from "../src/artifacts/criterion.ts";
import { CONSTANTS } from "../src/stats/belief.ts";
import { fitRanking } from "../src/stats/fit.ts";
import { type PanelReviewer, preparePanel, type RankingInput } from "../src/stats/panel.ts";
import { randomOf } from "../src/stats/random.ts";
import { heading, line } from "./figures.ts";
import { percent } from "./judgement.ts";

const RUNS = 1_500;
const DESIGNS = 5;
const REVIEWERS = 4;
const SHARED = 3;
/** How far designs lie apart, in standard deviations of one reviewer's score of one criterion. */
const APART = [0.5, 1, 2];
/** What reviewers err by together, and what two rows of one model do. */
const TOGETHER = 0.45;
const ONE_MODEL = 0.8;

/** `within`: how what one reviewer errs by on two criteria correlates. `weight` is that of the criterion of one reviewer. */
type World = { within: number; weight: number; twins: boolean };
type Outcome = { best: number; right: boolean };

/**
 * Whether P(best) is right as often as it says where a criterion has one reviewer, and where two personas are one model:
 * five designs, four rows, three criteria that all score.
 */
export function benchPersonas(seed = 20_261): void {
  console.log(`Seed ${seed}, ${RUNS} experiments of each of ${APART.length} distances.`);
  heading(
    "A criterion of one reviewer",
    "errors within a reviewer, weight of its criterion | taken as | mean P | right | off by | P ≥ .8 | says | is right",
  );
  for (const within of [0.3, 0.5, 0.8]) {
    for (const weight of [0, 1, 3]) {
      const world = { within, weight, twins: false };
      for (const taken of weight > 0 ? [0, 0.3, 0.5, 0.8] : [CONSTANTS.withinReviewer]) {
        row(
          `${within}, ${weight} of ${SHARED + weight}`,
          `r ${taken}`,
          outcomes(world, seed, { within: taken, apart: false }),
        );
      }
    }
  }
  heading(
    "Two personas of one model, one of them with a criterion of its own",
    "weight of its criterion | taken as | mean P | right | off by | P ≥ .8 | says | is right",
  );
  for (const weight of [0, 1, 3]) {
    const world = { within: 0.5, weight, twins: true };
    for (const apart of [false, true]) {
      const found = outcomes(world, seed, { within: CONSTANTS.withinReviewer, apart });
      row(`${weight} of ${SHARED + weight}`, apart ? "two reviewers" : "one mind", found);
    }
  }
}

function outcomes(world: World, seed: number, as: { within: number; apart: boolean }): Outcome[] {
  return APART.flatMap((apart, at) => {
    const next = experimentsOf(world, apart, seed + at);
    return Array.from({ length: RUNS }, (): Outcome => {
      const { input, quality } = next(as.apart);
      const constants = { ...CONSTANTS, withinReviewer: as.within };
      const fitted = fitRanking(preparePanel(input), input.options, constants);
      const [first = 0] = fitted?.order ?? [];
      return { best: fitted?.uncertainty.best[first] ?? 0, right: quality[first] === Math.max(...quality) };
    });
  });
}

function row(name: string, taken: string, all: readonly Outcome[]): void {
  const sure = all.filter(({ best }) => best >= 0.8);
  const bands = Map.groupBy(all, ({ best }) => Math.min(9, Math.floor(10 * best)));
  const off = sum([...bands.values()].map((own) => own.length * Math.abs(says(own) - right(own)))) / all.length;
  const shown = [says(all), right(all), off].map((each) => (100 * each).toFixed(1));
  const certain = sure.length === 0 ? ["–", "–"] : [says(sure), right(sure)].map((each) => (100 * each).toFixed(1));
  line(name, taken, ...shown, percent(sure.length, all.length), ...certain);
}

const says = (all: readonly Outcome[]): number => mean(all.map(({ best }) => best));
const right = (all: readonly Outcome[]): number => mean(all.map((each) => Number(each.right)));

/** Experiments of one world; `split`: two rows of one model are told to be two models. */
function experimentsOf({ within, weight, twins }: World, apart: number, seed: number) {
  const { normal } = randomOf(seed);
  const parts = (share: number, one: number, other: number) => Math.sqrt(share) * one + Math.sqrt(1 - share) * other;
  const names = [...Array.from({ length: SHARED }, (_, at) => `all${at}`), "own"];
  const criteria = names.map((name, at): Criterion => {
    return { name, description: "", min: 0, max: 10, weight: at < SHARED ? 1 : weight };
  });
  const draw = (size: number) => Array.from({ length: size }, () => normal(0, 1));
  /** An error on each criterion, of which `within` is the same on all. */
  const errors = () => {
    const [all = 0] = draw(1);
    return names.map(() => parts(within, all, normal(0, 1)));
  };
  return (split: boolean): { input: RankingInput; quality: number[] } => {
    const severity = draw(REVIEWERS);
    const cells = Array.from({ length: DESIGNS }, () => {
      const [all = 0] = draw(1);
      const quality = names.map(() => 6 + apart * parts(0.5, all, normal(0, 1)));
      const common = errors();
      const mind = errors();
      const given = Array.from({ length: REVIEWERS }, (_, j) => {
        const own = errors();
        const alone = own.map((each, at) => (twins && j < 2 ? parts(ONE_MODEL, mind[at] ?? 0, each) : each));
        return quality.map((each, at) => {
          const score = each + (severity[j] ?? 0) + parts(TOGETHER, common[at] ?? 0, alone[at] ?? 0);
          return Math.min(10, Math.max(0, Math.round(2 * score) / 2));
        });
      });
      return { quality, given };
    });
    const total = sum(criteria.map(({ weight: each = 1 }) => each));
    const modelOf = (j: number) => `vendor/${twins && !split && j < 2 ? "twin" : j}`;
    const input: RankingInput = {
      designs: cells.map((_, i) => ({ design_id: `d${i}`, generating_model: `other/${i}`, length: 1000 })),
      reviewers: Array.from({ length: REVIEWERS }, (_, j): PanelReviewer => {
        const row = { reviewer_id: `r${j}`, model: modelOf(j) };
        return j === 0 ? { ...row, persona: "own", criteria: ["own"] } : row;
      }),
      criteria,
      scores: cells.flatMap(({ given }, i) =>
        given.map((own, j) => ({
          design_id: `d${i}`,
          reviewer_id: `r${j}`,
          scorer_model: modelOf(j),
          scores: Object.fromEntries(
            names.flatMap((name, at) => (at < SHARED || j === 0 ? [[name, own[at] ?? 0]] : [])),
          ),
        })),
      ),
      reviews: [],
      options: { method: "adjusted", exclude_self_reviews: false, draws: 0 },
    };
    const quality = cells.map(
      (cell) => sum(cell.quality.map((each, at) => each * (criteria[at]?.weight ?? 1))) / total,
    );
    return { input, quality };
  };
}
