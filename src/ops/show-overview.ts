import type { Lab } from "../asking/lab.ts";
import { basesOf } from "../experiment/open.ts";
import { storedRanking, viewOf } from "../experiment/view.ts";
import { problemLines } from "../report/problems-text.ts";
import { experimentsTable } from "../report/show-text.ts";
import { confirmed } from "../schemas/flag.ts";
import type { Ranking } from "../schemas/ranking.ts";
import { listExperiments } from "../store/experiment.ts";
import { call } from "../text/call.ts";
import { join, literal, type Markdown, md } from "../text/markdown.ts";

const MAX_EXPERIMENTS = 30;

/** Every experiment in a row, the newest first, and what cannot be read. */
export async function overview(lab: Lab): Promise<Markdown> {
  const { experiments, problems } = await listExperiments(await basesOf(lab), lab.now);
  const broken = problemLines(problems);
  if (experiments.length === 0) {
    return join(
      [
        md`There is no experiment yet in ${literal(lab.base)}.`,
        md`Start one: ${call("run", { task: "Design …" })}`,
        ...broken,
      ],
      "\n\n",
    );
  }
  const rows = await Promise.all(
    experiments.slice(0, MAX_EXPERIMENTS).map(async (experiment) => {
      const { status } = await viewOf(experiment);
      const { ranking } = await storedRanking(experiment);
      return { task: experiment.task, status, winner: ranking ? winnerOf(ranking) : "not ranked" };
    }),
  );
  return join(
    [
      experimentsTable(rows, experiments.length - rows.length),
      ...broken,
      md`${call("show", { experiment: "…" })} shows one; its id, or the beginning of it.`,
    ],
    "\n\n",
  );
}

function winnerOf({ summary: { winner }, designs }: Ranking): string {
  if (winner === null) return "tied";
  const flagged = designs.some(({ design_id, flags }) => design_id === winner && confirmed(flags).length > 0);
  return flagged ? `${winner} (flagged)` : winner;
}
