import type { Spent } from "../artifacts/cost.ts";
import { FAILURE_WORDS, type Failure } from "../artifacts/failure.ts";
import { possible } from "../artifacts/incomplete.ts";
import type { Names } from "../artifacts/names.ts";
import type { Attention } from "../artifacts/note.ts";
import type { Problem, Stale } from "../artifacts/problem.ts";
import type { Status } from "../artifacts/status.ts";
import type { Task } from "../artifacts/task.ts";
import { type Account, rankedSaid } from "./account.ts";
import { copiesMissingSaid, finishedSaid, spentSaid } from "./amounts.ts";
import { type Block, heading, type Item, section } from "./block.ts";
import { WITHHELD } from "./held-back.ts";
import { incompleteAlone } from "./incomplete.ts";
import { changedSaid, unusedSaid } from "./notes.ts";
import { framed } from "./reply.ts";
import { BETTER_DESIGNS } from "./round-words.ts";
import { model, path, type Sentence, say, strong, titled, words } from "./sentence.ts";
import type { Story } from "./story.ts";
import { verdictSaid } from "./verdict.ts";

/** An experiment as it lies on disk. `designs` are those of the plan, of which some may be missing; `ranked` is null before a ranking. */
export type StoredAccount = {
  task: Task;
  dir: string;
  status: Status;
  designs: readonly PlannedDesign[];
  spent: Spent;
  stale: readonly Stale[];
  problems: readonly Problem[];
  attention: Attention;
  names: Names;
  ranked: { story: Story; account: Account } | null;
  /** Whether the result waits for a person who judges first. */
  withheld: boolean;
  /** What a person decided; null where nothing is. */
  decision: Sentence | null;
  /** What rounds of better designs came to; empty where there was none. */
  rounds: readonly Block[];
  /** Where its stages are, as their rows say it. */
  stands: readonly string[];
  /** Evaluations of planted copies that are missing. */
  copies: number;
  /** Where its task came from, if from a brief. */
  from: Sentence | null;
  next: readonly Sentence[];
};

/** A design of the plan, by whom; why it is missing where it is, `null` where nobody knows. */
export type PlannedDesign = {
  design_id: string;
  letter: string;
  model: string;
  missing: { kind: Failure["kind"] | null } | false;
};

const MAX_STALE = 10;

/** A short account of all of an experiment; `table` is its ranking as a view draws it. */
export function storedAccount<D>(account: StoredAccount, table: (story: Story) => D): Block<D>[] {
  const { task, dir, status, designs, ranked, withheld } = account;
  const told = ranked ? [verdictSaid(ranked.account.told, ranked.account.personas)] : [];
  const instead = withheld ? [strong(say`The result is ${WITHHELD}.`)] : say`Not ranked yet.`;
  return framed<D>(
    [
      ...rankedSaid(ranked && { ...ranked, table: table(ranked.story) }, { ...account, instead: [instead] }),
      ...(account.rounds.length > 0 ? [heading(BETTER_DESIGNS), ...account.rounds] : []),
      ...section(say`What there is`, [
        say`Experiment: ${path(task.experiment_id)}, begun ${words(task.created_at.slice(0, 16).replace("T", " "))} UTC`,
        ...(account.from ? [account.from] : []),
        finishedSaid(possible(status)),
        ...designs.filter((design) => ranked === null || design.missing).map(designSaid),
        ...copiesMissingSaid(account.copies),
        ...account.stands.map((said) => say`${words(said, "sentence")}`),
        say`Spent: ${spentSaid(account.spent)}`,
        say`Files: ${path(dir)}`,
        ...account.stale
          .slice(0, MAX_STALE)
          .map((stale) => say`Stale: ${path(stale.path)}: ${changedSaid(stale.changed)}`),
        ...unusedSaid(account.problems),
      ]),
    ],
    {
      first: incompleteAlone(ranked?.account.incomplete ?? null),
      topic: [words(task.topic, "message")],
      next: account.next,
      last: told,
    },
  );
}

function designSaid({ design_id, letter, model: by, missing }: PlannedDesign): Item {
  const why = missing && missing.kind !== null ? say`: ${words(FAILURE_WORDS[missing.kind], "sentence")}` : [];
  const said = missing
    ? say`${words(letter)} by ${model(by)} is missing${why}`
    : say`${titled(design_id)} by ${model(by)}`;
  return { as: "below", of: said };
}
