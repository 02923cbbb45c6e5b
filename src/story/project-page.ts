import type { ListedLesson } from "../artifacts/lesson.ts";
import type { OpenWork } from "../artifacts/open-work.ts";
import type { Problem } from "../artifacts/problem.ts";
import type { ProjectEntry } from "../experiment/project-entry.ts";
import type { ToldDecision } from "../experiment/told-decisions.ts";
import { dayOf } from "../store/record-names.ts";
import { count } from "../text/numbers.ts";
import { doubtsSaid, lessonSaid } from "./lessons.ts";
import {
  approveBrief,
  askStillMissing,
  beginOne,
  decideNow,
  goOnAsking,
  goOnPlanning,
  goOnRefining,
  judgeFirst,
  nextTask,
  planNow,
  runBrief,
  sayOpen,
  tellOutcome,
  writeOutPlan,
} from "./next.ts";
import { problemSaid } from "./notes.ts";
import { copied, listed, quote, type Sentence, say, together, typed, words } from "./sentence.ts";
import { UNSEEN } from "./unseen.ts";

/** A line of the page: the lower its rank the longer it stays where room is short. */
export type PageLine = { of: Sentence; rank: number; link?: PageLink };
/** A file or a folder, absolute, and what it is called. */
export type PageLink = { text: string; to: string };
/** A part of the page under its heading. */
export type PageSection = { title: Sentence; lines: readonly PageLine[] };
/** What there is to say of a project; `archive` has room of its own. */
export type ProjectPage = { sections: readonly PageSection[]; archive: PageSection };

export type ProjectTold = {
  /** The newest change first. */
  entries: readonly ProjectEntry[];
  /** Experiments that cannot be read. */
  unread: number;
  lessons: readonly ListedLesson[];
  /** Lessons beyond those that are read, and what is wrong with their file. */
  more: number;
  problem: Problem | null;
};

/** Decisions that the archive holds. */
const ARCHIVED = 5;

/** Where a record and the files of an experiment lie, absolute; null for what whoever reads the page may not have. */
export type LedTo = {
  record(decision: ToldDecision): string | null;
  files(entry: ProjectEntry): string | null;
};

/** Where a project stands, for whoever comes back to it: what waits, what is next, what was learned and decided. */
export function projectPage(told: ProjectTold, now: Date, ledTo: LedTo): ProjectPage {
  const { entries } = told;
  const open = entries.filter(isOpen);
  const epic = open[0] ?? entries[0];
  const decisions = entries.flatMap(({ decided }) => decided ?? []);
  decisions.sort((a, b) => (a.decided_at < b.decided_at ? 1 : -1));
  const archived = decisions.slice(0, ARCHIVED).map((each): PageLine => {
    const [of, to] = [archivedSaid(each), ledTo.record(each)];
    if (to === null) return { of: say`${of}; its record lies in the experiment ${copied(each.id)}`, rank: 0 };
    return { of, rank: 0, link: { text: "record", to } };
  });
  return {
    sections: [
      { title: say`Meta`, lines: metaLines(told, open, decisions.length, now) },
      ...(epic === undefined ? [] : [{ title: epicTitle(epic), lines: epicLines(epic, open, ledTo.files(epic)) }]),
      { title: say`Learnings`, lines: lessonLines(told) },
      { title: say`Hand-over`, lines: handOver(open, decisions) },
    ],
    archive: {
      title: say`Archive`,
      lines: archived.length > 0 ? archived : [{ of: say`Nothing is decided yet.`, rank: 0 }],
    },
  };
}

const isOpen = ({ step }: ProjectEntry): boolean => step !== "nothing";

function metaLines(
  { entries, unread }: ProjectTold,
  open: readonly ProjectEntry[],
  decided: number,
  now: Date,
): PageLine[] {
  const status = openWorkSaid(open, 0);
  const counts = say`${count(entries.length, "experiment")}, ${open.length} unfinished, ${decided} decided; ${typed("show")} lists them, ${typed("history")} tells how models did`;
  return [
    { rank: 0, of: say`Status: ${status ?? say`nothing is unfinished`}.` },
    { rank: 7, of: say`${counts}.` },
    ...(unread > 0 ? [{ rank: 7, of: say`${count(unread, "experiment")} cannot be read.` }] : []),
    { rank: 8, of: say`Written by designlab on ${words(dayOf(now))} from the experiments, never from this page.` },
  ];
}

const epicTitle = ({ topic }: ProjectEntry): Sentence => say`Epic: ${words(topic)}`;

