import { studentt } from "jstat";
import { max, median, min, sampleCorrelation } from "simple-statistics";
import type { RankingNote, Without } from "../artifacts/ranking-note.ts";
import { CONSTANTS } from "./belief.ts";
import { compositeScore, criteriaIn, normalise } from "./composite.ts";
import { fitRanking, qualities, type RankingFit } from "./fit.ts";
import { type CompactIncidence, type Incidence, keepReviewers, scorersOf } from "./incidence.ts";
import { limitedIn } from "./influence.ts";
import { fitAdditive, meanModel } from "./models.ts";
import { judgedBy, type RankingInput, type Scored } from "./panel.ts";
import { isConstant, tiedGroups } from "./ranks.ts";

/** A reviewer by its position in the panel, and what is odd about its scores. */
type OddReviewer = { at: number; reviewer_id: string } & (
  | { oddity: "contrary"; correlation: number }
  | { oddity: "constant" }
  | { oddity: "narrow"; share: number }
);

/** Reviewers that add nothing or score on a scale of their own. They are named, and stay in the ranking. */
export function oddReviewers(panel: Scored, { incidence, composites, opinions }: RankingFit): OddReviewer[] {
  const named = (at: number) => ({ at, reviewer_id: panel.reviewers[at]?.reviewer_id ?? "" });
  const placed = (position: number) => named(incidence.reviewerIds[position] ?? -1);
  // Where nobody tells designs apart, to give all of them one score is what everybody did.
  const constant =
    incidence.designs > 1 && opinions > 0
      ? constantReviewers(incidence, composites)
          .map(placed)
          .filter(({ at }) => isConstantIn(panel, at))
      : [];
  return [
    ...contraryReviewers(incidence, composites).map(({ reviewer, correlation }) => ({
      ...placed(reviewer),
      oddity: "contrary" as const,
      correlation,
    })),
    ...constant.map((each) => ({ ...each, oddity: "constant" as const })),
    ...narrowReviewers(panel)
      .filter(({ reviewer }) => constant.every(({ at }) => at !== reviewer))
      .map(({ reviewer, share }) => ({ ...named(reviewer), oddity: "narrow" as const, share })),
  ];
}

/** What is said of odd reviewers. */
export function oddReviewerNotes(panel: Scored, fitted: RankingFit, options: RankingInput["options"]): RankingNote[] {
  return oddReviewers(panel, fitted).map((odd): RankingNote => {
    const { at, reviewer_id } = odd;
    const who = { reviewer_id, ...(panel.reviewers[at]?.person !== undefined && { person: true as const }) };
    if (odd.oddity === "narrow") return { kind: "narrow-reviewer", ...who, share: odd.share };
    const rest = panelWithout(panel, new Set([at]), options);
    return odd.oddity === "constant"
      ? { kind: "constant-reviewer", ...who, without: rest }
      : { kind: "contrary-reviewer", ...who, correlation: odd.correlation, without: rest };
  });
}

/** Reviewers that count for less because their scores spread widely, with what they weigh for 1. */
export function limitedReviewers({ parts, models }: RankingFit, panel: Pick<Scored, "reviewers">) {
  if (models.ranking.method === "mean") return [];
  return [...limitedIn(parts.map(({ incidence }) => incidence))]
    .sort(([a], [b]) => a - b)
    .map(([at, influence]) => ({ reviewer_id: panel.reviewers[at]?.reviewer_id ?? "", influence }));
}

/** That they count for less, where no design of the first place would keep it if they counted in full. */
export function wideReviewerNotes(panel: Scored, fitted: RankingFit, options: RankingInput["options"]): RankingNote[] {
  const limited = limitedReviewers(fitted, panel);
  if (limited.length === 0) return [];
  const full = [...(qualities(panel, options, { ...CONSTANTS, spreadLimit: Number.POSITIVE_INFINITY }) ?? [])];
  const members = tiedGroups(full.map(([, theta]) => theta))[0]?.members ?? [];
  const first = full.flatMap(([id], at) => (members.includes(at) ? id : []));
  if (first.some((id) => fitted.ranks[fitted.ids.indexOf(id)] === 1)) return [];
  return [{ kind: "wide-reviewers", reviewer_ids: limited.map(({ reviewer_id }) => reviewer_id), first }];
}

/** The ranking of the same panel without some reviewers' scores, by their positions in it. */
export function panelWithout(panel: Scored, gone: ReadonlySet<number>, options: RankingInput["options"]): Without {
  const fitted = fitRanking(
    judgedBy(panel, (at) => !gone.has(at)),
    options,
  );
  if (fitted === null) return null;
  const { ids, order, ranks, winner } = fitted;
  const places = order.map((at) => ranks[at] ?? 1);
  return {
    order: order.map((at) => ids[at] ?? ""),
    ...(new Set(places).size < places.length && { ranks: places }),
    winner: winner === null ? null : (ids[winner] ?? null),
  };
}

/** A reviewer that uses this share of the others' range or less is named. */
const NARROW = 1 / 3;
/** So rarely does chance alone put a reviewer's order this far against the others'. */
const CHANCE = 0.05;

