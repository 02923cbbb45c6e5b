import type { Decided, RecordPlace, TurnedOut } from "../artifacts/decision.ts";
import type { Names } from "../artifacts/names.ts";
import type { Problem } from "../artifacts/problem.ts";
import { type Certainty, placed, type Ranking, type Verdict } from "../artifacts/ranking.ts";
import type { DecisionView } from "../experiment/decision.ts";
import type { SinceRanked } from "../experiment/since-ranked.ts";
import type { DesignFolder } from "../store/design-names.ts";
import type { RecordFolder } from "../store/record-folder.ts";
import { dayOf } from "../store/record-names.ts";
import { probability } from "../text/numbers.ts";
import { truncate } from "../text/truncate.ts";
import { WITHHELD } from "./held-back.ts";
import { problemSaid } from "./notes.ts";
import { personasTold } from "./personas-ranked.ts";
import {
  copied,
  design,
  listed,
  path,
  quote,
  type Sentence,
  say,
  strong,
  titled,
  together,
  typed,
  unmarked,
  words,
} from "./sentence.ts";
import { changedSinceRanked } from "./since-ranked.ts";
import { UNSEEN } from "./unseen.ts";
import { confidenceSaid, told } from "./verdict.ts";

/** Designs of a tie that are named. */
const MAX_TIED = 4;

/** What a person decided, what the ranking said then, whether it still holds and how it turned out: once, for every view. */
export function decisionSaid({ decision, stands, seen, made_of }: DecisionView, ranking: Ranking | null): Sentence {
  const { experiment_id: id, design_id, because, outcomes } = decision;
  const why = because === "" ? say`.` : say`: ${quote(because, "summary")}.`;
  const last = outcomes.at(-1);
  const unseen = seen.decision ? [] : say` (${UNSEEN})`;
  return together(
    [
      say`${strong(say`${head(decision)} ${chosen(design_id)}`)}${unseen}${why}`,
      ...otherwise(decision, made_of),
      ...byNow(decision, ranking),
      ...(last ? [turnedOut(last)] : []),
      ...(last && seen.decision && !seen.outcome ? [say`That is ${UNSEEN}.`] : []),
      ...(stands === "as-decided" || design_id === null ? [] : [stale(id, design_id, stands)]),
    ],
    " ",
  );
}

/** The same in a line of a list. */
export function decidedInList(design_id: string | null, seen: boolean): Sentence {
  return say`Decided: ${chosen(design_id)}${seen ? [] : say` (${UNSEEN})`}`;
}

/** The same in a row of a terminal, by letter. */
export function decidedInRow(design_id: string | null, seen: boolean): Sentence {
  return say`decided: ${decidedShort({ design_id })}${seen ? [] : say` (${UNSEEN})`}`;
}

/** The same in a cell of a table, by letter. */
export function decidedShort(decided: Pick<Decided, "design_id">): Sentence {
  return decided.design_id === null ? say`none of them` : say`${design(decided.design_id)}`;
}

function head({ decided_at, by }: Decided): Sentence {
  const on = say`Decided on ${words(dayOf(new Date(decided_at)))}`;
  return by === null ? say`${on}:` : say`${on} by ${words(by)}:`;
}

function chosen(design_id: string | null): Sentence {
  return design_id === null ? say`none of these designs` : say`${titled(design_id)}`;
}

/** Whether a ranking has another first, or a winner where none was chosen. */
export function differs({ summary: { verdict } }: Ranking, design_id: string | null): boolean {
  if (design_id === null) return verdict.kind === "winner";
  const compares = !["unranked", "nobody-compares", "one-design"].includes(verdict.kind);
  return compares && !placed(verdict).includes(design_id);
}

/** Where a ranking that was made since has another first than the person chose, and that is not said of the one before. */
function byNow({ design_id, decided_at, ranking: then }: Decided, ranking: Ranking | null): Sentence[] {
  if (ranking === null || ranking.timestamp <= decided_at || !differs(ranking, design_id)) return [];
  const { verdict, confidence } = ranking.summary;
  const first = placed(verdict);
  if (then?.differs && placed(then.verdict).join() === first.join()) return [];
  const what =
    design_id === null ? say`names a winner by now` : say`has ${first.length > 1 ? "others" : "another"} first by now`;
  return [
    say`${strong(say`The ranking ${what}:`)} ${listed(first.map(titled), MAX_TIED)}${sureness(verdict, confidence)}.`,
  ];
}

function sureness(verdict: Verdict, confidence: Certainty): Sentence {
  if (verdict.kind !== "winner" && verdict.kind !== "ahead") return [];
  return say` (probability ${probability(verdict.p)}, confidence ${confidence})`;
}

/** Whether all that came first went into what was made: such a design no ranking of before can have first. */
export function isMadeOfFirst(verdict: Verdict, made_of: readonly string[]): boolean {
  const first = placed(verdict);
  return first.length > 0 && first.every((id) => made_of.includes(id));
}

/**
 * Where the person chose another than the ranking had first: which, and how sure that was. `made_of`: all that the chosen
 * design was made of, which a ranking may have first that does not know what was made of it.
 */
