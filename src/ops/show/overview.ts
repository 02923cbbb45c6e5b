import pLimit from "p-limit";
import { briefOf } from "../../experiment/brief.ts";
import { outlineOf } from "../../experiment/outline.ts";
import { ranFor, spentOf } from "../../experiment/spent.ts";
import type { Lab } from "../../prompting/lab.ts";
import { statesOf } from "../../stages/stages.ts";
import { isFree } from "../../store/bases.ts";
import { isMisdated } from "../../store/experiment.ts";
import { aboutOf, type Either, hasTask, listEither } from "../../store/open.ts";
import { standsInList } from "../../story/brief-stands.ts";
import { beginOne, finishOne, noExperiment, showOne } from "../../story/next.ts";
import { join } from "../../text/markdown.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import { experimentsList, type ListedRow } from "../../views/markdown/experiments.ts";
import { problemLines } from "../../views/markdown/lines.ts";
import type { Facts, OpContext, Reply } from "../op.ts";
import { permitBases } from "../paths/outside.ts";
import { briefFacts } from "./brief.ts";

const MAX_EXPERIMENTS = 30;
/** Experiments that are read at a time. */
const AT_ONCE = 16;

/** Every experiment, with a task or without, the newest first, and what cannot be read. */
export async function overview(lab: Lab, context: OpContext): Promise<Reply> {
  const since = Date.now();
  const { all, problems } = await listEither(await permitBases(lab, context), lab.now, lab.person);
  const broken = problemLines(problems);
  if (all.length === 0) {
    const text = join([drawn(noExperiment(lab.base)), drawn(beginOne), ...broken], "\n\n");
    return { text, facts: { experiments: [] } };
  }
  const listed = await pLimit(AT_ONCE).map(all.slice(0, MAX_EXPERIMENTS), (found) => rowOf(lab, found, since));
  const unfinished = listed.find(({ open }) => open)?.id;
  const text = join(
    [
      experimentsList(
        listed.map(({ row }) => row),
        all.length - listed.length,
      ),
      ...broken,
      join(
        [
          ...listed.slice(0, 1).map(({ id }) => showOne(id)),
          ...(unfinished === undefined ? [] : [finishOne(unfinished)]),
        ].map((each) => drawn(each)),
        "\n",
      ),
    ],
    "\n\n",
  );
  return { text, facts: { experiments: listed.map(({ facts }) => facts), more: all.length - listed.length } };
}

/** One of a list; `open`: something that its plan wants is not there. */
type Listed = { id: string; open: boolean; row: ListedRow; facts: Facts };

async function rowOf(lab: Lab, found: Either, since: number): Promise<Listed> {
  const { experiment_id: id, created_at } = aboutOf(found);
  const misdated = isMisdated({ experiment_id: id, created_at }, lab.now());
  if (hasTask(found)) {
    const { task } = found;
    const outline = await outlineOf(found, since, await isFree(found.dir, "work", lab), statesOf);
    const { stages: _, ...told } = outline;
    const facts = { experiment: id, topic: task.topic, created_at, ...told };
    return { id, open: outline.open, row: { task, outline, misdated }, facts };
  }
  const [view, lines] = await Promise.all([briefOf(found, lab.now), found.ledger.read()]);
  const { text: _, ...brief } = briefFacts(view);
  const topic = view.brief?.topic ?? found.idea.topic;
  const took = { ran: ranFor(lines), spent: spentOf(lines) };
  return {
    id,
    open: false,
    row: { id, topic, created_at, ...took, stands: standsInList(view), misdated },
    facts: { experiment: id, topic, created_at, ...took, brief },
  };
}
