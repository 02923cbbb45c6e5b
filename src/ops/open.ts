import { oneOrNewest } from "../command/word.ts";
import { LabError } from "../errors.ts";
import { readRanking, viewOf } from "../experiment/view.ts";
import { noBrowser, openInBrowser } from "../live/show-page.ts";
import type { Lab } from "../prompting/lab.ts";
import type { Experiment } from "../store/experiment.ts";
import { aboutOf, listEither } from "../store/open.ts";
import { paths } from "../store/paths.ts";
import { WITHHELD } from "../story/held-back.ts";
import { invitation, reportAt, shownPage } from "../story/open-page.ts";
import { typedCode } from "../text/typed.ts";
import { blocksText } from "../views/markdown/blocks.ts";
import { experimentArg } from "./args.ts";
import { factsOf } from "./facts.ts";
import { defineOp, type OpContext, type Reply } from "./op.ts";
import { openEitherToRead, openToRead, permitBases } from "./paths/outside.ts";
import { liveInvite, startPage } from "./person/page.ts";

/** Serves the live page on this machine and opens it in the browser. Calls no model. */
export const open = defineOp({
  summary: "live page in the browser",
  args: { experiment: experimentArg },
  example: {},
  words: [
    {
      word: "open",
      also: ["report"],
      usage: "open [experiment]",
      does: "the page in the browser that follows every run",
      command: {
        usage: "report [experiment]",
        does: "where its report lies, opened in the browser where there is one",
      },
      reads: oneOrNewest,
    },
  ],
  async run({ experiment: reference }, context) {
    const lab = await context.labForReading();
    // Of no experiment that is named the page shows what runs, and waits for the first run where there is none yet.
    const experiment = reference === undefined ? null : await openEitherToRead(lab, context, reference);
    const invite = liveInvite(lab, context, experiment?.dir);
    if (invite === null) return reportFile(await openToRead(lab, context, reference), context);
    const page = await startPage(context, invite).offer(lab.signal);
    const name = experiment && aboutOf(experiment).experiment_id;
    const of = name !== null ? { experiment: name } : (await isNone(lab, context)) ? "to come" : "project";
    return blocksText(page.shown ? shownPage(of) : invitation({ ...page, of }));
  },
});

/** The report that lies beside an experiment, opened where a browser can be. */
async function reportFile(experiment: Experiment, { env }: OpContext): Promise<Reply> {
  const { dir, task } = experiment;
  const { ranking } = await readRanking(experiment);
  const view = await viewOf(experiment);
  const id = task.experiment_id;
  if (ranking === null && view.withheld)
    throw new LabError(`There is no report of ${id}: its result is ${WITHHELD}.`, {
      advice: `${typedCode("judge", id)} opens the page to judge on; ${typedCode("judge", id, "--show")} shows the result before.`,
    });
  if (ranking === null)
    throw new LabError(`There is no report of ${id}: nothing of it is ranked yet.`, {
      advice: `${typedCode("show", id)} says what there is, ${typedCode("rank", id)} ranks it.`,
    });
  const file = paths.report(dir);
  const opened = noBrowser(env, process.platform) === null && (await openInBrowser(file));
  return { text: blocksText(reportAt(file, opened)), files: dir, facts: factsOf(view, ranking) };
}

async function isNone(lab: Lab, context: OpContext): Promise<boolean> {
  const { all } = await listEither(await permitBases(lab, context), lab.now, lab.person);
  return all.length === 0;
}
