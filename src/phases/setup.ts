import { checkDesignTemplate } from "../agents/designer.ts";
import type { TaskText } from "../agents/task-text.ts";
import { topicAgent } from "../agents/topic.ts";
import { ask } from "../asking/ask.ts";
import type { Lab, PayingLab } from "../asking/lab.ts";
import { expectedBy } from "../asking/ledger-lines.ts";
import { chooseModels } from "../config/models.ts";
import { LabError } from "../errors.ts";
import { addDesigners, addReviewers } from "../experiment/plan.ts";
import type { LedgerLine } from "../schemas/ledger-line.ts";
import type { PanelNote } from "../schemas/note.ts";
import { numbered, type RequirementLists } from "../schemas/requirement.ts";
import type { Plan, Task } from "../schemas/task.ts";
import { rememberBase } from "../store/bases.ts";
import { createExperiment, type Experiment, makeBase } from "../store/experiment.ts";
import { experimentName } from "../store/paths.ts";
import { isBlank } from "../text/blank.ts";
import { clean, cleanValue } from "../text/clean.ts";

export type SetupInput = TaskText & {
  /** Named by a model when absent. */
  topic?: string;
};

/** Seconds that a model may take to name the topic; then the task's first words name it. */
const TOPIC_TIMEOUT = 15;
const TOPIC_WORDS = 6;
const TOPIC_CHARACTERS = 80;

/**
 * Checks the models, names the topic, makes the experiment's folder and writes its plan. Nothing is spent before the
 * models are known to be there. `notes` are about the choice of models.
 */
export async function setup(
  lab: PayingLab,
  input: SetupInput,
): Promise<{ experiment: Experiment; notes: PanelNote[] }> {
  const { config } = lab;
  const { designers, reviewers, topic: topicModel, notes } = await planOf(lab);
  const { value: text, removed } = cleanValue(textOf(input));
  await makeBase(lab.base, config.output.gitignore);
  const lines: Omit<LedgerLine, "at">[] = [];
  const { topic, source, stated } = await nameTopic(lab, input, topicModel, async (line) => {
    lines.push(line);
  });
  if (lab.signal.aborted) throw new LabError("The run was stopped while its topic was named; nothing was kept.");

  const created = lab.now();
  const experiment = await createExperiment(lab.base, experimentName(created, topic), {
    gitignore: config.output.gitignore,
    now: lab.now,
    describe: (experiment_id): Task => ({
      version: 1,
      experiment_id,
      topic,
      topic_source: source,
      ...text,
      numbered_requirements: numbered(stated ?? text),
      removed_characters: removed as Record<string, number>,
      created_at: created.toISOString(),
      seed: lab.seed(),
      designers: [...designers],
      reviewers: [...reviewers],
      criteria: cleanValue([...config.review.quantitative.criteria]).value,
      score_samples: config.review.quantitative.samples,
      strict_isolation: config.hooks.design_isolation.strict_mode,
    }),
  });
  if (lab.base !== lab.homeBase) {
    await makeBase(lab.homeBase, config.output.gitignore);
    await rememberBase(lab.homeBase, lab.base);
  }
  await experiment.ledger.append({ event: "setup", message: experiment.task.experiment_id, ...expectedBy(lab) });
  for (const line of lines) await experiment.ledger.append(line);
  return { experiment, notes };
}

/** Who designs and who judges, before anything is spent. Throws LabError for a model that cannot be asked. */
export async function planOf(lab: Lab): Promise<Plan & { topic: string; notes: PanelNote[] }> {
  const { config } = lab;
  if (config.design.agent_prompt !== null) checkDesignTemplate(config.design.agent_prompt);
  const models = chooseModels(config, await lab.available());
  const { qualitative, quantitative } = config.review;
  const designers = addDesigners({ designers: [], reviewers: [] }, models.designers);
  const reviewed = addReviewers({ designers, reviewers: [] }, qualitative.enabled ? models.qualitative : [], "review");
  const scoring = quantitative.enabled ? models.quantitative : [];
  const reviewers = addReviewers({ designers, reviewers: reviewed }, scoring, "score");
  return { designers, reviewers, topic: models.topic, notes: models.notes };
}

async function nameTopic(
  lab: PayingLab,
  input: SetupInput,
  model: string,
  record: (line: Omit<LedgerLine, "at">) => Promise<void>,
): Promise<{ topic: string; source: Task["topic_source"]; stated?: RequirementLists }> {
  const given = input.topic === undefined ? "" : tidy(input.topic);
  if (given !== "") return { topic: given, source: "given" };
  // Lists that the person gave are the person's; a task in prose alone is read for them.
  const split = numbered(input).length === 0;
  const result = await ask(lab, record, topicAgent, {
    input: { task: clean(input.task).text, split },
    model,
    phases: ["setup"],
    timeout: TOPIC_TIMEOUT,
  });
  const named = result.state === "ok" ? tidy(result.value.topic) : "";
  const stated = result.state === "ok" && "requirements" in result.value ? { stated: result.value } : {};
  return named !== ""
    ? { topic: named, source: "model", ...stated }
    : { topic: firstWords(input.task), source: "task", ...stated };
}

function textOf({ task, requirements, constraints, non_functional_requirements }: SetupInput): TaskText & {
  requirements: string[];
  constraints: string[];
  non_functional_requirements: string[];
} {
  return {
    task,
    requirements: [...requirements],
    constraints: [...constraints],
    non_functional_requirements: [...non_functional_requirements],
  };
}

/** A topic in one line, not too long. */
function tidy(topic: string): string {
  if (isBlank(topic)) return "";
  const text = clean(topic).text.replace(/\s+/gu, " ").trim();
  const characters = [...text];
  return characters.length <= TOPIC_CHARACTERS ? text : cut(characters, TOPIC_CHARACTERS);
}

/** So many characters at most, ending after a whole word, unless that would leave less than half, and not with a comma. */
function cut(characters: readonly string[], most: number): string {
  const start = characters.slice(0, most);
  const space = characters.lastIndexOf(" ", most);
  const words = space >= most / 2 ? start.slice(0, space) : start;
  return words.slice(0, words.findLastIndex((character) => !" ,;:–—-".includes(character)) + 1).join("");
}

/** The first words of a task; for a script without spaces, its first characters. */
export function firstWords(task: string): string {
  const words = [...tidy(task.slice(0, 1_000)).split(" ").slice(0, TOPIC_WORDS).join(" ")];
  const most = TOPIC_CHARACTERS / 2;
  return (words.length > most ? cut(words, most) : words.join("")).trim() || "design";
}
