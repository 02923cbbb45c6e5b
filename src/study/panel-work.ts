import type { Role } from "../artifacts/stages/stages.ts";
import type { StudyPanel } from "../artifacts/study.ts";
import { isSameSeat, type Seated } from "../artifacts/task.ts";
import type { Config } from "../config/schema.ts";
import { castSeats, modelsOf, seatedOf } from "../config/seats.ts";
import { cellsOfCopies } from "../experiment/controls.ts";
import { addDesigners, addReviewers } from "../experiment/panel.ts";
import { NOTHING, statusOf } from "../experiment/status.ts";

/** A session of one experiment: who is asked, as what. */
export type PanelSession = { role: Role; model: string };

/** Every design and evaluation that one experiment of a panel asks for where nothing fails and nobody is spared, in the order of its stages. */
export function sessionsOfPanel({ config }: Pick<StudyPanel, "config">): PanelSession[] {
  const { design_models, designers: personas, review } = config as Config;
  const models = modelsOf(design_models);
  const playing = castSeats(personas.map(named), models, []);
  const designers = addDesigners({ designers: [], reviewers: [] }, [...design_models.map(seatedOf), ...playing]);
  const { qualitative, quantitative } = judgesOf(config as Config);
  const reviewed = addReviewers({ designers, reviewers: [] }, review.qualitative.enabled ? qualitative : [], "review");
  const scoring = review.quantitative.enabled ? quantitative : [];
  const reviewers = addReviewers({ designers, reviewers: reviewed }, scoring, "score");
  const wanted = { designers, reviewers, score_samples: review.quantitative.samples };
  const copies = review.control
    ? cellsOfCopies(
        { ...wanted, criteria: review.quantitative.criteria } as Parameters<typeof cellsOfCopies>[0],
        designers.length,
      )
    : [];
  const work = [...statusOf(wanted as Parameters<typeof statusOf>[0], NOTHING, []).pending, ...copies];
  return work.flatMap((each): PanelSession[] => {
    if (each.kind === "design") return [{ role: "designer", model: each.model }];
    return Array.from({ length: each.sessions }, () => ({ role: "evaluator", model: each.reviewer.model }));
  });
}

/** What is asked for a task that comes without lists, before anybody designs: one model reads it for what it requires. */
export function readingOfPanel({ config }: Pick<StudyPanel, "config">): PanelSession {
  const { design_models, topic_generation_model } = config as Config;
  return { role: "topic", model: topic_generation_model ?? modelsOf(design_models)[0] ?? "" };
}

const named = (name: string) => ({ name, model: null, models: [] });

/** Who judges in words and in numbers, as the configuration's lists say it. */
function judgesOf({
  design_models,
  review_models,
  reviewers,
  review,
}: Config): Record<"qualitative" | "quantitative", Seated[]> {
  const { qualitative, quantitative } = review;
  const listed = (own: readonly string[], other: readonly string[]): Seated[] => {
    if (review_models.length > 0) return review_models.map(seatedOf);
    const models = [own, other, modelsOf(design_models)].find((list) => list.length > 0) ?? [];
    return models.map((model) => ({ model }));
  };
  const once = (seats: Seated[]): Seated[] =>
    seats.filter((seat, at) => seats.findIndex((other) => isSameSeat(other, seat)) === at);
  const both = [listed(qualitative.models, quantitative.models), listed(quantitative.models, qualitative.models)].map(
    once,
  );
  const [words = [], numbers = []] = both;
  const playing = castSeats(
    reviewers.map(named),
    [...numbers, ...words].map(({ model }) => model),
    [],
  );
  return { qualitative: [...words, ...playing], quantitative: [...numbers, ...playing] };
}
