import { lstat } from "node:fs/promises";
import { approvalId } from "../artifacts/hashes.ts";
import type { Problem } from "../artifacts/problem.ts";
import { type BriefView, briefOf } from "../experiment/brief.ts";
import { understood } from "../questions/check.ts";
import { openJournal } from "../questions/journal.ts";
import { type Asked, isApproval, isApproved, type Replayed } from "../questions/replay.ts";
import { loadArtifact, pathOf } from "../store/artifacts.ts";
import { readBegun } from "../store/begun.ts";
import { openLedger } from "../store/ledger.ts";
import type { Witnessed } from "../store/seen.ts";
import { standsStill } from "../story/brief.ts";
import { type InterviewState, type LiveQuestion, type LiveQuestions, unsentSaid } from "../story/live-questions.ts";
import { clean } from "../text/clean.ts";
import { inlineTokensOf, visibleText } from "../text/kept-markdown.ts";
import type { Markdown } from "../text/markdown.ts";
import { truncate } from "../text/truncate.ts";
import { drawn } from "../views/markdown/drawn.ts";
import { nextOfBrief } from "./next.ts";
import { troubleText } from "./responses.ts";

/** Characters of all questions and answers that are sent to a page at once. */
const MAX_SENT = 4_000_000;
const MAX_PROBLEM = 400;

/** What is asked in an experiment, from its files alone; null where nothing is, nor ever was to be. */
export async function liveQuestions(
  place: Witnessed,
  running: boolean,
  now: () => Date,
): Promise<LiveQuestions | null> {
  const { dir, person } = place;
  const [replayed, idea, interview, turns] = await Promise.all([
    openJournal(dir, now, person).read(),
    loadArtifact(dir, "idea"),
    interviewOf(dir),
    loadArtifact(dir, "interview"),
  ]);
  const { questions, problems } = replayed;
  const wrong: Problem[] = idea.state === "unusable" ? [...problems, idea.problem] : problems;
  if (questions.length === 0 && wrong.length === 0 && idea.state === "missing") return null;
  const stands = idea.state === "ok" && idea.value.idea !== "" ? interview(replayed) : "none";
  const { list, left } = fitting(questions);
  const id = idea.state === "ok" && stands !== "none" ? idea.value.experiment_id : null;
  const begun = idea.state === "ok" ? await readBegun(place, now) : null;
  const brief = begun && (await briefOf(begun, now));
  const why = id === null || running ? [] : standsStill(id, await openLedger(dir, now).read());
  return {
    id: begun === null ? "" : clean(begun.idea.experiment_id).text,
    topic: idea.state === "ok" ? clean(idea.value.topic).text : "",
    list,
    ...(turns.state === "ok" && turns.value.most !== undefined && { most: turns.value.most }),
    interview: stands,
    thinking: running && stands !== "none",
    still: why.map((each) => plain(drawn(each))).join(" "),
    next: brief && nextOfBrief(brief, running, why),
    approved: approvedAs(questions, brief),
    problems: [
      ...wrong.map((problem) => truncate(clean(troubleText(problem)).text, MAX_PROBLEM)),
      ...(left > 0 ? [unsentSaid(left)] : []),
    ],
  };
}

/** The approval of the brief of today, else the first there was: a plan is approved after the brief that it comes of. */
function approvedAs(questions: readonly Asked[], view: BriefView | null): string | null {
  const all = questions.filter(isApproved);
  const todays = view?.brief && approvalId(view.brief);
  return view && ((all.find(({ id }) => id === todays) ?? all[0])?.id ?? null);
}

/**
 * How far an interview is, by what is asked: over once there is a task, or a brief whose very text is approved or waits
 * for that.
 */
async function interviewOf(dir: string): Promise<(all: Replayed) => InterviewState> {
  const [brief, task] = await Promise.all([loadArtifact(dir, "brief"), lstat(pathOf(dir, "task")).catch(() => null)]);
  const approval = brief.state === "ok" ? approvalId(brief.value) : null;
  return ({ questions, ended }) => {
    const asked = questions.find(({ id }) => id === approval);
    const refused = asked?.state === "answered" && (asked.answer as { decision?: string }).decision !== "approve";
    if (task !== null || (asked !== undefined && !refused)) return "none";
    return ended === null ? "going" : "ended";
  };
}

/** As many as may be sent, those that wait for an answer before all others, in the order in which they were asked. */
function fitting(all: readonly Asked[]): { list: LiveQuestion[]; left: number } {
  const sizes = new Map(all.map((each) => [each, JSON.stringify([each.question, each.answer]).length]));
  const numbers = new Map(all.filter((each) => !isApproval(each)).map((each, at) => [each, at + 1]));
  const kept = new Set<Asked>();
  let sum = 0;
  for (const each of [...all.filter(({ state }) => state === "open"), ...all.toReversed()]) {
    if (kept.has(each)) continue;
    sum += sizes.get(each) ?? 0;
    if (sum > MAX_SENT) break;
    kept.add(each);
  }
  return {
    list: all.flatMap((each) => (kept.has(each) ? shown(each, numbers.get(each) ?? null) : [])),
    left: all.length - kept.size,
  };
}

function shown({ id, question, state, closed, answer, by }: Asked, number: number | null): LiveQuestion {
  return {
    id,
    number,
    question,
    state,
    closed,
    answer,
    understood: answer === null ? "" : plain(understood(question, answer)),
    by,
  };
}

/** A line of our own Markdown as the words that it shows, code in its marks. */
function plain(line: Markdown): string {
  return inlineTokensOf(line)
    .map((token) => (token.type === "code_inline" ? `\`${token.content}\`` : visibleText(token)))
    .join("");
}
