import { mean } from "simple-statistics";
import type { Unranked } from "../artifacts/ranking-note.ts";
import { hearing, type PairAnswer } from "./answers.ts";
import { CONSTANTS, fitScores, type ScoresFit, varianceWithin } from "./belief.ts";
import { SCALE, totalWeight } from "./composite.ts";
import {
  type CompactIncidence,
  compact,
  groupedDesigns,
  type Incidence,
  isConnected,
  keepReviewers,
  tellingApart,
} from "./incidence.ts";
import { limitInfluence } from "./influence.ts";
import { chooseModel } from "./models.ts";
import { besideOriginals, type RevisedPlaces, revisedPlaces } from "./paired.ts";
import { aboutDesigns, type RankingInput, type Scored } from "./panel.ts";
import { compositesOf, type FittedPart, fitParts, joined, meansOf, partsOf, type ScoredPart } from "./parts.ts";
import { competitionRanks, EPSILON, isRounding } from "./ranks.ts";
import { type Uncertainty, uncertaintyOf } from "./uncertainty.ts";
import { type Grounds, toldApart } from "./verdict.ts";

/** The panel's scores, the model fitted to them and how sure its order is. Arrays by design are in incidence positions. */
export type RankingFit = ScoresFit & {
  /** Of the panel's cells and then of its orders, in their order; designIds and reviewerIds are positions in the panel. */
  incidence: CompactIncidence;
  /** By incidence position: design_ids and reviewer_ids. */
  ids: readonly string[];
  reviewerIds: readonly string[];
  /** Criteria by who scored them, the base first: incidence and composites are the base's. */
  parts: readonly [FittedPart, ...FittedPart[]];
  /** The composite score of each cell, 0–10, and then what each place in an order is worth beside them. */
  composites: readonly number[];
  /** Answers to pairs that count, by incidence position of their designs. */
  answers: readonly PairAnswer[];
  /** Reviewers whose scores, order or answers count, by position in the panel. */
  judges: ReadonlySet<number>;
  /** The scores on which agreement is computed. */
  agreeing: { rest: Incidence; values: readonly number[] };
  /** Plain means, in which a person counts by its weight. */
  average: readonly number[];
  ranks: readonly number[];
  /** Incidence positions, best first; designs of one rank by design_id. */
  order: readonly number[];
  /** The design that is alone at rank 1. */
  leader: number | null;
  /** Reviewers whose scores, order or answers tell designs apart. */
  opinions: number;
  /** Who tells them apart where nobody else does, by reviewer_id. */
  alone: string | null;
  /** From this probability on designs are told apart. */
  bound: number;
  /** The same of two of them; of a revision and its original by what was found of that pair. */
  isApart: (better: number, worse: number) => boolean;
  /** The leader, where P(best) and the number of opinions name it the winner. */
  winner: number | null;
  /** What confidence hangs on. */
  grounds: Grounds;
  uncertainty: Uncertainty;
};

/**
 * Fits the model and says how sure the order is. Null when there is no score, all weights are zero or nobody compares all
 * designs: means of different reviewers' scores are no order. The plain mean hears no answers to pairs.
 *
 * @param constants Others than a ranking's own only to compare with.
 */
