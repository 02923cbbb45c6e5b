import type { LearnedErrors, PairRecord } from "../artifacts/learned.ts";
import { vendorOf } from "../artifacts/model.ts";
import { ERROR_CORRELATION } from "./belief.ts";
import { compositeScore } from "./composite.ts";
import { rubricsOf } from "./minds.ts";
import type { RankingInput } from "./panel.ts";

/** Least and greatest correlation that is learned. */
const LEARNED_LEAST = 0.2;
const LEARNED_MOST = 0.8;
/** From so many experiments on something is learned. */
export const LEAST_LEARNED = 3;
/** Fewer are not held against each other. */
const LEAST_HALVED = 8;
/** Minds of a panel from which on it says which of them err together. */
const LEAST_MINDS = 3;
/** Degrees of freedom that the prior of a pair is worth, and those of the constant behind both kinds of pairs. */
const PAIR_FREEDOM = 12;
const KIND_FREEDOM = 12;
/**
 * A model whose scores vary with the others' by less than this share of what theirs do among each other may be blind, not
 * independent: it teaches nothing below the first share and counts in full from the second on.
 */
const BLIND = 0.4;
const SEEING = 0.55;
const ROUNDS = 8;
const DIGITS = 1_000;

/**
 * What the experiments of a project say of who errs together; `experiments` are those that say anything of it, `kinds` what
 * holds of two models of one vendor, and of two, that never judged together.
 */
export type Learned =
  | ({ is: "learned"; kinds: { same: number; other: number } } & LearnedErrors)
  | { is: "too-few"; experiments: number }
  | { is: "contradictory"; experiments: number };

/**
 * What one experiment shows of each two models that judged: over the designs of neither that both scored, on the criteria
 * that all score, each with the same weight. Of several rows of one model the first counts. People are left out.
 *
 * @param counts Which scores count.
 */
export function pairRecords(
  input: RankingInput,
  counts: (place: { design_id: string; reviewer_id: string }) => boolean = () => true,
): PairRecord[] {
  // Their weights can be edited without a seal that breaks.
  const criteria = rubricsOf(input).ofAll.map((criterion) => ({ ...criterion, weight: 1 }));
  const people = new Set(input.reviewers.flatMap((row) => (row.kind === "human" ? [row.reviewer_id] : [])));
  const author = new Map(input.designs.map(({ design_id, generating_model }) => [design_id, generating_model]));
  const given = new Map<string, Map<string, number>>();
  for (const score of input.scores) {
    const { design_id, reviewer_id, scorer_model: model } = score;
    const value = compositeScore(score.scores, criteria);
    const own = author.get(design_id);
    const isWhole = criteria.every(({ name }) => name in score.scores);
    if (people.has(reviewer_id) || own === undefined || own === model || !isWhole || value === null) continue;
    if (!counts(score)) continue;
    const scores = given.get(model) ?? new Map<string, number>();
    if (!scores.has(design_id)) scores.set(design_id, value);
    given.set(model, scores);
  }
  const models = [...given.keys()].sort();
  return models.flatMap((one, at) =>
    models.slice(at + 1).flatMap((other): PairRecord[] => {
      const [ours, theirs] = [given.get(one), given.get(other)];
      const shared = [...(ours ?? [])].flatMap(([id, a]) => {
        const b = theirs?.get(id);
        return b === undefined ? [] : [[a, b] as const];
      });
      const freedom = shared.length - 1;
      if (freedom < 1) return [];
      const middle = (of: 0 | 1) => shared.reduce((sum, pair) => sum + pair[of], 0) / shared.length;
      const [a, b] = [middle(0), middle(1)];
      const over = (of: (x: number, y: number) => number) => shared.reduce((sum, [x, y]) => sum + of(x - a, y - b), 0);
      return [{ one, other, freedom, squares: over((x, y) => (x - y) ** 2), products: over((x, y) => x * y) }];
    }),
  );
}

