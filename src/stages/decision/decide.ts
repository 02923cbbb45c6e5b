import { dirname, relative, sep } from "node:path";
import { type Decided, type Decision, MAX_OUTCOMES, type RecordPlace } from "../../artifacts/decision.ts";
import { designSha256 } from "../../artifacts/hashes.ts";
import type { Names } from "../../artifacts/names.ts";
import type { Ranking } from "../../artifacts/ranking.ts";
import { LabError, UsageError } from "../../errors.ts";
import { designIn } from "../../experiment/rounds.ts";
import { sealDecision, sealOutcome } from "../../experiment/seen.ts";
import { sinceRanked } from "../../experiment/since-ranked.ts";
import type { View } from "../../experiment/view.ts";
import type { Lab } from "../../prompting/lab.ts";
import { saveArtifact } from "../../store/artifacts.ts";
import { isThere } from "../../store/bases.ts";
import { designNumber } from "../../store/design-names.ts";
import { inTurn } from "../../store/in-turn.ts";
import { readRegular } from "../../store/read.ts";
import {
  changeRecord,
  nameOfRecord,
  type RecordFolder,
  readRecord,
  recordPath,
  removeRecord,
  writeRecord,
} from "../../store/record-folder.ts";
import { dayOf, topicSlug } from "../../store/record-names.ts";
import { differs, type Kept, RECORDS_OF_PROJECT, turnedOut } from "../../story/decision.ts";
import { decisionRecord, RECORD, writtenFrom } from "../../story/decision-record.ts";
import { designDocument } from "../../story/design-document.ts";
import { inline, link, type Markdown, md } from "../../text/markdown.ts";
import { beforeTitle, shapeOf, supersededText } from "../../text/record-shape.ts";
import { typedCode } from "../../text/typed.ts";
import { recordText, recordTitle } from "../../views/markdown/decision-record.ts";
import { designDocumentText } from "../../views/markdown/design-document.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import { withOutcome } from "../../views/markdown/record-outcome.ts";
import { briefOfTask } from "../brief-in-project.ts";

/** What a person decided. */
export type Choice = Pick<Decided, "design_id" | "because" | "by" | "door">;

/** Where a record was to be changed, and whether it was; null where none was to be. */
export type Changed = { record: RecordPlace; done: boolean } | null;

/** What lies beside a record that stays in the experiment. In a project, others have no such folder. */
const BESIDE = [link(RECORD.ranking, "results/ranking.md"), link(RECORD.report, "results/report.html")];

const MAX_KEPT = 200;
/** Characters of a title as the text of a link; one that is longer is called by its file. */
const MAX_CALLED = 120;

/** The folder that remembers what holds for the whole project: the configured one, or else the experiment's own. */
async function baseOf({ homeBase }: Pick<Lab, "homeBase">, { experiment: { dir } }: View): Promise<string> {
  return (await isThere(homeBase)) ? homeBase : dirname(dir);
}

/**
 * Writes the record and decision.json, and says in the record before that this one takes its place. For whoever holds the
 * experiment's lock. Throws LabError; nothing is decided then.
 * @param kept Where they go.
 * @param changes Whether the person lets the record before be changed.
 */
