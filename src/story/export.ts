import { AnonymousExport } from "../artifacts/anonymous.ts";
import type { Design } from "../artifacts/design.ts";
import { Ranking } from "../artifacts/ranking.ts";
import type { DecisionView } from "../experiment/decision.ts";
import { count } from "../text/numbers.ts";
import { schemaPaths } from "../text/schema-paths.ts";
import { type Block, heading, list, section } from "./block.ts";
import { decisionSaid } from "./decision.ts";
import { cameToBe } from "./decision-record.ts";
import { wordsRest } from "./how-to-read.ts";
import { rankingMeaning } from "./ranking-meaning.ts";
import { BETTER_DESIGNS } from "./round-words.ts";
import { copied, path, type Sentence, say, strong, titled, together, words } from "./sentence.ts";
import { rankingVerdict } from "./verdict.ts";

/** Files of an export, by what they are. */
export const EXPORTED = {
  readme: "README.md",
  report: "report.html",
  ranking: "ranking.json",
  task: "task.json",
  ledger: "ledger.jsonl",
  record: "decision/record.md",
  design: "decision/design.md",
  rounds: "rounds/",
  anonymous: "export.json",
} as const;

/** What an export without names must not have, beside what the experiment says. */
export const FOREIGN_WORD = "a word that is none of its own";

/** What there is of an experiment to be handed on, and what is missing. */
export type ExportTold = {
  designs: readonly Design[];
  reviews: number;
  scores: number;
  ranking: Ranking | null;
  decided: DecisionView | null;
  /** What rounds of better designs came to; empty where there was none. */
  better: readonly Block[];
  /** The paths of all files beside the readme. */
  files: readonly string[];
  /** Whether paths of the machine stood in them, which are called otherwise now. */
  renamed: boolean;
};

/** What comes first in the readme of an export, above its task. */
export function exportHead(
  { topic }: { topic: string },
  given: Omit<ExportTold, "files" | "better" | "decided" | "renamed">,
): Block[] {
  const { designs, reviews, scores, ranking } = given;
  const came = [
    cameToBe(designs),
    ...(reviews + scores > 0 ? [say`reviewers judged what there was with its authors masked`] : []),
    ...(ranking ? [say`statistics ranked it`] : []),
  ];
  return [
    heading(say`${words(topic, "sentence")}`, 1),
    say`This folder holds what came of the task below, for whoever has not the tool (opencode-designlab): ${together(came, "; ")}.`,
    heading(say`The task`, 2),
  ];
}

/** What follows the task. */
export function exportBody(given: ExportTold): Block[] {
  const { ranking, decided, designs } = given;
  return [
    heading(say`What came of it`, 2),
    ranking ? rankingVerdict(ranking) : say`Nothing is ranked.`,
    ...(ranking ? [wordsRest(ranking)] : []),
    decided ? decisionSaid(decided, ranking) : say`Nobody has decided for a design.`,
    ...section(
      say`The designs`,
      designs.map(({ design_id }) => say`${titled(design_id)}: ${copied(`designs/design-${design_id}.md`)}`),
    ),
    ...(given.better.length > 0 ? [heading(BETTER_DESIGNS), ...given.better] : []),
    ...missing(given),
    heading(say`The files`, 2),
    list(filesSaid(given)),
    say`What was sent to models word for word, what people wrote into their votes, and the tasks of a plan are not in this folder.`,
    ...(given.renamed
      ? [
          say`Where a text named a path of the machine that made this, it stands by its path in the project, by its last name or below ${copied("~")}; a hash of such a text is of the text as it was.`,
        ]
      : []),
    ...(ranking ? meanings(ranking) : []),
  ];
}

/** What is not there, and what would bring it. */
export function missing({ designs, reviews, scores, ranking, files }: ExportTold): Block[] {
  const none: Sentence[] = [
    ...(designs.length === 0 ? [say`There is no design.`] : []),
    ...(reviews + scores === 0 ? [say`Nobody has judged the designs.`] : []),
    ...(ranking
      ? []
      : [say`Nothing is ranked: there is no ${copied(EXPORTED.ranking)} and no ${copied(EXPORTED.report)}.`]),
    ...(ranking && !files.includes(EXPORTED.report) ? [say`The report could not be drawn.`] : []),
  ];
  return section(say`Not there`, none);
}

