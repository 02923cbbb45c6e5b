import type { VNode } from "preact";
import type { Spent } from "../../artifacts/cost.ts";
import { authorOf, confirmed, type Design, gravestFirst } from "../../artifacts/design.ts";
import { exchangePlace } from "../../artifacts/exchange.ts";
import { letterOf } from "../../artifacts/names.ts";
import { playedBy } from "../../artifacts/persona.ts";
import type { DesignPoints } from "../../artifacts/points.ts";
import { leavesOut, type Ranking, rankedScore } from "../../artifacts/ranking.ts";
import type { Review } from "../../artifacts/review.ts";
import type { Score } from "../../artifacts/score.ts";
import { type Met, metBy } from "../../artifacts/unmet.ts";
import type { ReportData } from "./report-data.ts";

/** A design as every section of the page names and finds it. */
export type PageDesign = {
  id: string;
  /** A to Z in the plan's order; part of the page's own ids. */
  letter: string;
  /** Where it stands in full. */
  href: string;
  title: string;
  model: string;
  /** Who wrote it, as people are told. */
  by: string;
  /** Its risks stand the gravest first. */
  design: Design;
  ranked: Ranking["designs"][number] | null;
  /** What ranks it, on 0–10: adjusted where the ranking adjusts, else the plain mean; null when not ranked. */
  score: number | null;
  /** The probability that it is the best of all; null where none means anything. */
  best: number | null;
  points: DesignPoints;
  /** How it stands to what reviewers were asked about it; null where that is nothing. */
  met: Met | null;
  /** What sessions took that were to write it and did not. */
  lost: Spent | null;
  /** What writing it took; null where its times are no times. */
  seconds: number | null;
  /** Its components as a picture; null where there is none. */
  drawing: VNode | null;
  /** The page of what was sent and what came back, by its place; null where there is none. */
  exchange: string | null;
  /** It addresses its reviewers, by the scan or by two of them. */
  flagged: boolean;
};

type PageReviewer = { id: string; model: string; name: string };

/** One reviewer's whole verdict on one design; parts that were not asked for, or failed, are null. */
export type PageCell = {
  id: string;
  design: PageDesign;
  reviewer: PageReviewer;
  composite: number | null;
  /** The number that stands for it: from the criteria, else the reviewer's own overall mark; null without a score. */
  shown: number | null;
  /** The reviewer's model wrote the design. */
  own: boolean;
  /** False where the ranking leaves the score out, for the reviewer's model wrote the design. */
  counted: boolean;
  score: Score | null;
  review: Review | null;
  /** As of a design. */
  exchange: string | null;
};

/** What the sections are made from. */
export type Page = Omit<ReportData, "reviewers"> & {
  /** The best ranked first, those without a rank last. */
  ranked: readonly PageDesign[];
  reviewers: readonly PageReviewer[];
  cells: readonly PageCell[];
  cell(design: PageDesign, reviewer: PageReviewer): PageCell | null;
  /** Designers of the plan that delivered nothing. */
  absent: readonly { letter: string; model: string; exchange: string | null }[];
  letterOf(design_id: string): string;
  /** The model that judges, or the name of the person who does. */
  modelOf(reviewer_id: string): string;
};

export function pageOf(data: ReportData, drawings: ReadonlyMap<string, VNode | null>): Page {
  const { task, ranking } = data;
  const made = data.rounds.flatMap(({ outcome }) => outcome.children);
  const letters = new Map([
    ...made.map(({ child, name }) => [child.row.design_id, name] as const),
    ...task.designers.map(({ design_id }, at) => [design_id, letterOf(at)] as const),
  ]);
  const letter = (id: string) => letters.get(id) ?? id;
  const exchangeOf = (ids: { design_id: string; reviewer_id?: string }): string | null =>
    data.exchanges.find((each) => each === exchangePlace({ phases: [], ...ids })) ?? null;
  const place = new Map(ranking.designs.map(({ design_id }, at) => [design_id, at]));
  const ranked = data.designs
    .map((design): PageDesign => {
      const { design_id: id, title } = design;
      const met = metBy(id, data.coverage);
      const own = ranking.designs.find(({ design_id }) => design_id === id) ?? null;
      return {
        id,
        letter: letter(id),
        href: `#design-${letter(id)}`,
        title,
        model: design.generating_model,
        by: authorOf(design),
        design: { ...design, risks: gravestFirst(design.risks) },
        ranked: own,
        score: own?.rank == null ? null : rankedScore(ranking, own),
        best: data.compared ? (own?.p_best ?? null) : null,
        points: data.points.find(({ design_id }) => design_id === id) ?? NO_POINTS,
        met: met.of > 0 ? met : null,
        lost: data.lost.find(({ design_id }) => design_id === id)?.spent ?? null,
        seconds: tookSeconds(design),
        drawing: drawings.get(id) ?? null,
        exchange: exchangeOf({ design_id: id }),
        flagged: confirmed(own?.flags ?? []).length > 0,
      };
    })
    .sort((a, b) => (place.get(a.id) ?? place.size) - (place.get(b.id) ?? place.size));
  const reviewers = data.reviewers.map(({ reviewer_id, model, persona }) => {
    return { id: reviewer_id, model, name: playedBy(model, persona) };
  });
  const names = new Map([
    ...data.people.map(({ reviewer_id, name }) => [reviewer_id, name] as const),
    ...reviewers.map(({ id, name }) => [id, name] as const),
  ]);
  const cells = ranked.flatMap((design) =>
    reviewers.flatMap((reviewer, at): PageCell[] => {
      const of = (each: { design_id: string; reviewer_id: string }) =>
        each.design_id === design.id && each.reviewer_id === reviewer.id;
      const score = data.scores.find(of) ?? null;
      const review = data.reviews.find(of) ?? null;
      if (!score && !review) return [];
      const composite = data.composites.find(of)?.score ?? null;
      return [
        {
          id: `why-${design.letter}-${at + 1}`,
          design,
          reviewer,
          composite,
          shown: composite ?? score?.overall_score ?? null,
          own: design.model === reviewer.model,
          counted: !leavesOut(ranking, design.model, reviewer.model),
          score,
          review,
          exchange: exchangeOf({ design_id: design.id, reviewer_id: reviewer.id }),
        },
      ];
    }),
  );
  return {
    ...data,
    ranked,
    reviewers,
    cells,
    cell: (design, reviewer) =>
      cells.find((cell) => cell.design.id === design.id && cell.reviewer.id === reviewer.id) ?? null,
    absent: task.designers
      .filter(({ design_id }) => !data.designs.some((design) => design.design_id === design_id))
      .map(({ design_id, model }) => ({ letter: letter(design_id), model, exchange: exchangeOf({ design_id }) })),
    letterOf: letter,
    modelOf: (id) => names.get(id) ?? id,
  };
}

export const NO_POINTS: DesignPoints = { design_id: "", strengths: [], weaknesses: [], missing: [], improvements: [] };

/** Seconds from a design's first question to its end; null where its times are no times. */
export function tookSeconds({ provenance: { started_at, finished_at } }: Design): number | null {
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
  return Number.isFinite(seconds) ? seconds : null;
}

/** The designs in the first place: the winner, or those that the scores cannot tell apart, the best ranked first. */
export function tiedFirst({ ranked, ranking }: Pick<Page, "ranked" | "ranking">): PageDesign[] {
  return ranked.filter(({ id }) => ranking.summary.first_place.includes(id));
}
