import type { Problem, Stale } from "../artifacts/problem.ts";
import { path, type Sentence, say, words } from "./sentence.ts";

/** Why a file is not used, as a sentence without its full stop. */
export function problemSaid(problem: Problem): Sentence {
  const file = path(problem.path);
  switch (problem.kind) {
    case "unreadable":
      return say`Cannot read ${file}: ${words(problem.reason, "sentence")}`;
    case "not-a-file":
      return say`${file} is ${words(problem.found, "sentence")}, needed is a plain file`;
    case "too-large":
      return say`${file} has ${problem.bytes} bytes, more than ${problem.most}`;
    case "out-of-bounds":
      return say`${file} holds too much: ${words(problem.reason, "sentence")}`;
    case "not-json":
      return say`${file} is not valid JSON: ${words(problem.reason, "sentence")}`;
    case "other-version":
      return say`${file} has version ${words(problem.found, "sentence")} and this plugin reads version ${problem.reads}: ${
        problem.newer ? "update opencode-designlab to read it" : "it was changed by hand, or is not its own"
      }`;
    case "misfit":
      return say`${file} does not fit ${problem.against === "schema" ? "its schema" : "the experiment's criteria"}: ${words(problem.where, "sentence")}: ${words(lowerFirst(problem.reason), "sentence")}, found ${words(problem.found, "sentence")}`;
    case "repeated-name":
      return say`${file} cannot be used: "${words(problem.name)}" stands twice, each name must stand once`;
    case "outside":
      return say`the experiments in ${file}: it lies outside the project, and ${words(problem.why, "sentence")}; to have them, call again and allow it, or name the folder as output.base_dir in your own configuration (not the project's)`;
    case "empty-scale":
      return say`${file} cannot be used: criteria "${words(problem.name)}": max must be above min ${problem.min}, found ${problem.max}`;
  }
}

/** Files to list that cannot be used, and how many more there are. */
const MAX_UNUSED = 10;

/** Files that cannot be used, each with why. */
export function unusedSaid(problems: readonly Problem[]): Sentence[] {
  const more = problems.length - MAX_UNUSED;
  return [
    ...problems
      .slice(0, MAX_UNUSED)
      .map((each) => say`${each.kind === "outside" ? "Left out" : "Unusable"}: ${problemSaid(each)}`),
    ...(more > 0 ? [say`and ${more} more`] : []),
  ];
}

/** Why a stale artifact is not used. */
export function changedSaid(changed: Stale["changed"]): Sentence {
  return changed === "design" ? say`the design's text has changed since` : say`the criteria have changed since`;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
