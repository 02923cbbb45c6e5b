import { MAX_SCALE } from "../artifacts/bounds.ts";
import type { Criterion } from "../artifacts/criterion.ts";
import type { LearnedErrors } from "../artifacts/learned.ts";
import type { RankedDesign, Ranking } from "../artifacts/ranking.ts";
import type { RankingNote } from "../artifacts/ranking-note.ts";
import { LabError } from "../errors.ts";
import { PERSON_WEIGHT } from "./belief.ts";
import { type Observation, weightOf } from "./incidence.ts";
import { learnedMinds } from "./learned-panel.ts";
import { mergedCells, mindsOf, onRubric, rubricsOf } from "./minds.ts";
import { blomScores } from "./ranks.ts";
import { isComplete, voicesOf } from "./voices.ts";

/** What a ranking is computed from: plain data, no file and no clock. */
export type RankingInput = {
  designs: readonly {
    design_id: string;
    generating_model: string;
    /** Length of the design's text, in characters. */
    length: number;
  }[];
  /** The panel, also models whose every score is missing: nothing waits for a person. */
  reviewers: readonly PanelReviewer[];
  /** Every criterion that somebody scores: those of all first. */
  criteria: readonly Criterion[];
  /** Valid scores only: a number in bounds for every criterion of its reviewer's rubric. At most one for each design and reviewer. */
  scores: readonly ScoreCell[];
  /**
   * Cells that the panel wants and that are not there; when absent, every cell of designs and reviewers without a
   * score. A stand-in that judged some designs leaves none missing for the others.
   */
  missing?: readonly { design_id: string; reviewer_id: string }[];
  /** Reviewers that judged every design where others were spared some: agreement is computed on them. All when absent. */
  first?: readonly string[];
  /** Of people, all that they said beside scores: which of it counts, voices.ts says. One order of each person. */
  orders?: readonly {
    reviewer_id: string;
    /** Best first, equal designs together; empty where a person said no more than whose designs these are. */
    order: readonly (readonly string[])[];
    /** Designs whose authors the person knows. */
    known: readonly string[];
  }[];
  /** `better` is one of the two, or null where neither is. One answer of each person to a pair. */
  pairs?: readonly { reviewer_id: string; first: string; second: string; better: string | null }[];
  /** Of a revision round, its revisions with their originals: the paired comparison decides between the two. */
  revisions?: readonly RevisedPair[];
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
    /** What a person's row weighs, for 1 of a model's, where the row does not say; 1.5 when absent. */
    person_weight?: number;
    /** Which models err together, as earlier experiments show; the constant for all when absent. */
    learned?: LearnedErrors;
  };
};

/** A text of a blind round and the one that it was made from, by design_id. */
export type RevisedPair = { parent: string; child: string };

/**
 * `model` is provider/model, of a person "person/" and the name. `criteria` are the names of those that it scores beside
 * the ones of all; what is in no reviewer's list, all score.
 */
export type PanelReviewer =
  | { kind?: "model"; reviewer_id: string; model: string; persona?: string; criteria?: readonly string[] }
  | { kind: "human"; reviewer_id: string; model: string; weight?: number };

export type ScoreCell = {
  design_id: string;
  reviewer_id: string;
  /** provider/model that scored; it makes the cell a self-review when it also wrote the design. */
  scorer_model: string;
  /** The criteria's scores, each on its own scale; with repeated scoring the mean of the samples. */
  scores: Readonly<Record<string, number>>;
  /** The overall score that the model states, 0–10; people state none. */
  overall_score?: number;
  /** The person knows whose design it is, which makes the cell a self-review. */
  self?: boolean;
  /** With repeated scoring, each sample's criteria scores; absent or of length 1 otherwise. */
  samples?: readonly Readonly<Record<string, number>>[];
};

/** Everything in ranking.json that arithmetic decides. */
export type RankingNumbers = Pick<
  Ranking,
  | "method"
  | "exclude_self_reviews"
  | "summary"
  | "reliability"
  | "pairwise"
  | "robustness"
  | "assumptions"
  | "bias"
  | "people"
  | "personas"
> & { designs: RankedDesign[]; notes: RankingNote[] };

/** One mind's score of one design, by their positions in the panel; it holds what was scored of its criteria. */
export type PanelCell = Observation & {
  score: ScoreCell /** What was merged, where the mind has several rows. */;
  rows?: readonly ScoreCell[];
};

/** One design in a person's order, by positions in the panel, and its Blom score. */
type OrderedCell = Observation & { ordered: true; blom: number };

/** A person's answer to a pair of designs, by positions in the panel; `weights` are the person's for each. */
type PanelAnswer = {
  reviewer: number;
  designs: readonly [number, number];
  better: number | null;
  weights: readonly [number, number];
};

