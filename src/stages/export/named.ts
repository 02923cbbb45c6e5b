import { dirname, join, posix, relative, sep } from "node:path";
import type { RecordPlace } from "../../artifacts/decision.ts";
import type { Design } from "../../artifacts/design.ts";
import type { Ranking } from "../../artifacts/ranking.ts";
import { requirementsOf } from "../../artifacts/requirement.ts";
import { kindRow } from "../../artifacts/stages/files.ts";
import type { ArtifactKind } from "../../artifacts/stages/stages.ts";
import type { Config } from "../../config/schema.ts";
import { outcomesOf } from "../../experiment/round-outcome.ts";
import { designIn } from "../../experiment/rounds.ts";
import { lostOn } from "../../experiment/spent.ts";
import type { View } from "../../experiment/view.ts";
import { jsonOf } from "../../store/files.ts";
import { ownPathsOf } from "../../store/own-paths.ts";
import { nameOfRecord, readRecord } from "../../store/record-folder.ts";
import { EXPORTED, type ExportTold, exportBody, exportHead } from "../../story/export.ts";
import { roundsBlocks } from "../../story/rounds.ts";
import { storyOf } from "../../story/story-of.ts";
import { standing } from "../../story/verdict.ts";
import { inline, join as joined, link, type Markdown, md } from "../../text/markdown.ts";
import { asDocument, asHome, asProject, type OwnPath, withoutOwnPaths } from "../../text/own-paths.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { designText } from "../../views/markdown/design-text.ts";
import { taskBody } from "../../views/markdown/task-body.ts";
import { briefOfTask, type ProjectOf } from "../brief-in-project.ts";
import { reportDataOf } from "../files.ts";

/** The files of an export by their paths, and what they are. */
export type NamedExport = { files: Map<string, string>; told: ExportTold };

/** Bytes of a text of the project that is taken over. */
const MOST = 2_000_000;

/** An experiment as files for somebody without the tool. */
export async function exportWithNames(
  view: View,
  { ranking, config, ...project }: { ranking: Ranking | null; config: Config } & ProjectOf,
): Promise<NamedExport> {
  const { task } = view.experiment;
  const { designs, reviews, scores } = view.artifacts;
  // Both at once say that a folder is an experiment's, which no designer reads: they come first.
  const files = new Map([
    [EXPORTED.task as string, storedText("task", task)],
    [EXPORTED.ledger, view.ledger.map((line) => `${JSON.stringify(line)}\n`).join("")],
  ]);
  const report = ranking && (await drawReportAlone(view, ranking, config));
  if (report !== null) files.set(EXPORTED.report, report);
  for (const design of designs) {
    files.set(fileOf("design", design), storedText("design", design));
    files.set(fileOf("design", design).replace(/json$/u, "md"), pageOf(view, design, ranking));
  }
  for (const review of reviews) files.set(fileOf("review", review), storedText("review", review));
  for (const score of scores) files.set(fileOf("score", score), storedText("score", score));
  for (const [name, text] of roundTexts(view)) files.set(name, text);
  for (const [name, text] of await readDecidedTexts(view, ranking, project)) files.set(name, text);
  if (ranking !== null) files.set(EXPORTED.ranking, storedText("ranking", ranking));
  const paths = await pathsToLeaveOut(view, project);
  const texts = new Map([...files].map(([name, text]) => [name, withoutOwnPaths(text, paths)]));
  const told = {
    designs,
    reviews: reviews.length,
    scores: scores.length,
    ranking,
    decided: view.decided,
    better: roundsBlocks(outcomesOf(view, ranking ?? config.ranking), requirementsOf(task)),
    files: [...files.keys()],
    renamed: [...files].some(([name, text]) => texts.get(name) !== text),
  };
  const { names } = view;
  const readme = joined(
    [blocksText(exportHead(task, told), { names }), taskBody(task), blocksText(exportBody(told), { names })],
    "\n\n",
  );
  texts.set(EXPORTED.readme, `${withoutOwnPaths(readme, paths)}\n`);
  return { files: texts, told };
}

/** Documents from outside the project, the folder that holds the experiment, the project, and the person's home. */
async function pathsToLeaveOut(
  { experiment: { task, dir } }: View,
  { worktree, person }: ProjectOf,
): Promise<OwnPath[]> {
  const documents = task.designers.flatMap(({ entrant }) => (entrant ? asDocument(entrant.file) : []));
  const folders = [
    ownPathsOf(dirname(dir), asProject),
    ownPathsOf(worktree, asProject),
    ownPathsOf(person.home, asHome),
  ];
  return [documents, ...(await Promise.all(folders))].flat();
}

