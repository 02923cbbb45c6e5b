import { mean } from "simple-statistics";
import type { Criterion } from "../artifacts/criterion.ts";
import type { PanelCell, RankingInput, ScoreCell, Scored } from "./panel.ts";

/** What each reviewer scores, and what everybody does who has no criteria of its own. */
type Rubrics = { ofAll: readonly Criterion[]; of: (reviewer_id: string) => readonly Criterion[] };

/** The rubrics of a panel: what stands in no reviewer's list is scored by all. */
export function rubricsOf({ criteria, reviewers }: Pick<RankingInput, "criteria" | "reviewers">): Rubrics {
  const own = new Map(
    reviewers.flatMap((row) =>
      row.kind === "human" || !row.criteria ? [] : [[row.reviewer_id, row.criteria] as const],
    ),
  );
  const listed = new Set([...own.values()].flat());
  const ofAll = listed.size > 0 ? criteria.filter(({ name }) => !listed.has(name)) : criteria;
  const rubrics = new Map(
    [...own].map(([id, names]) => [id, criteria.filter(({ name }) => !listed.has(name) || names.includes(name))]),
  );
  return { ofAll, of: (reviewer_id) => rubrics.get(reviewer_id) ?? ofAll };
}

/** A score without criteria that are none of its reviewer's. */
export function onRubric(score: ScoreCell, rubric: readonly Criterion[]): ScoreCell {
  const only = (scores: ScoreCell["scores"]) =>
    Object.fromEntries(rubric.flatMap(({ name }) => (name in scores ? [[name, scores[name] ?? 0]] : [])));
  return { ...score, scores: only(score.scores), ...(score.samples && { samples: score.samples.map(only) }) };
}

/** Rows of one model as one mind. People are told apart by who they are. */
export function mindsOf(rows: Scored["reviewers"]) {
  const byMind = [
    ...Map.groupBy(rows, ({ reviewer_id, model, person }) =>
      JSON.stringify(person === undefined ? [model] : [model, reviewer_id]),
    ).values(),
  ];
  return {
    reviewers: byMind.flatMap(([first]) => first ?? []),
    reviewerAt: new Map(byMind.flatMap((own, at) => own.map(({ reviewer_id }) => [reviewer_id, at] as const))),
    minds: byMind
      .filter((own) => own.length > 1)
      .map((own) => ({ model: own[0]?.model ?? "", reviewer_ids: own.map(({ reviewer_id }) => reviewer_id) })),
  };
}

/** Of each mind one score a design: of each criterion the mean over its rows that scored it. Cells of one place stand together. */
export function mergedCells(cells: readonly PanelCell[], reviewers: Scored["reviewers"]): PanelCell[] {
  const places = Map.groupBy(cells, ({ design, reviewer }) => design * reviewers.length + reviewer);
  return [...places.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined || own.length === 1) return own;
    const names = [...new Set(own.flatMap(({ score }) => Object.keys(score.scores)))];
    const stated = own.flatMap(({ score }) => score.overall_score ?? []);
    const score: ScoreCell = {
      design_id: first.score.design_id,
      reviewer_id: reviewers[first.reviewer]?.reviewer_id ?? "",
      scorer_model: first.score.scorer_model,
      scores: Object.fromEntries(
        names.map((name) => [name, mean(own.flatMap((each) => each.score.scores[name] ?? []))]),
      ),
      ...(stated.length === own.length && { overall_score: mean(stated) }),
    };
    return [{ ...first, self: own.some(({ self }) => self), score, rows: own.map((each) => each.score) }];
  });
}
