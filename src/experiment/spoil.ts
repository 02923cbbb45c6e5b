import type { Criterion } from "../artifacts/criterion.ts";
import type { DesignBody } from "../artifacts/design.ts";

/**
 * A copy of a design with one criterion spoiled: valid by DesignBody, and not to be told from an honest weak design at a
 * glance. `done` says what was changed, one sentence each, for the record and for whoever checks it.
 */
export type SpoiledDesign = { body: DesignBody; criterion: string; done: string[] };

/** A copy of a design with two criteria spoiled, that is judged beside the designs and ranked nowhere. */
export type PlantedControl = {
  /** The design that it is a copy of. */
  design_id: string;
  body: DesignBody;
  /** The two criteria, in the order in which they were spoiled; only their cells are looked at. */
  criteria: [string, string];
  done: { criterion: string; what: string }[];
};

/** The names of those criteria that code knows how to spoil, in the rubric's order. */
export function spoilable(criteria: readonly Criterion[]): string[] {
  return criteria.flatMap(({ name }) => (name in {} ? name : []));
}

/** A copy of a design with one criterion spoiled; null where code cannot spoil it, or finds too little to spoil. */
export function spoilDesign(_body: DesignBody, _criterion: string, _seed: number): SpoiledDesign | null {
  return null;
}

/**
 * Two controls, copies of two designs with two criteria spoiled in each, all drawn from the seed; none where fewer than two
 * criteria can be spoiled, or fewer than two designs have enough to spoil.
 */
export function plantedControls(
  _designs: readonly { design_id: string; body: DesignBody }[],
  _criteria: readonly Criterion[],
  _seed: number,
): PlantedControl[] {
  return [];
}