/** Each round of better designs: what it was to make, its texts, and how they were judged. */
function roundTexts({ rounds }: View): [string, string][] {
  return rounds.flatMap(({ experiment: { task }, artifacts: { designs, reviews, scores } }): [string, string][] => {
    const at = (file: string): string => `${EXPORTED.rounds}${task.round?.number ?? 0}/${file}`;
    return [
      [at(EXPORTED.task), storedText("task", task)],
      ...designs.map((each): [string, string] => [at(fileOf("design", each)), storedText("design", each)]),
      ...reviews.map((each): [string, string] => [at(fileOf("review", each)), storedText("review", each)]),
      ...scores.map((each): [string, string] => [at(fileOf("score", each)), storedText("score", each)]),
    ];
  });
}

const fileOf = (kind: ArtifactKind, key: { design_id: string; reviewer_id?: string }): string =>
  kindRow(kind).path({ reviewer_id: "", ...key });

const storedText = (kind: ArtifactKind, value: unknown): string => jsonOf(kind, kindRow(kind).schema, value as never);

/** The report without what leads out of the folder; null where it cannot be drawn. */
async function drawReportAlone(view: View, ranking: Ranking, config: Config): Promise<string | null> {
  const attention = { ...view.attention, top_scores: ranking.flagged_top_scores };
  const data = reportDataOf({ view, story: storyOf(view, ranking), attention, config, plan: null, exchanges: [] });
  const { reportHtml } = await import("../../views/html/report.tsx");
  return reportHtml(data).catch(() => null);
}

function pageOf({ names, flags, ledger }: View, design: Design, ranking: Ranking | null): Markdown {
  const own = flags.find(({ design_id }) => design_id === design.design_id)?.flags ?? [];
  const place = ranking && standing(ranking, design.design_id);
  const lost = lostOn(ledger, design.design_id);
  return md`${designText(design, names, { flags: own, standing: place, lost })}\n`;
}

/** The record of a decision and the text of the design, as far as they can be read in the project. */
async function readDecidedTexts(view: View, ranking: Ranking | null, project: ProjectOf): Promise<[string, string][]> {
  const { decided, experiment } = view;
  if (decided === null) return [];
  const at = { worktree: project.worktree, dir: experiment.dir };
  const { decision } = decided;
  const record = await readRecord(decision.record, at);
  const beside = decision.design_document;
  const written = beside ? await readRecord(beside, at) : null;
  const chosen = designIn(view, decision.design_id);
  const design = written ?? (chosen && decided.stands === "as-decided" ? pageOf(view, chosen, ranking) : null);
  const brief = await briefOfTask(project, experiment);
  const ways: Way[] = [
    { to: decision.record, file: EXPORTED.record },
    ...(beside ? [{ to: beside, file: EXPORTED.design }] : []),
    ...decision.supersedes.map(({ record: to }) => ({ to, file: null })),
    ...(brief === null ? [] : [{ to: { in: "project" as const, path: brief }, file: null }]),
    ...OWN_PAGES,
  ];
  const texts: [string, string | null][] = [
    [EXPORTED.record, record && relinked(record, decision.record, { ways, at })],
    [EXPORTED.design, beside && written ? relinked(written, beside, { ways, at }) : design],
  ];
  return texts.flatMap(([name, text]) => (text === null || text.length > MOST ? [] : [[name, text]]));
}

/** Where a link of a text leads, and what lies there in the folder that is handed on; null for what is not in it. */
type Way = { to: RecordPlace; file: string | null };

/** Where links of a record lead that stayed in the experiment. */
const OWN_PAGES: readonly Way[] = [
  { to: { in: "experiment", path: "results/ranking.md" }, file: EXPORTED.readme },
  { to: { in: "experiment", path: "results/report.html" }, file: EXPORTED.report },
];

/** A text of the project as it stands in what is handed on: it leads to what is there, and else says what lies in the project. */
function relinked(
  text: string,
  from: RecordPlace,
  { ways, at }: { ways: readonly Way[]; at: { worktree: string; dir: string } },
): string {
  const pathOf = ({ in: where, path }: RecordPlace): string => join(where === "project" ? at.worktree : at.dir, path);
  return ways.reduce((whole, { to, file }) => {
    const way = relative(dirname(pathOf(from)), pathOf(to))
      .split(sep)
      .join("/");
    if (file !== null) {
      const inFolder = posix.relative(posix.dirname(EXPORTED.record), file);
      return whole.replaceAll(addressOf(way), () => addressOf(inFolder));
    }
    return whole.replaceAll(link(nameOfRecord(to), way), () => inline(`${to.path} of the project`));
  }, text);
}

/** The end of a link, with what it leads to. */
const addressOf = (path: string): string => link("x", path).slice("[x]".length);
