import type { TaskBrief } from "../artifacts/brief.ts";
import type { Criterion } from "../artifacts/criterion.ts";
import type { Exchange } from "../artifacts/exchange.ts";
import type { LedgerLine } from "../artifacts/ledger-line.ts";
import type { Note, PanelNote } from "../artifacts/note.ts";
import type { Persona } from "../artifacts/persona.ts";
import { numbered } from "../artifacts/requirement.ts";
import type { Panel, Task } from "../artifacts/task.ts";
import { tidyAssertions } from "../config/assertions.ts";
import { chooseModels, reviewersToOrder } from "../config/models.ts";
import { seatsOf } from "../config/seats.ts";
import { StoppedError } from "../errors.ts";
import { cellsOfCopies } from "../experiment/controls.ts";
import { addEntrants, type Entering, keepEntrants } from "../experiment/entrants.ts";
import { learnAbout } from "../experiment/learned.ts";
import { addDesigners, addReviewers, withPersonas } from "../experiment/panel.ts";
import { NOTHING, statusOf } from "../experiment/status.ts";
import type { TaskText } from "../prompting/agent.ts";
import type { Lab, PayingLab } from "../prompting/lab.ts";
import { expectedBy } from "../prompting/progress.ts";
import { rememberBase } from "../store/bases.ts";
import { keepExchange } from "../store/exchanges.ts";
import { createExperiment, type Experiment, giveTask, makeBase } from "../store/experiment.ts";
import type { Ledger } from "../store/ledger.ts";
import { experimentName } from "../store/paths.ts";
import { rememberBegun } from "../store/project-stands.ts";
import { cleanValue } from "../text/clean.ts";
import { lookOf } from "../text/fold.ts";
import type { Stated } from "./brief/stated.ts";
import { firstWords, type ReadTopic, readTopic, tidyTopic, topicQuestion } from "./brief/topic.ts";
import { checkDesignTemplate } from "./designs/designer.ts";
import { thriftNotes } from "./judgement/look.ts";
import { criteriaOf, type Proposing } from "./judgement/rubric.ts";
import { rubricNotes } from "./judgement/rubric-notes.ts";
import type { Remaining } from "./stage.ts";

export type SetupInput = Omit<TaskText, "brief"> &
  Proposing & {
    /** Named by a model when absent. */
    topic?: string;
    /** The approved brief that all of it comes from: nothing is asked about it, and nothing read out of it. */
    brief?: TaskBrief;
    /** Documents that join the designs. */
    entering?: readonly Entering[];
  };

/**
 * Checks the models, names the topic, makes the experiment's folder and writes its plan. Nothing is spent before the
 * models are known to be there. `notes` are about the choice of models and what was read from the task.
 */
export async function setUpExperiment(
  lab: PayingLab,
  input: SetupInput,
): Promise<{ experiment: Experiment; notes: Note[] }> {
  const { config } = lab;
  const { entering = [] } = input;
  const plan = await choosePanel(lab, entering);
  await makeBases(lab);
  const lines: Omit<LedgerLine, "at">[] = [];
  const exchanges: Exchange[] = [];
  // There is no folder yet that it could be kept in.
  const { topic, source, stated } = await readTopic(lab, input, plan.topic, {
    record: async (line) => void lines.push(line),
    keep: async (exchange) => void exchanges.push(exchange),
  });
  if (lab.signal.aborted) throw new StoppedError("The run was stopped while its topic was named; nothing was kept.");

  const created = lab.now();
  const experiment = await createExperiment(lab.base, experimentName(created, topic), {
    gitignore: config.output.gitignore,
    now: lab.now,
    person: lab.person,
    describe: taskFrom(lab, input, plan, { topic, source, stated, created }),
    before: (dir) => keepEntrants(dir, plan.designers, entering),
  });
  await begin(lab, experiment, []);
  for (const line of lines) await experiment.ledger.append(line);
  // Its answer is in the plan by now, and costs nothing where this cannot be kept beside it.
  for (const exchange of exchanges) await keepExchange(experiment.dir, exchange).catch(() => undefined);
  return { experiment, notes: [...said(plan), ...rubricNotes(lab), ...readNotes(plan.topic, stated)] };
}

/**
 * The same in a folder that began with questions, whose approved brief is the input; it is the caller's by its lock, and
 * no model is asked. `before` is how many lines its ledger had.
 */
export async function setupFrom(
  lab: PayingLab,
  { dir, ledger }: { dir: string; ledger: Ledger },
  input: SetupInput,
): Promise<{ experiment: Experiment; notes: Note[]; before: number }> {
  const { entering = [] } = input;
  const plan = await choosePanel(lab, entering);
  const before = await ledger.read();
  await keepEntrants(dir, plan.designers, entering);
  const topic = tidyTopic(input.topic ?? "") || firstWords(input.task);
  const about = { topic, source: "model", stated: null, created: lab.now() } as const;
  const experiment = await giveTask(dir, lab.now, taskFrom(lab, input, plan, about), lab.person);
  await begin(lab, experiment, before);
  return { experiment, notes: [...said(plan), ...rubricNotes(lab, input.criteria)], before: before.length };
}

