import type { PlanSheet } from "../../story/plan-sheet.ts";
import type { ReportData } from "./report-data.ts";

/** Most characters of one text and items of one list. */
export type TextLimit = { text: number; items: number };

/** The data with the words of models and people cut to the limit; plan and numbers stay. A cut text ends with "…". */
export function shortened(data: ReportData, limit: TextLimit): ReportData {
  const { task, requirements, constraints, non_functional_requirements } = data.task;
  return {
    ...data,
    task: {
      ...data.task,
      ...cut({ task, requirements, constraints, non_functional_requirements }, limit),
    },
    designs: data.designs.map((design) => cut(design, limit)),
    reviews: data.reviews.map((review) => cut(review, limit)),
    scores: data.scores.map((score) => cut(score, limit)),
    points: data.points.map((points) => cut(points, limit)),
    coverage: cut(data.coverage, { ...limit, items: Number.POSITIVE_INFINITY }),
    disagreements: cut(data.disagreements, { ...limit, items: Number.POSITIVE_INFINITY }),
    rounds: cut(data.rounds, { ...limit, items: Number.POSITIVE_INFINITY }),
    config: cut(data.config, limit),
  };
}

/** A plan likewise. */
export const shortenedPlan = (plan: PlanSheet, limit: TextLimit): PlanSheet => ({
  ...plan,
  tasks: plan.tasks.map((task) => cut(task, limit)),
});

/** A value with its words cut to the limit. */
export function cut<T>(value: T, limit: TextLimit): T {
  return cutAny(value, limit) as T;
}

function cutAny(value: unknown, limit: TextLimit): unknown {
  if (typeof value === "string") {
    return value.length <= limit.text ? value : `${startOf(value, limit.text)}…`;
  }
  if (Array.isArray(value)) return value.slice(0, limit.items).map((item) => cutAny(item, limit));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutAny(inner, limit)]));
}

/** Characters in which a word may begin that is left out whole rather than cut. */
const NEAR = 40;

function startOf(text: string, most: number): string {
  const start = text.slice(0, most).replace(/\p{Surrogate}$/u, "");
  const word = /\s/.test(text[most] ?? "") ? "" : (/(?<=\s)\S+$/.exec(start.slice(-NEAR))?.[0] ?? "");
  return start.slice(0, start.length - word.length).trimEnd();
}
