import { createHash, randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import pLimit from "p-limit";
import { LabError, messageOf } from "../errors.ts";
import { renameOver } from "./files.ts";
import { paths } from "./paths.ts";
import { kindOf } from "./read.ts";

/** Bytes of all files that people gave in one experiment. */
export const MAX_GIVEN_BYTES = 60_000_000;

type Given = ContentType & { path: string; bytes: number; sha256: string };
/** Why a file is not kept, with the bound that it breaks. */
type NotKept = { over: "file" | "question" | "all"; most: number };

type Wanted = {
  /** Id of the question; with the hash of the bytes it makes the name. */
  id: string;
  /** What the person calls it: content that may be several things is what its ending says. */
  filename: string;
  most: { bytes: number; files: number };
};

/**
 * Keeps bytes as they come in a new file of the experiment's folder, 0600, under a name of our own; the same bytes for
 * the same question once. Reads no further than a bound. Throws LabError where the folder cannot be written.
 */
export async function keepGiven(
  dir: string,
  body: AsyncIterable<Uint8Array>,
  { id, filename, most }: Wanted,
): Promise<Given | NotKept> {
  const folder = paths.answers(dir);
  const temporary = join(folder, `${randomBytes(8).toString("hex")}.tmp`);
  try {
    await ownFolder(folder);
    const room = MAX_GIVEN_BYTES - (await inAll(folder));
    const file = await open(temporary, NEW, 0o600);
    const came = await receive(file, body, Math.min(most.bytes, room)).finally(() => file.close());
    if (came === null) return most.bytes <= room ? { over: "file", most: most.bytes } : ALL;
    const { bytes, sha256, head } = came;
    const type = await contentType(head, filename);
    const own = id.replaceAll(".", "-");
    const name = `${own}-${sha256}.${type.extension}`;
    return await ONE_AT_A_TIME(async () => {
      const names = await readdir(folder);
      const before = names.filter((each) => each.startsWith(`${own}-`) && NAME.test(each.slice(own.length + 1)));
      if (before.length >= most.files && !before.includes(name)) return { over: "question", most: most.files };
      // The file itself is among them by now.
      if ((await inAll(folder)) > MAX_GIVEN_BYTES) return ALL;
      await renameOver(temporary, join(folder, name));
      return { ...type, path: `${basename(folder)}/${name}`, bytes, sha256 };
    });
  } catch (error) {
    if (error instanceof LabError) throw error;
    throw new LabError(`Cannot keep the file in ${folder}: ${messageOf(error)}`, {
      advice: "Mend what the system says, then give it again.",
      cause: error,
    });
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Opens a file that a person named: no link in its place, and nothing that waits for somebody to write. null where it cannot be. */
export async function openNamed(path: string): Promise<FileHandle | null> {
  return open(path, LOOK).catch(() => null);
}

/** Whether these very facts are of a file that was kept so. */
export async function isGiven(
  dir: string,
  fact: Pick<Given, "path" | "bytes" | "sha256" | "mime_type"> & { filename: string },
): Promise<boolean> {
  const folder = paths.answers(dir);
  const name = fact.path.slice(basename(folder).length + 1);
  if (fact.path !== `${basename(folder)}/${name}` || name.includes("/") || !name.includes(`-${fact.sha256}.`)) {
    return false;
  }
  if (!(await lstat(folder).catch(() => null))?.isDirectory()) return false;
  const file = await open(join(folder, name), LOOK).catch(() => null);
  if (file === null) return false;
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size !== fact.bytes) return false;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    const { mime_type } = await contentType(buffer.subarray(0, bytesRead), fact.filename);
    return mime_type === fact.mime_type;
  } finally {
    await file.close();
  }
}

const NO_LINK = constants.O_NOFOLLOW ?? 0;
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_LINK;
const LOOK = constants.O_RDONLY | NO_LINK | (constants.O_NONBLOCK ?? 0);
const ALL: NotKept = { over: "all", most: MAX_GIVEN_BYTES };
const NAME = /^[0-9a-f]{64}\.[a-z0-9]{1,10}$/u;

/** Files are counted and named one after the other, so that two at once break no bound together. */
const ONE_AT_A_TIME = pLimit(1);
/** How long a file may be on its way; what is older was left by a process that was killed. Milliseconds. */
const LONGEST = 3_600_000;

async function ownFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const found = await lstat(folder);
  if (!found.isDirectory()) {
    throw new LabError(`Cannot keep the file: ${folder} is ${kindOf(found)}, needed is a folder.`, {
      advice: "Look where it came from, and remove it: the folder is made anew.",
    });
  }
}

/** Bytes of all that lies there, those on their way too. */
async function inAll(folder: string): Promise<number> {
  let sum = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => null);
    if (found === null) continue;
    if (name.endsWith(".tmp") && Date.now() - found.mtimeMs > LONGEST) await rm(path, { force: true });
    else sum += found.size;
  }
  return sum;
}

/** Writes what comes; null as soon as it is more than `most` bytes. */
async function receive(file: FileHandle, body: AsyncIterable<Uint8Array>, most: number) {
  const hash = createHash("sha256");
  const head: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    if (bytes + chunk.length > most) return null;
    if (bytes < HEAD) head.push(chunk.subarray(0, HEAD - bytes));
    bytes += chunk.length;
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  await file.sync();
  return { bytes, sha256: hash.digest("hex"), head: Buffer.concat(head) };
}

/** Bytes from which a file's type is told. */
export const HEAD = 65_536;

export type ContentType = { mime_type: string; extension: string };

/**
 * What a file is by its first bytes. Where they may be several things, as a text or an archive may, the ending of its
 * name chooses among these, and no name makes a picture of what is none. Markup, SVG too, is plain text.
 */
export async function contentType(head: Uint8Array, filename: string): Promise<ContentType> {
  const ending = /\.([a-z0-9]{1,10})$/iu.exec(filename)?.[1]?.toLowerCase() ?? "";
  if (isText(head)) {
    if (new TextDecoder().decode(head.subarray(0, 5)) === "%PDF-") return PDF;
    return { mime_type: TEXTS[ending] ?? "text/plain", extension: TEXTS[ending] ? ending : "txt" };
  }
  const { filetypeinfo } = await import("magic-bytes.js");
  const known = filetypeinfo(head).flatMap(({ mime, extension = "" }) =>
    mime && TYPE.test(mime) && /^[a-z0-9]{1,10}$/u.test(extension) && !MARKUP.test(mime)
      ? [{ mime_type: mime, extension }]
      : [],
  );
  const [first = UNKNOWN] = known;
  if (first.mime_type.startsWith("image/")) return first;
  return known.find(({ extension }) => extension === ending) ?? first;
}

const PDF: ContentType = { mime_type: "application/pdf", extension: "pdf" };
const UNKNOWN: ContentType = { mime_type: "application/octet-stream", extension: "bin" };
const TYPE = /^[a-z]{1,20}\/[a-z0-9][a-z0-9.+-]{0,99}$/u;
const MARKUP = /svg|html|xml$/u;

/** Kinds of text that nothing but a name tells from another. */
const TEXTS: Readonly<Record<string, string>> = {
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  md: "text/markdown",
  json: "application/json",
  yaml: "application/yaml",
  yml: "application/yaml",
  log: "text/plain",
};

/** Whether it is UTF-8 without the signs that no text has; the end may lie inside a letter. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: head.length >= HEAD });
    return !CONTROL.test(text);
  } catch {
    return false;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/u;
