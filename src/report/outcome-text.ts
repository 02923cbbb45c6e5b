import type { Attention } from "../schemas/attention.ts";
import type { Failure } from "../schemas/failure.ts";
import type { Note } from "../schemas/note.ts";
import type { Ranking } from "../schemas/ranking.ts";
import type { Spent } from "../schemas/spent.ts";
import { inline, join, literal, type Markdown, md } from "../text/markdown.ts";
import { count } from "../text/numbers.ts";
import { attentionLines } from "./attention-text.ts";
import { noteText } from "./call-notes-text.ts";
import { failedSessions, failureLines } from "./failures-text.ts";
import { sortNotes } from "./notes-text.ts";
import { headline, isOneOpinion } from "./order-sentences.ts";
import { assumptionSentence, rankingSentences } from "./ranking-sentences.ts";
import { incompleteness, rankingTable } from "./ranking-text.ts";
import { spentText } from "./spent-text.ts";

/** What every reply about work done says: where the experiment lies, what it cost, what went wrong, what to call next. */
export type Outcome = {
  experiment_id: string;
  dir: string;
  /** One sentence about what this call did. */
  did: Markdown;
  spent: Spent;
  /** Which limit kept sessions from starting; null when none did. */
  stopped: string | null;
  failures: readonly Failure[];
  notes: readonly Note[];
  attention: Attention;
  /** A call that makes sense now, and what it does. */
  next: readonly Markdown[];
};

/** The reply of an op that asked models or ranked. */
export function outcomeReply(outcome: Outcome, ranking: Ranking | null, noRanking: string | null = null): Markdown {
  const missing = ranking ? incompleteness(ranking) : null;
  return join(
    [
      ...(outcome.stopped === null
        ? []
        : [md`**Stopped: budget.** ${inline(outcome.stopped)}. What was running has finished and is kept.`]),
      ...(missing ? [missing] : []),
      ...(noRanking !== null ? [md`**No ranking:** ${inline(noRanking)}`] : []),
      ...(ranking ? rankingLines(ranking) : []),
      ...section(md`Look at this first`, attentionLines(outcome.attention)),
      outcome.did,
      join(
        [
          md`- Experiment: ${literal(outcome.experiment_id)}`,
          md`- Files: ${literal(outcome.dir)}`,
          md`- Spent: ${spentText(outcome.spent)}`,
          ...(ranking ? [md`- Ranking: results/ranking.md (for people), results/ranking.json`] : []),
        ],
        "\n",
      ),
      ...section(
        md`What failed (${count(failedSessions(outcome.failures), "session")})`,
        failureLines(outcome.failures),
      ),
      ...section(md`Notes`, noteLines([...outcome.notes.map(noteText), ...sortNotes(ranking?.notes ?? []).files])),
      ...section(
        md`Next`,
        outcome.next.map((line) => md`- ${line}`),
      ),
    ],
    "\n\n",
  );
}

const MAX_SENTENCES = 14;
const MAX_NOTES = 10;

function noteLines(notes: readonly Markdown[]): Markdown[] {
  const lines = notes.slice(0, MAX_NOTES).map((note) => md`- ${note}`);
  return notes.length > MAX_NOTES
    ? [...lines, md`- and ${notes.length - MAX_NOTES} more in results/ranking.md`]
    : lines;
}

function rankingLines(ranking: Ranking): Markdown[] {
  const all = rankingSentences(ranking);
  const sentences = [
    ...all.slice(0, MAX_SENTENCES),
    ...(all.length > MAX_SENTENCES ? [md`and ${all.length - MAX_SENTENCES} more in results/ranking.md`] : []),
    ...(ranking.pairwise.length > 0 && !isOneOpinion(ranking) ? [assumptionSentence(ranking)] : []),
  ];
  const { designs } = ranking;
  const shown = designs.length > 40 ? { ...ranking, designs: designs.slice(0, 40) } : ranking;
  return [
    md`## ${inline(ranking.topic)}`,
    headline(ranking),
    rankingTable(shown),
    ...(designs.length > 40 ? [md`and ${designs.length - 40} more in results/ranking.md`] : []),
    ...(sentences.length > 0
      ? [
          join(
            sentences.map((sentence) => md`- ${sentence}`),
            "\n",
          ),
        ]
      : []),
  ];
}

function section(title: Markdown, lines: readonly Markdown[]): Markdown[] {
  return lines.length > 0 ? [md`### ${title}`, join(lines, "\n")] : [];
}
