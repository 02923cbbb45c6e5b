import { type Design, DesignBody } from "../artifacts/design.ts";
import type { LearnedErrors } from "../artifacts/learned.ts";
import { leavesOut, type Ranking } from "../artifacts/ranking.ts";
import type { Score } from "../artifacts/score.ts";
import { allCriteria, partsFor, personaOf, type Reviewer, type Task } from "../artifacts/task.ts";
import type { RankingInput } from "../stats/panel.ts";
import { sparing } from "./cells.ts";
import { revisedIn } from "./rounds.ts";
import type { View } from "./view.ts";

const DRAWS = 4_000;

/**
 * What the statistics need of an experiment.
 *
 * @param learned Which models err together; what the stored ranking has of it when absent.
 */
export function rankingInput(
  view: View,
  ranking: Omit<RankingInput["options"], "draws" | "learned">,
  learned: LearnedErrors | null | undefined = view.learned,
): RankingInput {
  const { task } = view.experiment;
  const { artifacts, held } = view;
  // Who judged after seeing a result stands beside the panel.
  const people = view.people.filter(({ counts }) => counts === "counted");
  const { designs, reviews, scores } = artifacts;
  const scored = (id: string) => scores.some(({ reviewer_id }) => reviewer_id === id);
  const isSpared = sparing(task, artifacts);
  const missing = designs.flatMap(({ design_id }) =>
    task.reviewers
      .filter((reviewer) => partsFor(reviewer, design_id).includes("score"))
      .filter((reviewer) => !held.hasAny("score", design_id, reviewer))
      .map(({ reviewer_id }) => ({ design_id, reviewer_id }))
      .filter((cell) => !isSpared(cell, "score")),
  );
  return {
    designs: designs.map((design) => ({
      design_id: design.design_id,
      generating_model: design.generating_model,
      length: textLength(design),
    })),
    // A reviewer in whose place others gave every score, and a stand-in that gave none, are no part of this panel.
    reviewers: [
      ...task.reviewers
        .filter(({ reviewer_id }) => scored(reviewer_id) || missing.some((cell) => cell.reviewer_id === reviewer_id))
        .map((reviewer) => rowOf(task, reviewer)),
      ...people.map(({ reviewer_id, model }) => ({ kind: "human" as const, reviewer_id, model })),
    ],
    criteria: allCriteria(task),
    scores: [
      ...scores.map(({ samples, ...score }) => ({
        ...score,
        samples: samples.map((sample) => sample.scores),
      })),
      ...people.flatMap(({ reviewer_id, model, known, scores: own }) =>
        own.map((cell) => ({ ...cell, reviewer_id, scorer_model: model, self: known.includes(cell.design_id) })),
      ),
    ],
    orders: people.map(({ reviewer_id, order, known }) => ({ reviewer_id, order, known })),
    pairs: people.flatMap(({ reviewer_id, pairs }) => pairs.map((pair) => ({ reviewer_id, ...pair }))),
    missing,
    ...judgesOfAll(view),
    ...(task.round !== undefined && { revisions: revisedIn(view) }),
    reviews,
    options: { ...ranking, ...(learned && { learned }), draws: DRAWS },
  };
}

/** A reviewer with the persona that it plays and what it scores beside the criteria of all. */
function rowOf(task: Task, reviewer: Reviewer): RankingInput["reviewers"][number] {
  const { reviewer_id, model, persona } = reviewer;
  const own = personaOf(task, reviewer)?.criteria?.map(({ name }) => name);
  return { reviewer_id, model, ...(persona !== undefined && { persona }), ...(own && { criteria: own }) };
}

/** Who was asked about every design, where not everybody was: on them agreement is computed. */
function judgesOfAll({ experiment: { task }, artifacts: { look }, status }: View): Pick<RankingInput, "first"> {
  const spares = status.spared.some(({ parts }) => parts.includes("score")) && look !== undefined;
  if (!spares && task.reviewers.every(({ designs }) => designs?.score === undefined)) return {};
  const whole = task.reviewers
    .filter(({ designs }) => designs?.score === undefined)
    .map(({ reviewer_id }) => reviewer_id);
  return { first: spares ? whole.filter((id) => !look.further.includes(id)) : whole };
}

function textLength(design: Design): number {
  const { connections, ...rest } = DesignBody.properties;
  const fields = Object.keys(rest).map((key) => design[key as keyof Design]);
  return JSON.stringify(design.connections ? [...fields, design.connections] : fields).length;
}

/** Scores that a ranking counts: where it leaves out what a model gave its own design, those of other models' designs. */
export function counted(
  ranking: Pick<Ranking, "exclude_self_reviews">,
  designs: readonly Design[],
  scores: readonly Score[],
): Score[] {
  const author = new Map(designs.map(({ design_id, generating_model }) => [design_id, generating_model]));
  return scores.filter(({ design_id, scorer_model }) => !leavesOut(ranking, author.get(design_id), scorer_model));
}
