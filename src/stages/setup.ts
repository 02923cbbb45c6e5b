import type { TaskBrief } from "../artifacts/brief.ts";
import type { LedgerLine } from "../artifacts/ledger-line.ts";
import type { Note, PanelNote } from "../artifacts/note.ts";
import { numbered } from "../artifacts/requirement.ts";
import type { Plan, Task } from "../artifacts/task.ts";
import { chooseModels } from "../config/models.ts";
import { StoppedError } from "../errors.ts";
import { addDesigners, addReviewers } from "../experiment/plan.ts";
import type { TaskText } from "../prompting/agent.ts";
import { ask } from "../prompting/ask.ts";
import type { Lab, PayingLab } from "../prompting/lab.ts";
import { expectedBy } from "../prompting/progress.ts";
import { rememberBase } from "../store/bases.ts";
import type { Begun } from "../store/begun.ts";
import { createExperiment, type Experiment, giveTask, makeBase } from "../store/experiment.ts";
import { experimentName } from "../store/paths.ts";
import { clean, cleanValue, isBlank } from "../text/clean.ts";
import { type TopicAnswer, type TopicInput, topicAgent } from "./brief/topic.ts";
import { checkDesignTemplate } from "./designs/designer.ts";
import { mayState, type Stated, saysLittle, statedIn } from "./designs/stated.ts";
import { thriftNotes } from "./judgement/look.ts";

export type SetupInput = Omit<TaskText, "brief"> & {
  /** Named by a model when absent. */
  topic?: string;
  /** The approved brief that all of it comes from: nothing is asked about it, and nothing read out of it. */
  brief?: TaskBrief;
};

/** Seconds that a model may take to name the topic; then the task's first words name it. */
const TOPIC_TIMEOUT = 15;
const TOPIC_WORDS = 6;
const TOPIC_CHARACTERS = 80;
/** A clause of a task that names it: an experiment is called after it, in every line that is typed. */
const CLAUSE_CHARACTERS = 60;

/**
 * Checks the models, names the topic, makes the experiment's folder and writes its plan. Nothing is spent before the
 * models are known to be there. `notes` are about the choice of models and what was read from the task.
 */
export async function setup(lab: PayingLab, input: SetupInput): Promise<{ experiment: Experiment; notes: Note[] }> {
  const { config } = lab;
  const plan = await planOf(lab);
  await makeBases(lab);
  const lines: Omit<LedgerLine, "at">[] = [];
  const { topic, source, stated } = await readTask(lab, input, plan.topic, async (line) => {
    lines.push(line);
  });
  if (lab.signal.aborted) throw new StoppedError("The run was stopped while its topic was named; nothing was kept.");

  const created = lab.now();
  const experiment = await createExperiment(lab.base, experimentName(created, topic), {
    gitignore: config.output.gitignore,
    now: lab.now,
    person: lab.person,
    describe: taskFrom(lab, input, plan, { topic, source, stated, created }),
  });
  await begin(lab, experiment, []);
  for (const line of lines) await experiment.ledger.append(line);
  return { experiment, notes: [...said(plan), ...readNotes(plan.topic, stated)] };
}

/**
 * The same in a folder that began with questions, whose approved brief is the input; it is the caller's by its lock, and
 * no model is asked. `before` is how many lines its ledger had.
 */
export async function setupFrom(
  lab: PayingLab,
  { dir, ledger }: Pick<Begun, "dir" | "ledger">,
  input: SetupInput,
): Promise<{ experiment: Experiment; notes: Note[]; before: number }> {
  const plan = await planOf(lab);
  const before = await ledger.read();
  const topic = tidy(input.topic ?? "") || firstWords(input.task);
  const about = { topic, source: "model", stated: null, created: lab.now() } as const;
  const experiment = await giveTask(dir, lab.now, taskFrom(lab, input, plan, about), lab.person);
  await begin(lab, experiment, before);
  return { experiment, notes: said(plan), before: before.length };
}

type AboutTask = ReadTask & { created: Date };

/** The plan as it is stored, by the id of its experiment. */
function taskFrom(
  { config, seed }: Lab,
  input: SetupInput,
  { designers, reviewers, thrifty }: NewPlan,
  { topic, source, stated, created }: AboutTask,
): (experiment_id: string) => Task {
  const { value: text, removed } = cleanValue(textOf(input));
  return (experiment_id) => ({
    version: 1,
    experiment_id,
    topic,
    topic_source: source,
    ...text,
    numbered_requirements: numbered(stated?.lists ?? text),
    removed_characters: removed as Record<string, number>,
    created_at: created.toISOString(),
    seed: seed(),
    designers: [...designers],
    reviewers: [...reviewers],
    criteria: cleanValue([...config.review.quantitative.criteria]).value,
    score_samples: config.review.quantitative.samples,
    ...(thrifty && { thrifty }),
    strict_isolation: config.hooks.design_isolation.strict_mode,
  });
}

async function begin(lab: Lab, { task, ledger }: Experiment, before: readonly LedgerLine[]): Promise<void> {
  lab.progress.follow(task, before);
  await ledger.append({ event: "setup", message: task.experiment_id, ...expectedBy(lab.progress.expected()) });
}

/** What of a plan is said at its beginning: what was spared is said with the ranking. */
const said = ({ notes }: NewPlan): Note[] => notes.filter(({ kind }) => kind !== "thrifty");