export async function writeDecision(
  lab: Pick<Lab, "homeBase" | "worktree" | "now" | "person">,
  view: View,
  stored: Ranking | null,
  choice: Choice,
  { kept, changes }: { kept: Kept; changes: boolean },
): Promise<{ decision: Decision; superseded: Changed }> {
  const { folder } = kept;
  const designs = folder === null ? null : kept.designs;
  const { experiment, names } = view;
  const { dir, task } = experiment;
  const forOthers = {
    ...withTexts(names, view.rounds),
    reviewers: new Map([...names.reviewers].map(([id, name]) => [id, nobodysYou(name)])),
  };
  const at = { worktree: lab.worktree, dir };
  const earlier = decisionToChange(view);
  const ranking = stored && sinceRanked(view, stored) === null ? stored : null;
  const now = lab.now();
  const chosen = designIn(view, choice.design_id);
  const decided: Omit<Decided, "record" | "design_document"> = {
    ...choice,
    design_sha256: chosen ? designSha256(chosen) : null,
    decided_at: now.toISOString(),
    ranking: ranking && {
      verdict: ranking.summary.verdict,
      confidence: ranking.summary.confidence,
      ranked_at: ranking.timestamp,
      differs: differs(ranking, choice.design_id),
    },
    outcomes: [],
  };
  const shape = shapeOf(folder?.texts ?? []);
  const title = recordTitle(task.topic, choice.design_id, names);
  const content = decisionRecord(view, stored, { ...decided, record: { in: "experiment", path: "." } }, earlier);
  const linked = (to: RecordPlace, from: RecordPlace): Markdown => linkTo(to, from, at, nameOfRecord(to));
  const brief = await briefOfTask(lab, experiment);
  const briefFrom = (from: RecordPlace): Markdown | null =>
    brief === null ? null : linked({ in: "project", path: brief }, from);
  let number = "";
  const { record, document } = await inTurn(await baseOf(lab, view), RECORDS_OF_PROJECT, () =>
    writeRecord(
      { ...at, folder, designs, slug: topicSlug(task.topic, "decision"), at: now },
      {
        record(named) {
          number = named.number;
          const other = earlier !== null && !isSame(earlier.record, named.place);
          const head = {
            topic: task.topic,
            before: beforeTitle(shape, number),
            day: dayOf(now),
            supersedes: other ? linked(earlier.record, named.place) : null,
            document: named.beside && linked(named.beside, named.place),
            brief: briefFrom(named.place),
            beside: folder === null && ranking ? BESIDE : [],
          };
          return recordText(content, { ...head, by: choice.by, design_id: choice.design_id }, shape, forOthers);
        },
        document: chosen
          ? (places) => {
              const told = designDocument(view, chosen, decided, content);
              const own = {
                topic: task.topic,
                before: designs
                  ? beforeTitle(shapeOf(designs.texts), designNumber(designs.naming, places.document.path))
                  : "",
                record: linked(places.record, places.document),
                brief: briefFrom(places.document),
              };
              return designDocumentText(told, own, forOthers);
            }
          : null,
      },
    ),
  );
  const { version: _, experiment_id: __, status: ___, supersedes = [], ...last } = earlier ?? {};
  const before = "record" in last ? [...supersedes, last as Decided].slice(-MAX_KEPT) : [];
  const decision: Decision = await sealDecision(experiment, {
    version: 1,
    experiment_id: task.experiment_id,
    status: "decided" as const,
    ...decided,
    record,
    ...(document && { design_document: document }),
    supersedes: before,
  });
  try {
    await saveArtifact(dir, "decision", decision);
  } catch (error) {
    for (const place of [record, document]) if (place) await removeRecord(place, at);
    throw error;
  }
  if (earlier === null) return { decision, superseded: null };
  const named = `${beforeTitle(shape, number)}${title}`;
  const called = shape.status === "section" && named.length <= MAX_CALLED ? named : nameOfRecord(record);
  const isOwn = recogniser(view, earlier);
  const change = (text: string) =>
    isOwn(text) ? supersededText(text, linkTo(record, earlier.record, at, called)) : null;
  const may = changes && !isSame(earlier.record, record);
  const done = may && (await changeRecord(earlier.record, at, change).catch(notDone));
  return { decision, superseded: { record: earlier.record, done } };
}

/** A design of a round is judged beside copies of others, which are called as these. */
function withTexts(names: Names, rounds: readonly View[]): Names {
  const all = [...rounds.map((round) => round.names), names];
  return {
    ...names,
    designs: new Map(all.flatMap(({ designs }) => [...designs])),
    titles: new Map(all.flatMap(({ titles }) => [...titles])),
  };
}

/** Makes a decision that came with the files the person's own. For whoever holds the experiment's lock. */
export async function confirmDecision(view: View, decision: Decision, door: Choice["door"]): Promise<void> {
  const { experiment } = view;
  await saveArtifact(experiment.dir, "decision", await sealDecision(experiment, { ...decision, door }));
}

/** Where the record of what was decided lies, if a file lies there that is that very record; null for any other. */
export async function recordThere(
  { worktree }: Pick<Lab, "worktree">,
  view: View,
  decision: Decision,
): Promise<RecordPlace | null> {
  const text = await readRecord(decision.record, { worktree, dir: view.experiment.dir });
  return text !== null && recogniser(view, decision)(text) ? decision.record : null;
}

/**
 * Tells the record of a decision from any other document, by the sentence in it that says of which experiment it is. What
 * came with the files may name any: there the experiment is the one that holds it.
 */
function recogniser({ experiment: { task }, seen }: View, { experiment_id }: Decision): (text: string) => boolean {
  const id = seen.decision ? experiment_id : task.experiment_id;
  const said = plain(drawn(writtenFrom(id)));
  return (text) => plain(text).includes(said);
}

