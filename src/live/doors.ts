import type { IncomingMessage } from "node:http";
import { UsageError } from "../errors.ts";
import { readAnswer } from "../questions/check.ts";
import type { FileFact } from "../questions/files.ts";
import { type Journal, openJournal } from "../questions/journal.ts";
import { keepFile } from "../questions/keep-file.ts";
import { MAX_FILES } from "../questions/limits.ts";
import { type By, decisionOf, isApproval, isApproved } from "../questions/replay.ts";
import { QUESTION_ID } from "../questions/types.ts";
import { isGiven } from "../store/given.ts";
import type { Witnessed } from "../store/seen.ts";
import { NOT_FROM_HERE } from "../story/live-offer.ts";
import { type Grade, refusedShown } from "../story/page-grade.ts";
import { patternOf } from "../text/pattern.ts";
import { liveQuestions } from "./asked.ts";
import { announced, type PageTold, readBody, refusalOf, sentIn } from "./body.ts";
import type { PageRuns } from "./page-runs.ts";
import type { PageSaid, PageWords } from "./page-words.ts";
import { formIn } from "./said.ts";

/** Who knocks: for which experiment, from which page, with what, and when. */
type Knock = Witnessed & {
  grade: Grade;
  query: URLSearchParams;
  request: IncomingMessage;
  now: () => Date;
  runs: PageRuns | null;
  words: PageWords | null;
};
type Door = (knock: Knock) => Promise<object>;

/** Bytes of an answer: 200,000 letters of three bytes, and what JSON adds. */
const MAX_BODY = 700_000;

/** Whose word it is that a page sends: a person's, or what an agent may have said. */
const BY: Readonly<Record<Grade, By>> = { person: "page", shown: "text" };

/** By which a page, behind its cookie, acts on what is asked. */
const DOORS: Readonly<Record<string, Door>> = {
  "/answer": async ({ dir, person, grade, request, now }) => {
    const { id, answer } = await bodyOf(request);
    if (typeof answer !== "object" || answer === null) {
      throw new UsageError(
        "Cannot take the answer: needed is an object of the question's own shape. Nothing was changed.",
      );
    }
    const journal = openJournal(dir, now, person);
    await refuseForged(dir, filesIn(answer));
    if (grade === "shown") await refuseApproval(journal, id, answer);
    await journal.answer(id, answer, BY[grade]);
    return {};
  },
  "/skip": async ({ dir, person, grade, request, now }) => {
    const { id } = await bodyOf(request);
    await openJournal(dir, now, person).skip(id, BY[grade]);
    return {};
  },
  "/enough": async ({ dir, person, grade, now }) => {
    const asked = await liveQuestions({ dir, ...(person && { person }) }, false, now);
    if (asked?.interview === "none" || asked === null) {
      throw new UsageError("Cannot end the interview: needed is one that goes on, found none. Nothing was changed.");
    }
    if (asked.interview === "going") await openJournal(dir, now, person).end(BY[grade]);
    return {};
  },
  "/begin": (knock) => begin("begin", knock),
  "/plan": (knock) => begin("beginPlan", knock),
  "/write": (knock) => take("plan", knock),
  "/decide": (knock) => take("decide", knock),
  "/outcome": (knock) => take("outcome", knock),
  "/upload": upload,
};

/** What comes of knocking; null where there is no such door. Whatever is refused is refused with a sentence. */
export async function knockAt(path: string, given: Knock): Promise<PageTold | null> {
  const door = Object.hasOwn(DOORS, path) ? DOORS[path] : undefined;
  if (door === undefined) return null;
  try {
    return { status: 200, said: await door(given) };
  } catch (error) {
    return refusalOf(error);
  }
}

async function bodyOf(request: IncomingMessage): Promise<{ id: string; answer: unknown }> {
  const { id, answer } = ((await readBody(request, MAX_BODY)) ?? {}) as { id?: unknown; answer?: unknown };
  if (typeof id !== "string" || !ID.test(id)) {
    throw new UsageError("Cannot take this: needed is the id of a question. Nothing was changed.");
  }
  return { id, answer };
}

const ID = patternOf(QUESTION_ID, "u");

function upload({ dir, person, query, request, now }: Knock): Promise<object> {
  return keepFile(dir, openJournal(dir, now, person), {
    id: query.get("id") ?? "",
    filename: query.get("name") ?? "",
    bytes: announced(request),
    body: () => sentIn(request),
  });
}

/** Begins what asks models, at the price that stood there. */
async function begin(what: "begin" | "beginPlan", { dir, grade, request, runs }: Knock): Promise<object> {
  if (grade === "shown") throw new UsageError(refusedShown("run"));
  if (runs === null) throw new UsageError(NOT_FROM_HERE);
  const { agreed } = ((await readBody(request, MAX_BODY)) ?? {}) as { agreed?: unknown };
  if (typeof agreed !== "string") {
    throw new UsageError("Cannot begin it: needed is the hash of the estimate that was shown. Nothing was begun.");
  }
  const failed = await runs[what](dir, agreed);
  if (failed !== null) throw new UsageError(failed.why);
  return {};
}

/** Takes what a person decides or says of it, and that an approved plan is written; bound to what stood there. */
async function take(op: PageSaid["op"], { dir, grade, request, words }: Knock): Promise<object> {
  if (grade === "shown") throw new UsageError(refusedShown("decision"));
  if (words === null) throw new UsageError(NOT_FROM_HERE);
  const { said, agreed } = formIn(op, await readBody(request, MAX_BODY));
  const failed = await words.say(dir, said, agreed);
  if (failed !== null) throw new UsageError(failed.why);
  return {};
}

/** What an agent could have sent approves nothing and takes no person's yes back; it may send a text back with remarks. */
async function refuseApproval(journal: Journal, id: string, answer: object): Promise<void> {
  const asked = (await journal.read()).questions.find((each) => each.id === id);
  if (asked === undefined || !isApproval(asked)) return;
  const read = readAnswer(asked.question, answer);
  if (!isApproved(asked) && !(read.ok && decisionOf(read) === "approve")) return;
  throw new UsageError(refusedShown("approval"));
}

/** The files that an answer says were given. */
function filesIn(answer: object): unknown[] {
  const { images, files } = answer as { images?: unknown; files?: unknown };
  return [images, files].flatMap((each) => (Array.isArray(each) ? each.slice(0, MAX_FILES) : []));
}

/** What a page says of a file counts only where the file says so too. */
async function refuseForged(dir: string, facts: readonly unknown[]): Promise<void> {
  for (const each of facts) {
    const { filename, mime_type, path, bytes, sha256 } = (each ?? {}) as Partial<Record<keyof FileFact, unknown>>;
    const texts = [filename, mime_type, path, sha256];
    const known =
      texts.every((text) => typeof text === "string") && typeof bytes === "number"
        ? await isGiven(dir, each as FileFact)
        : false;
    if (!known) {
      throw new UsageError("Cannot take the answer: a file of it is not there as it was given. Give it again.");
    }
  }
}