/** The input in one fixed order, so that the order in which files were read never shows in a result. */
export type Scored = {
  /** By design_id. */
  designs: RankingInput["designs"];
  /**
   * By reviewer_id, without people of whom nothing counts; `person` is what a person's row weighs. Rows of one model are
   * one mind, under the id of its first row.
   */
  reviewers: readonly { reviewer_id: string; model: string; person?: number }[];
  /** Models that have several rows. */
  minds: readonly { model: string; reviewer_ids: readonly string[] }[];
  criteria: readonly Criterion[];
  /** Those of them that every row scores. */
  shared: readonly Criterion[];
  /** By design, then by reviewer; without the self-reviews that the options exclude. */
  cells: readonly PanelCell[];
  /** What counts of people's orders, by reviewer, then by design, and of their answers to pairs. */
  ordered: readonly OrderedCell[];
  answers: readonly PanelAnswer[];
  /** Revisions and their originals, by position. */
  revised: readonly { parent: number; child: number }[];
  /** Reviewers, by position, on whom agreement is computed; null for all. */
  first: ReadonlySet<number> | null;
  /** Cells that a panel without failures would have, places in orders among them. */
  expectedCells: number;
  /** Self-reviews that are left out. */
  excludedSelfScores: number;
  /** Scores that name an unknown design or reviewer, or lack a criterion; they are not used. */
  unusableScores: number;
  /** Orders and answers of people that cannot be used. */
  unusableVoices: number;
  /** Cells with more than one score; none of them is used, for nothing says which is right. */
  duplicates: readonly { design_id: string; reviewer_id: string; scores: number }[];
};

/**
 * Puts the input in order and applies exclude_self_reviews.
 * Throws a LabError for a criterion whose max is not above its min, since no score can be normalised by it, and for a
 * weight past what a configuration and a task may hold, since no sum of such weights is finite.
 */
export function preparePanel(input: RankingInput): Scored {
  for (const { name, min, max, weight = 1 } of input.criteria) {
    if (!(weight >= 0 && weight <= MAX_SCALE))
      throw new LabError(`Cannot rank: criterion "${name}" needs a weight from 0 to ${MAX_SCALE}, found ${weight}`);
    if (!(max > min)) throw new LabError(`Cannot rank: criterion "${name}" needs max above min ${min}, found ${max}`);
  }
  const rubrics = rubricsOf(input);
  const voices = voicesOf({ ...input, criteria: rubrics.ofAll });
  const designs = input.designs.toSorted((a, b) => compareText(a.design_id, b.design_id));
  const rows = input.reviewers
    .filter(({ kind, reviewer_id }) => kind !== "human" || voices.heard.has(reviewer_id))
    .map((reviewer) => rowOf(reviewer, input.options))
    .toSorted((a, b) => compareText(a.reviewer_id, b.reviewer_id));
  const { reviewers, reviewerAt, minds } = mindsOf(rows);
  const designAt = new Map(designs.map((design, at) => [design.design_id, at]));

  const excludeSelf = input.options.exclude_self_reviews;
  const found = new Map<string, PanelCell[]>();
  let excludedSelfScores = voices.excluded;
  let unusableScores = 0;
  for (const score of voices.scores) {
    const design = designAt.get(score.design_id);
    const reviewer = reviewerAt.get(score.reviewer_id);
    const self =
      design !== undefined &&
      (designs[design]?.generating_model === score.scorer_model || voices.knows(score.reviewer_id, score.design_id));
    // Before anything of the score is read: an excluded score must not show anywhere, not even by being unusable.
    if (self && excludeSelf) {
      excludedSelfScores++;
      continue;
    }
    const rubric = rubrics.of(score.reviewer_id);
    if (design === undefined || reviewer === undefined || rubric.length === 0 || !isComplete(score, rubric)) {
      unusableScores++;
      continue;
    }
    const place = JSON.stringify([design, score.reviewer_id]);
    const own = rubric.length < input.criteria.length ? onRubric(score, rubric) : score;
    found.set(place, [...(found.get(place) ?? []), { design, reviewer, self, ...weighing(reviewer), score: own }]);
  }
  const ordered = orderedCells();
  const rank = ([cell]: PanelCell[]) => (cell ? cell.design * reviewers.length + cell.reviewer : 0);
  const places = [...found.values()].sort(
    (a, b) => rank(a) - rank(b) || compareText(a[0]?.score.reviewer_id ?? "", b[0]?.score.reviewer_id ?? ""),
  );
  const merged = mergedCells(
    places.flatMap((place) => (place.length === 1 ? place : [])),
    reviewers,
  );
  const { method, learned: pairs } = input.options;
  const learned = learnedMinds(merged, reviewers, method === "mean" ? undefined : pairs);
  const cells = learned.size === 0 ? merged : merged.map((cell) => ({ ...cell, ...learned.get(cell.reviewer) }));
  const filled = new Set(places.flatMap(([cell]) => (cell ? `${cell.design} ${cell.reviewer}` : [])));
  const duplicates = places.flatMap((place) => {
    const [first] = place;
    if (place.length < 2 || first === undefined) return [];
    const { design_id, reviewer_id } = first.score;
    return [{ design_id, reviewer_id, scores: place.length }];
  });
  const missing = missingCells(input, filled).filter((cell) => !(excludeSelf && cell.self));
  const expectedCells = filled.size + ordered.length + missing.length;
  const { criteria } = input;
  const first = input.first && new Set(input.first.flatMap((id) => reviewerAt.get(id) ?? []));
  return {
    designs,
    reviewers,
    minds,
    criteria,
    shared: criteria.filter(({ name }) =>
      rows.every((row) => rubrics.of(row.reviewer_id).some((own) => own.name === name)),
    ),
    cells,
    ordered,
    answers: panelAnswers(),
    revised: (input.revisions ?? []).flatMap(({ parent, child }) => {
      const [of, own] = [designAt.get(parent), designAt.get(child)];
      return of === undefined || own === undefined ? [] : [{ parent: of, child: own }];
    }),
    first: first ?? null,
    expectedCells,
    excludedSelfScores,
    unusableScores,
    unusableVoices: voices.unusable,
    duplicates,
  };

  function weighing(reviewer: number): Pick<Observation, "person"> {
    const { person } = reviewers[reviewer] ?? {};
    return person === undefined ? {} : { person };
  }

  function orderedCells(): OrderedCell[] {
    return reviewers.flatMap(({ reviewer_id }, reviewer) => {
      const own = voices.places
        .filter((place) => place.reviewer_id === reviewer_id)
        .map(({ design_id, self, group }) => ({ design: designAt.get(design_id) ?? 0, self, group }))
        .sort((a, b) => a.design - b.design);
      const scores = blomScores(own.map(({ group }) => -group));
      return own.map(({ design, self }, at) => {
        return { design, reviewer, self, ...weighing(reviewer), ordered: true as const, blom: scores[at] ?? 0 };
      });
    });
  }

  function panelAnswers(): PanelAnswer[] {
    const found = voices.answers.map(({ reviewer_id, designs: [a, b], better, knows }): PanelAnswer => {
      const reviewer = reviewerAt.get(reviewer_id) ?? 0;
      const pair = [a, b].map((id) => designAt.get(id) ?? 0) as [number, number];
      const weights = knows.map((self) => weightOf({ design: 0, reviewer, self, ...weighing(reviewer) }));
      return {
        reviewer,
        designs: pair,
        better: better === null ? null : (designAt.get(better) ?? 0),
        weights: weights as [number, number],
      };
    });
    return found.sort(
      (a, b) =>
        a.reviewer - b.reviewer ||
        Math.min(...a.designs) - Math.min(...b.designs) ||
        Math.max(...a.designs) - Math.max(...b.designs),
    );
  }

  function missingCells({ missing }: RankingInput, filled: ReadonlySet<string>): { self: boolean }[] {
    const wanted =
      missing ?? designs.flatMap(({ design_id }) => reviewers.map(({ reviewer_id }) => ({ design_id, reviewer_id })));
    const counted = new Set(filled);
    return wanted.flatMap(({ design_id, reviewer_id }) => {
      const design = designAt.get(design_id);
      const reviewer = reviewerAt.get(reviewer_id);
      const place = `${design} ${reviewer}`;
      if (design === undefined || reviewer === undefined || counted.has(place)) return [];
      if (reviewers[reviewer]?.person !== undefined) return [];
      counted.add(place);
      return [{ self: designs[design]?.generating_model === reviewers[reviewer]?.model }];
    });
  }
}

