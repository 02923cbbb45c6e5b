import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Idea } from "../../artifacts/idea.ts";
import type { Found } from "../../artifacts/interview.ts";
import { fence, personNotice } from "../../blind/fence.ts";
import type { FileFact } from "../../questions/files.ts";
import type { Asked } from "../../questions/replay.ts";
import { readBytes } from "../../store/read.ts";
import { clean } from "../../text/clean.ts";
import { mapTexts } from "../../text/map-texts.ts";
import { isSecretName } from "../../text/secret-name.ts";

/** What every agent of an interview is told. */
export type Told = {
  idea: string;
  from: Idea["from"];
  /** Every question that is no approval, in the order in which they were asked. */
  asked: readonly Asked[];
  /** What earlier turns found, so that nobody looks for it again. */
  found: readonly Found[];
  /** Texts of files that were given as answers, by their paths. */
  files: ReadonlyMap<string, string>;
  /** Makes the markers around the person's words unforgeable. */
  nonce: string;
};

/** How much of a text a prompt holds: characters of the idea, of all documents together, and of one answer. */
export type PromptRoom = { idea: number; documents: number; answer: number };
const WHOLE: PromptRoom = { idea: 200_000, documents: 200_000, answer: 20_000 };

/** Idea, documents, answers and files that were given, each between markers, behind what says that they are data. */
export function toldText({ idea, from, asked, found, files, nonce }: Told, room: PromptRoom = WHOLE): string {
  const each = from.length === 0 ? 0 : Math.floor(room.documents / from.length);
  return [
    personNotice(nonce),
    `IDEA:\n${fence(cut(idea, room.idea), nonce)}`,
    ...from.map(({ path, text }) => `DOCUMENT ${JSON.stringify(path)}:\n${fence(cut(text, each), nonce)}`),
    ...(asked.length === 0
      ? []
      : [`QUESTIONS AND ANSWERS, one a line:\n${fence(asked.map((one) => lineOf(one, room)).join("\n"), nonce)}`]),
    ...asked.flatMap(({ id, state, answer }) =>
      filesOf(state === "answered" ? answer : null).flatMap(({ path, filename }) => {
        const text = files.get(path);
        const heading = `GIVEN FILE ${JSON.stringify(filename)}, answer to ${id}:`;
        return text === undefined || room.answer === 0 ? [] : `${heading}\n${fence(cut(text, room.answer), nonce)}`;
      }),
    ),
    ...(found.length === 0
      ? []
      : [`FOUND ALREADY, one a line:\n${fence(found.map((one) => JSON.stringify(one)).join("\n"), nonce)}`]),
  ].join("\n\n");
}

/** One question and how it was answered, as JSON; options under the ids by which the answer names them. */
function lineOf({ id, question, state, answer }: Asked, room: PromptRoom): string {
  const { id: _, type, text, why: __, context: ___, required: ____, ...rest } = question;
  const options = "options" in rest ? Object.fromEntries(rest.options.map((one) => [one.id, one.label])) : undefined;
  const said = state === "answered" ? { answer: mapTexts(withoutPaths(answer), (text) => cut(text, room.answer)) } : {};
  return JSON.stringify({ id, type, question: text, ...rest, ...(options && { options }), state, ...said });
}

/** Files are told by name, type and size: where they lie is nothing to read. */
function withoutPaths(answer: Asked["answer"]): unknown {
  const bare = filesOf(answer).map(({ filename, mime_type, bytes }) => ({ filename, mime_type, bytes }));
  return bare.length === 0 ? answer : { files: bare };
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)} […]` : text);

/** Bytes of one file that are read, and of all of an interview. */
const MOST = { one: 200_000, all: 1_000_000 };
/** What is text by its content. */
const TEXT = /^(?:text\/|application\/(?:json|yaml)$)/u;

/** The files of an answer, images too; none of an answer without. */
export function filesOf(answer: Asked["answer"]): readonly FileFact[] {
  if (answer === null) return [];
  return "files" in answer ? answer.files : "images" in answer ? answer.images : [];
}

/**
 * The texts of files that were given as answers, by their paths below the folder: of what is text and as it was given.
 * Files of secrets are read by nobody, pictures and what else is no text are told by their name alone.
 */
export async function readGivenTexts(dir: string, asked: readonly Asked[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  let left = MOST.all;
  const facts = asked.flatMap(({ state, answer }) => (state === "answered" ? filesOf(answer) : []));
  for (const { path, filename, mime_type, sha256 } of facts) {
    if (!TEXT.test(mime_type) || isSecretName(filename.normalize("NFKC").toLowerCase().trim()) || left <= 0) continue;
    const read = await readBytes(join(dir, path), dir);
    if (read.state !== "ok" || createHash("sha256").update(read.value).digest("hex") !== sha256) continue;
    const text = clean(read.value.subarray(0, Math.min(MOST.one, left)).toString("utf8")).text;
    left -= text.length;
    texts.set(path, text);
  }
  return texts;
}
