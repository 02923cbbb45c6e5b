import { dirname } from "node:path";
import type { Forecast } from "../../artifacts/cost.ts";
import type { Note } from "../../artifacts/note.ts";
import { resume, withExperimentLock } from "../../experiment/open.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab, PayingLab } from "../../prompting/lab.ts";
import { writeBriefFiles } from "../../stages/brief/files.ts";
import { forecast } from "../../stages/forecast.ts";
import type { Ranked } from "../../stages/judgement/rank.ts";
import { setUpExperiment, setupFrom } from "../../stages/setup.ts";
import { running } from "../../stages/stages.ts";
import type { Experiment } from "../../store/experiment.ts";
import { withFolderLock } from "../../store/lock.ts";
import { hasTask, openEither } from "../../store/open.ts";
import type { Markdown } from "../../text/markdown.ts";
import type { StartArgs } from "../args.ts";
import type { OpContext, Reply } from "../op.ts";
import { confirm } from "../person/confirm.ts";
import { refuseChanged, refuseTwoPanels } from "../refusals.ts";
import { refuseAgain, refuseOther } from "./agreed.ts";
import { estimate } from "./estimate.ts";
import { overridesOf } from "./given.ts";
import { designersNamed } from "./joining.ts";
import { type PlannedCall, planFor, requireApproved } from "./planned.ts";
import { reply, type Work } from "./reply.ts";

/**
 * The reply of a call of run or generate: what it would ask, or what came of `work` on its experiment, which is set up
 * or gone on with, `again`, and locked. Nothing is made before the call is known to be possible and allowed. Throws
 * LabError when neither or both of task and experiment are given, when the task's newest experiment is unfinished, and
 * when the person says no to the price.
 */
export async function startRun(
  op: "run" | "generate",
  given: StartArgs,
  context: OpContext,
  work: (lab: PayingLab, experiment: Experiment, again: boolean) => Promise<Done>,
): Promise<Markdown | Reply> {
  refuseTwoPanels(given);
  const planning = await context.lab(overridesOf(given, context.home));
  const plan = await planFor(planning, context, given, op);
  const all = plan.remaining;
  const judged = op === "run";
  const pending = judged ? all.pending : all.pending.filter(({ kind }) => kind === "design");
  const remaining = { ...all, pending };
  const expected = await forecast(planning, running, remaining);
  const joins = all.joins ? [all.joins] : [];
  const own = [...joins, ...("input" in plan ? [] : hostsOwn(expected))];
  if (given.dry_run) {
    return estimate(op, given, { lab: planning, plan, expected, own, voice: context.voice });
  }
  refuseOther(planning, plan, expected);
  const lab = await confirm(planning, context, folderOf(planning, plan), running, remaining);
  return workOn(lab, plan, given, async ({ experiment, again, before, notes }) => {
    const done = await work(lab, experiment, again);
    return reply(lab, done.view, before, { ...done.work, notes: [...own, ...notes, ...done.work.notes] }, done.ranked);
  });
}

/** Where what is asked for will be kept. */
function folderOf({ base }: Lab, plan: PlannedCall): string {
  return "experiment" in plan ? plan.experiment.dir : (plan.begun?.dir ?? base);
}

/** An experiment that is locked: `before` is how many lines its ledger had, `again` whether it had its plan already. */
type Opened = { experiment: Experiment; again: boolean; before: number; notes: readonly Note[] };

/** Works on the experiment of a call, which is set up, or gone on with, and locked. */
async function workOn(
  lab: PayingLab,
  plan: PlannedCall,
  given: StartArgs,
  work: (opened: Opened) => Promise<Reply>,
): Promise<Reply> {
  if ("experiment" in plan) {
    // What was spared is said with the ranking.
    const notes = plan.notes.filter(({ kind }) => kind === "brief-changed");
    return withExperimentLock(lab, plan.experiment, async (locked) => {
      const { thrifty, control } = given;
      const designers = designersNamed(lab, locked.task, given);
      const joining = { designers, thrifty, control, entering: plan.entering };
      return work({ ...(await resume(lab, locked, joining)), again: true, notes });
    });
  }
  const { input, begun } = plan;
  if (begun === null) {
    const { experiment, notes } = await setUpExperiment(lab, input);
    return withExperimentLock(lab, experiment, (locked) =>
      work({ experiment: locked, again: false, before: 0, notes }),
    );
  }
  return withFolderLock(lab, begun.dir, async () => {
    const now = await openEither([dirname(begun.dir)], begun.dir, { ...lab, fits: () => true });
    // Another process was quicker: its plan holds.
    if (hasTask(now)) {
      refuseAgain(lab);
      return work({ ...(await resume(lab, now, { entering: input.entering ?? [] })), again: true, notes: [] });
    }
    const approved = await requireApproved(now, lab.now);
    refuseChanged(approved, input);
    await writeBriefFiles(begun.dir, approved.brief);
    return work({ ...(await setupFrom(lab, now, input)), again: false });
  });
}

/** The experiment as the work has left it, and what is said of the work. */
type Done = { view: View; work: Work; ranked: Ranked | null };

/** The host's own models among those that are asked though nobody named them. */
function hostsOwn({ hosts_own: models }: Forecast): Note[] {
  return models.length > 0 ? [{ kind: "hosts-own", models }] : [];
}
