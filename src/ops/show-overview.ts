import pLimit from "p-limit";
import { outlineOf } from "../experiment/outline.ts";
import type { Lab } from "../prompting/lab.ts";
import { isFree } from "../store/bases.ts";
import { isMisdated, listExperiments } from "../store/experiment.ts";
import { join, literal, md } from "../text/markdown.ts";
import { typed } from "../text/typed.ts";
import { experimentsList } from "../views/markdown/experiments.ts";
import { problemLines } from "../views/markdown/lines.ts";
import type { OpContext, Reply } from "./op.ts";
import { permittedBases } from "./outside.ts";

const MAX_EXPERIMENTS = 30;
/** Experiments that are read at a time. */
const AT_ONCE = 16;

/** Every experiment, the newest first, and what cannot be read. */
export async function overview(lab: Lab, context: OpContext): Promise<Reply> {
  const since = Date.now();
  const { experiments, problems } = await listExperiments(await permittedBases(lab, context), lab.now);
  const broken = problemLines(problems);
  if (experiments.length === 0) {
    const text = join(
      [
        md`There is no experiment yet in ${literal(lab.base)}.`,
        md`To start one, type /design-lab run and after it what is to be designed.`,
        ...broken,
      ],
      "\n\n",
    );
    return { text, facts: { experiments: [] } };
  }
  const rows = await pLimit(AT_ONCE).map(experiments.slice(0, MAX_EXPERIMENTS), async (experiment) => {
    const outline = await outlineOf(experiment, since, await isFree(experiment.dir, "work", lab));
    return { task: experiment.task, outline, misdated: isMisdated(experiment.task, lab.now()) };
  });
  const unfinished = rows.find(({ outline }) => outline.open)?.task.experiment_id;
  const text = join(
    [
      experimentsList(rows, experiments.length - rows.length),
      ...broken,
      join(
        [
          md`${typed("show", rows[0]?.task.experiment_id ?? "")} shows one, by its id or the beginning of it.`,
          ...(unfinished === undefined ? [] : [md`${typed("resume", unfinished)} asks for what is missing of it.`]),
        ],
        "\n",
      ),
    ],
    "\n\n",
  );
  const listed = rows.map(({ task: { experiment_id, topic, created_at }, outline }) => {
    return { experiment: experiment_id, topic, created_at, ...outline };
  });
  return { text, facts: { experiments: listed, more: experiments.length - rows.length } };
}
