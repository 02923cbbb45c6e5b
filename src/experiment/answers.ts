import { isPlanned, PARTS, type Part, type Reviewer } from "../artifacts/reviewer.ts";
import type { ScoreSample } from "../artifacts/score.ts";
import type { Plan } from "../artifacts/task.ts";
import type { Artifacts } from "../store/artifacts.ts";

/** A stored review or score, and whose it is: the model that gave it, whatever name its file goes by. */
export type Answer = {
  part: Part;
  design_id: string;
  /** The name that its file goes by. */
  reviewer_id: string;
  /** provider/model that gave it. */
  by: string;
  /** The model that was to give it, where `by` is a fallback of it; else `by`. */
  requested: string;
  /** Of a score; one at least. A review has none. */
  samples: readonly ScoreSample[];
};

/** Every stored review and score as an answer, in the order of the files. */
export function answersOf({ reviews, scores }: Pick<Artifacts, "reviews" | "scores">): Answer[] {
  return [
    ...reviews.map(({ design_id, reviewer_id, reviewer_model: by, provenance }) => {
      const requested = provenance.requested_model ?? by;
      return { part: "review" as const, design_id, reviewer_id, by, requested, samples: [] };
    }),
    ...scores.map(({ design_id, reviewer_id, scorer_model: by, provenance, samples }) => {
      const requested = provenance.requested_model ?? by;
      return { part: "score" as const, design_id, reviewer_id, by, requested, samples };
    }),
  ];
}

/** What is there of the cells of a plan. */
export type Held = {
  designs: ReadonlySet<string>;
  /**
   * Whether a part of a cell is there, by its own reviewer or by a stand-in; a score once it has every sample that the
   * plan asks for.
   */
  has(part: Part, design_id: string, reviewer: Reviewer): boolean;
  /** Whether a model has given a part of a design, under whatever name. */
  gave(part: Part, design_id: string, model: string): boolean;
  /** Samples that this reviewer itself gave. */
  samplesOf(design_id: string, reviewer: Reviewer): readonly ScoreSample[];
};

/**
 * Looks up what is there. One mind fills one cell of a design: a planned reviewer its own alone, a stand-in the first
 * in the plan of those in whose place it was asked. An answer that another model gave under a planned reviewer's name,
 * as experiments of before hold them, is that model's.
 */
export function heldOf(plan: Plan, artifacts: Artifacts, wantedSamples: number): Held {
  const answers = answersOf(artifacts);
  const own = new Map<string, Answer>();
  for (const reviewer of plan.reviewers) {
    for (const answer of answers) {
      if (answer.reviewer_id === reviewer.reviewer_id && answer.by === reviewer.model) own.set(keyOf(answer), answer);
    }
  }
  const isWhole = (answer: Answer | undefined): boolean =>
    answer !== undefined && (answer.part === "review" || answer.samples.length >= wantedSamples);
  const filled = new Set([...own].flatMap(([key, answer]) => (isWhole(answer) ? [key] : [])));
  for (const key of cellsOfStandIns(plan, answers.filter(isWhole), filled)) filled.add(key);
  return {
    designs: new Set(artifacts.designs.map(({ design_id }) => design_id)),
    has: (part, design_id, { reviewer_id }) => filled.has(keyOf({ part, design_id, reviewer_id })),
    gave: (part, design_id, model) =>
      answers.some((each) => each.part === part && each.design_id === design_id && each.by === model && isWhole(each)),
    samplesOf: (design_id, { reviewer_id }) => own.get(keyOf({ part: "score", design_id, reviewer_id }))?.samples ?? [],
  };
}

/** Which cells the answers of models that are not planned fill, each of them one for each part of a design. */
function cellsOfStandIns(plan: Plan, answers: readonly Answer[], filled: ReadonlySet<string>): Set<string> {
  const planned = plan.reviewers.filter(isPlanned);
  const foreign = answers.filter(({ by }) => !planned.some(({ model }) => model === by));
  const taken = new Set<string>();
  const used = new Set<string>();
  for (const { design_id } of plan.designers) {
    for (const reviewer of planned) {
      for (const part of PARTS) {
        const key = keyOf({ part, design_id, reviewer_id: reviewer.reviewer_id });
        if (!reviewer.parts.includes(part) || filled.has(key)) continue;
        const answer = foreign.find(
          (each) =>
            each.part === part &&
            each.design_id === design_id &&
            each.requested === reviewer.model &&
            !used.has(JSON.stringify([part, design_id, each.by])),
        );
        if (!answer) continue;
        used.add(JSON.stringify([part, design_id, answer.by]));
        taken.add(key);
      }
    }
  }
  return taken;
}

function keyOf({ part, design_id, reviewer_id }: Pick<Answer, "part" | "design_id" | "reviewer_id">): string {
  return JSON.stringify([part, design_id, reviewer_id]);
}
