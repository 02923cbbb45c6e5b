import type { ComparedExperiment, ComparedExperiments, Story } from "../../story/story.ts";
import { inline, join, literal, type Markdown, md } from "../../text/markdown.ts";
import { count, list, oneDecimal } from "../../text/numbers.ts";
import { typed } from "../../text/typed.ts";
import { changeLines } from "./changes-text.ts";
import { incompleteness } from "./ranking-text.ts";
import { verdict } from "./story-text.ts";
import { terminalTable } from "./table.ts";

/** As many experiments stand side by side; more stand one below another. */
const SIDE_BY_SIDE = 3;

/** Two or more experiments side by side; where they are two takes on one task, who rose, who fell and on what. */
export function experimentsReply({ rows, changes, one_task }: ComparedExperiments): Markdown {
  return join(
    [
      heading(rows),
      join(
        rows.map(
          ({ id, story }, at) =>
            md`${at + 1}. ${literal(id)}: ${story ? join([verdict(story), ...missingOf(story)], " ") : md`not ranked yet.`}`,
        ),
        "\n",
      ),
      factsTable(rows),
      ...(changes === null ? [] : [...changeLines(changes, rows), ...panelLine(rows)]),
      one_task
        ? md`The task is one, but each experiment was scored anew: a small difference between two of them means nothing.`
        : md`The tasks differ, so a score of one says nothing about a score of another.`,
      ...nextLines(rows),
    ],
    "\n\n",
  );
}

function missingOf(story: Story): Markdown[] {
  const missing = incompleteness(story);
  return missing ? [missing] : [];
}

function heading(rows: readonly ComparedExperiment[]): Markdown {
  const [topic = "", ...others] = new Set(rows.map((row) => row.topic));
  const number = count(rows.length, "experiment");
  return others.length === 0 ? md`## ${inline(topic)}: ${number}` : md`## ${number}`;
}

/** What can be counted: side by side where the experiments are few, else a row an experiment. */
function factsTable(rows: readonly ComparedExperiment[]): Markdown {
  const facts: [string, (row: ComparedExperiment) => string][] = [
    ["winner", winnerText],
    ["confidence", ({ story }) => story?.ranking.summary.confidence ?? "–"],
    ["designs", ({ designs }) => String(designs)],
    ["scores", scoresText],
    ["reviewers", ({ story }) => String(story?.ranking.summary.total_reviewers ?? "–")],
    ["reviewers differ by", deviationText],
    ["failures", ({ story }) => String(story?.ranking.failures.length ?? "–")],
  ];
  const numbers = rows.map((_, at) => String(at + 1));
  if (rows.length <= SIDE_BY_SIDE) {
    return terminalTable(
      ["", ...numbers],
      facts.map(([name, of]) => [name, ...rows.map(of)]),
    );
  }
  const few = facts.slice(0, SIDE_BY_SIDE);
  return terminalTable(
    ["", ...few.map(([name]) => name)],
    rows.map((row, at) => [numbers[at] ?? "", ...few.map(([, of]) => of(row))]),
  );
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
    ...(gone.length > 0 ? [md`only in 1 ${list(gone, 6)}`] : []),
    ...(come.length > 0 ? [md`only in 2 ${list(come, 6)}`] : []),
  ];
  return [md`Other models judged: ${join(parts, "; ")}.`];
}

/** What a person can type next. */
function nextLines(rows: readonly ComparedExperiment[]): Markdown[] {
  const lines = rows.map(({ id, story }, at) =>
    story
      ? md`- ${typed("open", id)} shows the report of ${at + 1} in the browser`
      : md`- ${typed("show", id)} shows what ${at + 1} has so far`,
  );
  return [md`### Next`, join(lines, "\n")];
}

function scoresText({ story }: ComparedExperiment): string {
  const summary = story?.ranking.summary;
  return summary ? `${summary.scored_cells} of ${summary.expected_cells}` : "–";
}

/** By letter, for the title stands above. */
function winnerText({ story }: ComparedExperiment): string {
  if (story === null) return "–";
  const { ranking, insights } = story;
  const letter = (id: string): string => insights.designs.find(({ design_id }) => design_id === id)?.letter ?? id;
  const found = ranking.summary.verdict;
  if (found.kind === "winner") return letter(found.design);
  if (found.kind === "ahead") return `none, ${letter(found.design)} ahead`;
  return found.kind === "tie" ? `a tie of ${found.designs.length}` : "none";
}

function deviationText({ story }: ComparedExperiment): string {
  const deviation = story?.ranking.reliability.residual_deviation ?? null;
  return deviation === null ? "–" : `±${oneDecimal(deviation)}`;
}
