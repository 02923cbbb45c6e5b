import type { Forecast } from "../../artifacts/cost.ts";
import { refineLine } from "../../command/refine-line.ts";
import { COMMAND_FORM, LINE_FORM } from "../../command/run-line.ts";
import { madeIn, type RoundOutcome, roundOutcome } from "../../experiment/round-outcome.ts";
import { lastedOf, spentOf } from "../../experiment/spent.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { refine as stage } from "../../stages/refine/stage.ts";
import type { RoundWork } from "../../stages/refine/work.ts";
import { forecastSaid } from "../../story/forecast.ts";
import { judgeRound, judgeRoundSeen, raiseLimit, showRoundBefore } from "../../story/next.ts";
import { waitsForPeople } from "../../story/refine.ts";
import { refinedNext, refinedSaid } from "../../story/refined.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import type { OpContext, Reply } from "../op.ts";
import { higher } from "../run/reply.ts";
import type { RefineArgs } from "./refine.ts";

/** The reply of a call that only asks what a round would ask and cost. */
export function refineEstimate(
  { held }: Pick<Lab, "held">,
  { voice }: Pick<OpContext, "voice">,
  view: View,
  numbers: Forecast,
  given: RefineArgs,
): Reply {
  const form = voice === "command" ? COMMAND_FORM : LINE_FORM;
  const start = refineLine({ ...given, experiment: view.experiment.task.experiment_id }, form.name);
  const said = forecastSaid(numbers, { notes: held, start, thrifty: false, sizes: null, open: [], voice });
  return { text: blocksText(said), facts: { forecast: numbers } };
}

/** The reply of a call that worked on rounds: whether anything is better, how sure that is, and what leads on. */
export function refineReply(
  { budget, config, held: notes }: Pick<Lab, "budget" | "config" | "held">,
  view: View,
  { before, works }: { before: number; works: readonly RoundWork[] },
): Reply {
  const { experiment, ledger, names, rounds } = view;
  const { task, dir } = experiment;
  const lines = ledger.slice(before);
  const worked = new Set(works.map(({ view: round }) => round.experiment.task.round?.number));
  const all = rounds.filter((round) => worked.has(round.experiment.task.round?.number));
  const held = all.find(({ withheld }) => withheld !== null)?.experiment.task ?? null;
  const outcomes = all
    .filter(({ withheld }) => withheld === null)
    .map((round) => roundOutcome(view, round, config.ranking));
  const stopped = budget.stopped();
  const id = task.experiment_id;
  const text = blocksText(
    refinedSaid(outcomes, {
      task,
      dir,
      held,
      spent: spentOf(lines),
      seconds: lastedOf(lines) ?? 0,
      stopped: stopped?.message ?? null,
      failures: works.flatMap(({ failures }) => failures).filter(({ kind }) => kind !== "budget"),
      notes: [...notes, ...works.flatMap(({ notes }) => notes)],
      names,
      next: [
        ...(stopped?.limit ? [raiseLimit(id, stopped.limit, higher(stopped, config.limits[stopped.limit]))] : []),
        ...(held?.round ? [judgeRound(id, held.round.number), showRoundBefore(id, held.round.number)] : []),
        ...outcomes.filter(waitsForPeople).map(({ number }) => judgeRoundSeen(id, number)),
        ...refinedNext(id, { state: stage.state(view), isDecided: view.decided !== null }),
      ],
    }),
    { names },
  );
  return {
    text,
    files: dir,
    facts: {
      ...factsOf(view, outcomes),
      withheld: held !== null,
      stopped: stopped?.message ?? null,
      made: madeIn(outcomes),
    },
  };
}

function factsOf({ experiment: { task, dir } }: View, outcomes: readonly RoundOutcome[]) {
  return {
    experiment: task.experiment_id,
    topic: task.topic,
    directory: dir,
    rounds: outcomes.map(({ number, children, changed, people }) => ({
      number,
      changed,
      people: people?.length ?? null,
      children: children.map(({ child, name, is, parents, unsaid, numbers }) => ({
        name,
        is,
        design_id: child.row.design_id,
        title: child.design?.title ?? null,
        parents: parents.map((each) => each.of),
        unsaid,
        numbers,
      })),
    })),
  };
}
