import type { Score } from "../schemas/score.ts";
import type { Names } from "../schemas/story.ts";
import { inline, join, type Markdown, md } from "../text/markdown.ts";
import { score } from "../text/numbers.ts";
import { terminalTable } from "./table.ts";

/** Criteria of the table, and designs of one table: more stand in a table of their own. */
const MAX_CRITERIA = 12;
const MAX_DESIGNS = 3;

/**
 * The reviewers' means: a row a criterion, a column a design; of one design the lowest and the highest score beside the
 * mean. How many criteria are left out is said.
 */
export function meansTables(scores: readonly Score[], criteria: readonly string[], { designs }: Names): Markdown[] {
  if (scores.length === 0) return [md`There is no score.`];
  const shown = criteria.slice(0, MAX_CRITERIA);
  const left = criteria.length - shown.length;
  const ids = [...new Set(scores.map(({ design_id }) => design_id))];
  const given = (id: string, name: string): number[] =>
    scores.filter(({ design_id }) => design_id === id).flatMap(({ scores: own }) => own[name] ?? []);
  const overall = (id: string): number[] =>
    scores.filter(({ design_id }) => design_id === id).map(({ overall_score }) => overall_score);
  const rows = [
    ...shown.map((name) => ({ name, of: (id: string) => given(id, name) })),
    { name: "stated overall", of: overall },
  ];
  const [only] = ids;
  const tables =
    ids.length === 1 && only !== undefined
      ? [
          terminalTable(
            ["criterion", "mean", "lowest", "highest"],
            rows.map(({ name, of }) => [name, mean(of(only)), score(least(of(only))), score(most(of(only)))]),
            ["l", "r", "r", "r"],
          ),
        ]
      : inGroups(ids).map((group) =>
          terminalTable(
            ["mean", ...group.map((id) => designs.get(id) ?? id)],
            rows.map(({ name, of }) => [name, ...group.map((id) => mean(of(id)))]),
            ["l", ...group.map(() => "r" as const)],
          ),
        );
  return left > 0 ? [...tables, md`and ${left} more ${left === 1 ? "criterion" : "criteria"} in scores/`] : tables;
}

function inGroups(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / MAX_DESIGNS) }, (_, at) =>
    ids.slice(at * MAX_DESIGNS, (at + 1) * MAX_DESIGNS),
  );
}

function mean(values: readonly number[]): string {
  return score(values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0) / values.length);
}

const least = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.min(...values));
const most = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.max(...values));

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
