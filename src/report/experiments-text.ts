import type { ComparedExperiment, DesignChange } from "../schemas/comparison.ts";
import { inline, join, literal, type Markdown, md } from "../text/markdown.ts";
import { list, oneDecimal, score } from "../text/numbers.ts";
import { verdict } from "./story-text.ts";
import { terminalTable } from "./table.ts";

/** Changes that are named. */
const MAX_CHANGES = 20;

/** Two or more experiments side by side; where they are two takes on one task, who rose, who fell and on what. */
export function experimentsReply(
  rows: readonly ComparedExperiment[],
  changes: readonly DesignChange[] | null,
): Markdown {
  const of = (text: (row: ComparedExperiment) => string): string[] => rows.map(text);
  return join(
    [
      md`## Experiments`,
      join(
        rows.map(({ id, story }, at) => md`${at + 1}. ${literal(id)}: ${story ? verdict(story) : md`not ranked yet.`}`),
        "\n",
      ),
      terminalTable(
        ["", ...rows.map((_, at) => String(at + 1))],
        [
          ["topic", ...of(({ topic }) => topic)],
          ["designs", ...of(({ designs }) => String(designs))],
          ["scores", ...of(scoresText)],
          ["winner", ...of(winnerText)],
          ["best score", ...of((row) => score(bestScore(row)))],
          ["reviewers", ...of(({ story }) => String(story?.ranking.summary.total_reviewers ?? "–"))],
          ["confidence", ...of(({ story }) => story?.ranking.summary.confidence ?? "–")],
          ["reviewers differ by", ...of(deviationText)],
          ["failures", ...of(({ story }) => String(story?.ranking.failures.length ?? "–"))],
        ],
      ),
      ...(changes === null ? [] : changeLines(changes, rows)),
      md`Scores of different experiments come from different panels and tasks: compare the winners, not the numbers.`,
    ],
    "\n\n",
  );
}

function changeLines(changes: readonly DesignChange[], rows: readonly ComparedExperiment[]): Markdown[] {
  const [earlier, later] = [rows[0]?.id ?? "", rows[1]?.id ?? ""];
  const shown = changes.slice(0, MAX_CHANGES).map(changeLine);
  const left = changes.length > shown.length ? [md`- and ${changes.length - shown.length} more`] : [];
  return [
    md`### From ${inline(earlier)} to ${inline(later)}, one task`,
    join([...shown, ...left], "\n"),
    ...panelLine(rows),
  ];
}

/** "- one/model rose from rank 3 to 1, score 5.10 to 7.20, most on cost (4.00 to 7.50)." */
function changeLine({ model, before, after, criterion }: DesignChange): Markdown {
  const who = md`**${inline(model)}**`;
  if (after === null) return md`- ${who} took part in the first only (rank ${before?.rank ?? "–"}).`;
  if (before === null) return md`- ${who} is new (rank ${after.rank ?? "–"}).`;
  const [from, to] = [before.rank, after.rank];
  const moved = from === null || to === null || from === to ? md`stays at rank ${to ?? "–"}` : movedText(from, to);
  const most = criterion
    ? md`, most on **${inline(criterion.name)}** (${score(criterion.before)} to ${score(criterion.after)})`
    : md``;
  return md`- ${who} ${moved}, score ${score(before.score)} to ${score(after.score)}${most}.`;
}

function movedText(from: number, to: number): Markdown {
  return to < from ? md`rose from rank ${from} to ${to}` : md`fell from rank ${from} to ${to}`;
}

/** Whether the same models judged, for other judges give other scores. */
function panelLine(rows: readonly ComparedExperiment[]): Markdown[] {
  const [first, second] = rows.map(({ story }) => new Set(story?.names.reviewers.values() ?? []));
  if (!first || !second) return [];
  const only = (one: Set<string>, other: Set<string>) =>
    [...one].filter((model) => !other.has(model)).map((model) => inline(model));
  const [gone, come] = [only(first, second), only(second, first)];
  if (gone.length + come.length === 0) return [md`The same models judged both.`];
  const parts = [
    ...(gone.length > 0 ? [md`only in the first ${list(gone, 6)}`] : []),
    ...(come.length > 0 ? [md`only in the second ${list(come, 6)}`] : []),
  ];
  return [md`Other models judged: ${join(parts, "; ")}.`];
}

function scoresText({ story }: ComparedExperiment): string {
  const summary = story?.ranking.summary;
  return summary ? `${summary.scored_cells} of ${summary.expected_cells}` : "–";
}

function winnerText({ story }: ComparedExperiment): string {
  if (story === null) return "–";
  const { ranking, insights } = story;
  const { winner, tie_groups } = ranking.summary;
  if (winner !== null) {
    const found = insights.designs.find(({ design_id }) => design_id === winner);
    return found ? `${found.letter} ${found.title}` : winner;
  }
  const tied = tie_groups.find((group) => group[0] === ranking.designs[0]?.design_id) ?? [];
  return tied.length > 1 ? `a tie of ${tied.length}` : "none";
}

function deviationText({ story }: ComparedExperiment): string {
  const deviation = story?.ranking.reliability.residual_deviation ?? null;
  return deviation === null ? "–" : `±${oneDecimal(deviation)}`;
}

function bestScore({ story }: ComparedExperiment): number | null {
  const [first] = story?.ranking.designs ?? [];
  return first?.adjusted_score ?? first?.average_score ?? null;
}
