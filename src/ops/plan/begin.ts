import { join } from "node:path";
import type { Basis } from "../../artifacts/basis.ts";
import { numbered } from "../../artifacts/requirement.ts";
import { LabError, UsageError } from "../../errors.ts";
import { briefChanged } from "../../experiment/brief.ts";
import { freeBases, withExperimentLock } from "../../experiment/open.ts";
import { withTask } from "../../experiment/panel.ts";
import { createView, type View, viewOf } from "../../experiment/view.ts";
import type { Lab, PayingLab } from "../../prompting/lab.ts";
import { choosePanel, makeBases, type NewPanel, type SetupInput, setupFrom, taskFrom } from "../../stages/setup.ts";
import { loadArtifact, saveArtifact } from "../../store/artifacts.ts";
import { placeOf } from "../../store/bases.ts";
import { readBegun } from "../../store/begun.ts";
import { createExperiment, type Experiment, listExperiments } from "../../store/experiment.ts";
import { openLedger } from "../../store/ledger.ts";
import { withFolderLock } from "../../store/lock.ts";
import { hasTask } from "../../store/open.ts";
import { experimentName } from "../../store/paths.ts";
import { readRegular } from "../../store/read.ts";
import { clean, cleanValue } from "../../text/clean.ts";
import { headingOf } from "../../text/headings.ts";
import { pathForOthers } from "../../text/path-inside.ts";
import { truncate } from "../../text/truncate.ts";
import { typedCode } from "../../text/typed.ts";
import type { OpContext } from "../op.ts";
import { findNamedFile } from "../paths/named-file.ts";
import { checkBase, openPlannable, openToWrite } from "../paths/outside.ts";
import { briefInput } from "../run/brief-input.ts";
import { readDocument } from "../run/entering.ts";
import { requireApproved } from "../run/planned.ts";
import type { PlanArgs } from "./plan.ts";
import { openPlanned } from "./source.ts";

/** What a call plans, as its files stand; `begin` makes the experiment that is not there yet, once its price is allowed. */
export type ToPlan = { view: View; begin: ((lab: PayingLab) => Promise<Experiment>) | null };

/** Finds what a call plans: an experiment, an approved brief, or a document. Makes nothing. Throws LabError. */
export async function toPlan(lab: Lab, context: OpContext, given: PlanArgs): Promise<ToPlan> {
  if (given.of !== undefined) return ofDocument(lab, context, given, given.of);
  if (given.experiment === undefined) return there(lab, context, given, await openPlanned(lab, context));
  const found = await openPlannable(lab, context, given.experiment);
  if (hasTask(found)) return there(lab, context, given, found);
  const input = briefInput((await requireApproved(found, lab.now)).brief);
  const describe = taskFrom(lab, input, await choosePanel(lab), {
    topic: input.topic ?? "",
    source: "model",
    stated: null,
    created: lab.now(),
  });
  const { dir, ledger } = found;
  return {
    view: await viewOf({ dir, ledger, task: describe(found.idea.experiment_id) }),
    begin: (paying) => withFolderLock(paying, dir, async () => (await setupFrom(paying, found, input)).experiment),
  };
}

/** What is there, by the text of today where nobody designed and its source says something else by now. */
async function there(lab: Lab, context: OpContext, given: PlanArgs, experiment: Experiment): Promise<ToPlan> {
  const view = await viewOf(experiment);
  const { basis, designs } = view.artifacts;
  if (basis !== undefined)
    return withText(lab, given, view, { ...basis, text: (await textToday(lab, context, basis)) ?? basis.text });
  if (given.anew !== true || given.dry_run || designs.length > 0 || !(await briefChanged(experiment)))
    return { view, begin: null };
  return { view: await viewOf(await takeBrief(lab, experiment)), begin: null };
}

/**
 * What the document says now; null where it is not there, and for what no designer could read: who wrote an experiment's
 * files names any.
 */
async function textToday(lab: Lab, context: OpContext, { file }: Basis): Promise<string | null> {
  const path = join(lab.worktree, file);
  if (!(await placeOf(path, lab.worktree)).inside) return null;
  const refuse = (why: string): never => {
    throw new UsageError(why);
  };
  try {
    const { real } = await findNamedFile(lab, context, path, { what: "a document", intent: "documents", refuse });
    const read = await readRegular(real);
    return read.state === "ok" ? clean(read.value.replace(/^\uFEFF/u, "")).text : null;
  } catch (error) {
    if (error instanceof LabError) return null;
    throw error;
  }
}

