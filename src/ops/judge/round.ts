import { requirementsOf } from "../../artifacts/requirement.ts";
import { UsageError } from "../../errors.ts";
import { viewAgain } from "../../experiment/open.ts";
import { type RoundOutcome, roundOutcome } from "../../experiment/round-outcome.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { folderAround } from "../../store/rounds.ts";
import { goOnRefining, refineNow } from "../../story/next.ts";
import { roundVoted } from "../../story/round-vote.ts";
import type { Sentence } from "../../story/sentence.ts";
import { listText } from "../../text/numbers.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import type { Reply } from "../op.ts";

/** The round of an experiment that a call means: that number, or the last. Throws UsageError where it has none. */
export function roundMeant({ experiment: { task }, rounds }: View, given: number | true): View {
  const found =
    given === true ? rounds.at(-1) : rounds.find(({ experiment }) => experiment.task.round?.number === given);
  if (found !== undefined) return found;
  const id = task.experiment_id;
  if (rounds.length === 0)
    throw new UsageError(`Cannot judge a round: ${id} has no round of better designs. Nothing was changed.`, {
      advice: `${drawn(refineNow(id))}.`,
    });
  const there = listText(rounds.map(({ experiment }) => `round ${experiment.task.round?.number ?? 0}`));
  throw new UsageError(`Cannot judge a round: ${id} has no round ${given}: there is ${there}. Nothing was changed.`, {
    advice: `${drawn(goOnRefining(id))}.`,
  });
}

/** What came of a round that a person judged, and the experiment that it is of. */
export async function readRound(
  lab: Lab,
  { experiment }: View,
): Promise<{ whole: View; round: View; outcome: RoundOutcome }> {
  const round = await viewAgain(lab, experiment);
  const { round: _, ...task } = experiment.task;
  const whole = await viewAgain(lab, { dir: folderAround(experiment), task });
  return { whole, round, outcome: roundOutcome(whole, round, lab.config.ranking) };
}

/** What came of a round, with what was done first. */
export async function replyRound(lab: Lab, view: View, did: Sentence): Promise<Reply> {
  const { whole, round, outcome } = await readRound(lab, view);
  const { task, dir } = whole.experiment;
  const judged = { outcome, requirements: requirementsOf(task) };
  const said = roundVoted(did, judged, { task, dir, isDecided: whole.decided !== null });
  return { text: blocksText(said, { names: round.names }), files: dir };
}
