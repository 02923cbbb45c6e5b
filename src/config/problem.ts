import { LabError } from "../errors.ts";

/** One thing wrong in one source. */
export type Problem = {
  /** The file's path, or the name of a source that is no file. */
  source: string;
  /** What is needed and what was found, beginning with the field's path where there is one. */
  text: string;
  /** 1-based; null where the source has no lines. */
  position: Position | null;
};
export type Position = { line: number; column: number };

const SHOWN = 10;

/** All problems in one error, in the order they stand: a sentence for one, a list for more, ten at most and the number of the rest that was looked for. */
export function configError(unsorted: readonly Problem[]): LabError {
  const sources = [...new Set(unsorted.map((problem) => problem.source))];
  const problems = sources.flatMap((source) =>
    unsorted.filter((problem) => problem.source === source).sort((a, b) => order(a.position, b.position)),
  );
  const advice = `Correct ${sources.join(" and ")}; no model was called. docs/configuration.md lists every field.`;
  const [first] = problems;
  if (problems.length === 1 && first) return new LabError(`Cannot read ${line(first)}`, { advice });
  const lines = problems.slice(0, SHOWN).map((problem) => `- ${line(problem)}`);
  if (problems.length > SHOWN) lines.push(`- and ${problems.length - SHOWN} more`);
  return new LabError(`Cannot read the configuration, ${problems.length} problems:\n${lines.join("\n")}`, { advice });
}

function order(a: Position | null, b: Position | null): number {
  return a && b ? a.line - b.line || a.column - b.column : 0;
}

function line({ source, text, position }: Problem): string {
  return `${source}: ${text}${position ? ` (line ${position.line}, column ${position.column})` : ""}`;
}
