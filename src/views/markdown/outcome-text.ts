import type { Spent } from "../../artifacts/cost.ts";
import type { Design } from "../../artifacts/design.ts";
import type { Failure } from "../../artifacts/failure.ts";
import type { Names } from "../../artifacts/names.ts";
import type { Attention, Note } from "../../artifacts/note.ts";
import { accountOf } from "../../story/account.ts";
import { attentionSaid } from "../../story/attention.ts";
import { sortCallNotes } from "../../story/call-notes.ts";
import { failed } from "../../story/failures.ts";
import { besideRanking } from "../../story/said-once.ts";
import { type Sentence, say } from "../../story/sentence.ts";
import type { Story } from "../../story/story.ts";
import { inline, type Markdown, md } from "../../text/markdown.ts";
import { count } from "../../text/numbers.ts";
import { firstSentence } from "../../text/truncate.ts";
import { called, drawn } from "./drawn.ts";
import { filesLine, framed } from "./frame.ts";
import { attentionLines, dashed, failureLines, group, section } from "./lines.ts";
import { APPROACH, authorsLine, incompleteness, storyTable, verdict } from "./story-text.ts";

/** What every reply about work done says: where the experiment lies, what it cost, what went wrong, what to call next. */
export type Outcome = {
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

/**
 * The reply of an op that asked models or ranked: the verdict first and last, for a terminal shows the end and a reader
 * begins at the top; between them why, what speaks against it, and where everything lies.
 */
export function outcomeReply(outcome: Outcome, story: Story | null, noRanking: string | null = null): Markdown {
  const account = story && accountOf(story, outcome.attention);
  const missing = account && incompleteness(account);
  const { names } = outcome;
  const lost = failed(outcome.failures, names);
  const draw = (said: Sentence): Markdown => drawn(said, names);
  const { cautions = [], files = [] } = account?.notes ?? {};
  const notes = sortCallNotes(besideRanking(outcome.notes, story?.ranking ?? null, noRanking !== null));
  return framed(
    [
      ...(outcome.decision ? [draw(outcome.decision)] : []),
      ...(story && account
        ? [verdict(account.told, names), storyTable(story), authorsLine(story)]
        : [draw(outcome.did), ...group(dashed(outcome.designs.map((design) => designLine(design, names))))]),
      ...section(md`Look at this first`, attentionLines(account?.attention ?? attentionSaid(outcome.attention), names)),
      ...section(md`Why`, dashed((account?.reasons ?? []).map(({ said }) => draw(said)))),
      ...section(md`What weakens it`, dashed(shortened(cautions.map(draw), MAX_CAUTIONS, md`in the report`))),
      ...section(md`What failed (${count(lost.sessions, "session")})`, failureLines(lost, names)),
      ...section(md`Notes`, dashed(shortened([...notes.others, ...files].map(draw), MAX_NOTES, md`in the report`))),
      ...(story ? [draw(outcome.did)] : []),
    ],
    {
      first: [
        ...notes.first.map(draw),
        ...(outcome.stopped === null
          ? []
          : [
              md`**Stopped: budget.** ${inline(upperFirst(outcome.stopped))}. What was running has finished and is kept.`,
            ]),
        ...(missing ? [missing] : []),
        ...(noRanking !== null ? [md`**No ranking:** ${inline(noRanking)}`] : []),
      ],
      topic: inline(outcome.topic),
      files: filesLine(outcome, story !== null),
      next: [...(account?.order ? [say`For an order, ${account.order}`] : []), ...outcome.next],
      last: account ? [verdict(account.told, names)] : [],
      names,
    },
  );
}

/** A design that no ranking tells of: what it is called, who wrote it, what it is. */
function designLine(design: Design, names: Names): Markdown {
  const what = inline(firstSentence(design.summary), APPROACH);
  return md`${called(design.design_id, true, names)} by ${inline(design.generating_model)}: “${what}”`;
}

const MAX_CAUTIONS = 5;
const MAX_NOTES = 8;

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function shortened(lines: readonly Markdown[], most: number, where: Markdown): Markdown[] {
  return lines.length > most ? [...lines.slice(0, most), md`${lines.length - most} more stand ${where}`] : [...lines];
}
