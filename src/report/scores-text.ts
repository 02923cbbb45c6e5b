import type { Score } from "../schemas/score.ts";
import type { Names } from "../schemas/story.ts";
import { inline, join, type Markdown, md } from "../text/markdown.ts";
import { score } from "../text/numbers.ts";
import { table } from "./table.ts";

const MAX_CRITERIA = 8;

/** Scores as a matrix: a row a cell, a column a criterion, and how many criteria are left out. */
export function scoresTable(scores: readonly Score[], criteria: readonly string[], { designs }: Names): Markdown {
  if (scores.length === 0) return md`There is no score.`;
  const shown = criteria.slice(0, MAX_CRITERIA);
  const left = criteria.length - shown.length;
  const matrix = table(
    ["design", "scorer", ...shown, "stated overall"],
    scores.map((cell) => [
      designs.get(cell.design_id) ?? cell.design_id,
      cell.scorer_model,
      ...shown.map((name) => score(cell.scores[name] ?? null)),
      score(cell.overall_score),
    ]),
    ["l", "l", ...shown.map(() => "r" as const), "r"],
  );
  return left > 0 ? md`${matrix}\n\nand ${left} more ${left === 1 ? "criterion" : "criteria"} in scores/` : matrix;
}

/** Columns of one reason: where many designs are shown, and where one is. */
const REASON = 160;
const WHOLE_REASON = 600;

/** Why each score was given: for a design its criteria, and under each what every reviewer gave it and the reason. */
export function reasonLines(own: readonly Score[], criteria: readonly string[], alone: boolean): Markdown[] {
  const width = alone ? WHOLE_REASON : REASON;
  const given = (model: string, value: number, reason: string): Markdown =>
    md`  - ${inline(model)} ${score(value)}: ${inline(reason, width)}`;
  const by = (name: string): Markdown[] =>
    own.flatMap(({ scorer_model, scores, rationales }) => {
      const value = scores[name];
      return value === undefined ? [] : [given(scorer_model, value, rationales[name] ?? "no reason given")];
    });
  const lines = criteria.flatMap((name) => [md`- **${inline(name)}**`, ...by(name)]);
  const overall = own.map((one) => given(one.scorer_model, one.overall_score, one.justification));
  return own.length === 0 ? [] : [join([...lines, md`- **Stated overall**`, ...overall], "\n")];
}
