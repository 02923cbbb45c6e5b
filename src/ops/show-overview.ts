import { confirmed } from "../artifacts/design.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import { storedRanking, type View, viewOf } from "../experiment/view.ts";
import type { Lab } from "../prompting/lab.ts";
import { isMisdated, listExperiments } from "../store/experiment.ts";
import { told } from "../story/verdict.ts";
import { join, literal, type Markdown, md } from "../text/markdown.ts";
import { typed } from "../text/typed.ts";
import { experimentsList } from "../views/markdown/experiments.ts";
import { problemLines } from "../views/markdown/lines.ts";
import { verdict } from "../views/markdown/story-text.ts";
import type { OpContext } from "./op.ts";
import { permittedBases } from "./outside.ts";

const MAX_EXPERIMENTS = 30;

/** Every experiment, the newest first, and what cannot be read. */
export async function overview(lab: Lab, context: OpContext): Promise<Markdown> {
  const { experiments, problems } = await listExperiments(await permittedBases(lab, context), lab.now);
  const broken = problemLines(problems);
  if (experiments.length === 0) {
    return join(
      [
        md`There is no experiment yet in ${literal(lab.base)}.`,
        md`To start one, type /design-lab run and after it what is to be designed.`,
        ...broken,
      ],
      "\n\n",
    );
  }
  const rows = await Promise.all(
    experiments.slice(0, MAX_EXPERIMENTS).map(async (experiment) => {
      const view = await viewOf(experiment);
      const { ranking } = await storedRanking(experiment);
      return {
        task: experiment.task,
        status: view.status,
        misdated: isMisdated(experiment.task, lab.now()),
        verdict: ranking ? verdictOf(view, ranking) : md`Not ranked yet.`,
      };
    }),
  );
  return join(
    [
      experimentsList(rows, experiments.length - rows.length),
      ...broken,
      md`${typed("show", rows[0]?.task.experiment_id ?? "")} shows one, by its id or the beginning of it.`,
    ],
    "\n\n",
  );
}

/** Which design, how sure that is, and that it is flagged where it is. */
function verdictOf(view: View, ranking: Ranking): Markdown {
  const { winner } = ranking.summary;
  const flagged = ranking.designs.some(({ design_id, flags }) => design_id === winner && confirmed(flags).length > 0);
  const said = verdict(told(ranking), view.names);
  return flagged ? md`${said} It is flagged: it addresses its reviewers.` : said;
}
