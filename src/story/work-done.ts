import type { Spent } from "../artifacts/cost.ts";
import { authorOf, type Design } from "../artifacts/design.ts";
import type { Failure } from "../artifacts/failure.ts";
import type { Names } from "../artifacts/names.ts";
import type { Attention, Note } from "../artifacts/note.ts";
import { count } from "../text/numbers.ts";
import { firstSentence, truncate } from "../text/truncate.ts";
import { type Account, rankedSaid } from "./account.ts";
import { type Block, list, section } from "./block.ts";
import { sortCallNotes } from "./call-notes.ts";
import { failed, MAX_WAYS, MORE_WAYS } from "./failures.ts";
import { incompleteAlone } from "./incomplete.ts";
import { filesSaid, framed } from "./reply.ts";
import { besideRanking } from "./said-once.ts";
import { model, type Sentence, say, strong, titled, typed, words } from "./sentence.ts";
import type { Story } from "./story.ts";
import { verdictSaid } from "./verdict.ts";

/** What stands over how a decision turned out, in its record. */
export const OUTCOME_TITLE = "How it turned out";

/** What every reply about work done says: where the experiment lies, what it cost, what went wrong, what to call next. */
export type WorkDone = {
  topic: string;
  dir: string;
  /** Designs to say in a line what each is, where there is no ranking to say it. */
  designs: readonly Design[];
  /** One sentence about what this call did. */
  did: Sentence;
  spent: Spent;
  /** From this call's first event to its last; 0 for a call that asked nobody. */
  seconds: number;
  /** Which limit kept sessions from starting; null when none did. */
  stopped: string | null;
  failures: readonly Failure[];
  notes: readonly Note[];
  attention: Attention;
  /** What a person decided before; null where nothing is. */
  decision: Sentence | null;
  /** What designs and reviewers are called in all of it. */
  names: Names;
  /** What a person can do now, and what it does. */
  next: readonly Sentence[];
};

/** Why there is no ranking where one was wanted; `judge` is the experiment where its result waits for a person's vote, else null. */
export type NoRanking = { reason: string; judge: string | null };

/**
 * The reply of an op that asked models or ranked: the verdict first and last, for a terminal shows the end and a reader
 * begins at the top; between them why, what speaks against it, and where everything lies.
 */
export function workSaid<D>(
  outcome: WorkDone,
  ranked: { story: Story; account: Account; table: D } | null,
  noRanking: NoRanking | null,
): Block<D>[] {
  const { designs, did, stopped } = outcome;
  const { account = null } = ranked ?? {};
  const lost = failed(outcome.failures, outcome.names);
  const { cautions = [], files = [] } = account?.notes ?? {};
  const notes = sortCallNotes(besideRanking(outcome.notes, ranked?.story.ranking ?? null, noRanking !== null));
  const told = account ? [verdictSaid(account.told, account.personas)] : [];
  return framed<D>(
    [
      ...rankedSaid(ranked, { ...outcome, instead: [did, list(designs.map(designSaid))] }),
      ...section(say`What weakens it`, shortened(cautions, MAX_CAUTIONS)),
      ...section(say`What failed (${count(lost.sessions, "session")})`, lost.ways, {
        most: MAX_WAYS,
        where: MORE_WAYS,
      }),
      ...section(say`Notes`, shortened([...notes.others, ...files], MAX_NOTES)),
      ranked ? did : [],
    ],
    {
      first: [
        ...notes.first,
        ...(stopped === null
          ? []
          : [
              say`${strong(say`Stopped: budget.`)} ${words(upperFirst(stopped), "message")}. What was running has finished and is kept.`,
            ]),
        ...incompleteAlone(account?.incomplete ?? null),
        ...(noRanking !== null ? [notRankedSaid(noRanking)] : []),
      ],
      topic: [words(outcome.topic, "message")],
      files: filesSaid(outcome, ranked !== null),
      next: [...(account?.order ? [say`For an order, ${account.order}`] : []), ...outcome.next],
      last: told,
    },
  );
}

/** What waits comes before what waits for it: a result that is held back is no failure. */
function notRankedSaid({ reason, judge }: NoRanking): Sentence {
  if (judge === null) return say`${strong(say`No ranking:`)} ${words(reason, "message")}`;
  return say`${strong(say`The designs wait for you to judge them, blind:`)} ${typed("judge", judge)} opens the page. The ranking is held back until a person has judged; ${typed("judge", judge, "--show")} shows it before.`;
}

/** Columns of what a design is. */
const APPROACH = 200;

/** A design that no ranking tells of: what it is called, who wrote it, what it is. */
function designSaid(design: Design): Sentence {
  const what = words(truncate(firstSentence(design.summary), APPROACH), "summary");
  return say`${titled(design.design_id)} by ${model(authorOf(design))}: “${what}”`;
}

const MAX_CAUTIONS = 5;
const MAX_NOTES = 8;

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function shortened(said: readonly Sentence[], most: number): Sentence[] {
  return said.length > most ? [...said.slice(0, most), say`${said.length - most} more stand in the report`] : [...said];
}
