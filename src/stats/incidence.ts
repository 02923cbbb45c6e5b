/** Where one number of a table stands. */
export type Observation = {
  design: number;
  reviewer: number;
  /** The reviewer's model wrote the design. */
  self: boolean;
};

/** Which cells of a table of designs by reviewers are filled; each design and each reviewer has at least one. */
export type Incidence = { designs: number; reviewers: number; observations: readonly Observation[] };

/** A incidence together with what its positions stood for before designs and reviewers without a cell were left out. */
export type CompactIncidence = Incidence & { designIds: readonly number[]; reviewerIds: readonly number[] };

/** Numbers the designs and reviewers that have a cell from 0, in the order of their former numbers. */
export function compact(observations: readonly Observation[]): CompactIncidence {
  const designIds = distinct(observations.map((place) => place.design));
  const reviewerIds = distinct(observations.map((place) => place.reviewer));
  const designAt = new Map(designIds.map((id, at) => [id, at]));
  const reviewerAt = new Map(reviewerIds.map((id, at) => [id, at]));
  return {
    designs: designIds.length,
    reviewers: reviewerIds.length,
    observations: observations.map(({ design, reviewer, self }) => ({
      design: designAt.get(design) ?? 0,
      reviewer: reviewerAt.get(reviewer) ?? 0,
      self,
    })),
    designIds,
    reviewerIds,
  };
}

/** True when every design can be reached from every other through shared reviewers. An empty incidence is not connected. */
export function isConnected({ designs, reviewers, observations }: Incidence): boolean {
  // Union-find over designs (0 … designs − 1) and reviewers (after them).
  const parent = Array.from({ length: designs + reviewers }, (_, node) => node);
  const rootOf = (node: number): number => {
    let root = node;
    for (let up = parent[root]; up !== undefined && up !== root; up = parent[root]) root = up;
    parent[node] = root;
    return root;
  };
  let components = designs + reviewers;
  for (const { design, reviewer } of observations) {
    const a = rootOf(design);
    const b = rootOf(designs + reviewer);
    if (a === b) continue;
    parent[a] = b;
    components--;
  }
  return components === 1;
}

/** The table with designs as rows and reviewers as columns; null when a cell is missing. */
export function completeTable(incidence: Incidence, values: readonly number[]): number[][] | null {
  if (incidence.observations.length !== incidence.designs * incidence.reviewers) return null;
  const table = Array.from({ length: incidence.designs }, () => new Array<number>(incidence.reviewers).fill(0));
  incidence.observations.forEach(({ design, reviewer }, at) => {
    const row = table[design];
    if (row) row[reviewer] = values[at] ?? 0;
  });
  return table;
}

/** The pooled sample variance of each reviewer's own values; null where no reviewer has two. */
export function varianceWithin({ reviewers, observations }: Incidence, values: readonly number[]): number | null {
  const given = Array.from({ length: reviewers }, () => [] as number[]);
  for (const [at, { reviewer }] of observations.entries()) given[reviewer]?.push(values[at] ?? 0);
  let squares = 0;
  let freedom = 0;
  for (const own of given) {
    const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
    squares += own.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    freedom += own.length - 1;
  }
  return freedom > 0 ? squares / freedom : null;
}

function distinct(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