/** Makes the folder that experiments of this call are made in, which the configured one remembers where it is another. */
export async function makeBases({ base, homeBase, config }: Lab): Promise<void> {
  await makeBase(base, config.output.gitignore);
  if (base === homeBase) return;
  await makeBase(homeBase, config.output.gitignore);
  await rememberBase(homeBase, base);
}

/** What is to be set up. `thrifty`: later reviewers are asked only where they can still change the choice. */
export type NewPlan = Plan & { topic: string; thrifty: boolean; notes: PanelNote[] };

/** Who designs and who judges, before anything is spent. Throws LabError for a model that cannot be asked. */
export async function planOf(lab: Lab): Promise<NewPlan> {
  const { config } = lab;
  if (config.design.agent_prompt !== null) checkDesignTemplate(config.design.agent_prompt);
  const models = chooseModels(config, await lab.available(), lab.chosen);
  const { qualitative, quantitative } = config.review;
  const designers = addDesigners({ designers: [], reviewers: [] }, models.designers);
  const reviewed = addReviewers({ designers, reviewers: [] }, qualitative.enabled ? models.qualitative : [], "review");
  const scoring = quantitative.enabled ? models.quantitative : [];
  const reviewers = addReviewers({ designers, reviewers: reviewed }, scoring, "score");
  const thrifty = config.review.thrifty ?? models.thrifty;
  const notes = [...models.notes, ...thriftNotes({ designers, reviewers, thrifty })];
  return { designers, reviewers, topic: models.topic, thrifty, notes };
}

/**
 * What a model is asked about a task before anybody designs; null where there is nothing to ask. Lists that the person
 * gave are the person's; a task in prose is read for them, whoever named it.
 */
export function topicQuestion(input: SetupInput): TopicInput | null {
  if (input.brief !== undefined) return null;
  const task = clean(input.task).text;
  const name = tidy(input.topic ?? "") === "";
  const split = numbered(input).length === 0 && mayState(task);
  return name || split ? { task, name, split } : null;
}

/** Whether a task is a few words that say no more than what is to be designed, and nothing stands beside it. */
export function isBare(input: SetupInput): boolean {
  return input.brief === undefined && numbered(input).length === 0 && saysLittle(clean(input.task).text);
}

type ReadTask = { topic: string; source: Task["topic_source"]; stated: Stated | null };

async function readTask(
  lab: PayingLab,
  input: SetupInput,
  model: string,
  record: (line: Omit<LedgerLine, "at">) => Promise<void>,
): Promise<ReadTask> {
  const given = tidy(input.topic ?? "");
  const question = topicQuestion(input);
  const answer = question === null ? null : await askTopic(lab, question, model, record);
  const stated = question?.split && answer !== null ? statedIn(question.task, answer) : null;
  if (given !== "") return { topic: given, source: "given", stated };
  const named = tidy(answer?.topic ?? "");
  return named === ""
    ? { topic: firstWords(input.task), source: "task", stated }
    : { topic: named, source: "model", stated };
}

async function askTopic(
  lab: PayingLab,
  input: TopicInput,
  model: string,
  record: (line: Omit<LedgerLine, "at">) => Promise<void>,
): Promise<TopicAnswer | null> {
  const answer = await ask(lab, record, topicAgent, { input, model, phases: ["setup"], timeout: TOPIC_TIMEOUT });
  return answer.state === "ok" ? (answer.value as TopicAnswer) : null;
}

function readNotes(model: string, stated: Stated | null): Note[] {
  if (stated === null) return [];
  const requirements = numbered(stated.lists);
  const { invented } = stated;
  return [
    ...(requirements.length > 0 ? [{ kind: "requirements-read" as const, model, requirements }] : []),
    ...(invented.length > 0 ? [{ kind: "requirements-invented" as const, model, sentences: invented }] : []),
  ];
}

/** What a task keeps of its input as it stands. */
type OwnText = Pick<Task, "task" | "requirements" | "constraints" | "non_functional_requirements" | "brief">;

function textOf({ task, requirements, constraints, non_functional_requirements, brief }: SetupInput): OwnText {
  return {
    task,
    requirements: [...requirements],
    constraints: [...constraints],
    non_functional_requirements: [...non_functional_requirements],
    ...(brief && { brief }),
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

/**
 * The first clause of a task where that is short; else its first words and "…", and for a script without spaces its
 * first characters.
 */
export function firstWords(task: string): string {
  if (isBlank(task)) return "design";
  const text = clean(task.slice(0, 1_000)).text.replace(/\s+/gu, " ").trim();
  const [clause = text] = text.split(CLAUSE_END, 1);
  if ([...clause].length <= CLAUSE_CHARACTERS && (clause.includes(" ") || !text.includes(" "))) return clause;
  const words = [...text.split(" ").slice(0, TOPIC_WORDS).join(" ")];
  const most = TOPIC_CHARACTERS / 2;
  const first = words.length > most ? cut(words, most) : words.join("");
  return first === text ? text : `${first}…`;
}

/** Where a clause ends: a sign with white space or the end behind it, a dash between words, a sign of other scripts. */
const CLAUSE_END = /[.,:;!?…]{1,8}(?= |$)| (?:[–—|-]|(?=\())|[。、，：；！？]/u;
