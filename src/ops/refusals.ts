import { PRESETS } from "../artifacts/preset.ts";
import type { Panel } from "../artifacts/task.ts";
import { modelsOf } from "../config/seats.ts";
import { LabError, UsageError } from "../errors.ts";
import type { BriefView } from "../experiment/brief.ts";
import type { View } from "../experiment/view.ts";
import type { Lab } from "../prompting/lab.ts";
import type { SetupInput } from "../stages/setup.ts";
import { loadArtifact } from "../store/artifacts.ts";
import type { Experiment } from "../store/experiment.ts";
import { WITHHELD } from "../story/held-back.ts";
import { judgedName, roundOption } from "../story/round-words.ts";
import { listText } from "../text/numbers.ts";
import { callCode, typedCode } from "../text/typed.ts";
import { type StartArgs, seats } from "./args.ts";

/** Throws UsageError while what came of an experiment, or of a round of one, is held back for a person who is to judge. */
export function refuseWithheld({ withheld, experiment: { task } }: View, what: string, not = "Not shown"): void {
  if (withheld === null) return;
  const id = task.experiment_id;
  throw new UsageError(`${not}: ${what} ${judgedName(task)} would tell what is ${WITHHELD}.`, {
    advice: `${typedCode("judge", id, ...roundOption(task))} opens the page to judge on; ${typedCode("judge", id, ...roundOption(task), "--show")} shows the result before.`,
  });
}

/** The same of an experiment, and of the round of it that waits. */
export function refuseAnyWithheld(view: View, what: string, not?: string): void {
  for (const each of [view, ...view.rounds]) refuseWithheld(each, what, not);
}

/** What only a new experiment can use. */
const SETUP_ONLY = [
  "requirements",
  "constraints",
  "non_functional_requirements",
  "assertions",
  "topic",
  "preset",
  "review_models",
  "reviewers",
  "qualitative",
  "quantitative",
  "fresh",
] as const satisfies readonly (keyof StartArgs)[];

/** Throws LabError for arguments that an experiment which goes on cannot use: they are not passed over in silence. */
export function refuseSetupArgs({ task: { experiment_id: id } }: Experiment, given: StartArgs): void {
  const found = SETUP_ONLY.filter((name) => given[name] !== undefined && given[name] !== "" && given[name] !== false);
  const denied = [...found, ...(["qualitative", "quantitative"] as const).filter((name) => given[name] === false)];
  if (denied.length === 0) return;
  throw new UsageError(
    `Cannot go on with ${id}: ${denied.join(", ")} ${denied.length === 1 ? "belongs" : "belong"} to a new experiment; this one has its own. Nothing was asked.`,
    {
      advice: `${typedCode("resume", id)} goes on without (${callCode("run", { experiment: id })}). ${typedCode("run", "--design-models", "provider/model", id)} adds designers, ${typedCode("score", id, "--models", "provider/model")} reviewers.`,
    },
  );
}

/** What the text of a brief says by itself. */
const TEXT_ONLY = ["requirements", "constraints", "non_functional_requirements", "topic", "fresh"] as const;

/** Throws LabError for arguments that change what is to be designed: an approved brief is taken as it is. */
export function refuseTextArgs(id: string, given: StartArgs): void {
  const found = TEXT_ONLY.filter((name) => given[name] !== undefined && given[name] !== "" && given[name] !== false);
  if (found.length === 0) return;
  throw new UsageError(
    `Cannot start ${id}: ${listText(found)} ${found.length === 1 ? "changes" : "change"} what is designed, and its brief was approved as it is. Nothing was asked.`,
    { advice: `${typedCode("run", id)} takes the brief; models, presets and limits may stand beside it.` },
  );
}

/** Throws LabError where a brief says something else than when the call was looked at. */
export function refuseChanged({ id, sha256 }: BriefView, { brief }: SetupInput): void {
  if (sha256 === brief?.sha256) return;
  throw new UsageError(`Cannot start ${id}: its brief was changed in this moment. No design was asked for.`, {
    advice: `${typedCode("show", id)} shows it as it is now.`,
  });
}

/** Models that an error names before it counts the rest. */
const MAX_NAMED = 3;

/** Throws LabError for a call that names a preset and models: nobody can tell which of them is meant. */
export function refuseTwoPanels({ preset, design_models, review_models }: StartArgs): void {
  const lists = Object.entries({ design_models, review_models }).flatMap(([arg, given]) => {
    const models = modelsOf(seats(given)).map((model) => model.slice(0, 100));
    return models.length > 0 ? [{ arg, models: listText(models, MAX_NAMED) }] : [];
  });
  if (preset === undefined || lists.length === 0) return;
  const { designs, reviewers } = PRESETS[preset];
  const does = { design_models: "design", review_models: "review" } as Record<string, string>;
  throw new UsageError(
    `Cannot start: preset and ${listText(lists.map(({ arg }) => arg))} stand in one call, and each says who is asked: one of them is needed. Nothing was asked.`,
    {
      advice: `preset ${preset} (--${preset}) has up to ${designs} models design and ${reviewers} review, those of design-lab.json first; ${listText(lists.map(({ arg, models }) => `${arg} has ${models} ${does[arg]}`))} and nobody else.`,
    },
  );
}

/** Throws LabError for a run that cannot end in a ranking, before it costs anything; reviews in words need none. */
export function refuseTooFew({ config }: Lab, { designers, reviewers }: Panel): void {
  const scoring = reviewers.filter(({ parts }) => parts.includes("score")).length;
  if (!config.review.quantitative.enabled) return;
  if (designers.length < config.min_designs) {
    throw new UsageError(
      `Cannot start: a ranking needs at least ${config.min_designs} designs, found ${designers.length} to be written. Nothing was asked.`,
      {
        advice: `Name more models after --design-models (design_models); one listed twice writes two designs. For designs alone type ${typedCode("generate")} and after it, in quotes, the task.`,
      },
    );
  }
  if (scoring < config.min_reviewers) {
    throw new UsageError(
      `Cannot start: a ranking needs the scores of at least ${config.min_reviewers} reviewers, found ${scoring} models. Nothing was asked.`,
      { advice: "Name more models after --review-models (review_models), or lower min_reviewers in design-lab.json." },
    );
  }
}

/** Throws LabError where designs are asked of what was made of a document alone, which nobody is to design. */
export async function refuseNobody({ dir, task }: Experiment): Promise<void> {
  if (task.designers.length > 0) return;
  const basis = await loadArtifact(dir, "basis");
  if (basis.state !== "ok") return;
  throw new LabError(
    `${task.experiment_id} was made of ${basis.value.file} alone, to be planned: it has no task to design.`,
    {
      advice: `${typedCode("run", "--join", basis.value.file, '"…"')} compares that document with designs of the task that you put in its quotes.`,
    },
  );
}