/** Reviewers, by position, that scored more than one design and gave all of them the same score. */
function constantReviewers(incidence: Incidence, values: readonly number[]): number[] {
  const given = givenBy(incidence, values);
  return scorersOf(incidence).filter((at) => {
    const own = [...(given[at]?.values() ?? [])];
    return own.length > 1 && isConstant(own);
  });
}

/** Whether each row of a reviewer gave all designs one score over all that it scores, its persona's criteria too. */
function isConstantIn({ cells, criteria }: Scored, reviewer: number): boolean {
  const own = cells.filter((cell) => cell.reviewer === reviewer).flatMap(({ score, rows = [score] }) => rows);
  const given = [...Map.groupBy(own, ({ reviewer_id }) => reviewer_id).values()];
  return given.every((row) =>
    isConstant(row.flatMap(({ scores }) => compositeScore(scores, criteriaIn(scores, criteria)) ?? [])),
  );
}

/**
 * Reviewers whose order runs against all others, who agree among themselves: at least three designs and three reviewers
 * with an order; a negative correlation with every other, a positive one between each two others, and with the designs'
 * quality by the others one that chance alone gives one reviewer in twenty.
 */
function contraryReviewers(
  incidence: CompactIncidence,
  values: readonly number[],
): { reviewer: number; correlation: number }[] {
  const given = givenBy(incidence, values);
  const ordered = [...given.keys()].filter(
    (at) => (given[at]?.size ?? 0) > 2 && !isConstant([...(given[at]?.values() ?? [])]),
  );
  if (ordered.length < 3) return [];
  const pairs = ordered.flatMap((one, at) =>
    ordered.slice(at + 1).map((other) => ({ one, other, correlation: correlationOf(given[one], given[other]) ?? 0 })),
  );
  return ordered.flatMap((reviewer) => {
    const apart = pairs.every(({ one, other, correlation }) =>
      one === reviewer || other === reviewer ? correlation < 0 : correlation > 0,
    );
    if (!apart) return [];
    const own = given[reviewer] ?? new Map<number, number>();
    const quality = qualityWithout(incidence, values, reviewer);
    const correlation = correlationOf(own, quality);
    if (correlation === null) return [];
    const shared = [...own.keys()].filter((design) => quality.has(design)).length;
    const limit = studentt.inv(1 - CHANCE, shared - 2);
    const least = limit / Math.sqrt(limit ** 2 + shared - 2);
    return correlation <= -least ? [{ reviewer, correlation }] : [];
  });
}

/**
 * Reviewers whose scores, over all criteria, use a third of the others' median range or less; constant ones are not
 * among them. At least three reviewers, and three designs scored by each that counts.
 *
 * @returns Positions in the panel, and the share of the others' range.
 */
function narrowReviewers({ cells, criteria, reviewers }: Scored): { reviewer: number; share: number }[] {
  const ranges = reviewers.flatMap((_, reviewer) => {
    const own = cells.filter((cell) => cell.reviewer === reviewer);
    if (own.length < 3) return [];
    const scores = own.flatMap(({ score }) =>
      criteriaIn(score.scores, criteria).map((criterion) =>
        normalise(score.scores[criterion.name] ?? criterion.min, criterion),
      ),
    );
    return [{ reviewer, range: max(scores) - min(scores) }];
  });
  if (ranges.length < 3) return [];
  return ranges.flatMap(({ reviewer, range }) => {
    const others = median(ranges.filter((other) => other.reviewer !== reviewer).map((other) => other.range));
    return range > 0 && range <= NARROW * others + 1e-9 ? [{ reviewer, share: range / others }] : [];
  });
}

/** Each reviewer's values by design. */
function givenBy({ reviewers, observations }: Incidence, values: readonly number[]): Map<number, number>[] {
  const given = Array.from({ length: reviewers }, () => new Map<number, number>());
  for (const [at, { design, reviewer }] of observations.entries()) given[reviewer]?.set(design, values[at] ?? 0);
  return given;
}

/** The designs' quality as all reviewers but one see it. */
function qualityWithout(
  incidence: CompactIncidence,
  values: readonly number[],
  reviewer: number,
): ReadonlyMap<number, number> {
  const { rest, values: scores } = keepReviewers(incidence, values, (at) => at !== reviewer);
  return qualityOf(rest, scores);
}

/** The quality of designs by the additive model, by what their positions stood for; by plain means where it cannot be fitted. */
export function qualityOf(incidence: CompactIncidence, values: readonly number[]): ReadonlyMap<number, number> {
  if (incidence.designs === 0) return new Map();
  const fitted = fitAdditive(incidence, values);
  const { theta } = ("reason" in fitted ? meanModel(incidence) : fitted).solve(values);
  return new Map(incidence.designIds.map((design, at) => [design, theta[at] ?? 0]));
}

/** Over the designs that both know; null for fewer than three, or where one of them does not vary. */
function correlationOf(
  a: ReadonlyMap<number, number> | undefined,
  b: ReadonlyMap<number, number> | undefined,
): number | null {
  const shared = [...(a?.keys() ?? [])].filter((design) => b?.has(design));
  const ours = shared.map((design) => a?.get(design) ?? 0);
  const theirs = shared.map((design) => b?.get(design) ?? 0);
  if (shared.length < 3 || isConstant(ours) || isConstant(theirs)) return null;
  return sampleCorrelation(ours, theirs);
}
