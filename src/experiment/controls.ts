import type { Criterion } from "../artifacts/criterion.ts";
import type { Design } from "../artifacts/design.ts";
import { designSha256, rubricSha256 } from "../artifacts/hashes.ts";
import type { ControlsLack } from "../artifacts/note.ts";
import type { Planted } from "../artifacts/planted.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import type { Without } from "../artifacts/ranking-note.ts";
import type { MissingCell } from "../artifacts/status.ts";
import {
  type Designer,
  isAsked,
  isPlanned,
  isSameSeat,
  type Panel,
  type Reviewer,
  type Task,
} from "../artifacts/task.ts";
import {
  type ControlsVerdict,
  criterionDeviation,
  rankingWithout,
  type SpoiledCell,
  unseenControls,
} from "../stats/controls.ts";
import { sessionsFor, sparing } from "./cells.ts";
import { rankingInput } from "./ranking-input.ts";
import { plantedControls, spoilable } from "./spoil.ts";
import { statusOf } from "./status.ts";
import type { View } from "./view.ts";

/** Fewer leave nothing to compare by: designs to copy two of, reviewers of whom one differs from most, criteria of a copy. */
export const FEWEST = { designs: 5, reviewers: 3, criteria: 2 } as const;
/** There are always so many copies. */
export const COPIES = 2;

type Plan = Pick<Panel, "reviewers"> & { criteria: readonly Criterion[] };

/** What keeps a plan with so many designs from having planted copies; null where nothing does. */
export function controlsLack({ reviewers, criteria }: Plan, designs: number): ControlsLack | null {
  if (designs < FEWEST.designs) return { of: "designs", found: designs };
  const scoring = scorers(reviewers).length;
  if (scoring < FEWEST.reviewers) return { of: "reviewers", found: scoring };
  const known = spoilable(criteria).length;
  return known < FEWEST.criteria ? { of: "criteria", found: known } : null;
}

const scorers = (reviewers: readonly Reviewer[]): Reviewer[] =>
  reviewers.filter((each) => isPlanned(each) && isAsked(each) && each.parts.includes("score"));

/** A copy with the row that says what it is a copy of, and its text. */
export type Copy = { row: Designer; of: string; design: Design; planted: Planted };

/** The copies that there are. */
export function copiesIn(controls: Pick<View, "experiment" | "artifacts"> | null): Copy[] {
  if (controls === null) return [];
  const { experiment, artifacts } = controls;
  return experiment.task.designers.flatMap((row): Copy[] => {
    const design = artifacts.designs.find(({ design_id }) => design_id === row.design_id);
    const [of] = row.lineage?.of ?? [];
    return design?.planted && of !== undefined ? [{ row, of, design, planted: design.planted }] : [];
  });
}

/** What was changed since the copies were made: design_ids of originals or whose copy it is, and the criteria. */
export type ControlsChanged = { designs: string[]; criteria: boolean };

/** What was changed since the copies were made, so that they say nothing any more. */
export function controlsChanged(
  controls: Pick<View, "experiment" | "artifacts">,
  task: Pick<Task, "criteria">,
  designs: readonly Design[],
): ControlsChanged {
  const copies = copiesIn(controls);
  const isOld = ({ of, design, planted }: Copy): boolean => {
    const original = designs.find(({ design_id }) => design_id === of);
    return !original || designSha256(original) !== planted.of_sha256 || designSha256(design) !== planted.sha256;
  };
  const lost = controls.experiment.task.designers.filter(
    ({ design_id }) => !copies.some(({ row }) => row.design_id === design_id),
  );
  return {
    designs: [...lost.flatMap(({ lineage }) => lineage?.of ?? []), ...copies.filter(isOld).map(({ of }) => of)],
    criteria: rubricSha256(controls.experiment.task.criteria) !== rubricSha256(task.criteria),
  };
}

/** Whether nothing was. */
export const isUnchanged = ({ designs, criteria }: ControlsChanged): boolean => designs.length === 0 && !criteria;

/**
 * The plan of copies in these rows as the experiment's own stands: its reviewers that score, each asked about a copy what
 * it is asked about the original, and `known` stand-ins. With the experiment's seed, so that no prompt differs but by the
 * design's text.
 */
export function controlsTask(task: Task, designers: readonly Designer[], known: readonly Reviewer[]): Task {
  const { thrifty: _, control: __, round: ___, ...own } = task;
  const reviewers = scorers(task.reviewers).flatMap(({ designs, ...reviewer }): Reviewer[] => {
    const part = (ids: readonly string[]) =>
      designers.filter(({ lineage }) => ids.includes(lineage?.of[0] ?? "")).map(({ design_id }) => design_id);
    const some = Object.fromEntries(Object.entries(designs ?? {}).map(([name, ids]) => [name, part(ids ?? [])]));
    return some.score?.length === 0 ? [] : [{ ...reviewer, ...(designs && { designs: some }) }];
  });
  const standIns = known.filter((row) => !isPlanned(row) && !reviewers.some((each) => isSameSeat(each, row)));
  return { ...own, designers: [...designers], reviewers: [...reviewers, ...standIns] };
}

