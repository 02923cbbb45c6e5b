import { expect } from "bun:test";
import type { Criterion } from "../../src/artifacts/criterion.ts";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { PanelReviewer, RankingInput, ScoreCell } from "../../src/stats/panel.ts";
import { rankDesigns } from "../../src/stats/ranking.ts";
import { sortNotes } from "../../src/story/notes.ts";
import { drawn } from "../../src/views/markdown/drawn.ts";

export const QUALITY: Criterion = { name: "quality", description: "Is it good?", min: 0, max: 10 };

/** Every note of a ranking as the sentences that people read, one a line. */
export function saidBy(notes: Ranking["notes"]): string {
  const { cautions, files, numbers } = sortNotes(notes);
  return [...cautions, ...files, ...numbers].map((each) => drawn(each)).join("\n");
}

/** Holds that a ranking has the same bytes whatever the order of designs, reviewers and scores. */
export function expectSameTurned(input: RankingInput): void {
  const turned = {
    ...input,
    designs: input.designs.toReversed(),
    reviewers: input.reviewers.toReversed(),
    scores: input.scores.toReversed(),
  };
  expect(JSON.stringify(rankDesigns(turned))).toBe(JSON.stringify(rankDesigns(input)));
}

/**
 * An experiment from a table: rows are designs d0, d1, …, columns reviewers r0, r1, …; null is a missing score, a
 * number a score of the one criterion "quality" on 0–10, an object the scores of all criteria.
 */
export function experiment(
  table: readonly (readonly (number | null | Record<string, number>)[])[],
  change: {
    criteria?: readonly Criterion[];
    /** Which reviewer's model wrote each design; others are foreign. */
    authors?: Readonly<Record<number, number>>;
    options?: Partial<RankingInput["options"]>;
  } = {},
): RankingInput {
  const { criteria = [QUALITY], authors = {}, options = {} } = change;
  const width = Math.max(0, ...table.map((row) => row.length));
  const scores = table.flatMap((row, i) =>
    row.flatMap((given, j): ScoreCell[] => {
      if (given === null) return [];
      const values = typeof given === "number" ? { [criteria[0]?.name ?? ""]: given } : given;
      return [
        {
          design_id: `d${i}`,
          reviewer_id: `r${j}`,
          scorer_model: modelOf(j),
          scores: values,
          overall_score: typeof given === "number" ? Math.min(10, Math.max(0, given)) : 5,
        },
      ];
    }),
  );
  return {
    designs: table.map((_, i) => {
      const author = authors[i];
      return {
        design_id: `d${i}`,
        generating_model: author === undefined ? `other${i}/author` : modelOf(author),
        length: 1000 + 100 * i,
      };
    }),
    reviewers: Array.from({ length: width }, (_, j) => ({ reviewer_id: `r${j}`, model: modelOf(j) })),
    criteria,
    scores,
    reviews: [],
    options: { method: "adjusted", exclude_self_reviews: false, draws: 2000, ...options },
  };
}

function modelOf(reviewer: number): string {
  return `vendor${reviewer}/judge`;
}

/** What a person says in a test. */
export type Said = {
  /** By design, on "quality" or on every criterion. */
  scores?: Readonly<Record<string, number | Record<string, number>>>;
  order?: readonly (readonly string[])[];
  known?: readonly string[];
  /** "d0 > d1" or "d0 = d1". */
  pairs?: readonly string[];
  weight?: number;
};

/** The same experiment, judged by these people too. */
export function judged(input: RankingInput, people: Readonly<Record<string, Said>>): RankingInput {
  const rows = Object.entries(people).map(([name, said]) => ({ id: `person-${name}`, model: `person/${name}`, said }));
  return {
    ...input,
    reviewers: [
      ...input.reviewers,
      ...rows.map(({ id, model, said: { weight } }): PanelReviewer => {
        return { kind: "human", reviewer_id: id, model, ...(weight !== undefined && { weight }) };
      }),
    ],
    scores: [
      ...input.scores,
      ...rows.flatMap(({ id, model, said: { scores = {}, known = [] } }) =>
        Object.entries(scores).map(([design_id, given]): ScoreCell => {
          const own = typeof given === "number" ? { quality: given } : given;
          const self = known.includes(design_id);
          return { design_id, reviewer_id: id, scorer_model: model, scores: own, ...(self && { self }) };
        }),
      ),
    ],
    orders: rows.flatMap(({ id, said: { order, known = [] } }) =>
      order ? [{ reviewer_id: id, order, known }] : known.length > 0 ? [{ reviewer_id: id, order: [], known }] : [],
    ),
    pairs: rows.flatMap(({ id, said: { pairs = [] } }) =>
      pairs.map((pair) => {
        const [first = "", sign, second = ""] = pair.split(" ");
        return { reviewer_id: id, first, second, better: sign === ">" ? first : null };
      }),
    ),
  };
}
