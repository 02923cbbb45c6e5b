import type { Problem } from "../artifacts/problem.ts";
import { LabError, messageOf } from "../errors.ts";
import type { LiveTrouble } from "../story/live-state.ts";
import { problemSaid } from "../story/problems.ts";
import { unmarked } from "../story/sentence.ts";
import { clean } from "../text/clean.ts";
import { truncate } from "../text/truncate.ts";

const MAX_TROUBLE = 400;

/** Why an experiment's page can tell nothing new, in sentences: what cannot be read, what was found and what to do. */
export function troubleOf(error: unknown): LiveTrouble {
  const said = error instanceof LabError ? [error.message, ...error.problems.map(problemText), error.advice] : [];
  const text = said.length > 0 ? said.filter(Boolean).join(" ") : `It cannot be read: ${messageOf(error)}`;
  return { trouble: truncate(clean(text).text, MAX_TROUBLE) };
}

/** What is wrong with a file, in a sentence that ends. */
export function problemText(problem: Problem): string {
  if (problem.kind === "not-a-file") return `${unmarked(problemSaid(problem), String)}.`;
  return "reason" in problem ? `${problem.path}: ${problem.reason}.` : `${problem.path} cannot be used.`;
}
