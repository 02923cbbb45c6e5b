import { requirementsOf } from "../../artifacts/requirement.ts";
import { stagesSaid } from "../../artifacts/stages/stages.ts";
import { missingDesigns } from "../../experiment/cells.ts";
import { copiesMissing } from "../../experiment/controls.ts";
import type { RoundOutcome } from "../../experiment/round-outcome.ts";
import { heldRound } from "../../experiment/rounds.ts";
import { usageByModel } from "../../experiment/spent.ts";
import type { StoredRanking, View } from "../../experiment/view.ts";
import { afterJudgement, isUnfinished, statesOf } from "../../stages/stages.ts";
import { accountOf } from "../../story/account.ts";
import { cameFrom } from "../../story/brief-stands.ts";
import { decisionSaid } from "../../story/decision.ts";
import { HIDDEN_AUTHOR } from "../../story/held-back.ts";
import { ledgerSaid } from "../../story/ledger.ts";
import {
  askMissing,
  compareFirst,
  judgeFirst,
  judgeRound,
  openReport,
  showBefore,
  showParts,
  showRoundBefore,
} from "../../story/next.ts";
import { roundsBlocks } from "../../story/rounds.ts";
import { type Sentence, say } from "../../story/sentence.ts";
import { type PlannedDesign, storedAccount } from "../../story/stored-account.ts";
import { storyOf } from "../../story/story-of.ts";
import { type Markdown, md } from "../../text/markdown.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import { storyTable } from "../../views/markdown/story-text.ts";

/** Where a run stands, from its ledger and from what is on disk. */
export function progress(view: View): Markdown {
  const { experiment, ledger, status, spent, names } = view;
  const text = blocksText(ledgerSaid({ lines: ledger, status, models: usageByModel(ledger), spent }, names), { names });
  if (!isUnfinished(view)) return text;
  return md`${text}\n\n${drawn(askMissing(experiment.task.experiment_id, status.failures, say`what is left`))}.`;
}

/** A short account of all of an experiment. `parts` are what `show` knows by name; `changed`: its brief is another today. */
export function account(
  view: View,
  { ranking, problems }: StoredRanking,
  { parts, changed, rounds }: { parts: readonly string[]; changed: boolean; rounds: readonly RoundOutcome[] },
): Markdown {
  const { experiment, artifacts, status, spent, attention, names, decided } = view;
  const { task, dir } = experiment;
  const id = task.experiment_id;
  const story = ranking && storyOf(view, ranking);
  const told = story && accountOf(story, attention);
  const blocks = storedAccount(
    {
      task,
      dir,
      status,
      designs: plannedDesigns(view),
      spent,
      stale: artifacts.stale,
      problems: [...artifacts.problems, ...problems],
      attention,
      names,
      ranked: story && told && { story, account: told },
      withheld: view.withheld !== null,
      decision: decided && decisionSaid(decided, ranking),
      rounds: roundsBlocks(rounds, requirementsOf(task)),
      stands: stagesSaid(statesOf(view)),
      copies: copiesMissing(view),
      from: task.brief ? cameFrom(id, changed) : null,
      next: [
        ...(told?.order ? [say`For an order, ${told.order}`] : []),
        ...(view.withheld ? [judgeFirst(id), showBefore(id)] : []),
        ...waitingRound(view),
        ...(isUnfinished(view) ? [askMissing(id, status.failures)] : []),
        ...afterJudgement(view, ranking !== null),
        ...(ranking ? [openReport(id)] : []),
        ...(view.withheld
          ? []
          : [
              showParts(
                id,
                parts.filter((part) => part !== "ranking"),
              ),
            ]),
        ...(artifacts.designs.length < 2 || view.withheld ? [] : [compareFirst(id)]),
      ],
    },
    storyTable,
  );
  return blocksText(blocks, { names });
}

/** What leads on where a round waits for a person's vote. */
function waitingRound(view: View): Sentence[] {
  const { experiment_id: id, round } = heldRound(view)?.experiment.task ?? {};
  if (id === undefined || round === undefined || view.withheld) return [];
  return [judgeRound(id, round.number), showRoundBefore(id, round.number)];
}

/** Every design of the plan that is there, or is known not to be. */
function plannedDesigns({ experiment: { task }, artifacts, status, withheld }: View): PlannedDesign[] {
  const missing = missingDesigns(task, artifacts.designs, status.failures);
  return task.designers.flatMap(({ design_id }): PlannedDesign[] => {
    const there = artifacts.designs.find((design) => design.design_id === design_id);
    const absent = missing.find((design) => design.design_id === design_id);
    if (there) {
      const model = withheld ? HIDDEN_AUTHOR : there.generating_model;
      return [{ design_id, letter: "", model, missing: false }];
    }
    return absent ? [{ ...absent, missing: { kind: absent.kind } }] : [];
  });
}
