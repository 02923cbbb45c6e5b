import { createHash } from "node:crypto";
import { join } from "node:path";
import type { FileFact } from "../../questions/files.ts";
import type { Asked } from "../../questions/replay.ts";
import { readBytes } from "../../store/read.ts";
import { clean } from "../../text/clean.ts";
import { isSecretName } from "../../text/secret-name.ts";

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
export async function givenTexts(dir: string, asked: readonly Asked[]): Promise<Map<string, string>> {
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
