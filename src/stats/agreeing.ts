import { mean, rootMeanSquare } from "simple-statistics";
import { preparePanel, type RankingInput } from "./panel.ts";
import { compositesOf, partsOf } from "./parts.ts";

/** Designs that a model must share with others before anything is said of its agreement. */
const FEWEST = 2;

/**
 * Models that scored, the one first that agrees best with the panel without itself: by the root mean square, over the
 * designs that it shares with others, of its composite minus the others' mean, once its own severity is taken off. People are no
 * models, and a model that shares fewer than two designs with others stands last. Equal ones stand in the panel's order.
 */
export function agreeingModels(input: RankingInput): string[] {
  const panel = preparePanel(input);
  const [base] = partsOf(panel).parts;
  if (base === undefined) return [];
  const values = compositesOf(base);
  const cells = base.cells.map(({ design, reviewer }, at) => ({ design, reviewer, value: values[at] ?? 0 }));
  const apart = (reviewer: number): number => {
    const off = cells.flatMap((cell) => {
      const others = cells.filter((other) => other.design === cell.design && other.reviewer !== reviewer);
      if (cell.reviewer !== reviewer || others.length === 0) return [];
      return [cell.value - mean(others.map(({ value }) => value))];
    });
    if (off.length < FEWEST) return Number.POSITIVE_INFINITY;
    const severity = mean(off);
    return rootMeanSquare(off.map((each) => each - severity));
  };
  const models = panel.reviewers.flatMap(({ person, model }, at) =>
    person === undefined ? [{ model, apart: apart(at) }] : [],
  );
  const scored = models.filter(({ model }, at) => models.findIndex((each) => each.model === model) === at);
  return scored.toSorted((a, b) => (a.apart === b.apart ? 0 : a.apart - b.apart)).map(({ model }) => model);
}