/** The view with the document as it is now, which is kept unless the call only asks what it would cost. */
async function withText(lab: Lab, { dry_run }: PlanArgs, view: View, basis: Basis): Promise<ToPlan> {
  if (basis.text === view.artifacts.basis?.text) return { view, begin: null };
  const { experiment, artifacts } = view;
  if (!dry_run) await withExperimentLock(lab, experiment, ({ dir }) => saveArtifact(dir, "basis", basis));
  return { view: createView({ ...view, artifacts: { ...artifacts, basis } }), begin: null };
}

/** The task of an experiment as its approved brief says it today. */
async function takeBrief(lab: Lab, experiment: Experiment): Promise<Experiment> {
  const begun = await readBegun(experiment, lab.now);
  if (begun === null) return experiment;
  const { value: text } = cleanValue(briefInput((await requireApproved(begun, lab.now)).brief));
  return withExperimentLock(lab, experiment, (locked) =>
    withTask(locked, { ...locked.task, ...asLists(text), numbered_requirements: numbered(asLists(text)) }),
  );
}

const asLists = ({ task, brief, requirements, constraints, non_functional_requirements }: SetupInput) => ({
  task,
  ...(brief && { brief }),
  requirements: [...requirements],
  constraints: [...constraints],
  non_functional_requirements: [...non_functional_requirements],
});

/** Nobody designs or judges what is planned as it stands. */
const NOBODY: NewPanel = { designers: [], reviewers: [], topic: "", thrifty: false, control: false, notes: [] };
const MAX_TOPIC = 80;

/** An experiment that was made of this very file goes on, the newest of several. */
async function ofDocument(lab: Lab, context: OpContext, given: PlanArgs, written: string): Promise<ToPlan> {
  const refuse = (why: string): never => {
    throw new UsageError(`Cannot plan ${JSON.stringify(truncate(written, 100))}: ${why}. Nothing was asked.`, {
      advice: `Name one document after --of (of), Markdown or text of the project: ${typedCode("plan", "--of", "docs/design.md")}.`,
    });
  };
  const beside = (["experiment", "design"] as const).filter((name) => given[name] !== undefined);
  if (beside[0] !== undefined) refuse(`${beside[0]} is given beside it, and a document is all of what is planned`);
  const { entrant, isDesign, text } = await readDocument(lab, context, written, { refuse });
  if (isDesign)
    refuse("it is a design's JSON: as a design it joins a comparison, with --join, and is planned from there");
  const { file } = entrant;
  const basis: Basis = { version: 1, file, text };
  const known = await findMadeOf(lab, file);
  if (known !== null) return withText(lab, given, await viewOf(await openToWrite(lab, context, known)), basis);
  await checkBase(lab, context, undefined);
  const created = lab.now();
  const called = pathForOthers(file);
  const topic = truncate(headingOf(text) ?? called, MAX_TOPIC);
  const task = {
    task: `Build what ${called} describes`,
    requirements: [],
    constraints: [],
    non_functional_requirements: [],
  };
  const describe = taskFrom(lab, task, NOBODY, { topic, source: "task", stated: null, created });
  const name = experimentName(created, topic);
  const imagined = {
    dir: join(lab.base, name),
    task: describe(name),
    ledger: openLedger(join(lab.base, name), lab.now),
  };
  return {
    view: createView({
      experiment: imagined,
      artifacts: { basis, designs: [], reviews: [], scores: [], votes: [], stale: [], problems: [] },
      ledger: [],
    }),
    async begin(paying) {
      await makeBases(paying);
      const made = await createExperiment(paying.base, name, {
        gitignore: paying.config.output.gitignore,
        now: paying.now,
        person: paying.person,
        describe,
        before: async (dir) => void (await saveArtifact(dir, "basis", basis)),
      });
      await made.ledger.append({ event: "setup", message: made.task.experiment_id });
      return made;
    },
  };
}

/** The folder of the newest experiment that was made of a file; null where none was. */
async function findMadeOf(lab: Lab, file: string): Promise<string | null> {
  const { experiments } = await listExperiments(await freeBases(lab, "read"), lab.now);
  for (const { dir } of experiments) {
    const read = await loadArtifact(dir, "basis");
    if (read.state === "ok" && read.value.file === file) return dir;
  }
  return null;
}
