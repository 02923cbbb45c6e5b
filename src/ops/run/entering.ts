import { createHash } from "node:crypto";
import { relative, resolve, sep } from "node:path";
import { BOUNDS, exceededBound } from "../../artifacts/bounds.ts";
import { DesignBody } from "../../artifacts/design.ts";
import type { Joins } from "../../artifacts/note.ts";
import { isPlanned, type Panel } from "../../artifacts/task.ts";
import { UsageError } from "../../errors.ts";
import { authorIn, authorToldIn, findDocumentIdentifiers } from "../../experiment/document-author.ts";
import type { Entering } from "../../experiment/entrants.ts";
import type { Lab } from "../../prompting/lab.ts";
import { bodyIn } from "../../stages/designs/join.ts";
import { placeOf } from "../../store/bases.ts";
import { misfit, readBytes } from "../../store/read.ts";
import { clean, cleanValue, isBlank } from "../../text/clean.ts";
import { amount, count } from "../../text/numbers.ts";
import { pathInside } from "../../text/path-inside.ts";
import { truncate } from "../../text/truncate.ts";
import { type StartArgs, sentences } from "../args.ts";
import type { OpContext } from "../op.ts";
import { atHome } from "../paths/at-home.ts";
import { findNamedFile } from "../paths/named-file.ts";

/** Documents of one call; bytes that are read of one, characters of its text that fit into a design, and the least that it says. */
const MAX_DOCUMENTS = 10;
const MAX_BYTES = 1_000_000;
const MAX_CHARACTERS = 180_000;
const MIN_WORDS = 40;

/** What holds text that is to be taken out of it first. */
const OTHERS = /\.(?:pdf|docx?|odt|rtf|pages|pptx?|xlsx?|epub|html?)$/iu;

/**
 * Reads the documents that a call has join the designs: files of the project that its designers could read too, and with
 * the person's leave others. Throws UsageError for the first that cannot be one; nothing was asked then.
 */
export async function readEntering(lab: Lab, context: OpContext, given: StartArgs): Promise<Entering[]> {
  const files = sentences(given.join);
  const by = given.author === undefined ? undefined : authorIn(given.author);
  if (files.length === 0 && by !== undefined) {
    throw new UsageError(
      `Cannot start: author (--author) names who wrote a document that joins, found none in join (--join). Nothing was asked.`,
    );
  }
  if (files.length > MAX_DOCUMENTS) {
    const refuse: Refuse = refusing(`${files.length} documents`);
    refuse(`at most ${MAX_DOCUMENTS} join in one call`);
  }
  const entering: Entering[] = [];
  for (const written of files) {
    const refuse: Refuse = refusing(written);
    const read = await readDocument(lab, context, written, { by, refuse });
    const twin = entering.find(({ entrant }) => entrant.sha256 === read.entrant.sha256);
    if (twin) refuse(`it is the same text as ${twin.entrant.file}, and a design joins once`);
    entering.push(read);
  }
  return entering;
}

/** What is said of the documents of a call, which are among the designers by now; null where none joins. */
export function joinsOf({ designers, reviewers }: Panel, entering: readonly Entering[]): Joins | null {
  const files = designers.flatMap(({ entrant }) =>
    entrant && entering.some((each) => each.entrant.sha256 === entrant.sha256) ? [entrant] : [],
  );
  const models = reviewers.filter(isPlanned).map(({ model }) => model);
  return files.length === 0 ? null : { kind: "joins", files, reviewers: [...new Set(models)] };
}

/** Reads a document that a call named, by the bounds of a design's text. `refuse` throws. */
export async function readDocument(
  lab: Lab,
  context: OpContext,
  written: string,
  { by, refuse }: { by?: string | undefined; refuse: Refuse },
): Promise<Entering> {
  const target = resolve(lab.directory, written.includes("\0") ? "." : atHome(written, context.home));
  const place = await placeOf(target, lab.worktree);
  if (pathInside(resolve(lab.worktree), target) && !place.inside)
    refuse(`it leads out of the project, to ${place.real}: name that file itself`);
  const { real, path, inside, bytes } = await findNamedFile(lab, context, written, {
    what: "a document",
    intent: "documents",
    refuse,
  });
  if (bytes > MAX_BYTES) refuse(`at most ${amount(MAX_BYTES)} bytes are read, found ${amount(bytes)}`);
  const read = await readBytes(real);
  if (read.state !== "ok") return refuse("it cannot be read");
  const whole = textOf(read.value);
  if (whole === null || whole.startsWith("%PDF-") || OTHERS.test(path))
    return refuse(
      `needed is Markdown or text in UTF-8, or a design's JSON, found ${OTHERS.exec(path)?.[0].slice(1).toUpperCase() ?? "other bytes"}: convert it first`,
    );
  const { text } = clean(whole.replace(/^\uFEFF/u, ""));
  if (isBlank(text)) refuse("needed is a text, found nothing in it");
  if (text.length > MAX_CHARACTERS)
    refuse(`at most ${amount(MAX_CHARACTERS)} characters of text fit into a design, found ${amount(text.length)}`);
  const isDesign = /\.json$/iu.test(path) || /^\s*\{/u.test(text);
  const said = isDesign ? authorOfDesign(text, refuse) : authorOfText(text, refuse);
  const file = inside ? relative(lab.worktree, path).split(sep).join("/") : path;
  const author = by ?? said;
  const identifiers = findDocumentIdentifiers(isDesign ? "" : text, file);
  const sha256 = createHash("sha256").update(read.value).digest("hex");
  return {
    entrant: {
      file,
      sha256,
      bytes: read.value.length,
      ...(author !== undefined && { author }),
      ...(identifiers.length > 0 && { identifiers }),
    },
    isDesign,
    text,
  };
}

/** Who wrote a design of a file, which is a model where the file was stored by the lab. `refuse` throws. */
function authorOfDesign(text: string, refuse: Refuse): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse("needed is a design's JSON, found JSON that cannot be read");
  }
  const body = cleanValue(bodyIn(text)).value;
  const excess = exceededBound(body, BOUNDS.answer);
  if (excess !== null) refuse(`a design's JSON holds less: ${excess}`);
  const fault = misfit("", DesignBody, body);
  if (fault) refuse(`it is no design: ${fault.where}: ${fault.reason}, found ${truncate(fault.found, 80)}`);
  return authorIn((value as { generating_model?: unknown }).generating_model);
}

/** Who wrote a document by its own words. `refuse` throws. */
function authorOfText(text: string, refuse: Refuse): string | undefined {
  const words = text.match(WORD)?.length ?? 0;
  if (words < MIN_WORDS)
    refuse(`a design says more than this: needed are ${MIN_WORDS} words, found ${count(words, "word")}`);
  return authorToldIn(text);
}

/** Words where blanks part them; where nothing does, a letter in two is about one. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,2}|[^\s\p{P}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,200}/gu;

/** Bytes as UTF-8; null where they are something else. */
function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

type Refuse = (why: string) => never;

const refusing =
  (written: string): Refuse =>
  (why) => {
    throw new UsageError(`Cannot have ${short(written)} join as a design: ${why}. Nothing was asked.`, {
      advice: "Name files after --join (join): Markdown, text, or the JSON of a design.",
    });
  };

const short = (text: string): string => JSON.stringify(text.length > 100 ? `${text.slice(0, 97)}...` : text);
