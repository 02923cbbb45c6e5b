import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { Idea } from "../artifacts/idea.ts";
import { UsageError } from "../errors.ts";
import { freeBases } from "../experiment/open.ts";
import { hostFolders } from "../isolation/host-folders.ts";
import { createGuard } from "../isolation/paths.ts";
import type { Lab } from "../prompting/lab.ts";
import { placeOf } from "../store/bases.ts";
import { kindOf, readRegular } from "../store/read.ts";
import { clean, isBlank } from "../text/clean.ts";
import { amount } from "../text/numbers.ts";
import { atHome } from "./at-home.ts";
import type { OpContext } from "./op.ts";
import { permitOutside } from "./outside.ts";

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
  if (written.includes("\0")) refuse(written, "a path holds no NUL");
  const target = resolve(lab.directory, atHome(written, context.home));
  const { real, inside } = await placeOf(target, lab.worktree);
  const path = inside ? target : real;
  const found = await stat(path).catch(() => null);
  if (found === null) refuse(written, `needed is a text file, found nothing at ${path}`);
  if (found !== null && !found.isFile()) refuse(written, `needed is a text file, found ${kindOf(found)}`);
  if (!inside) await permitOutside(lab, context, dirname(path), "documents");
  await refuseClosed(lab, context, written, { path, inside });
  if (found !== null && found.size > MAX_BYTES) {
    refuse(written, `at most ${amount(MAX_BYTES)} bytes are read, found ${amount(found.size)}`);
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
  return { path: inside ? relative(lab.worktree, target) : path, sha256, text };
}

/** What no designer may read is no document either: secrets, experiments, the host's own files. */
async function refuseClosed(
  lab: Lab,
  { home, env }: OpContext,
  written: string,
  { path, inside }: { path: string; inside: boolean },
): Promise<void> {
  const root = inside ? lab.worktree : dirname(path);
  const experiments = [lab.base, lab.homeBase, ...(await freeBases(lab, "read"))];
  const closed = { experiments, host: hostFolders({ home, env, temporary: tmpdir() }).own };
  const guard = await createGuard({ root, directory: inside ? lab.directory : root, home, closed });
  const place = await guard.argument(inside && !isAbsolute(written) ? written : join(dirname(path), basename(path)));
  if (place.state === "denied") refuse(written, place.reason);
}

function refuse(written: string, why: string): never {
  throw new UsageError(`Cannot read ${short(written)} as a document: ${why}. Nothing was asked.`, {
    advice: "Name text files in `from`, such as a product brief or an issue's text, or put the text into the idea.",
  });
}

const short = (text: string): string => JSON.stringify(text.length > 100 ? `${text.slice(0, 97)}...` : text);