function epicLines(epic: ProjectEntry, open: readonly ProjectEntry[], files: string | null): PageLine[] {
  const next = nextSaid(epic);
  const own = stageLines(epic).map((of): PageLine => ({ of, rank: 3 }));
  const others = open.filter((each) => each !== epic).map((each): PageLine => ({ of: alsoOpen(each), rank: 6 }));
  return [
    ...(next === null ? [] : [{ of: say`Next: ${next}.`, rank: 1 }]),
    ...own,
    files === null
      ? { of: say`Its files lie in the experiment ${copied(epic.id)}, on the machine where it was made.`, rank: 4 }
      : { of: say`Its files, where it was made:`, rank: 4, link: { text: epic.id, to: files } },
    ...others,
  ];
}

function stageLines({ states, counts, decided, tasks, questions }: ProjectEntry): Sentence[] {
  const { brief } = states;
  const isPlanned = states.plan !== undefined && states.plan !== "not_begun" && states.plan !== "skipped";
  return [
    ...(brief === "done" ? [say`[x] Brief: approved.`] : []),
    ...(questions > 0 ? [say`[ ] Brief: ${count(questions, "question")} open.`] : []),
    ...(counts === null
      ? []
      : [
          box(
            counts.designs.there >= counts.designs.wanted,
            say`Designs: ${counts.designs.there} of ${counts.designs.wanted}`,
          ),
        ]),
    ...(counts === null
      ? []
      : [
          box(
            states.judgement === "done",
            say`Judged: ${counts.reviews.there} of ${counts.reviews.wanted} reviews, ${counts.scores.there} of ${counts.scores.wanted} scores`,
          ),
        ]),
    ...(decided === null ? [] : [box(states.decision === "done", say`Decided ${decisionSaidShort(decided)}`)]),
    ...(isPlanned && tasks === null ? [box(false, say`Plan: not written as files yet`)] : []),
    ...(tasks === null ? [] : [box(tasks.completed === tasks.all, tasksSaid(tasks))]),
  ];
}

const box = (done: boolean, of: Sentence): Sentence => say`${done ? "[x]" : "[ ]"} ${of}.`;

function tasksSaid({ completed, all, in_progress, next }: NonNullable<ProjectEntry["tasks"]>): Sentence {
  const now =
    in_progress.length === 0
      ? []
      : say`, in progress: ${listed(
          in_progress.map((id) => words(id)),
          MAX_TASKS,
        )}`;
  const coming = next === null ? [] : say`, next: ${words(next.id)} ${quote(next.name, "name")}`;
  return say`Plan: ${completed} of ${count(all, "task")} completed${now}${coming}`;
}
/** Tasks in progress that are named. */
const MAX_TASKS = 4;

const alsoOpen = (entry: ProjectEntry): Sentence => say`Also open: ${waitsSaid(entry)}${lineOf(entry)}.`;

/** The line to type of what is next, behind a colon. */
function lineOf(entry: ProjectEntry): Sentence {
  const line = nextSaid(entry)?.find((part) => typeof part !== "string" && part.is === "typed");
  return line === undefined ? [] : say`: ${line}`;
}

function lessonLines({ lessons, more, problem }: ProjectTold): PageLine[] {
  const sure = lessons.filter(({ doubt }) => doubt === null).reverse();
  const asking = doubtsSaid(lessons);
  return [
    ...(problem === null ? [] : [{ of: say`${problemSaid(problem)}.`, rank: 2 }]),
    ...(asking === null ? [] : [{ of: asking, rank: 2 }]),
    ...sure.map((lesson): PageLine => ({ of: lessonSaid(lesson), rank: 5 })),
    ...(more > 0 ? [{ of: say`${count(more, "lesson")} more than are read stand in the file.`, rank: 2 }] : []),
    ...(lessons.length > 0 || problem !== null
      ? []
      : [{ of: say`None yet: ${typed("lesson", '"…"')} keeps a sentence for what comes next.`, rank: 7 }]),
  ];
}

function handOver(open: readonly ProjectEntry[], decisions: readonly ToldDecision[]): PageLine[] {
  const waiting = open.filter(({ step }) => WAITS.has(step));
  const [last] = decisions;
  return [
    ...waiting.map((each): PageLine => ({ of: say`Waits for you: ${waitsSaid(each)}${lineOf(each)}.`, rank: 2 })),
    ...(waiting.length === 0 ? [{ of: say`No question and no approval waits for you.`, rank: 4 }] : []),
    ...(last ? [{ of: say`Last decided: ${words(last.topic)} ${decisionSaidShort(last)}.`, rank: 4 }] : []),
    ...(open.length === 0 ? [{ of: beginOne, rank: 4 }] : []),
  ];
}

/** Steps that wait for a person's word. */
const WAITS: ReadonlySet<string> = new Set(["answer", "approve-brief", "judge", "approve-plan"]);

/** "on 2026-11-26 for “Leases”", with the reason where it is short enough to be told whole. */
function decisionSaidShort({ design_id, title, decided_at, seen }: ToldDecision): Sentence {
  const what =
    design_id === null
      ? say`for none of the designs`
      : say`for ${title === null ? words(design_id) : quote(title, "name")}`;
  return say`on ${words(dayOf(new Date(decided_at)))} ${what}${seen ? [] : say` (${UNSEEN})`}`;
}

