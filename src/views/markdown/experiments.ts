import type { Spent } from "../../artifacts/cost.ts";
import { namesOf } from "../../artifacts/names.ts";
import type { Outline } from "../../artifacts/outline.ts";
import { stagesSaid } from "../../artifacts/stages/stages.ts";
import type { Task } from "../../artifacts/task.ts";
import { finishedSaid, unfinishedSaid } from "../../story/amounts.ts";
import { isFlagged } from "../../story/attention.ts";
import { changeLines, comparability, fromTo, panelsOf } from "../../story/changes.ts";
import { decidedInList, decidedShort, decisionSaid } from "../../story/decision.ts";
import { IS_WITHHELD } from "../../story/held-back.ts";
import { incompleteAlone, incompleteSaid } from "../../story/incomplete.ts";
import { datedInFuture } from "../../story/ledger.ts";
import { openReportOf, showSoFar } from "../../story/next.ts";
import { roundsInList } from "../../story/round-words.ts";
import { type Sentence, say, together, unmarked, words } from "../../story/sentence.ts";
import type { ComparedExperiment, ComparedExperiments, Story } from "../../story/story.ts";
import { inList, rankingVerdict, told } from "../../story/verdict.ts";
import { inline, join, literal, type Markdown, md } from "../../text/markdown.ts";
import { costText, count, duration, moment, oneDecimal } from "../../text/numbers.ts";
import { truncate } from "../../text/truncate.ts";
import { bulletLines, drawn } from "./drawn.ts";
import { framedText } from "./frame.ts";
import { atMost, sectionLines } from "./lines.ts";
import { factsTable } from "./table.ts";

/** An experiment of a list: one with a task, or one that began with questions and has none yet. */
export type ListedRow = ExperimentRow | BriefRow;

type BriefRow = {
  id: string;
  topic: string;
  created_at: string;
  ran: number | null;
  spent: Spent;
  /** How it stands and what to type next. */
  stands: Sentence;
  misdated: boolean;
};

type ExperimentRow = {
  task: Task;
  outline: Outline;
  /** Whether it is dated in the future, and so last and never the newest. */
  misdated: boolean;
};

/** Columns of a terminal, and of a line of the list at its indentation. */
const TERMINAL = 80;
const LEAST = 20;
/** Changes that are named. */
const MAX_CHANGES = 20;

/** Every experiment: its whole id, which a person types, when, how long, for how much, what of, and who won; newest first. */
export function experimentsList(rows: readonly ListedRow[], left: number): Markdown {
  const items = rows.map((row) => md`- ${join(linesOf(row), "\n")}`);
  return join([...items, ...(left > 0 ? [md`- and ${left} older ones`] : [])], "\n");
}

function linesOf(row: ListedRow): Markdown[] {
  const misdated = row.misdated ? [md`  ${drawn(datedInFuture)}`] : [];
  if ("stands" in row) return [...headLines(row.id, row, row), md`  ${drawn(row.stands)}`, ...misdated];
  const { task, outline } = row;
  const { counts, open, withheld, ranked, decided, stages = {}, made = [], copies = 0 } = outline;
  const better = roundsInList(made);
  const there = drawn(finishedSaid(counts));
  return [
    ...headLines(task.experiment_id, task, outline),
    ...(decided === null ? [] : [md`  ${decidedLine(task, decided, made)}`]),
    ranked !== null ? md`  ${winnerLine(task, ranked)}` : md`  ${withheld ? IS_WITHHELD : "Not ranked yet"}: ${there}`,
    ...(better === null ? [] : [md`  ${drawn(better)}`]),
    ...(ranked?.flagged ? [md`  ${drawn(isFlagged)}`] : []),
    ...(ranked !== null && open ? [md`  Unfinished: ${drawn(unfinishedSaid(counts, copies))}`] : []),
    ...stagesSaid(stages).map((said) => md`  ${inline(said)}`),
    ...misdated,
  ];
}

/** Its id, and when, how long, for how much and what of. */
function headLines(
  id: string,
  { created_at, topic }: Pick<Task, "created_at" | "topic">,
  { ran, spent }: Pick<Outline, "ran" | "spent">,
): Markdown[] {
  const facts = [moment(Date.parse(created_at)), ...(ran === null ? [] : [duration(ran)]), costText(spent)];
  const begin = md`  ${join(facts, ", ")}: `;
  return [literal(id), md`${begin}${inline(topic, roomBeside(begin))}`];
}

