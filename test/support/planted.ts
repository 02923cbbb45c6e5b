import { type Asked, userText } from "../../rehearsal/asked.ts";

/** Scores of 0–10 by reviewer, one for each designer in their order. */
export type Table = Readonly<Record<string, readonly number[]>>;

/**
 * What a scripted model answers where every score is planted: designs are called by their designer's place, and a
 * reviewer gives each its number for every criterion, a little apart so that criteria vary. The answer stays as it is
 * for what is no design and no score.
 */
export function planted(designers: readonly string[], table: Table, asked: Asked, ordinary: string): string {
  const { kind, model } = asked;
  if (kind === "design") return JSON.stringify({ ...JSON.parse(ordinary), title: `Plan ${designers.indexOf(model)}` });
  if (kind !== "evaluation" && kind !== "score") return ordinary;
  const at = Number(/Plan (\d)/u.exec(userText(asked))?.[1]);
  const given = table[model]?.[at];
  if (given === undefined) throw new Error(`${model} was asked for plan ${at}, for which nothing is planted`);
  const answer = JSON.parse(ordinary);
  const names = Object.keys(answer.scores);
  const scores = Object.fromEntries(names.map((name, place) => [name, Math.min(10, given + (place % 2) * 0.2)]));
  return JSON.stringify({ ...answer, scores, overall_score: given });
}
