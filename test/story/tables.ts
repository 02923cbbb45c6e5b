import type { Criterion } from "../../src/artifacts/criterion.ts";
import type { RankingInput } from "../../src/stats/panel.ts";
import { experiment, judged, type Said } from "../stats/support.ts";
import { chanceOf } from "../support/chance.ts";

type Random = ReturnType<typeof chanceOf>;
type Cell = number | Record<string, number> | null;

const PEOPLE = ["anna", "ben", "cleo"];
const CRITERIA: readonly Criterion[] = [
  { name: "clarity", description: "", min: 0, max: 10, weight: 2 },
  { name: "cost", description: "", min: 1, max: 5 },
];

/**
 * Tables as chance and ill will make them: two to six designs, one to five models, up to three people, with holes, equal
 * scores, scores of one step, reviewers that say one thing of everything, one that gives the most to one design and the
 * same to the rest, one that spreads its scores three times as wide, a design that nobody scored; orders with ties,
 * pairs and scores of people, with and without known authors, of any weight.
 *
 * @param people The fewest people there are.
 */
export function hostileTables(seed: number, people: 0 | 1): () => RankingInput {
  const random = chanceOf(seed);
  return () => hostileTable(random, people);
}

function hostileTable(random: Random, people: number): RankingInput {
  const criteria = random.uniform() < 0.2 ? CRITERIA : undefined;
  const designs = random.between(2, 6);
  const models = random.between(1, 5);
  const size = random.between(people, 3);
  const apart = random.pick([0, 0.3, 1, 2]);
  const error = random.pick([0.1, 0.5, 1, 2]);
  const step = random.pick([0.01, 0.5, 1, 5]);
  const holes = random.pick([0, 0, 0, 0.2, 0.5]);
  const quality = Array.from({ length: designs }, () => random.normal(6, apart));
  const constant = Array.from({ length: models }, () => random.uniform() < 0.15);
  const severity = Array.from({ length: models }, () => random.normal(0, random.pick([0, 1])));
  const scoreOf = (i: number, off: number) => {
    const value = Math.round(((quality[i] ?? 0) + off + random.normal(0, error)) / step) * step;
    return Math.min(10, Math.max(0, Number(value.toFixed(2))));
  };
  const cellOf = (score: number, other: number): Cell =>
    criteria ? { clarity: score, cost: 1 + (4 * other) / 10 } : score;
  const loud = random.uniform() < 0.3 ? random.between(0, models - 1) : -1;
  const liked = random.between(0, designs - 1);
  const isFixed = random.uniform() < 0.5;
  const loudScore = (i: number): number => {
    if (isFixed) return i === liked ? 10 : 4;
    return Math.min(10, Math.max(0, 6 + 3 * (scoreOf(i, 0) - 6)));
  };
  const table = quality.map((_, i) =>
    severity.map((off, j): Cell => {
      if (random.uniform() < holes) return null;
      if (j === loud) return cellOf(loudScore(i), loudScore(i));
      return constant[j] ? cellOf(7, 7) : cellOf(scoreOf(i, off), scoreOf(i, off));
    }),
  );
  const ids = quality.map((_, i) => `d${i}`);
  const some = () => ids.filter(() => random.uniform() < 0.8);
  const said = (): Said => {
    const own = some();
    const off = random.normal(0, 2);
    const flat = random.uniform() < 0.1;
    const scores = Object.fromEntries(
      own.map((id) => {
        const score = flat ? 5 : scoreOf(ids.indexOf(id), off);
        return [id, criteria ? { clarity: score, cost: 1 + (4 * score) / 10 } : score];
      }),
    );
    const keys = new Map(own.map((id) => [id, random.uniform()]));
    const order = own.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
    const groups = order.reduce<string[][]>((all, id) => {
      const last = all.at(-1);
      if (last && random.uniform() < 0.2) last.push(id);
      else all.push([id]);
      return all;
    }, []);
    const pairs = ids.flatMap((first, at) =>
      ids.slice(at + 1).flatMap((second) => {
        if (random.uniform() < 0.5) return [];
        const sign = random.uniform() < 0.2 ? "=" : ">";
        return random.uniform() < 0.5 ? [`${first} ${sign} ${second}`] : [`${second} ${sign} ${first}`];
      }),
    );
    const how = random.between(0, 3);
    return {
      ...(how !== 1 && how !== 2 && { scores }),
      ...((how === 1 || how === 3) && { order: groups }),
      ...(how === 2 && { pairs }),
      ...(random.uniform() < 0.3 && { known: ids.slice(0, 1) }),
      ...(random.uniform() < 0.3 && { weight: random.pick([0.1, 1, 10]) }),
    };
  };
  const options = {
    draws: 1,
    method: random.uniform() < 0.15 ? ("mean" as const) : ("adjusted" as const),
    exclude_self_reviews: random.uniform() < 0.15,
  };
  const authors = random.uniform() < 0.3 ? { 0: 0, 1: 1 } : {};
  const input = experiment(table, { ...(criteria && { criteria }), authors, options });
  return judged(input, Object.fromEntries(PEOPLE.slice(0, size).map((name) => [name, said()])));
}