function filesSaid({ files, designs, reviews, scores }: ExportTold): Sentence[] {
  const has = (name: string): boolean => files.includes(name);
  return [
    ...(has(EXPORTED.report)
      ? [say`${copied(EXPORTED.report)}: all of it as one page for a browser; it needs no network`]
      : []),
    ...(designs.length > 0
      ? [say`${copied("designs/")}: ${count(designs.length, "design")}, each for reading (.md) and as data (.json)`]
      : []),
    ...(reviews > 0 ? [say`${copied("reviews/")}: ${count(reviews, "review")} in words`] : []),
    ...(scores > 0 ? [say`${copied("scores/")}: ${count(scores, "score")}, each with its reasons`] : []),
    ...(files.some((each) => each.startsWith(EXPORTED.rounds))
      ? [
          say`${copied(`${EXPORTED.rounds}1/`)} and on: a round of better designs each; ${copied(EXPORTED.task)} says under “lineage” what each of its texts is and of which it was made, ${copied("designs/")}, ${copied("reviews/")} and ${copied("scores/")} hold the texts, copies of what was revised among them, and how they were judged anew`,
        ]
      : []),
    ...(has(EXPORTED.record) ? [say`${copied(EXPORTED.record)}: the record of what was decided`] : []),
    ...(has(EXPORTED.design) ? [say`${copied(EXPORTED.design)}: the design that was decided for`] : []),
    ...(has(EXPORTED.ranking)
      ? [say`${copied(EXPORTED.ranking)}: the ranking as data; each of its keys is explained below`]
      : []),
    say`${copied(EXPORTED.task)}: the task, who designed and judged, and the rubric`,
    ...(has(EXPORTED.ledger)
      ? [say`${copied(EXPORTED.ledger)}: what was asked when and what it took, a line for each`]
      : []),
  ];
}

/** Every key that this ranking has, and what it means. */
function meanings(ranking: Ranking): Block[] {
  const there = pathsIn(ranking);
  const rows = [...schemaPaths(Ranking).keys()].filter((each) => there.has(each));
  return [
    heading(say`What ranking.json says`, 2),
    say`“[]” stands for each item of a list, “*” for each name. Where a number is null, ${copied("notes")} says why.`,
    list(rows.map((each) => say`${copied(each)}: ${rankingMeaning(each) ?? []}`)),
  ];
}

/** The paths of a value's keys as its schema has them. */
function pathsIn(ranking: Ranking): Set<string> {
  const found = new Set<string>();
  const known = new Set(schemaPaths(Ranking).keys());
  const visit = (value: unknown, at: string): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, `${at}[]`);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      const own = at === "" ? name : `${at}.${name}`;
      found.add(own);
      visit(inner, known.has(own) ? own : `${at}.*`);
    }
  };
  visit(ranking, "");
  return found;
}

/** The readme of an anonymous export: the same for every experiment. */
export const anonymousReadme: readonly Block[] = [
  heading(say`An experiment of design lab, in numbers`, 1),
  say`Several models each designed a system for one task; reviewers judged the designs with their authors masked; statistics ranked them. ${copied(EXPORTED.anonymous)} holds the numbers of one such experiment: no name of a model, a person or a file, no date, and no text of anybody. Whatever would be named is named by its position, counted from 1. Rounds of better designs, where there were any, are left out whole: their texts, scores and calls.`,
  say`No word in it says whose numbers they are. Whoever has the experiment itself finds its numbers again, and unusual prices and times may let others guess which models they are of.`,
  heading(say`What export.json says`, 2),
  list(
    [...schemaPaths(AnonymousExport)].map(
      ([at, { description = "" }]) => say`${copied(at)}: ${words(description, "all")}`,
    ),
  ),
];

/** What a call of export came to. */
export function exportedSaid(
  folder: string,
  { anonymous, files, more }: { anonymous: boolean; files: readonly string[]; more: readonly Block[] },
): Block[] {
  const what = anonymous ? say`Its numbers alone, without a name` : say`All of it that can be handed on`;
  const first = files.includes(EXPORTED.report) ? EXPORTED.report : EXPORTED.readme;
  return [
    say`${strong(what)}: ${count(files.length, "file")}, to be begun with ${copied(first)}; no model was asked.`,
    ...more,
    say`Folder: ${path(folder)}`,
  ];
}
