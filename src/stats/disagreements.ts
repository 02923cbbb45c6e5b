import type { Criterion } from "../artifacts/criterion.ts";

/** The lowest and the highest score of one design on one criterion; `range` is their distance as a share of its scale. */
export type Apart<S> = { design_id: string; criterion: string; range: number; lowest: S; highest: S };

/** What one reviewer gave one design. */
type Given = { design_id: string; scores: Readonly<Record<string, number>> };

/** Where scores of one design differ on one criterion, the widest first; of equals in the order of `designIds` and criteria. */
export function disagreements<S extends Given>(
  designIds: readonly string[],
  scores: readonly S[],
  criteria: readonly Criterion[],
): Apart<S>[] {
  return designIds
    .flatMap((design_id) =>
      criteria.flatMap(({ name: criterion, min, max }): Apart<S>[] => {
        const on = ({ scores }: Given): number => scores[criterion] ?? min;
        const own = scores.filter((score) => score.design_id === design_id && criterion in score.scores);
        const sorted = own.toSorted((a, b) => on(a) - on(b));
        const [lowest, highest] = [sorted.at(0), sorted.at(-1)];
        if (!lowest || !highest || on(lowest) === on(highest)) return [];
        return [{ design_id, criterion, range: (on(highest) - on(lowest)) / (max - min), lowest, highest }];
      }),
    )
    .sort((a, b) => b.range - a.range);
}