/** The plan as it is stored, by the id of its experiment. */
export function taskFrom(
  { config, seed }: Lab,
  input: SetupInput,
  { designers, reviewers, personas, thrifty, control }: NewPanel,
  { topic, source, stated, created }: ReadTopic & { created: Date },
): (experiment_id: string) => Task {
  const { value: text, removed } = cleanValue(textOf(input));
  const criteria = criteriaOf({ config }, input);
  return (experiment_id) => ({
    version: 1,
    experiment_id,
    topic,
    topic_source: source,
    ...text,
    numbered_requirements: numbered({
      ...(stated?.lists ?? text),
      assertions: tidyAssertions(config.review.assertions),
    }),
    removed_characters: removed as Record<string, number>,
    created_at: created.toISOString(),
    seed: seed(),
    designers: [...designers],
    reviewers: [...reviewers],
    ...(personas && { personas: personas.map((persona) => apartFrom(criteria, persona)) }),
    criteria,
    score_samples: config.review.quantitative.samples,
    ...(thrifty && { thrifty }),
    ...(control && { control }),
    strict_isolation: config.hooks.design_isolation.strict_mode,
  });
}

/** A persona without criteria that all score: what a brief proposes may have the name of one. */
function apartFrom(shared: readonly Criterion[], { criteria = [], ...persona }: Persona): Persona {
  const looks = shared.map(({ name }) => lookOf(name));
  const own = criteria.filter(({ name }) => !looks.includes(lookOf(name)));
  return own.length > 0 ? { ...persona, criteria: own } : persona;
}

async function begin(lab: Lab, experiment: Experiment, before: readonly LedgerLine[]): Promise<void> {
  const { task, ledger } = experiment;
  lab.progress.follow(task, before);
  await rememberBegun(lab, experiment);
  await ledger.append({ event: "setup", message: task.experiment_id, ...expectedBy(lab.progress.expected()) });
}

/** What of a plan is said at its beginning: what was spared is said with the ranking. */
const said = ({ notes }: NewPanel): Note[] => notes.filter(({ kind }) => kind !== "thrifty");

/** Makes the folder that experiments of this call are made in, which the configured one remembers where it is another. */
export async function makeBases({ base, homeBase, config }: Lab): Promise<void> {
  await makeBase(base, config.output.gitignore);
  if (base === homeBase) return;
  await makeBase(homeBase, config.output.gitignore);
  await rememberBase(homeBase, base);
}

/** What is to be set up. `thrifty` and `control` as in its task. */
export type NewPanel = Panel &
  Pick<Task, "personas"> & { topic: string; thrifty: boolean; control: boolean; notes: PanelNote[] };

/** Who designs and who judges, before anything is spent. Throws LabError for a model that cannot be asked. */
export async function choosePanel(lab: Lab, entering: readonly Entering[] = []): Promise<NewPanel> {
  const { config } = lab;
  if (config.design.agent_prompt !== null) checkDesignTemplate(config.design.agent_prompt);
  const { base, person, now } = lab;
  const learned = await learnAbout(reviewersToOrder(config), {
    options: config.ranking,
    now,
    keeps: false,
    base,
    person,
  });
  const models = chooseModels(config, await lab.available(), lab.chosen, learned);
  const { qualitative, quantitative } = config.review;
  const seats = seatsOf(lab, models);
  const asked = addDesigners({ designers: [], reviewers: [] }, seats.designers);
  const designers = addEntrants({ designers: asked, reviewers: [] }, entering, models.topic);
  const reviewed = addReviewers({ designers, reviewers: [] }, qualitative.enabled ? seats.qualitative : [], "review");
  const scoring = quantitative.enabled ? seats.quantitative : [];
  const reviewers = addReviewers({ designers, reviewers: reviewed }, scoring, "score");
  const played = withPersonas(lab, withPersonas(lab, {}, designers, "designer"), reviewers, "reviewer");
  const thrifty = config.review.thrifty ?? models.thrifty;
  const notes = [...models.notes, ...thriftNotes({ designers, reviewers, thrifty })];
  return { designers, reviewers, ...played, topic: models.topic, thrifty, control: config.review.control, notes };
}

/** A task to set up, and by whom it is worked on. */
export type New = { input: SetupInput; plan: NewPanel };

/** All that a new task asks. */
export function newWork(lab: Lab, { input, plan: { notes: _, topic: model, ...plan } }: New): Remaining {
  const wanted = { ...plan, score_samples: lab.config.review.quantitative.samples };
  const { pending } = statusOf(wanted, NOTHING, []);
  const criteria = criteriaOf(lab, input);
  const copies = plan.control ? cellsOfCopies({ ...wanted, criteria }, plan.designers.length) : [];
  const asked = topicQuestion(input);
  const topic = asked === null ? null : { model, input: asked };
  const task = { ...input, assertions: tidyAssertions(lab.config.review.assertions) };
  return { task, criteria, ...(plan.personas && { personas: plan.personas }), topic, pending: [...pending, ...copies] };
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
