import type { DesignPoints } from "../../artifacts/points.ts";
import type { CoverageRow, Requirement } from "../../artifacts/requirement.ts";
import { metBy } from "../../artifacts/unmet.ts";
import { maskValue } from "../../blind/blind.ts";
import type { Identities } from "../../blind/identities.ts";
import { withoutScores } from "../../blind/scores.ts";
import type { View } from "../../experiment/view.ts";
import { truncate } from "../../text/truncate.ts";

/** One thing that a reviser is told of its design, under a number by which it answers. */
export type ToldPoint = { id: string; kind: "weakness" | "missing" | "improvement" | "strength"; text: string };

/** What a design lacks of what was asked of it, by most reviewers' word. */
export type ToldLack = { requirement: Requirement; how: "partly" | "missed" | "silent" };

/** All that was said of a design that its reviser is told: no names, no scores, no ranks, nothing of others. */
export type Reception = { points: readonly ToldPoint[]; lacks: readonly ToldLack[] };

/** Points of one kind that are told, those of most reviewers first, and columns of one. */
const MAX_POINTS = 12;
const MAX_POINT = 600;

const KINDS = [
  ["weaknesses", "weakness"],
  ["missing", "missing"],
  ["improvements", "improvement"],
  ["strengths", "strength"],
] as const;

/** What reviewers said of a design, where it was judged last. `prefix` stands before each number. */
export function feedbackOf(
  { points, coverage }: Pick<View, "points" | "coverage">,
  design_id: string,
  identities: Identities,
  prefix = "P",
): Reception {
  const own = points.find((each) => each.design_id === design_id);
  const said = own === undefined ? [] : KINDS.flatMap(([field, kind]) => pointsOf(own, field, kind));
  return {
    points: said.map(({ kind, text }, at) => ({
      id: `${prefix}${at + 1}`,
      kind,
      text: truncate(withoutScores(maskValue(text, identities).value), MAX_POINT),
    })),
    lacks: lacksOf(coverage, design_id),
  };
}

function pointsOf(own: DesignPoints, field: (typeof KINDS)[number][0], kind: ToldPoint["kind"]) {
  return own[field]
    .toSorted((a, b) => b.reviewers.length - a.reviewers.length)
    .slice(0, MAX_POINTS)
    .map(({ text }) => ({ kind, text }));
}

function lacksOf(coverage: readonly CoverageRow[], design_id: string): ToldLack[] {
  const met = metBy(design_id, coverage);
  return coverage.flatMap(({ requirement }) => {
    const how = (["partly", "missed", "silent"] as const).find((kind) => met[kind].includes(requirement.id));
    // No designer is told what a person asserts of every design.
    return how === undefined || requirement.kind === "assertion" ? [] : [{ requirement, how }];
  });
}

const HOW = {
  partly: "is met in part",
  missed: "is not met",
  silent: "is not spoken of",
} as const;

/** The same as a model reads it. */
export function feedbackText({ points, lacks }: Reception): string {
  const lines = points.map(({ id, kind, text }) => `${id} (${kind}): ${text}`);
  const open = lacks.map(({ requirement: { id, text }, how }) => `${id} ${HOW[how]}: ${text}`);
  return [...lines, ...open].join("\n") || "Nothing was said.";
}
