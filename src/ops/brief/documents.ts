import { createHash } from "node:crypto";
import { relative } from "node:path";
import type { Idea } from "../../artifacts/idea.ts";
import { UsageError } from "../../errors.ts";
import type { Lab } from "../../prompting/lab.ts";
import { readRegular } from "../../store/read.ts";
import { clean, isBlank } from "../../text/clean.ts";
import { amount } from "../../text/numbers.ts";
import type { OpContext } from "../op.ts";
import { findNamedFile } from "../paths/named-file.ts";

/** Documents of one idea, and characters of all of them: every prompt of its interview holds them. */
const MAX_DOCUMENTS = 10;
const MAX_CHARACTERS = 200_000;
/** Of a file of more bytes not even the beginning is read. */
const MAX_BYTES = 2_000_000;

/**
 * Documents that are read before anything is asked: text files of the project that its designers could read too, and
 * with the person's leave others. Throws UsageError for the first that cannot be one. Nothing is asked of a model.
 */
export async function readDocuments(lab: Lab, context: OpContext, given: readonly string[]): Promise<Idea["from"]> {
  if (given.length > MAX_DOCUMENTS) refuse(`${given.length} documents`, `at most ${MAX_DOCUMENTS} are read`);
  const documents: Idea["from"] = [];
  for (const written of given) documents.push(await readDocument(lab, context, written));
  const characters = documents.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > MAX_CHARACTERS) {
    const found = `${amount(characters)} characters together`;
    refuse(given.map(short).join(", "), `at most ${amount(MAX_CHARACTERS)} characters in all are read, found ${found}`);
  }
  return documents;
}

async function readDocument(lab: Lab, context: OpContext, written: string): Promise<Idea["from"][number]> {
  const { real, path, inside, bytes } = await findNamedFile(lab, context, written, {
    what: "a text file",
    intent: "documents",
    refuse: (why) => refuse(written, why),
  });
  if (bytes > MAX_BYTES) {
    refuse(written, `at most ${amount(MAX_BYTES)} bytes are read, found ${amount(bytes)}`);
  }
  const read = await readRegular(real);
  if (read.state !== "ok") return refuse(written, "it cannot be read");
  const { text } = clean(read.value.replace(/^\uFEFF/u, ""));
  const odd = read.value.match(/[\0\uFFFD]/gu)?.length ?? 0;
  if (read.value.includes("\0") || odd * 100 > read.value.length) {
    refuse(written, "needed is a text in UTF-8, found other bytes");
  }
  if (isBlank(text)) refuse(written, "needed is a text, found nothing in it");
  if (text.length > MAX_CHARACTERS) {
    refuse(written, `at most ${amount(MAX_CHARACTERS)} characters are read, found ${amount(text.length)}`);
  }
  const sha256 = createHash("sha256").update(read.value).digest("hex");
  return { path: inside ? relative(lab.worktree, path) : path, sha256, text };
}

function refuse(written: string, why: string): never {
  throw new UsageError(`Cannot read ${short(written)} as a document: ${why}. Nothing was asked.`, {
    advice: "Name text files in `from`, such as a product brief or an issue's text, or put the text into the idea.",
  });
}

const short = (text: string): string => JSON.stringify(text.length > 100 ? `${text.slice(0, 97)}...` : text);
