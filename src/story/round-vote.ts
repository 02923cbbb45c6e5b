import type { Requirement } from "../artifacts/requirement.ts";
import type { Task } from "../artifacts/task.ts";
import type { Vote } from "../artifacts/vote.ts";
import type { RoundOutcome } from "../experiment/round-outcome.ts";
import type { View } from "../experiment/view.ts";
import type { Block } from "./block.ts";
import { compareFirst, decideNow, openReport } from "./next.ts";
import { framed } from "./reply.ts";
import { roundsBlocks } from "./rounds.ts";
import { design, listed, path, type Sentence, say, words } from "./sentence.ts";
import type { VoteResult } from "./vote-result.ts";

type Judged = { outcome: RoundOutcome; requirements: readonly Requirement[] };

/** The reply once a vote on a round is kept, or its result shown: what was done first, then what came of the round. */
export function roundVoted(
  did: Sentence,
  { outcome, requirements }: Judged,
  { task, dir, isDecided }: { task: Task; dir: string; isDecided: boolean },
): Block[] {
  const id = task.experiment_id;
  return framed(roundsBlocks([outcome], requirements), {
    first: [did],
    topic: [words(task.topic, "message")],
    files: say`Files: ${path(dir)}`,
    next: [...(isDecided ? [] : [decideNow(id)]), openReport(id), compareFirst(id)],
  });
}

/** What came of a round as who judged it is shown it on the page, with the person's letters beside its names. */
export function roundVoteResult(
  { outcome, requirements }: Judged,
  { names }: Pick<View, "names">,
  shown: Vote["shown"],
): VoteResult {
  const called = shown.map(({ letter, design_id }) => say`your ${words(letter)} is ${design(design_id)}`);
  return {
    said: [...roundsBlocks([outcome], requirements), say`The round has other names: ${listed(called)}.`],
    designs: new Map(
      [...names.designs].map(([design_id, letter]) => [
        design_id,
        {
          letter,
          title: names.titles.get(design_id) ?? "",
          own: shown.find((each) => each.design_id === design_id)?.letter ?? null,
        },
      ]),
    ),
    reviewers: names.reviewers,
  };
}
