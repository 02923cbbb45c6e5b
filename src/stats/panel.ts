import type { Criterion } from "../artifacts/criterion.ts";
import type { RankedDesign, Ranking } from "../artifacts/ranking.ts";
import type { RankingNote } from "../artifacts/ranking-note.ts";
import { LabError } from "../errors.ts";

/** What a ranking is computed from: plain data, no file and no clock. */
export type RankingInput = {
  designs: readonly {
    design_id: string;
    generating_model: string;
    /** Length of the design's text, in characters. */
    length: number;
  }[];
  /** The panel, also those whose every score is missing. `model` is provider/model. */
  reviewers: readonly { reviewer_id: string; model: string }[];
  criteria: readonly Criterion[];
  /** Valid scores only: a number in bounds for every criterion. At most one for each design and reviewer. */
  scores: readonly ScoreCell[];
  /**
   * Cells that the panel wants and that are not there; when absent, every cell of designs and reviewers without a
   * score. A stand-in that judged some designs leaves none missing for the others.
   */
  missing?: readonly { design_id: string; reviewer_id: string }[];
  /** Reviewers that judged every design where others were spared some: agreement is computed on them. All when absent. */
  first?: readonly string[];
  reviews: readonly {
    design_id: string;
    reviewer_id: string;
    strengths: readonly string[];
    weaknesses: readonly string[];
  }[];
  options: {
    method: "adjusted" | "mean";
    exclude_self_reviews: boolean;
    /** Draws for the rank intervals; fewer than 2,000 are raised to 2,000. */
    draws: number;
  };
};

export type ScoreCell = {
  design_id: string;
  reviewer_id: string;
  /** provider/model that scored; it makes the cell a self-review when it also wrote the design. */
  scorer_model: string;
  /** The criteria's scores, each on its own scale; with repeated scoring the mean of the samples. */
  scores: Readonly<Record<string, number>>;
  /** The overall score that the model states, 0–10. */
  overall_score: number;
  /** With repeated scoring, each sample's criteria scores; absent or of length 1 otherwise. */
  samples?: readonly Readonly<Record<string, number>>[];
};

/** Everything in ranking.json that arithmetic decides. */
export type RankingNumbers = Pick<
  Ranking,
  "method" | "exclude_self_reviews" | "summary" | "reliability" | "pairwise" | "robustness" | "assumptions" | "bias"
> & { designs: RankedDesign[]; notes: RankingNote[] };

/** One reviewer's score of one design, by their positions in the panel. */
type PanelCell = {
  design: number;
  reviewer: number;
  /** The reviewer's model wrote the design. */
  self: boolean;
  score: ScoreCell;
};

/** The input in one fixed order, so that the order in which files were read never shows in a result. */
export type Panel = {
  /** By design_id. */
  designs: RankingInput["designs"];
  /** By reviewer_id. */
  reviewers: RankingInput["reviewers"];
  criteria: readonly Criterion[];
  /** By design, then by reviewer; without the self-reviews that the options exclude. */
  cells: readonly PanelCell[];
  /** Reviewers, by position, on whom agreement is computed; null for all. */
  first: ReadonlySet<number> | null;
  /** Cells that a panel without failures would have. */
  expectedCells: number;
  /** Self-reviews that are left out. */
  excludedSelfScores: number;
  /** Scores that name an unknown design or reviewer, or lack a criterion; they are not used. */
  unusableScores: number;
  /** Cells with more than one score; none of them is used, for nothing says which is right. */
  duplicates: readonly { design_id: string; reviewer_id: string; scores: number }[];
};

/**
 * Puts the input in order and applies exclude_self_reviews.
 * Throws a LabError for a criterion whose max is not above its min, since no score can be normalised by it.
 */
export function preparePanel(input: RankingInput): Panel {
  for (const { name, min, max } of input.criteria) {
    if (!(max > min)) throw new LabError(`Cannot rank: criterion "${name}" needs max above min ${min}, found ${max}`);
  }
  const designs = input.designs.toSorted((a, b) => compareText(a.design_id, b.design_id));
  const reviewers = input.reviewers.toSorted((a, b) => compareText(a.reviewer_id, b.reviewer_id));
  const designAt = new Map(designs.map((design, at) => [design.design_id, at]));
  const reviewerAt = new Map(reviewers.map((reviewer, at) => [reviewer.reviewer_id, at]));

  const excludeSelf = input.options.exclude_self_reviews;
  const found = new Map<string, PanelCell[]>();
  let excludedSelfScores = 0;
  let unusableScores = 0;
  for (const score of input.scores) {
    const design = designAt.get(score.design_id);
    const reviewer = reviewerAt.get(score.reviewer_id);
    const self = design !== undefined && designs[design]?.generating_model === score.scorer_model;
    // Before anything of the score is read: an excluded score must not show anywhere, not even by being unusable.
    if (self && excludeSelf) {
      excludedSelfScores++;
      continue;
    }
    if (design === undefined || reviewer === undefined || !isComplete(score, input.criteria)) {
      unusableScores++;
      continue;
    }
    const place = `${design} ${reviewer}`;
    found.set(place, [...(found.get(place) ?? []), { design, reviewer, self, score }]);
  }
  const rank = ([cell]: PanelCell[]) => (cell ? cell.design * reviewers.length + cell.reviewer : 0);
  const places = [...found.values()].sort((a, b) => rank(a) - rank(b));
  const cells = places.flatMap((place) => (place.length === 1 ? place : []));
  const duplicates = places.flatMap((place) => {
    const [first] = place;
    if (place.length < 2 || first === undefined) return [];
    const { design_id, reviewer_id } = first.score;
    return [{ design_id, reviewer_id, scores: place.length }];
  });
  const missing = missingCells(input, new Set(found.keys())).filter((cell) => !(excludeSelf && cell.self));
  const expectedCells = places.length + missing.length;
  const { criteria } = input;
  const first = input.first && new Set(input.first.flatMap((id) => reviewerAt.get(id) ?? []));
  return {
    designs,
    reviewers,
    criteria,
    cells,
    first: first ?? null,
    expectedCells,
    excludedSelfScores,
    unusableScores,
    duplicates,
  };

  function missingCells({ missing }: RankingInput, filled: ReadonlySet<string>): { self: boolean }[] {
    const wanted =
      missing ?? designs.flatMap(({ design_id }) => reviewers.map(({ reviewer_id }) => ({ design_id, reviewer_id })));
    return wanted.flatMap(({ design_id, reviewer_id }) => {
      const design = designAt.get(design_id);
      const reviewer = reviewerAt.get(reviewer_id);
      if (design === undefined || reviewer === undefined || filled.has(`${design} ${reviewer}`)) return [];
      return [{ self: designs[design]?.generating_model === reviewers[reviewer]?.model }];
    });
  }
}

/** A score without one of its criteria is no score: its composite would silently weigh the others more. */
function isComplete(score: ScoreCell, criteria: readonly Criterion[]): boolean {
  return criteria.every(({ name }) => Number.isFinite(score.scores[name]));
}

/** By code unit, the same on every machine and in every locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