export function fitRanking(panel: Scored, options: RankingInput["options"], constants = CONSTANTS): RankingFit | null {
  const all = fitAll(panel, options, constants);
  if (all === null) return null;
  const { found, answers, revised, fitted } = all;
  const [{ incidence, values: composites }] = found;
  const ranks = competitionRanks(fitted.fit.theta);
  const judging = [...incidence.reviewerIds, ...answers.map(({ reviewer }) => reviewer)];
  const telling = [
    ...found.flatMap((part) =>
      tellingApart(part.incidence, part.values).map((at) => part.incidence.reviewerIds[at] ?? -1),
    ),
    ...answers.flatMap(({ reviewer, better }) => (better === null ? [] : [reviewer])),
  ];
  const opinions = new Set(telling).size;
  const [teller = -1] = telling;
  if (nobodyCompares(incidence, ranks, opinions)) return null;
  const order = [...ranks.keys()].sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b);
  const [first, second] = order;
  const leader = first === undefined || (second !== undefined && ranks[second] === 1) ? null : first;
  const uncertainty = uncertaintyOf(fitted.belief, options.draws);
  const { designs } = incidence;
  const bound = toldApart(designs);
  const best = uncertainty.best[first ?? 0] ?? 0;
  const heard = designs > 1 && opinions > 1 ? leader : null;
  const isApart = (better: number, worse: number): boolean => {
    const pair = pairOf(revised, better, worse);
    return pair ? pair.side !== null : uncertainty.beats(better, worse) >= bound - EPSILON;
  };
  // Who cannot be told from its own original or revision wins nothing.
  const settled = first === undefined || order.every((at) => !pairOf(revised, first, at) || isApart(first, at));
  const apart = first === undefined || second === undefined ? 0 : uncertainty.beatsAnyway(first, second);
  return {
    ...fitted,
    incidence,
    ids: incidence.designIds.flatMap((at) => panel.designs[at]?.design_id ?? []),
    reviewerIds: incidence.reviewerIds.flatMap((at) => panel.reviewers[at]?.reviewer_id ?? []),
    parts: found,
    composites,
    answers,
    judges: new Set(judging),
    agreeing: agreeingOf(panel, incidence, composites),
    average: meansOf(found),
    ranks,
    order,
    leader,
    opinions,
    alone: opinions === 1 ? (panel.reviewers[teller]?.reviewer_id ?? null) : null,
    bound,
    isApart,
    winner: settled && best >= bound - EPSILON ? heard : null,
    grounds: { best, designs, opinions, apart, settled },
    uncertainty,
  };
}

/** The designs' qualities as a ranking has them, by their ids; null where there is none. */
export function qualities(
  panel: Scored,
  options: RankingInput["options"],
  constants = CONSTANTS,
): ReadonlyMap<string, number> | null {
  const all = fitAll(panel, options, constants);
  if (all === null) return null;
  const { theta } = all.fitted.fit;
  return new Map(
    all.found[0].incidence.designIds.map((at, place) => [panel.designs[at]?.design_id ?? "", theta[place] ?? 0]),
  );
}

/** Scores and orders, then answers to pairs, then what was found of each revision and its original. */
function fitAll(panel: Scored, options: RankingInput["options"], constants: typeof CONSTANTS) {
  const found = fittedParts(panel, options, constants);
  if (found === null) return null;
  const [{ incidence }] = found;
  const plain = joined(found, constants);
  const answers = plain.models.ranking.method === "adjusted" ? answersIn(panel, incidence) : [];
  const revised = revisedPlaces(panel, found[0], incidence.designIds);
  return { found, answers, revised, fitted: besideOriginals(hearing(plain, answers, constants), revised) };
}

const pairOf = (revised: readonly RevisedPlaces[], one: number, other: number): RevisedPlaces | undefined =>
  revised.find(({ parent, child }) => (parent === one && child === other) || (parent === other && child === one));

/** The parts of the panel's criteria with their fits; null where the widest compares no designs, or there is none. */
export function fittedParts(
  panel: Scored,
  { method }: Pick<RankingInput["options"], "method">,
  constants = CONSTANTS,
): RankingFit["parts"] | null {
  const [base, ...others] = partsOf(panel).parts;
  const table = base && tableOf(base, panel.ordered, method);
  if (!table || !isConnected(table.incidence)) return null;
  const { values } = table;
  const incidence =
    method === "mean" ? table.incidence : limitInfluence(table.incidence, values, constants.spreadLimit);
  const fitted = fitScores(incidence, values, method, constants);
  return fitParts([{ ...base, incidence, values, fitted }, ...others], method, constants);
}

type Table = { incidence: CompactIncidence; values: readonly number[] };

/**
 * Scores and orders as one table. A place in an order is worth its Blom score times the pooled deviation of reviewers'
 * own scores (1 where nobody scored, or none varies), around what the scores say of the designs in it, so that an order
 * is neither severe nor lenient.
 */