/** Characters of a reason that stands in a line of the archive; the record has a longer one. */
const MAX_REASON = 200;

function archivedSaid(decision: ToldDecision): Sentence {
  const { topic, because, outcome } = decision;
  const why = because === "" || because.length > MAX_REASON ? [] : say`, because ${quote(because, "all")}`;
  const came = outcome === null ? [] : say`; ${TURNED[outcome.outcome]}`;
  return say`${words(topic)}: decided ${decisionSaidShort(decision)}${why}${came}`;
}

const TURNED = {
  worked: say`it worked`,
  partly: say`it worked in part`,
  failed: say`it failed`,
} as const;

/** What leads on with an experiment; null where nothing does. */
function nextSaid({ id, step }: ProjectEntry): Sentence | null {
  switch (step) {
    case "answer":
      return sayOpen(id);
    case "brief":
      return goOnAsking(id);
    case "approve-brief":
      return approveBrief(id);
    case "run":
      return runBrief(id);
    case "finish":
      return askStillMissing(id, true);
    case "judge":
      return judgeFirst(id);
    case "refine":
      return goOnRefining(id);
    case "decide":
    case "decide-anew":
      return decideNow(id);
    case "plan":
    case "plan-anew":
      return planNow(id);
    case "approve-plan":
      return goOnPlanning(id);
    case "write-plan":
      return writeOutPlan(id);
    case "task":
      return nextTask(id);
    case "outcome":
      return tellOutcome(id);
    case "nothing":
      return null;
  }
}

/** Open work that a line names. */
const NAMED = 3;

/**
 * What is unfinished or waits for the person, in one line, without its full stop; null for nothing.
 * @param more Open work beside what is given.
 */
export function openWorkSaid(open: readonly OpenWork[], more: number): Sentence | null {
  if (open.length === 0) return null;
  const rest = more + Math.max(0, open.length - NAMED);
  const named = open.slice(0, NAMED).map(waitsSaid);
  return together([...named, ...(rest > 0 ? [say`${rest} more unfinished`] : [])], "; ");
}

/** The same for whoever begins to talk, with what shows more. */
export function unfinishedLine(open: readonly OpenWork[], more: number): Sentence | null {
  const said = openWorkSaid(open, more);
  const [first] = open;
  if (said === null || first === undefined) return null;
  const way = open.length === 1 && more === 0 ? typed("show", first.id) : typed("show");
  return say`Design lab: ${said}. ${way} says more.`;
}

function waitsSaid({ topic, step, questions, task, begun }: OpenWork): Sentence {
  const name = quote(topic, "name");
  switch (step) {
    case "answer":
      return say`${count(questions, "question")} ${questions === 1 ? "waits" : "wait"} in ${name}`;
    case "brief":
      return say`the brief of ${name} is not written yet`;
    case "approve-brief":
      return say`the brief of ${name} waits for your approval`;
    case "run":
      return say`the brief of ${name} is approved, and nobody designed it yet`;
    case "finish":
      return say`${name} is not at its end`;
    case "judge":
      return say`${name} waits for your judgement`;
    case "refine":
      return say`a round of better designs of ${name} is not at its end`;
    case "decide":
      return say`${name} is ranked, and nothing is decided`;
    case "decide-anew":
      return say`the decision on ${name} is stale`;
    case "plan":
      return say`${name} is decided, and its plan is next`;
    case "plan-anew":
      return say`the plan of ${name} is stale`;
    case "approve-plan":
      return say`the plan of ${name} waits for your approval`;
    case "write-plan":
      return say`the plan of ${name} is approved, and its files are next`;
    case "task":
      return task === null
        ? say`${name} is planned, and no task can be started`
        : say`${name} is decided, ${words(task)} is ${begun ? "in progress" : "next"}`;
    case "outcome":
      return say`all tasks of ${name} are completed, and nobody said how it turned out`;
    case "nothing":
      return say`${name} is at its end`;
  }
}

/** That the page is the person's own and was left as it is. */
export function pageLeft(why: "marks" | Problem): Sentence {
  if (why !== "marks") return say`PROJECT.md was left as it is: ${problemSaid(why)}`;
  return say`PROJECT.md was left as it is: the two lines between which the lab writes (“designlab: begin”, “designlab: end”) do not stand in it, once and in this order. Put them back, or move the file away`;
}

/** That it could not be written. */
export const pageUnwritten = (why: string): Sentence => say`PROJECT.md was not written: ${words(why, "message")}`;

/** What the page says of lines for which there was no room. */
export const roomLeftOut = (lines: number): Sentence =>
  say`Left out for want of room: ${count(lines, "line")}; ${typed("show")} and ${typed("lesson")} have all.`;
