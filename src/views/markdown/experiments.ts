import type { Status } from "../../artifacts/status.ts";
import type { Task } from "../../artifacts/task.ts";
import { changeLines, comparability, panelsOf } from "../../story/changes.ts";
import { incompleteSaid } from "../../story/incomplete.ts";
import { unmarked } from "../../story/sentence.ts";
import type { ComparedExperiment, ComparedExperiments, Story } from "../../story/story.ts";
import { told } from "../../story/verdict.ts";
import { inline, join, literal, type Markdown, md } from "../../text/markdown.ts";
import { count, oneDecimal } from "../../text/numbers.ts";
import { typed } from "../../text/typed.ts";
import { bullets, drawn } from "./drawn.ts";
import { atMost, section } from "./lines.ts";
import { finishedText } from "./status-text.ts";
import { incompleteness, verdict } from "./story-text.ts";
import { factsTable } from "./table.ts";

type ExperimentRow = {
  task: Task;
  status: Status;
  /** Whether it is dated in the future, and so last and never the newest. */
  misdated: boolean;
  /** Which design, and how sure that is. */
  verdict: Markdown;
};

/** Columns of a topic. */
const TOPIC = 70;
/** Changes that are named. */
const MAX_CHANGES = 20;

/** Every experiment: its topic, its whole id, which a person types, how it came out and what is left; the newest first. */
export function experimentsList(rows: readonly ExperimentRow[], left: number): Markdown {
  const lines = rows.map(({ task, status, misdated, verdict }) => {
    const id = task.experiment_id;
    const more = status.pending.length > 0 ? md`; ${typed("resume", id)} asks for the rest` : md``;
    const date = misdated
      ? md`\n  Dated in the future: it is meant only where it is named, never as the newest.`
      : md``;
    return md`- ${inline(task.topic, TOPIC)} (${literal(id)})${date}\n  ${verdict}\n  ${finishedText(status)}${more}`;
  });
  return join([...lines, ...(left > 0 ? [md`- and ${left} older ones`] : [])], "\n");
}

/** Two or more experiments side by side; where they are two takes on one task, who rose, who fell and on what. */
export function experimentsReply(compared: ComparedExperiments): Markdown {
  const { rows, changes } = compared;
  const panels = changes && panelsOf(rows);
  return join(
    [
      heading(rows),
      join(
        rows.map(({ id, story }, at) => {
          return md`${at + 1}. ${literal(id)}: ${story ? storyLine(story) : md`not ranked yet.`}`;
        }),
        "\n",
      ),
      numbersTable(rows),
      ...(changes === null ? [] : changesText(compared, changes)),
      ...(panels ? [drawn(panels)] : []),
      drawn(comparability(compared)),
      md`### Next`,
      join(
        rows.map(({ id, story }, at) =>
          story
            ? md`- ${typed("open", id)} shows the report of ${at + 1} in the browser`
            : md`- ${typed("show", id)} shows what ${at + 1} has so far`,
        ),
        "\n",
      ),
    ],
    "\n\n",
  );
}

function storyLine({ ranking, names, incomplete }: Story): Markdown {
  const missing = incompleteness({ incomplete: incomplete && incompleteSaid(incomplete) });
  return join([verdict(told(ranking), names), ...(missing ? [missing] : [])], " ");
}

function changesText({ rows }: ComparedExperiments, changes: NonNullable<ComparedExperiments["changes"]>): Markdown[] {
  const [earlier, later] = [rows[0]?.id ?? "", rows[1]?.id ?? ""];
  const lines = bullets(changeLines(changes, rows));
  return section(md`From ${inline(earlier)} to ${inline(later)}, one task`, atMost(lines, MAX_CHANGES));
}

function heading(rows: readonly ComparedExperiment[]): Markdown {
  const [topic = "", ...others] = new Set(rows.map((row) => row.topic));
  const number = count(rows.length, "experiment");
  return others.length === 0 ? md`## ${inline(topic)}: ${number}` : md`## ${number}`;
}

/** What can be counted. */
function numbersTable(rows: readonly ComparedExperiment[]): Markdown {
  const summary = ({ story }: ComparedExperiment) => story?.ranking.summary;
  return factsTable(rows, (_, at) => String(at + 1), [
    ["winner", winnerText],
    ["confidence", (row) => summary(row)?.confidence ?? "–"],
    ["designs", ({ designs }) => String(designs)],
    ["scores", ({ story }) => (story ? `${story.scores.there} of ${story.scores.wanted}` : "–")],
    ["reviewers", (row) => String(summary(row)?.total_reviewers ?? "–")],
    ["reviewers differ by", deviationText],
    ["failures", ({ story }) => String(story?.ranking.failures.length ?? "–")],
  ]);
}

/** By letter, for the title stands above. */
function winnerText({ story }: ComparedExperiment): string {
  return story ? unmarked(told(story.ranking).short, (id) => story.names.designs.get(id) ?? id) : "–";
}

function deviationText({ story }: ComparedExperiment): string {
  const deviation = story?.ranking.reliability.residual_deviation ?? null;
  return deviation === null ? "–" : `±${oneDecimal(deviation)}`;
}