/** However its lines are broken. */
const plain = (text: string): string => text.replace(/\s+/gu, " ");

/** Adds how it turned out to decision.json and to the record. For whoever holds the experiment's lock. Throws LabError. */
export async function addOutcome(
  lab: Pick<Lab, "worktree" | "now">,
  view: View,
  said: Omit<Decided["outcomes"][number], "at">,
  changes: boolean,
): Promise<{ decision: Decision; told: Changed }> {
  const earlier = decisionToTell(view);
  const { dir } = view.experiment;
  const outcome = await sealOutcome(view.experiment, { ...said, at: lab.now().toISOString() });
  const decision = { ...earlier, outcomes: [...earlier.outcomes, outcome] };
  await saveArtifact(dir, "decision", decision);
  const { record } = earlier;
  const isOwn = recogniser(view, earlier);
  const change = (text: string) => (isOwn(text) ? withOutcome(text, turnedOut(outcome)) : null);
  const done = changes && (await changeRecord(record, { worktree: lab.worktree, dir }, change).catch(notDone));
  return { decision, told: { record, done } };
}

/** Whether this very thing is decided, on the same text and the same ranking, with its record there: a line typed twice. */
export async function isDecidedSo(
  { worktree }: Pick<Lab, "worktree">,
  view: View,
  stored: Ranking | null,
  choice: Pick<Choice, "design_id" | "because" | "by">,
  folder: RecordFolder | null,
): Promise<boolean> {
  const { decided, experiment } = view;
  if (decided?.stands !== "as-decided") return false;
  const { design_id, because, by, ranking, record, design_document } = decided.decision;
  const ranked_at = stored && sinceRanked(view, stored) === null ? stored.timestamp : undefined;
  if (ranking?.ranked_at !== ranked_at) return false;
  if (design_id !== choice.design_id || because !== choice.because || by !== choice.by) return false;
  const isThere =
    folder === null ? record.in === "experiment" : record.in === "project" && record.path.startsWith(`${folder.path}/`);
  const path = recordPath(record, { worktree, dir: experiment.dir });
  if (!isThere || path === null) return false;
  const document = design_document && recordPath(design_document, { worktree, dir: experiment.dir });
  const all = [path, ...(document ? [document] : [])].map((each) => readRegular(each));
  return (await Promise.all(all)).every(({ state }) => state === "ok");
}

/** The decision of which it can be said how it turned out. Throws LabError where there is none. */
export function decisionToTell(view: View): Decision {
  const decision = decisionToChange(view);
  const { experiment_id: id } = view.experiment.task;
  if (decision === null)
    throw new UsageError(`Cannot say how it turned out: nothing is decided in ${id}. Nothing was written.`, {
      advice: `${typedCode("decide", id)} says what is proposed.`,
    });
  if (decision.outcomes.length >= MAX_OUTCOMES)
    throw new LabError(`Cannot say how it turned out. At most ${MAX_OUTCOMES} outcomes are kept. Nothing was written.`);
  return decision;
}

/** What was decided is kept in decision.json: a record that cannot be changed is said, and costs nothing of it. */
function notDone(error: unknown): false {
  if (error instanceof LabError) return false;
  throw error;
}

/** What was decided; null for nothing. Throws LabError for a file that cannot be used: what it holds would be lost. */
export function decisionToChange({ artifacts: { decision, problems } }: View): Decision | null {
  const own = problems.filter(({ artifact }) => artifact === "decision");
  if (own.length === 0) return decision ?? null;
  throw new LabError("Cannot decide: what was decided before cannot be read, and would be lost. Nothing was written.", {
    problems: own,
    advice: "Mend that file, or move it away.",
  });
}

/** Whoever reads a record is another than who voted as "you". */
const nobodysYou = (name: string): string => (name === "you" ? RECORD.owner : name);

const isSame = (one: RecordPlace, other: RecordPlace): boolean => one.in === other.in && one.path === other.path;

type At = { worktree: string; dir: string };

/** A link to one record from another; in words where whoever reads that one may not have the other. */
function linkTo(to: RecordPlace, from: RecordPlace, at: At, text: string): Markdown {
  if (from.in === "project" && to.in === "experiment") return md`${RECORD.elsewhere}`;
  const [target, start] = [recordPath(to, at), recordPath(from, at)];
  if (target === null || start === null) return inline(nameOfRecord(to));
  return link(text, relative(dirname(start), target).split(sep).join("/"));
}
