import { FAILURE_WORDS, type Failure } from "../../artifacts/failure.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { isStale } from "../../story/notes.ts";
import { callCode, typedCode } from "../../text/typed.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import { changedText, problemText } from "../../views/markdown/lines.ts";
import { STAGES } from "../stages.ts";

/** What is needed and was found, which files could not be used, and what to call. */
type Lacking = { needed: string; files: readonly string[]; advice: string };

/** What an experiment lacks to be ranked; null when it can be. */
export function lackingToRank({ config }: Pick<Lab, "config">, view: View): Lacking | null {
  const { experiment, artifacts } = view;
  const id = experiment.task.experiment_id;
  const { designs, scores, stale } = artifacts;
  if (view.withheld) {
    return {
      needed: "its result is held back until a person has judged",
      files: [],
      advice: `${typedCode("judge", id)} opens the page to judge on, ${typedCode("judge", id, "--show")} shows the result before.`,
    };
  }
  const problems = artifacts.problems.map(problemText);
  if (designs.length < config.min_designs) {
    return {
      needed: `at least ${config.min_designs} designs are needed, found ${designs.length}`,
      files: problems,
      advice: `${drawn(STAGES.designs.next(view))}.`,
    };
  }
  const people = view.people.filter(({ counts }) => counts === "counted");
  if (scores.length + people.length === 0) {
    return {
      needed: "scores are needed, found none that can be used",
      files: [...problems, ...stale.map((each) => isStale(each, changedText(each.changed)))],
      advice: `${typedCode("score", id)} asks for them (${callCode("score", { experiment: id })}).`,
    };
  }
  const scoring = new Set([...scores, ...people].map(({ reviewer_id }) => reviewer_id)).size;
  if (scoring < config.min_reviewers) {
    return {
      needed: `scores of at least ${config.min_reviewers} reviewers are needed, found ${scoring}`,
      files: problems,
      advice: `${typedCode("score", id)} asks for what is missing. Another reviewer: ${typedCode("score", id, "--models", "provider/model")} (${callCode("score", { experiment: id, models: ["provider/model"] })}); or lower min_reviewers in design-lab.json.`,
    };
  }
  return null;
}

/** What failed and which files could not be used, of all the first four. */
export function reasonsText(failures: readonly Failure[], problems: readonly string[]): string {
  const said = [
    ...failures.map(({ model, kind, message }) => `${model}: ${FAILURE_WORDS[kind]}, ${message}`),
    ...problems,
  ];
  return said.length > 0 ? ` ${[...new Set(said)].slice(0, 4).join("; ")}` : "";
}
