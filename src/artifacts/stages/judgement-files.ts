import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Criterion } from "../criterion.ts";
import type { Design } from "../design.ts";
import { designSha256, rubricSha256 } from "../hashes.ts";
import { Hold } from "../hold.ts";
import { Look } from "../look.ts";
import { Ranking } from "../ranking.ts";
import { Review } from "../review.ts";
import { Score, scoreBody } from "../score.ts";
import { criteriaFor, personaOf, reviewerRow, type Task } from "../task.ts";
import { voiceMisfit } from "../voice-misfit.ts";
import { Vote } from "../vote.ts";
import { type ChangedOf, fileRow, type Misfit, oneFile } from "./file-row.ts";
import type { judgement } from "./judgement.ts";

/** Of a review, and of a score. */
const EVALUATION = { characters: 2_000_000, text: 200_000, items: 5_000, values: 50_000, depth: 16 };

/** The files of what models and people say of the designs. */
export const judgementFiles = {
  review: fileRow({
    schema: Review,
    bounds: EVALUATION,
    path: ({ design_id, reviewer_id }) => `reviews/review-${design_id}-${reviewer_id}.json`,
    each: "cell",
    together: true,
    parents: ["design"],
    keepsOld: () => true,
    misfit: ({ reviewer_id, reviewer_model }, task) => otherModel(task, reviewer_id, "reviewer_model", reviewer_model),
  }),
  score: fileRow({
    schema: Score,
    bounds: EVALUATION,
    path: ({ design_id, reviewer_id }) => `scores/score-${design_id}-${reviewer_id}.json`,
    each: "cell",
    together: true,
    parents: ["design", "criteria"],
    // One that only grew by another sample holds all of the one before.
    keepsOld: ({ samples }) => samples.length === 1,
    misfit: (score, task) =>
      otherModel(task, score.reviewer_id, "scorer_model", score.scorer_model) ?? scoreMisfit(score, task),
  }),
  look: fileRow({
    schema: Look,
    /** Every cell of 200 designs and 200 reviewers is in it. */
    bounds: { characters: 15_000_000, text: 200_000, items: 50_000, values: 200_000, depth: 8 },
    ...oneFile("look.json"),
    together: true,
    keepsOld: () => true,
    changed: (look, _task, designs) => {
      const others = new Set(othersOf(look.designs, designs));
      const other = designs.find(({ design_id }) => others.has(design_id));
      return other === undefined ? [] : [{ design_id: other.design_id, reviewer_id: "", changed: "design" }];
    },
  }),
  hold: fileRow({
    schema: Hold,
    bounds: { characters: 1_000, text: 100, items: 10, values: 20, depth: 4 },
    ...oneFile("hold.json"),
    together: true,
    keepsOld: () => false,
  }),
  vote: fileRow({
    schema: Vote,
    /** What one person says of 200 designs. */
    bounds: { characters: 500_000, text: 20_000, items: 250, values: 40_000, depth: 8 },
    path: ({ reviewer_id }) => `votes/vote-${reviewer_id}.json`,
    each: "person",
    together: true,
    parents: [],
    keepsOld: () => false,
    misfit: ({ voice, shown, rubric_sha256 }, { criteria }) =>
      voiceMisfit(voice, shown, rubric_sha256 === rubricSha256(criteria) ? criteria : null),
    changed: saidOfOthers,
  }),
  ranking: fileRow({
    schema: Ranking,
    /** Every pair of 200 designs is in it. */
    bounds: { characters: 15_000_000, text: 200_000, items: 50_000, values: 1_000_000, depth: 16 },
    ...oneFile("results/ranking.json"),
    together: false,
    keepsOld: () => false,
  }),
} satisfies Record<(typeof judgement.makes)[number], unknown>;

/** Designs whose text is another today than that of which something was said, by their ids. */
function othersOf(said: readonly { design_id: string; design_sha256: string }[], designs: readonly Design[]): string[] {
  const isOther = ({ design_id, design_sha256 }: (typeof said)[number]): boolean => {
    const today = designs.find((design) => design.design_id === design_id);
    return today !== undefined && designSha256(today) !== design_sha256;
  };
  return said.filter(isOther).map(({ design_id }) => design_id);
}

/** What of a finished vote was said of another text than that of today, and so holds no more. */
function saidOfOthers(
  { done_at, reviewer_id, shown, voice, rubric_sha256 }: Vote,
  { criteria }: Task,
  designs: readonly Design[],
): ChangedOf[] {
  if (done_at === null) return [];
  const scores = voice.designs.some((said) => Object.keys(said.scores).length > 0);
  return [
    ...othersOf(shown, designs).map((design_id): ChangedOf => ({ design_id, reviewer_id, changed: "design" })),
    ...(scores && rubric_sha256 !== rubricSha256(criteria)
      ? [{ design_id: "", reviewer_id, changed: "criteria" as const }]
      : []),
  ];
}

/** An answer counts for the reviewer that it is filed under, and so is that one's own. */
function otherModel(task: Task, reviewer_id: string, where: string, found: string): Misfit | null {
  const { model } = reviewerRow(task, reviewer_id);
  if (model === undefined || model === found) return null;
  return { against: "plan", where, reason: `Must be ${model}`, found: JSON.stringify(found).slice(0, 80) };
}

/** The mean and every sample must hold a number within the bounds for each criterion of its reviewer, and nothing else. */
function scoreMisfit({ scores, samples, reviewer_id }: Score, task: Task): Misfit | null {
  const schema = scoresSchema(task, reviewer_id);
  const all = [scores, ...samples.map((sample) => sample.scores)];
  for (const [at, given] of all.entries()) {
    if (Value.Check(schema, given)) continue;
    const error = Value.Errors(schema, given).First();
    if (!error) continue;
    const where = `${at === 0 ? "" : `samples.${at - 1}.`}scores${error.path.replaceAll("/", ".")}`;
    const found = error.value === undefined ? "nothing" : JSON.stringify(error.value).slice(0, 80);
    return { against: "criteria", where, reason: error.message, found };
  }
  return null;
}

/** One for each rubric of a plan that was read, for each of its scores is held against it. */
const SCHEMAS = new WeakMap<readonly Criterion[], TSchema>();

function scoresSchema(task: Task, reviewer_id: string): TSchema {
  const row = reviewerRow(task, reviewer_id);
  const rubric = personaOf(task, row)?.criteria ?? task.criteria;
  const schema = SCHEMAS.get(rubric) ?? scoreBody(criteriaFor(task, row)).properties.scores;
  SCHEMAS.set(rubric, schema);
  return schema;
}