/**
 * Learns which models err together. Of two, the products of their scores around each one's mean are what designs differ by
 * and what both err by; the first is the same for all pairs of an experiment, so that what a pair has above the others of
 * its panel is error. What all err by cannot be seen: the mean over a panel stays at the constant.
 *
 * ρ_jk = 0.45 + δ_jk, δ_jk = (Σ_e w_e·(p_jk,e − l_e) + κ·γ)/(Σ_e w_e + κ), p the products by σ_e², l_e their level in the
 * experiment, w_e the degrees of freedom by 1 + l_e, γ the same mean over pairs of one vendor, or of two, held back by as
 * many degrees of freedom. Clamped to 0.2 and 0.8.
 *
 * @param history Experiments in the order in which they were begun.
 * @returns "contradictory" where halves of the history do not agree.
 */
export function learnErrors(history: readonly (readonly PairRecord[])[]): Learned {
  const telling = history.filter((records) => mindsIn(records).size >= LEAST_MINDS && scaleOf(records) > 0);
  const experiments = telling.length;
  if (experiments < LEAST_LEARNED) return { is: "too-few", experiments };
  const { pairs, kinds } = estimate(telling);
  if (contradicts(telling)) return { is: "contradictory", experiments };
  const told = [...pairs.values()].map(({ one, other, shift }) => ({ one, other, correlation: correlationAt(shift) }));
  const [same = 0, other = 0] = kinds.map(correlationAt);
  return { is: "learned", experiments, pairs: told, kinds: { same, other } };
}

/** What was learned of each two of these models; null where that is the constant for all. */
export function learnedOfModels(models: readonly string[], learned: Learned): LearnedErrors | null {
  if (learned.is !== "learned") return null;
  const { experiments, kinds } = learned;
  const known = new Map(learned.pairs.map((pair) => [keyOf(pair), pair.correlation]));
  const sorted = models.toSorted();
  const pairs = sorted.flatMap((one, at) =>
    sorted.slice(at + 1).map((other) => {
      const kind = vendorOf(one) === vendorOf(other) ? kinds.same : kinds.other;
      return { one, other, correlation: known.get(keyOf({ one, other })) ?? kind };
    }),
  );
  return pairs.every(({ correlation }) => correlation === ERROR_CORRELATION) ? null : { experiments, pairs };
}

function correlationAt(shift: number): number {
  const correlation = Math.min(LEARNED_MOST, Math.max(LEARNED_LEAST, ERROR_CORRELATION + shift));
  return Math.round(DIGITS * correlation) / DIGITS;
}

/** σ²: half the mean squared difference of two reviewers, of which 1 − ρ is what they do not share. */
function scaleOf(records: readonly PairRecord[]): number {
  const freedom = records.reduce((sum, each) => sum + each.freedom, 0);
  return records.reduce((sum, { squares }) => sum + squares, 0) / freedom / 2 / (1 - ERROR_CORRELATION);
}

const mindsIn = (records: readonly PairRecord[]): Set<string> =>
  new Set(records.flatMap(({ one, other }) => [one, other]));
const keyOf = ({ one, other }: Pick<PairRecord, "one" | "other">): string => JSON.stringify([one, other]);

type Cell = { key: string; experiment: number; freedom: number; product: number };
type Pair = { one: string; other: string; same: boolean; shift: number; raw: number };

/** What pairs and both kinds of pairs have above the constant. */
type Estimate = { pairs: Map<string, Pair>; kinds: number[] };

