import { sum, sumNthPowerDeviations } from "simple-statistics";
import { isConstant } from "./ranks.ts";

/** Where one number of a table stands. */
export type Observation = {
  design: number;
  reviewer: number;
  /** The reviewer's model wrote the design, or the person knows who did. */
  self: boolean;
  /** What it weighs where a person judged, for 1 of a model; absent for models. */
  person?: number;
  /** What it weighs for 1, above 0, where its reviewer spreads scores too widely; absent where it is 1. */
  influence?: number;
  /** It comes from an order, whose level says nothing. All of one reviewer's do, or none. */
  ordered?: true;
  /** What earlier experiments say of the model that scored. All models of a table have it, or none. */
  learned?: LearnedMind;
};

/** A model beside the others of its panel: its place among them, what it weighs (1 in the mean), its row of their correlations. */
export type LearnedMind = { at: number; weight: number; correlations: readonly number[] };

/** A self-review counts half of another cell. */
export const SELF_WEIGHT = 0.5;

/**
 * What a cell weighs: a person's its own weight, a model's 1 or what was learned of it, of both a self-review's half, and
 * less by its influence.
 */
export function weightOf({ self, person = 1, influence = 1, learned }: Observation, selfWeight = SELF_WEIGHT): number {
  const weight = (self ? selfWeight : 1) * person * influence;
  return learned === undefined ? weight : weight * learned.weight;
}

/** Which cells of a table of designs by reviewers are filled; each design and each reviewer has at least one. */
export type Incidence = { designs: number; reviewers: number; observations: readonly Observation[] };

/** An incidence together with what its positions stood for before designs and reviewers without a cell were left out. */
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
    observations: observations.map(({ design, reviewer, self, person, influence, ordered, learned }) => ({
      design: designAt.get(design) ?? 0,
      reviewer: reviewerAt.get(reviewer) ?? 0,
      self,
      ...(person !== undefined && { person }),
      ...(influence !== undefined && { influence }),
      ...(ordered && { ordered }),
      ...(learned && { learned }),
    })),
    designIds,
    reviewerIds,
  };
}

/** True when every design can be reached from every other through shared reviewers. An empty incidence is not connected. */
export function isConnected(incidence: Incidence): boolean {
  return groupedDesigns(incidence).length === 1;
}

/**
 * Designs, by position, in groups that shared reviewers connect, each in ascending order. Between two groups the severity
 * of reviewers and the quality of designs cannot be told apart.
 */
export function groupedDesigns({ designs, reviewers, observations }: Incidence): number[][] {
  // Designs are nodes 0 … designs − 1, reviewers those after them.
  const near = Array.from({ length: designs + reviewers }, () => [] as number[]);
  for (const { design, reviewer } of observations) {
    near[design]?.push(designs + reviewer);
    near[designs + reviewer]?.push(design);
  }
  const seen = new Set<number>();
  return Array.from({ length: designs }, (_, at) => at).flatMap((first) => {
    if (seen.has(first)) return [];
    const reached = new Set([first]);
    for (const node of reached) for (const next of near[node] ?? []) reached.add(next);
    for (const node of reached) seen.add(node);
    return [[...reached].filter((node) => node < designs).sort((a, b) => a - b)];
  });
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

/** What is left of a table with some of its reviewers alone, with the values of its places. */
export function keepReviewers(incidence: Incidence, values: readonly number[], keeps: (reviewer: number) => boolean) {
  const kept = [...incidence.observations.keys()].filter((at) => keeps(incidence.observations[at]?.reviewer ?? -1));
  const rest = compact(kept.flatMap((at) => incidence.observations[at] ?? []));
  return { rest, values: kept.map((at) => values[at] ?? 0) };
}

/** The values of each design, or of each reviewer. */
export function groupsOf(incidence: Incidence, values: readonly number[], by: "design" | "reviewer"): number[][] {
  const groups = Array.from({ length: incidence[`${by}s`] }, () => [] as number[]);
  for (const [at, place] of incidence.observations.entries()) groups[place[by]]?.push(values[at] ?? 0);
  return groups;
}

/** Squared deviations of each reviewer's values from their mean. */
export function squaresWithin(incidence: Incidence, values: readonly number[]): number {
  return sum(groupsOf(incidence, values, "reviewer").map((own) => sumNthPowerDeviations(own, 2)));
}

/** Reviewers, by position, whose values tell designs apart at all: constant ones or a single one say nothing of the order. */
export function tellingApart(incidence: Incidence, values: readonly number[]): number[] {
  const given = groupsOf(incidence, values, "reviewer");
  return [...given.keys()].filter((at) => (given[at]?.length ?? 0) > 1 && !isConstant(given[at] ?? []));
}

/** Reviewers, by position, that gave scores, whose level means something; the others gave an order. */
export function scorersOf({ reviewers, observations }: Incidence): number[] {
  const ordering = new Set(observations.flatMap(({ reviewer, ordered }) => (ordered ? [reviewer] : [])));
  return Array.from({ length: reviewers }, (_, at) => at).filter((at) => !ordering.has(at));
}

function distinct(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
