import { posix } from "node:path";
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
import { readRecord } from "../../store/record-folder.ts";
import { EXPORTED, type ExportTold, exportBody, exportHead } from "../../story/export.ts";
import { roundsBlocks } from "../../story/rounds.ts";
import { storyOf } from "../../story/story-of.ts";
import { standing } from "../../story/verdict.ts";
import { join, link, type Markdown, md } from "../../text/markdown.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { designText } from "../../views/markdown/design-text.ts";
import { taskBody } from "../../views/markdown/task-body.ts";
import { reportDataOf } from "../files.ts";

/** The files of an export by their paths, and what they are. */
export type NamedExport = { files: Map<string, string>; told: ExportTold };

/** Bytes of a text of the project that is taken over. */
const MOST = 2_000_000;

/** An experiment as files for somebody without the tool. */
export async function exportWithNames(
  view: View,
  { ranking, config, worktree }: { ranking: Ranking | null; config: Config; worktree: string },
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
  for (const [name, text] of await readDecidedTexts(view, { ranking, worktree })) files.set(name, text);
  if (ranking !== null) files.set(EXPORTED.ranking, storedText("ranking", ranking));
  const told = {
    designs,
    reviews: reviews.length,
    scores: scores.length,
    ranking,
    decided: view.decided,
    better: roundsBlocks(outcomesOf(view, ranking ?? config.ranking), requirementsOf(task)),
    files: [...files.keys()],
  };
  const { names } = view;
  const readme = join(
    [blocksText(exportHead(task), { names }), taskBody(task), blocksText(exportBody(told), { names })],
    "\n\n",
  );
  files.set(EXPORTED.readme, `${readme}\n`);
  return { files, told };
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
async function readDecidedTexts(
  view: View,
  { ranking, worktree }: { ranking: Ranking | null; worktree: string },
): Promise<[string, string][]> {
  const { decided, experiment } = view;
  if (decided === null) return [];
  const at = { worktree, dir: experiment.dir };
  const { decision } = decided;
  const record = await readRecord(decision.record, at);
  const beside = decision.design_document;
  const written = beside ? await readRecord(beside, at) : null;
  const chosen = designIn(view, decision.design_id);
  const design = written ?? (chosen && decided.stands === "as-decided" ? pageOf(view, chosen, ranking) : null);
  const texts: [string, string | null][] = [
    [EXPORTED.record, beside && record ? relinked(record, [decision.record, beside], EXPORTED.design) : record],
    [EXPORTED.design, beside && written ? relinked(written, [beside, decision.record], EXPORTED.record) : design],
  ];
  return texts.flatMap(([name, text]) => (text === null || text.length > MOST ? [] : [[name, text]]));
}

/** A text that leads to a file beside it, by the name that the file has in what is handed on. */
function relinked(text: string, [from, to]: [RecordPlace, RecordPlace], name: string): string {
  const address = link("x", posix.relative(posix.dirname(from.path), to.path)).slice("[x]".length);
  return text.replaceAll(address, () => `(${posix.basename(name)})`);
}