function tableOf(base: ScoredPart, ordered: Scored["ordered"], method: "adjusted" | "mean"): Table | null {
  const { cells } = base;
  const composites = compositesOf(base);
  if (cells.length + ordered.length === 0) return null;
  const scored = { incidence: compact(cells), values: composites };
  if (ordered.length === 0) return scored;
  const within = composites.length > 0 ? varianceWithin(scored.incidence, composites) : null;
  const deviation = within === null || isRounding(within, composites) ? 1 : Math.sqrt(within);
  const quality = new Map(
    composites.length > 0
      ? chooseModel(scored.incidence, composites, method)
          .ranking.solve(composites)
          .theta.map((theta, at) => [scored.incidence.designIds[at] ?? -1, theta])
      : [],
  );
  const middle = quality.size > 0 ? mean([...quality.values()]) : SCALE / 2;
  const levels = new Map(
    [...new Set(ordered.map(({ reviewer }) => reviewer))].map((reviewer) => {
      const own = ordered.filter((place) => place.reviewer === reviewer && quality.has(place.design));
      const gaps = own.map(({ design, blom }) => (quality.get(design) ?? 0) - deviation * blom);
      return [reviewer, gaps.length > 0 ? mean(gaps) : middle];
    }),
  );
  const worth = ordered.map(({ reviewer, blom }) => (levels.get(reviewer) ?? middle) + deviation * blom);
  return { incidence: compact([...cells, ...ordered]), values: [...composites, ...worth] };
}

/** The answers about designs that somebody scored or ordered. */
function answersIn({ answers }: Scored, { designIds }: CompactIncidence): PairAnswer[] {
  const placeOf = new Map(designIds.map((design, at) => [design, at]));
  return answers.flatMap(({ designs: [a, b], better, ...answer }) => {
    const [first, second] = [placeOf.get(a), placeOf.get(b)];
    if (first === undefined || second === undefined) return [];
    return [
      { ...answer, designs: [first, second] as const, better: better === null ? null : better === a ? first : second },
    ];
  });
}

/** Agreement is of those that were asked about all, and of people where they judged all, unless too few did. */
function agreeingOf({ first }: Scored, incidence: CompactIncidence, values: readonly number[]): RankingFit["agreeing"] {
  const { designs, observations, reviewerIds } = incidence;
  const isAsked = (at: number) => first?.has(reviewerIds[at] ?? -1) ?? true;
  const part = new Set(
    reviewerIds.flatMap((_, at) => {
      const own = observations.filter(({ reviewer }) => reviewer === at);
      return own.some(({ person }) => person !== undefined) && own.length < designs ? [at] : [];
    }),
  );
  const whole = keepReviewers(incidence, values, (at) => isAsked(at) && !part.has(at));
  return whole.rest.reviewers > 1 ? whole : keepReviewers(incidence, values, (at) => isAsked(at) || part.has(at));
}

/** Whether reviewers give all that they scored one score and the order comes from elsewhere. */
function nobodyCompares({ designs }: CompactIncidence, ranks: readonly number[], opinions: number): boolean {
  return designs > 1 && opinions === 0 && ranks.some((rank) => rank > 1);
}

/**
 * The designs that have scores, by position in the panel, in groups of which no reviewer scored two; one group where all
 * are connected.
 */
export function groupsIn({ cells, ordered }: Scored): number[][] {
  const incidence = compact([...cells, ...ordered]);
  return groupedDesigns(incidence).map((group) => group.flatMap((at) => incidence.designIds[at] ?? []));
}

/** The fit of each group of designs that two reviewers or more tell apart, where no reviewer connects the groups. */
export function fitGroups(panel: Scored, options: RankingInput["options"]): RankingFit[] {
  const groups = groupsIn(panel);
  if (groups.length < 2) return [];
  return groups.flatMap((group) => {
    const own =
      group.length > 1
        ? fitRanking(
            aboutDesigns(panel, (at) => group.includes(at)),
            options,
          )
        : null;
    return own !== null && own.opinions > 1 ? [own] : [];
  });
}

/** Why there is no fit. */
export function whyUnranked({ cells, ordered, criteria }: Scored): Unranked {
  if (cells.length + ordered.length === 0) return "no-score";
  return totalWeight(criteria) > 0 ? "nobody-compares" : "no-weight";
}
