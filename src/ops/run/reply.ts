import type { Design } from "../../artifacts/design.ts";
import type { Failure } from "../../artifacts/failure.ts";
import type { Note } from "../../artifacts/note.ts";
import { oneMore } from "../../config/default-models.ts";
import { lastedOf, scoringCost, slowProviders, spentOf } from "../../experiment/spent.ts";
import type { View } from "../../experiment/view.ts";
import type { Exceeded } from "../../prompting/budget.ts";
import type { Lab } from "../../prompting/lab.ts";
import type { Ranked } from "../../stages/judgement/rank.ts";
import { accountOf } from "../../story/account.ts";
import { decisionSaid } from "../../story/decision.ts";
import { mending } from "../../story/failures.ts";
import { confirmOpinion, raiseLimit } from "../../story/next.ts";
import type { Sentence } from "../../story/sentence.ts";
import type { Story } from "../../story/story.ts";
import { type NoRanking, type WorkDone, workSaid } from "../../story/work-done.ts";
import type { Markdown } from "../../text/markdown.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { storyTable } from "../../views/markdown/story-text.ts";
import { exitOf, factsOf } from "../facts.ts";
import type { Reply } from "../op.ts";

/** What an op that asked models did, for its reply. */
export type Work = {
  did: Sentence;
  /** Designs to say what each is, unless a ranking does. */
  designs?: readonly Design[];
  failures: readonly Failure[];
  notes: readonly Note[];
  next: readonly Sentence[];
};

/**
 * The reply of an op that asked models: what came of it, what it cost since the ledger had `before` lines, and the
 * ranking where one was wanted. `view` is the experiment as the op has left it.
 */
export function reply(
  { budget, config: { limits }, held }: Pick<Lab, "budget" | "config" | "held">,
  view: View,
  before: number,
  { did, designs = [], failures, notes, next }: Work,
  ranked: Ranked | null,
): Reply {
  const { experiment, ledger } = view;
  const { task, dir } = experiment;
  const lines = ledger.slice(before);
  const unwritten = experiment.ledger.problem();
  const stopped = budget.stopped();
  const story = ranked?.state === "ranked" ? ranked.story : null;
  const text = workReply(
    {
      topic: task.topic,
      dir,
      // What is told of them names their authors.
      designs: view.withheld ? [] : designs,
      did,
      spent: spentOf(lines),
      seconds: lastedOf(lines) ?? 0,
      stopped: stopped?.message ?? null,
      failures: failures.filter(({ kind }) => kind !== "budget"),
      notes: [
        ...(unwritten === null ? [] : [{ kind: "ledger-unwritten" as const, reason: unwritten }]),
        ...held,
        ...notes,
        ...slowProviders(lines),
        ...view.fallbacks,
      ],
      attention: view.attention,
      decision: view.decided && decisionSaid(view.decided, story?.ranking ?? null),
      names: view.names,
      next: [
        ...(stopped?.limit
          ? [raiseLimit(task.experiment_id, stopped.limit, higher(stopped, limits[stopped.limit]))]
          : []),
        ...mending(failures, task.experiment_id),
        ...next,
      ],
    },
    story,
    ranked?.state === "refused" ? { reason: ranked.reason, judge: ranked.waits ? task.experiment_id : null } : null,
  );
  const ranking = story?.ranking ?? null;
  const unrankedExit = stopped === null && failures.length === 0 ? "answered" : "unranked";
  const facts = { ...factsOf(view, ranking), stopped: stopped?.message ?? null };
  return { text, files: dir, facts, outcome: ranked === null ? unrankedExit : exitOf(ranking) };
}

/** The reply of an op that asked models or ranked. */
export function workReply(outcome: WorkDone, story: Story | null, noRanking: NoRanking | null = null): Markdown {
  const ranked = story && { story, account: accountOf(story, outcome.attention), table: storyTable(story) };
  return blocksText(workSaid(outcome, ranked, noRanking), outcome);
}

/** Twice the limit, and no less than lets the next session start: in whole minutes, for a slow machine too. */
export function higher({ limit, enough }: Exceeded, most: number | null): number {
  return roundedUp(Math.max(2 * (most ?? 0), enough), limit === "max_cost" ? -2 : 0);
}

/** Rounded up to two digits, and to no power of ten below `least`: a number that can be typed. */
function roundedUp(amount: number, least: number): number {
  const step = 10 ** Math.max(least, Math.floor(Math.log10(amount)) - 1);
  return Number((Math.ceil(amount / step - 1e-9) * step).toFixed(2));
}

/** Reviewers that are proposed. */
const MORE = 2;

/**
 * What could confirm a ranking that is one reviewer's opinion: models of the person's own providers that neither judge nor
 * design yet. Nothing where more have an opinion, and where no such model is left.
 */
export async function settling(lab: Pick<Lab, "available">, view: View, ranked: Ranked | null): Promise<Sentence[]> {
  const { task } = view.experiment;
  if (ranked?.state !== "ranked" || ranked.story.ranking.summary.verdict.kind !== "one-opinion") return [];
  const judging = [...task.reviewers, ...task.designers].map(({ model }) => model);
  const available = await lab.available();
  const models: string[] = [];
  while (models.length < MORE) {
    const next = oneMore([...judging, ...models], available);
    if (next === null) break;
    models.push(next.id);
  }
  if (models.length === 0) return [];
  const one = scoringCost(view.ledger);
  return [confirmOpinion(task.experiment_id, models, one && one * models.length * view.artifacts.designs.length)];
}
