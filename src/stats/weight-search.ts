import type { Criterion } from "../artifacts/criterion.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import { criterionWeight } from "./composite.ts";
import { EPSILON } from "./ranks.ts";
import { isNearer } from "./robustness.ts";

type Change = NonNullable<Ranking["robustness"]>;
/** The designs' qualities by id, ranked with this weight of one criterion; null where nothing is ranked. */
type QualitiesAt = (criterion: string, weight: number) => ReadonlyMap<string, number> | null;

/** Ratios of a weight to the present one that are tried, and as many below 1. */
const RATIOS = [1.3, 1.8, 2.6, 4, 7, 13, 100, 1e4];
/** A change is found as near as this, as a share of the weight. */
const CLOSE = 1e-6;
/** So far from the named weight the ranking is made anew to confirm it. */
const BESIDE = 1e-5;

/**
 * The smallest change of one weight that takes the first place from a design, by ranking with other weights: where people
 * gave orders or answered pairs, what these add changes with the scores, and no formula has it. Steps outwards from the
 * present weights, then halves the step in which the place changes.
 */
export function searchWeight(criteria: readonly Criterion[], first: string, at: QualitiesAt): Change | null {
  if (criteria.length < 2) return null;
  const positive = criteria.map(criterionWeight).filter((weight) => weight > 0);
  const middle = positive.reduce((sum, weight) => sum + weight, 0) / positive.length;
  const ways = criteria.flatMap((criterion) => {
    const present = criterionWeight(criterion);
    const weightAt = (ratio: number) => (present > 0 ? present * ratio : middle * (ratio - 1));
    const of = {
      name: criterion.name,
      present,
      rivalAt: (ratio: number) => rivalOf(at(criterion.name, weightAt(ratio)), first),
      weightAt,
    };
    return present > 0
      ? [
          { ...of, up: true },
          { ...of, up: false },
        ]
      : [{ ...of, up: true }];
  });
  for (const [step, ratio] of RATIOS.entries()) {
    const changes = ways.flatMap(({ up, name, present, rivalAt, weightAt }) => {
      const outer = up ? ratio : 1 / ratio;
      if (rivalAt(outer) === null) return [];
      const before = RATIOS[step - 1] ?? 1;
      const found = halved(up ? before : 1 / before, outer, rivalAt);
      const change = { criterion: name, weight: weightAt(found.ratio), factor: present > 0 ? found.ratio : null };
      return [{ ratio: found.ratio, change: { ...change, new_winner: found.rival } }];
    });
    const [nearest] = changes.sort((a, b) => (isNearer(a.ratio, b.ratio) ? -1 : 1));
    if (nearest) return nearest.change;
  }
  return null;
}

/** The ratio past which another leads, between one at which the first does and one at which it does not. */
function halved(inner: number, outer: number, rivalAt: (ratio: number) => string | null) {
  let [inside, past] = [inner, outer];
  let rival = rivalAt(past) ?? "";
  while (Math.abs(Math.log(past / inside)) > CLOSE) {
    const between = Math.sqrt(inside * past);
    const other = rivalAt(between);
    if (other === null) inside = between;
    else [past, rival] = [between, other];
  }
  return { ratio: past, rival };
}

/** Who leads in place of the first; null where nobody does. */
function rivalOf(quality: ReadonlyMap<string, number> | null, first: string): string | null {
  if (quality === null) return null;
  const own = quality.get(first) ?? 0;
  const [best] = [...quality].filter(([, value]) => value > own + EPSILON).sort((a, b) => b[1] - a[1]);
  return best?.[0] ?? null;
}

/** Whether rankings just before and just past a weight say that the first place changes there. */
export function overtakes(
  { criterion, weight, new_winner }: Change,
  first: string,
  criteria: readonly Criterion[],
  at: QualitiesAt,
): boolean {
  const present = criterionWeight(
    criteria.find(({ name }) => name === criterion) ?? { name: "", description: "", min: 0, max: 1 },
  );
  const way = weight > present ? 1 : -1;
  const [before, past] = [1 - way * BESIDE, 1 + way * BESIDE].map((share) =>
    rivalOf(at(criterion, share * weight), first),
  );
  return before === null && past === new_winner;
}
