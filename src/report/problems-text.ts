import type { Problem, Stale } from "../schemas/problem.ts";
import { inline } from "../text/markdown.ts";

const MAX_PROBLEMS = 10;

/** One paragraph that lists files which cannot be used; none when there are none. */
export function problemLines(problems: readonly Problem[]): string[] {
  if (problems.length === 0) return [];
  const lines = problems.slice(0, MAX_PROBLEMS).map((problem) => `- Unusable: ${inline(problemText(problem), 300)}`);
  const more = problems.length - lines.length;
  return [[...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n")];
}

/** Why a file is not used, as a sentence without its full stop. Plain text: a path and parts of a file stand in it. */
export function problemText(problem: Problem): string {
  const { path } = problem;
  switch (problem.kind) {
    case "unreadable":
      return `Cannot read ${path}: ${problem.reason}`;
    case "not-a-file":
      return `${path} is ${problem.found}, needed is a plain file`;
    case "too-large":
      return `${path} has ${problem.bytes} bytes, more than ${problem.most}`;
    case "out-of-bounds":
      return `${path} holds too much: ${problem.reason}`;
    case "not-json":
      return `${path} is not valid JSON: ${problem.reason}`;
    case "other-version":
      return `${path} has version ${problem.found} and this plugin reads version ${problem.reads}: ${
        problem.newer ? "update opencode-designlab to read it" : "it was changed by hand, or is not its own"
      }`;
    case "misfit":
      return `${path} does not fit ${problem.against === "schema" ? "its schema" : "the experiment's criteria"}: ${problem.where}: ${lowerFirst(problem.reason)}, found ${problem.found}`;
    case "repeated-name":
      return `${path} cannot be used: "${problem.name}" stands twice, each name must stand once`;
    case "empty-scale":
      return `${path} cannot be used: criteria "${problem.name}": max must be above min ${problem.min}, found ${problem.max}`;
  }
}

/** Why a stale artifact is not used. */
export function changedText(changed: Stale["changed"]): string {
  return changed === "design" ? "the design's text has changed since" : "the criteria have changed since";
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