export function otherwise(
  { design_id, ranking }: Pick<Decided, "design_id" | "ranking">,
  made_of: readonly string[],
): Sentence[] {
  if (ranking === null || !ranking.differs) return [];
  const { verdict, confidence } = ranking;
  const first = placed(verdict).map(titled);
  if (design_id !== null && isMadeOfFirst(verdict, made_of))
    return [
      say`The ranking then had ${listed(first, MAX_TIED)} first, of which ${design(design_id)} was made in a round later${sureness(verdict, confidence)}.`,
    ];
  const had = design_id === null ? say`named a winner` : say`had another first`;
  if (verdict.kind === "winner" || verdict.kind === "ahead")
    return [say`The ranking then ${had}: ${listed(first)}${sureness(verdict, confidence)}.`];
  if (verdict.kind === "tie") return [say`The ranking then had others first, in a tie: ${listed(first, MAX_TIED)}.`];
  return [say`One reviewer alone told the designs apart then, and put another first: ${listed(first, MAX_TIED)}.`];
}

const TURNED: Readonly<Record<TurnedOut, Sentence>> = {
  worked: say`It worked`,
  partly: say`It worked in part`,
  failed: say`It failed`,
};

/** How it turned out, by whom and when. */
export function turnedOut({ outcome, note, by, at }: Decided["outcomes"][number]): Sentence {
  const said = by === null ? [] : say`, says ${words(by)}`;
  const why = note === "" ? [] : say`: ${quote(note, "summary")}`;
  return say`${TURNED[outcome]} (${words(dayOf(new Date(at)))}${said})${why}.`;
}

function stale(id: string, design_id: string, stands: "changed" | "gone"): Sentence {
  return stands === "gone"
    ? say`${strong(say`The decision is stale:`)} the chosen design is not there any more.`
    : say`${strong(say`The decision is stale:`)} the text of ${design(design_id)} changed since; ${typed("show", id, "designs")} shows it as it is now, ${typed("decide", id)} decides anew.`;
}

/**
 * Where a record goes: a folder of the project, and where the project keeps designs, if not beside it, both allowed by the
 * person before or not; or why it stays in the experiment.
 */
export type Kept =
  | { folder: RecordFolder; designs: DesignFolder | null; known: boolean }
  | { folder: null; why: "wanted" | "no-folder" }
  /** A whole sentence says why the folder of the project takes none. */
  | { folder: null; why: "unfit"; because: string }
  | { folder: null; why: "not-allowed"; path: string; because: string };

/** Why a folder of records in another format takes none. */
export const foreignRecords = (folder: string, ending: string): string =>
  `Most records in ${folder} are ${ending} files. Design Lab writes Markdown, so the record stays in the experiment.`;

const NOTHING = say`Nothing is proposed.`;

const HERE = say`on this machine only, for git ignores that folder`;
const ELSEWHERE = say`${copied("--where docs/adr")} behind the line (in a call ${copied('{"where": "docs/adr"}')}) names one`;

/** That there is a decision.json of which nothing is known. */
export function unread(problem: Problem): Sentence {
  return say`What was decided before cannot be read: ${problemSaid(problem)}.`;
}

/** That a ranking is of other texts or judgements than those of today, and of which. */
export function outdated(since: SinceRanked): Sentence {
  return say`The ranking is not of what is there today: ${changedSinceRanked(since)}.`;
}

export const HELD_BACK = say`The result is ${WITHHELD}: until then nothing is proposed or decided.`;

/** What a ranking proposes, and how sure that is; where it names no winner, or is outdated, that nothing is proposed. */
/** @param now What the winner has become over the rounds: itself, or its newest revision that was better. */
export function proposal(ranking: Ranking | null, since: SinceRanked | null, now: string | null): Sentence[] {
  if (since !== null) return [say`${strong(NOTHING)} ${outdated(since)}`];
  if (ranking === null)
    return [
      say`Nothing is ranked, so nothing is proposed. To decide is possible all the same, and the record says so.`,
    ];
  const verdict = told(ranking);
  const { turned, rests } = personasTold(ranking);
  const { winner } = ranking.summary;
  const revised = now === null || now === winner ? null : now;
  const proposed =
    winner === null
      ? NOTHING
      : revised === null
        ? say`Proposed: ${design(winner)}.`
        : say`Proposed: ${design(revised)}, a revision of ${design(winner)}.`;
  const beside = [
    turned ?? [],
    say`${strong(proposed)} ${verdict.answer}`,
    confidenceSaid(verdict),
    rests ?? [],
    verdict.sure ?? [],
  ];
  return [together(beside, " ")];
}

/** Where a record would go, before anything is decided. */
export function recordWouldGo(kept: Kept): Sentence {
  if (kept.folder === null && kept.why === "unfit") return say`${words(kept.because, "message")} ${ELSEWHERE}.`;
  if (kept.folder === null)
    return say`The record would stay in the experiment, ${HERE}: the project keeps no such records that were found; ${ELSEWHERE}.`;
  const apart = kept.designs === null ? [] : say` and the chosen design to ${path(kept.designs.path)}`;
  return say`The record would go to ${path(kept.folder.path)}${apart}${kept.known ? [] : say`, after you are asked`}.${amongForeign(kept.folder)}`;
}