/** Which design, its title cut to what is left of the line. */
function winnerLine(task: Task, { verdict, confidence, titles }: NonNullable<Outline["ranked"]>): Markdown {
  const said = inList(verdict, confidence);
  const names = namesOf(task, []);
  const room = roomBeside(`  ${unmarked(said, (id) => names.designs.get(id) ?? id)} “”`);
  const short = Object.entries(titles).map(([id, title]) => [id, truncate(title, room)] as const);
  return drawn(said, { ...names, titles: new Map(short) });
}

/** What was decided, the title cut likewise. */
function decidedLine(
  task: Task,
  { design_id, title, seen }: NonNullable<Outline["decided"]>,
  made: NonNullable<Outline["made"]>,
): Markdown {
  const said = decidedInList(design_id, seen);
  const own = namesOf(task, []);
  const called = made.map((each) => [each.design_id, each.name] as const);
  const names = { ...own, designs: new Map([...own.designs, ...called]) };
  const room = roomBeside(`  ${unmarked(said, (id) => names.designs.get(id) ?? id)} “”`);
  const titles = design_id === null || title === null ? [] : ([[design_id, truncate(title, room)]] as const);
  return drawn(said, { ...names, titles: new Map(titles) });
}

/** Columns that a line has left beside words of our own. */
function roomBeside(words: string): number {
  return Math.max(LEAST, TERMINAL - words.length);
}

/** Two or more experiments side by side; where they are two takes on one task, who rose, who fell and on what. */
export function experimentsReply(compared: ComparedExperiments): Markdown {
  const { rows, changes } = compared;
  const panels = changes && panelsOf(rows);
  return framedText(
    [
      join(
        rows.map(({ id, story, decided, names }, at) => {
          const said = decided ? md` ${drawn(decisionSaid(decided, story?.ranking ?? null), names)}` : md``;
          return md`${at + 1}. ${literal(id)}: ${story ? storyLine(story) : md`not ranked yet.`}${said}`;
        }),
        "\n",
      ),
      numbersTable(rows),
      ...(changes === null ? [] : changesText(compared, changes)),
      ...(panels ? [drawn(panels)] : []),
      drawn(comparability(compared)),
    ],
    {
      topic: heading(rows),
      next: rows.map(({ id, story }, at) => (story ? openReportOf(id, at + 1) : showSoFar(id, at + 1))),
    },
  );
}

function storyLine({ ranking, names, incomplete }: Story): Markdown {
  const missing = incompleteAlone(incomplete && incompleteSaid(incomplete));
  return drawn(together([rankingVerdict(ranking), ...missing], " "), names);
}

function changesText({ rows }: ComparedExperiments, changes: NonNullable<ComparedExperiments["changes"]>): Markdown[] {
  const [earlier, later] = [rows[0]?.id ?? "", rows[1]?.id ?? ""];
  const lines = bulletLines(changeLines(changes, rows));
  return sectionLines(drawn(fromTo(earlier, later)), atMost(lines, MAX_CHANGES));
}

function heading(rows: readonly ComparedExperiment[]): Sentence {
  const [topic = "", ...others] = new Set(rows.map((row) => row.topic));
  const number = count(rows.length, "experiment");
  return others.length === 0 ? say`${words(topic, "message")}: ${number}` : say`${number}`;
}

/** What can be counted. */
function numbersTable(rows: readonly ComparedExperiment[]): Markdown {
  const summary = ({ story }: ComparedExperiment) => story?.ranking.summary;
  return factsTable(rows, (_, at) => String(at + 1), [
    ["winner", winnerText],
    ...(rows.some(({ decided }) => decided !== null) ? ([["decided", decidedText]] as const) : []),
    ["confidence", ({ story }) => (story && told(story.ranking).confidence) ?? "–"],
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

function decidedText({ decided, names }: ComparedExperiment): string {
  return decided ? unmarked(decidedShort(decided.decision), (id) => names.designs.get(id) ?? id) : "–";
}

function deviationText({ story }: ComparedExperiment): string {
  const deviation = story?.ranking.reliability.residual_deviation ?? null;
  return deviation === null ? "–" : `±${oneDecimal(deviation)}`;
}
