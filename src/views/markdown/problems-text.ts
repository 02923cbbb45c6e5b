import type { Problem, Stale } from "../../artifacts/problem.ts";
import { inline, join, literal, type Markdown, md } from "../../text/markdown.ts";

const MAX_PROBLEMS = 10;
/** Columns of what a parser or the system says, or of what stands in a file. */
const MAX_REASON = 160;

/** One paragraph that lists files which cannot be used; none when there are none. */
export function problemLines(problems: readonly Problem[]): Markdown[] {
  if (problems.length === 0) return [];
  const lines = problems
    .slice(0, MAX_PROBLEMS)
    .map((problem) => md`- ${problem.kind === "outside" ? "Left out" : "Unusable"}: ${problemText(problem)}`);
  const more = problems.length - lines.length;
  return [join([...lines, ...(more > 0 ? [md`- and ${more} more`] : [])], "\n")];
}

/** Why a file is not used, as a sentence without its full stop. */
export function problemText(problem: Problem): Markdown {
  const path = literal(problem.path);
  switch (problem.kind) {
    case "unreadable":
      return md`Cannot read ${path}: ${inline(problem.reason, MAX_REASON)}`;
    case "not-a-file":
      return md`${path} is ${inline(problem.found, MAX_REASON)}, needed is a plain file`;
    case "too-large":
      return md`${path} has ${problem.bytes} bytes, more than ${problem.most}`;
    case "out-of-bounds":
      return md`${path} holds too much: ${inline(problem.reason, MAX_REASON)}`;
    case "not-json":
      return md`${path} is not valid JSON: ${inline(problem.reason, MAX_REASON)}`;
    case "other-version":
      return md`${path} has version ${inline(problem.found, MAX_REASON)} and this plugin reads version ${problem.reads}: ${
        problem.newer ? "update opencode-designlab to read it" : "it was changed by hand, or is not its own"
      }`;
    case "misfit":
      return md`${path} does not fit ${AGAINST[problem.against]}: ${inline(problem.where, MAX_REASON)}: ${inline(lowerFirst(problem.reason), MAX_REASON)}, found ${inline(problem.found, MAX_REASON)}`;
    case "repeated-name":
      return md`${path} cannot be used: "${inline(problem.name, 100)}" stands twice, each name must stand once`;
    case "outside":
      return md`the experiments in ${path}: it lies outside the project, and ${inline(problem.why, MAX_REASON)}; to have them, call again and allow it, or name the folder as output.base_dir in your own configuration (not the project's)`;
    case "empty-scale":
      return md`${path} cannot be used: criteria "${inline(problem.name, 100)}": max must be above min ${problem.min}, found ${problem.max}`;
  }
}

const AGAINST = { schema: "its schema", criteria: "the experiment's criteria", plan: "the experiment's plan" } as const;

/** Why a stale artifact is not used. */
export function changedText(changed: Stale["changed"]): Markdown {
  return changed === "design" ? md`the design's text has changed since` : md`the criteria have changed since`;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