/** That a record is Markdown among others that are not. */
const amongForeign = ({ foreign }: RecordFolder): Sentence =>
  foreign === null ? say`` : say` It is a Markdown file. Most records there are ${words(foreign)} files.`;

/** What is said where a decision that came with the files is the person's from now on. */
export const SO_CONFIRMED = say`It was decided so already, and this machine has seen you say so now: its record stays as it is.`;

export const SO_ALREADY = say`It was decided so already: nothing was written.`;

/** Whether a decision is the person's own, as they are asked: what they say yes to is what is kept. */
export function mayDecide(
  { design_id: id, because, by }: Pick<Decided, "design_id" | "because" | "by">,
  { topic, id: experiment, somebody, names }: { topic: string; id: string; somebody: string; names: Names },
  superseded: string | null,
): string {
  const title = truncate(names.titles.get(id ?? "") ?? "", MAX_ASKED);
  const what = id === null ? "none of the designs" : `design ${names.designs.get(id) ?? id} “${title}”`;
  const why = because === "" ? "" : ` because “${because}”`;
  const who = by === null ? "" : ` by ${by}`;
  const changed = superseded === null ? "" : ` The record ${superseded} then says that another took its place.`;
  return `${truncate(topic, MAX_ASKED)}: decided${who} for ${what}${why}. ${somebody} says so in ${experiment}. Do you decide it?${changed}`;
}
/** Columns of a topic and of a title in a question. */
const MAX_ASKED = 80;

/** Whether what is said of how it turned out is the person's own, as they are asked. */
export function maySayOutcome(
  { outcome, note, by }: Omit<Decided["outcomes"][number], "at">,
  { topic, seen, record }: { topic: string; seen: boolean; record: string | null },
): string {
  const reason = note === "" ? "" : ` “${note}”`;
  const who = by === null ? "" : `, as ${by} says`;
  const as = seen ? "" : ` (${unmarked(UNSEEN, String)})`;
  const where = record === null ? "" : ` It is added to ${record}.`;
  return `Say of the decision on ${topic}${as} that it ${ASKED_AS[outcome]}${reason}${who}?${where}`;
}
const ASKED_AS: Readonly<Record<TurnedOut, string>> = { worked: "worked", partly: "worked in part", failed: "failed" };

/** Where the document of a chosen design goes whose record goes into a folder of the project. */
export const designsIn = ({ folder, designs }: Extract<Kept, { known: boolean }>): string =>
  designs?.path ?? `${folder.path}/designs`;

/** Whether a folder of the project may be written to, as the person is asked once. */
export const mayWriteInto = (kept: Extract<Kept, { known: boolean }>): string =>
  `Write this decision, and those after it, as a record into ${kept.folder.path} of the project, each with its chosen design as a document in ${designsIn(kept)}? Without that it stays on this machine only.`;

/** What whoever writes records is kept from while another does. */
export const RECORDS_OF_PROJECT = "the project's decision records";

/** Whether a record that is there may be changed, as the person is asked once. */
export const mayChangeIn = (record: string, folder: string): string =>
  `Change the record ${record} of the project, and other records of decisions in ${folder} after it? Without that it stays as it is.`;

/** Where a record went, and the document of the chosen design. */
export function keptSaid(
  kept: Kept,
  { record, design_document }: Pick<Decided, "record" | "design_document">,
): Sentence {
  const beside = design_document ? say` The chosen design: ${path(design_document.path)}.` : [];
  return say`${recordKept(kept, record)}${beside}`;
}

function recordKept(kept: Kept, record: RecordPlace): Sentence {
  if (record.in === "project")
    return say`Record: ${path(record.path)}, a document of the project from now on.${kept.folder ? amongForeign(kept.folder) : say``}`;
  const here = say`Record: ${path(record.path)} in the experiment's folder, ${HERE}`;
  if (kept.folder !== null || kept.why === "wanted") return say`${here}.`;
  if (kept.why === "unfit") return say`${here}. ${words(kept.because, "message")} ${ELSEWHERE}.`;
  if (!("path" in kept))
    return say`${here}: the project keeps no such records that were found. The same line with ${copied("--where docs/adr")} behind it writes it there (in a call ${copied('{"where": "docs/adr"}')}).`;
  return say`${here}. It was not written into ${path(kept.path)}: ${words(kept.because, "sentence")}.`;
}

/** What became of the record of the decision before. */
export function supersededSaid({ record, done }: { record: RecordPlace; done: boolean }): Sentence {
  return done
    ? say`It takes the place of ${path(record.path)}, whose status says so now.`
    : say`It takes the place of ${path(record.path)}, whose status could not be changed: it is gone, or says no status that can be read.`;
}

/** Where it was added how a decision turned out. */
export function outcomeKept({ record, done }: { record: RecordPlace; done: boolean }): Sentence {
  return done
    ? say`It was added to ${path(record.path)}.`
    : say`It is kept in the experiment; the record ${path(record.path)} could not be changed, or is gone.`;
}