function estimate(history: readonly (readonly PairRecord[])[]): Estimate {
  const pairs = new Map<string, Pair>();
  const cells = history.flatMap((records, experiment) => {
    const scale = scaleOf(records);
    return records.map((record): Cell => {
      const { one, other, freedom, products } = record;
      const key = keyOf(record);
      if (!pairs.has(key)) pairs.set(key, { one, other, same: vendorOf(one) === vendorOf(other), shift: 0, raw: 0 });
      return { key, experiment, freedom, product: products / freedom / scale };
    });
  });
  const sight = sightOf(cells, pairs);
  const sees = (key: string): number => {
    const { one, other } = pairs.get(key) as Pair;
    return (sight.get(one) ?? 1) * (sight.get(other) ?? 1);
  };
  const levels = history.map(() => 0);
  let kinds = [0, 0];
  const byExperiment = [...Map.groupBy(cells, ({ experiment }) => experiment)];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, own] of byExperiment) {
      levels[at] = weighted(
        own.map((cell) => [cell.freedom * sees(cell.key), cell.product - shiftOf(cell.key)]),
        0,
      );
    }
    const moved = cells.map((cell) => {
      const level = levels[cell.experiment] ?? 0;
      const weight = (cell.freedom * sees(cell.key)) / (1 + Math.max(0, level));
      return { key: cell.key, weight, value: cell.product - level };
    });
    kinds = [true, false].map((same) =>
      weighted(
        moved.flatMap(({ key, weight, value }) => (pairs.get(key)?.same === same ? [[weight, value] as const] : [])),
        KIND_FREEDOM,
      ),
    );
    const byPair = Map.groupBy(moved, ({ key }) => key);
    for (const [key, pair] of pairs) {
      const own = (byPair.get(key) ?? []).map(({ weight, value }) => [weight, value] as const);
      const shift = weighted([...own, [PAIR_FREEDOM, kinds[pair.same ? 0 : 1] ?? 0]], 0);
      pair.shift = shift < 0 ? shift * sees(key) : shift;
      pair.raw = weighted(own, 0);
    }
  }
  return { pairs, kinds };

  function shiftOf(key: string): number {
    return pairs.get(key)?.shift ?? 0;
  }
}

/** The weighted mean, with so much weight at 0 beside it; 0 of nothing. */
function weighted(values: readonly (readonly [number, number])[], held: number): number {
  const whole = values.reduce((sum, [weight]) => sum + weight, held);
  return whole > 0 ? values.reduce((sum, [weight, value]) => sum + weight * value, 0) / whole : 0;
}

/** How far each model is known to see what the others see, 0 to 1. */
function sightOf(cells: readonly Cell[], pairs: ReadonlyMap<string, Pair>): Map<string, number> {
  const all = cells.map(({ key, freedom, product }) => ({ ...(pairs.get(key) as Pair), freedom, product }));
  const models = new Set(all.flatMap(({ one, other }) => [one, other]));
  return new Map(
    [...models].map((model) => {
      const isOwn = ({ one, other }: Pick<Pair, "one" | "other">) => one === model || other === model;
      const mean = (own: typeof all) =>
        weighted(
          own.map(({ freedom, product }) => [freedom, product]),
          0,
        );
      const others = mean(all.filter((each) => !isOwn(each)));
      const share = others > 0 ? mean(all.filter(isOwn)) / others : 1;
      return [model, Math.min(1, Math.max(0, (share - BLIND) / (SEEING - BLIND)))];
    }),
  );
}

/**
 * Whether the earlier and the later half, or every other experiment and the rest, say the opposite of each other: what
 * they say of pairs correlates by less than −1/√E. A few experiments say the opposite of each other by chance.
 */
function contradicts(history: readonly (readonly PairRecord[])[]): boolean {
  if (history.length < LEAST_HALVED) return false;
  const middle = history.length / 2;
  return [(at: number) => at < middle, (at: number) => at % 2 === 0].some((isFirst) => {
    const [{ pairs: a }, { pairs: b }] = [true, false].map((first) =>
      estimate(history.filter((_, at) => isFirst(at) === first)),
    ) as [Estimate, Estimate];
    let sum = 0;
    let aa = 0;
    let bb = 0;
    let shared = 0;
    for (const [key, pair] of a) {
      const other = b.get(key);
      if (other === undefined) continue;
      shared++;
      sum += pair.raw * other.raw;
      aa += pair.raw ** 2;
      bb += other.raw ** 2;
    }
    return shared > 0 && sum <= -Math.sqrt((aa * bb) / history.length);
  });
}