/** The same panel as some of its reviewers alone judged it; positions stay. */
export function judgedBy(panel: Scored, keeps: (reviewer: number) => boolean): Scored {
  const own = ({ reviewer }: { reviewer: number }) => keeps(reviewer);
  const { cells, ordered, answers } = panel;
  return { ...panel, cells: cells.filter(own), ordered: ordered.filter(own), answers: answers.filter(own) };
}

/** The same panel with what was said of some of its designs alone; positions stay. */
export function aboutDesigns(panel: Scored, keeps: (design: number) => boolean): Scored {
  const own = ({ design }: { design: number }) => keeps(design);
  const { cells, ordered, answers } = panel;
  const both = answers.filter(({ designs }) => designs.every(keeps));
  return { ...panel, cells: cells.filter(own), ordered: ordered.filter(own), answers: both };
}

/** The same panel as its models alone judged it. */
export function byModels(panel: Scored): Scored {
  const people = peopleIn(panel);
  return judgedBy(panel, (at) => !people.has(at));
}

/** The people of whom something counts, by position, with what their rows weigh. */
export function peopleIn({ reviewers }: Pick<Scored, "reviewers">): ReadonlyMap<number, number> {
  return new Map(reviewers.flatMap(({ person }, at) => (person === undefined ? [] : [[at, person] as const])));
}

function rowOf(reviewer: PanelReviewer, { person_weight = PERSON_WEIGHT }: RankingInput["options"]) {
  const { reviewer_id, model } = reviewer;
  if (reviewer.kind !== "human") return { reviewer_id, model };
  const { weight: person = person_weight } = reviewer;
  if (person > 0 && Number.isFinite(person)) return { reviewer_id, model, person };
  throw new LabError(`Cannot rank: the row of ${reviewer_id} needs a weight above 0, found ${person}`);
}

/** By code unit, the same on every machine and in every locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