/** What of copies is missing, without cells whose reviewer was spared the original. */
export function missingOfControls(
  controls: Pick<View, "artifacts" | "ledger">,
  own: Task,
  experiment: { task: Task; artifacts: Pick<View["artifacts"], "look"> },
): MissingCell[] {
  const isSpared = sparing(experiment.task, experiment.artifacts);
  return statusOf(own, controls.artifacts, controls.ledger).pending.flatMap((work) => {
    if (work.kind !== "cell") return [];
    const original = own.designers.find(({ design_id }) => design_id === work.design_id)?.lineage?.of[0] ?? "";
    return isSpared({ design_id: original, reviewer_id: work.reviewer.reviewer_id }, "score") ? [] : [work];
  });
}

/** The evaluations that copies take which are not made yet; none where the plan cannot have them. */
export function cellsOfCopies(plan: Plan & Pick<Task, "score_samples">, designs: number): MissingCell[] {
  if (controlsLack(plan, designs) !== null) return [];
  return Array.from({ length: COPIES }).flatMap((_, at) =>
    scorers(plan.reviewers).map((reviewer): MissingCell => {
      const cell = { design_id: `copy ${at + 1}`, reviewer, parts: reviewer.parts, samples: [] };
      const sessions = sessionsFor(cell, plan.score_samples);
      return { kind: "cell", ...cell, sessions, askable: false, begun: false };
    }),
  );
}

/**
 * The evaluations of planted copies that a plan, which may be another than the stored one, has still to ask; none where the
 * designs, once all are there, have too little in them to spoil.
 */
export function controlsToCome(view: View, task: Task): MissingCell[] {
  if (task.control !== true) return [];
  const { controls, artifacts } = view;
  const { designs } = artifacts;
  if (controls !== null && isUnchanged(controlsChanged(controls, task, designs))) {
    const { designers, reviewers } = controls.experiment.task;
    return missingOfControls(controls, controlsTask(task, designers, reviewers), { task, artifacts });
  }
  const isWhole = task.designers.every(({ design_id }) => designs.some((each) => each.design_id === design_id));
  const bodies = designs.map((body) => ({ design_id: body.design_id, body }));
  if (isWhole && plantedControls(bodies, task.criteria, task.seed).length === 0) return [];
  return cellsOfCopies(task, task.designers.length);
}

/** The same of the plan as it is stored. */
export const copiesMissing = (view: View): number => controlsToCome(view, view.experiment.task).length;

/** What the planted copies of an experiment came to, by what is stored today. */
export type ControlsOutcome = {
  /** What was changed since they were made: nothing else is said then. */
  changed: ControlsChanged;
  /** Evaluations of them that are missing; none where no more are wanted. */
  missing: number;
  /** Those of whom original and copy are scored. */
  verdict: ControlsVerdict;
  /** The ranking without whoever does not see it; null too where nobody is named. */
  without: Without;
};

/** What planted copies came to, beside a ranking; null where there are none. */
export function controlsOutcome(
  view: View,
  { method, exclude_self_reviews, people }: Pick<Ranking, "method" | "exclude_self_reviews" | "people">,
): ControlsOutcome | null {
  const { controls, artifacts, experiment } = view;
  if (controls === null) return null;
  const changed = controlsChanged(controls, experiment.task, artifacts.designs);
  const weight = people?.counted[0]?.weight;
  const input = rankingInput(view, {
    method,
    exclude_self_reviews,
    ...(weight !== undefined && { person_weight: weight }),
  });
  const cells = isUnchanged(changed) ? spoiledCells(copiesIn(controls), controls, view) : [];
  const verdict = unseenControls(cells, experiment.task.criteria, criterionDeviation(input));
  return {
    changed,
    missing:
      experiment.task.control === true
        ? missingOfControls(controls, controlsTaskOf(view, controls), { task: experiment.task, artifacts }).length
        : 0,
    verdict,
    without: verdict.unseeing.length > 0 ? rankingWithout(input, verdict.unseeing) : null,
  };
}

/** The plan of copies that are there, as the experiment's own stands today. */
export const controlsTaskOf = (view: Pick<View, "experiment">, { experiment: { task } }: Pick<View, "experiment">) =>
  controlsTask(view.experiment.task, task.designers, task.reviewers);

/** What a mind gave an original and its copy by one rubric, on the criteria that were spoiled. */
function spoiledCells(copies: readonly Copy[], controls: View, { artifacts }: View): SpoiledCell[] {
  return copies.flatMap(({ row: { design_id: control }, of, planted: { done } }) =>
    controls.artifacts.scores.flatMap((copy): SpoiledCell[] => {
      if (copy.design_id !== control) return [];
      const original = artifacts.scores.find(
        (score) =>
          score.design_id === of &&
          score.reviewer_id === copy.reviewer_id &&
          score.scorer_model === copy.scorer_model &&
          score.provenance.rubric_sha256 === copy.provenance.rubric_sha256,
      );
      return done.flatMap(({ criterion }) => {
        const [before, after] = [original?.scores[criterion], copy.scores[criterion]];
        return before === undefined || after === undefined
          ? []
          : [{ reviewer_id: copy.reviewer_id, control, criterion, original: before, copy: after }];
      });
    }),
  );
}
