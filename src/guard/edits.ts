import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { applyPatch, parsePatch } from "diff";
import type { FileEdit } from "../artifacts/guard.ts";
import { pathInside } from "../text/path-inside.ts";
import { readSections } from "./patch-text.ts";
import { findRealPath } from "./real-path.ts";
import { MOST_TEXT, replacedText, spliced } from "./replaced.ts";

/** The text of a file, null where there is none; it rejects where what is there cannot be read as text. */
export type ReadText = (path: string) => Promise<string | null>;
export type EditsIn = { directory: string; read: ReadText };

/** One file of what a host is about to change: a unified diff, as a host hands it to its hook. */
export type FilePatch = { file: string; patch: string; status?: string };

/** What is looked at of one call: its files, UTF-16 units of their texts together and of its patches, and its arguments. */
const MOST = { files: 500, read: 4 * MOST_TEXT, patches: MOST_TEXT / 2, fields: 5_000 };
/** Lines that are compared for one unified diff before it counts as one that does not fit. */
const MOST_COMPARED = 1_000_000;

/**
 * What a call of a tool makes of files, before it runs; null for a call that changes none. A tool that is not known
 * counts where its arguments hold a path and a text for it, and what it makes of the file is then not known whole.
 * Rejects for a call that names more than is looked at.
 */
export async function editsOf(tool: string, args: unknown, project: EditsIn): Promise<FileEdit[] | null> {
  if (typeof args !== "object" || args === null) return null;
  const place = withRoom(project);
  const given = fieldsOf(args);
  const name = tool.toLowerCase();
  const patch = given.get("patchtext");
  if (typeof patch === "string") return editsOfSections(patch, place);
  const path = PATHS.map((key) => given.get(key)).find(isPath);
  if (path === undefined) return null;
  const content = given.get("content");
  if (name === "write" && typeof content === "string") {
    const at = await placeOf(path, place.directory);
    const before = await textOf(at.reads, place);
    return [before === undefined ? part(at, "", content) : whole(at, before, content)];
  }
  const [from, to] = [OLD, NEW].map((keys) =>
    keys.map((key) => given.get(key)).find((each) => typeof each === "string"),
  );
  if (name === "edit" && typeof from === "string" && typeof to === "string")
    return [await replacing(path, { from, to, all: given.get("replaceall") === true }, place)];
  return editOfUnknown(path, given, place);
}

/** The same of unified diffs that a host made itself; where one does not fit the file, it is a part of it. */
export async function editsOfPatches(files: readonly FilePatch[], project: EditsIn): Promise<FileEdit[]> {
  refuseMore(
    files.length,
    files.reduce((sum, { patch }) => sum + patch.length, 0),
  );
  const place = withRoom(project);
  const edits: FileEdit[] = [];
  for (const { file, patch, status } of files) {
    const at = await placeOf(file, place.directory);
    const before = await textOf(at.reads, place);
    const gone = status === "deleted" || /^\+\+\+ \/dev\/null/mu.test(patch);
    const after = before === undefined || gone ? null : applied(before ?? "", patch);
    if (before !== undefined && (gone || after !== null)) edits.push(whole(at, before, after));
    else edits.push(part(at, ...linesOfPatch(patch)));
  }
  return edits;
}

/** Throws for a call that changes more files than are looked at, or by longer patches. */
function refuseMore(files: number, patches: number): void {
  if (files > MOST.files) throw new RangeError(`it changes ${files} files, and ${MOST.files} are looked at`);
  if (patches > MOST.patches) throw new RangeError(`its patch has more than ${MOST.patches} characters`);
}

function refuseFields(fields: number): void {
  if (fields > MOST.fields) throw new RangeError(`it has ${fields} arguments, and ${MOST.fields} are looked at`);
}

/** The same place, of which no more text is read than is looked at for one call. */
function withRoom({ directory, read }: EditsIn): EditsIn {
  let room = MOST.read;
  return {
    directory,
    async read(path) {
      const text = room > 0 ? await read(path) : undefined;
      if (text === undefined) throw new RangeError("more text than is looked at");
      room -= text?.length ?? 0;
      return text;
    },
  };
}

const PATHS = ["filepath", "path", "file", "filename", "targetfile", "absolutepath", "relativepath", "notebookpath"];
const OLD = ["oldstring", "oldstr", "oldtext", "oldcontent", "search", "old"];
const NEW = [
  ...["newstring", "newstr", "newtext", "newcontent", "content", "contents", "text", "inserttext", "filetext"],
  ...["filecontent", "codeedit", "newsource", "replacement", "replace", "new", "code", "insert", "diff", "patch"],
];

/** The fields of a call by their names without case and joints: file_path and filePath are one. */
function fieldsOf(args: object): Map<string, unknown> {
  refuseFields(Object.keys(args).length);
  return new Map(Object.entries(args).map(([key, value]) => [key.toLowerCase().replaceAll(/[_-]/gu, ""), value]));
}

const isPath = (value: unknown): value is string =>
  typeof value === "string" && value.trim() !== "" && !/[\n\0]/u.test(value);

/**
 * A file as it is shown, its other paths, and where its text is read: behind links only inside the project, for the
 * text may be sent to a model.
 */
type Place = { path: string; reads: string; names: readonly string[] };

/**
 * Hosts resolve ".." in a relative path by its names. Some hand an absolute path to the system, which follows links
 * first: both readings count.
 */
async function placeOf(path: string, directory: string): Promise<Place> {
  const absolute = resolve(directory, path);
  const unresolved = isAbsolute(path) ? path : join(directory, path);
  const [root = directory, real = absolute, other = real] = await Promise.all(
    [directory, absolute, unresolved].map(findRealPath),
  );
  const shown = showPath(directory, absolute);
  const names = new Set([real, other].map((each) => showPath(root, each)));
  names.delete(shown);
  return { path: shown, reads: pathInside(root, real) ? real : absolute, names: [...names] };
}

/** Relative to the project with "/"; absolute when it is outside. */
function showPath(directory: string, absolute: string): string {
  const shown = pathInside(directory, absolute) ? relative(directory, absolute) : absolute;
  return shown.split(sep).join("/");
}

/** Undefined where the file cannot be looked at whole. */
async function textOf(path: string, { read }: EditsIn): Promise<string | null | undefined> {
  try {
    const text = await read(path);
    return text !== null && (text.length > MOST_TEXT || text.includes("\0")) ? undefined : text;
  } catch {
    return undefined;
  }
}

const whole = (at: Place, before: string | null, after: string | null): FileEdit => {
  return { path: at.path, before, after, part: false, ...namesOf(at) };
};
const part = (at: Place, before: string | null, after: string | null): FileEdit => {
  return { path: at.path, before, after, part: true, ...namesOf(at) };
};
const namesOf = ({ names }: Place): Pick<FileEdit, "names"> => (names.length === 0 ? {} : { names });

type Replacement = { from: string; to: string; all: boolean };

async function replacing(file: string, replacement: Replacement, place: EditsIn): Promise<FileEdit> {
  const at = await placeOf(file, place.directory);
  const before = await textOf(at.reads, place);
  const { from, to } = replacement;
  // Both hosts make a file anew where nothing is to be replaced.
  if (from === "" && before !== undefined) return whole(at, before, to);
  const after = typeof before === "string" ? replacedText(before, replacement) : null;
  return typeof before === "string" && after !== null ? whole(at, before, after) : part(at, from, to);
}

async function editOfUnknown(file: string, given: Map<string, unknown>, place: EditsIn): Promise<FileEdit[] | null> {
  const at = await placeOf(file, place.directory);
  const items = [...given.values()].flatMap((value) => (Array.isArray(value) ? value.filter(isObject) : []));
  refuseFields(items.reduce((sum, item) => sum + Object.keys(item).length, 0));
  const lists = [given, ...items.map(fieldsOf)];
  const textsOf = (keys: readonly string[]): string[] =>
    lists.flatMap((fields) => keys.map((key) => fields.get(key)).filter((each) => typeof each === "string"));
  const to = textsOf(NEW);
  if (to.length === 0) return null;
  const from = textsOf(OLD);
  const stands = from.length > 0 || (await textOf(at.reads, place)) !== null;
  return [part(at, stands ? from.join("\n") : null, to.join("\n"))];
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Sections of one patch follow each other: what a later one finds is what an earlier one left. */
async function editsOfSections(patch: string, place: EditsIn): Promise<FileEdit[]> {
  const files = new Map<string, FileEdit>();
  const parts: FileEdit[] = [];
  const open = async (at: Place): Promise<FileEdit | null> => {
    const known = files.get(at.reads);
    if (known) return known;
    const text = await textOf(at.reads, place);
    const edit = text === undefined ? null : whole(at, text, text);
    if (edit) files.set(at.reads, edit);
    return edit;
  };
  refuseMore(0, patch.length);
  const sections = readSections(patch);
  refuseMore(sections.length, patch.length);
  for (const section of sections) {
    const at = await placeOf(section.path, place.directory);
    const file = await open(at);
    if (section.kind === "add") {
      if (file) file.after = section.text;
      else parts.push(part(at, "", section.text));
    } else if (section.kind === "delete") {
      if (file) file.after = null;
      else parts.push(part(at, "", null));
    } else {
      const after = typeof file?.after === "string" ? spliced(file.after, section.hunks) : null;
      const landing = section.to === null ? null : await placeOf(section.to, place.directory);
      const target = landing === null ? file : await open(landing);
      if (file && after !== null && target) {
        if (target !== file) file.after = null;
        target.after = after;
      } else {
        const [from, to] = [section.hunks.flatMap(({ from }) => from), section.hunks.flatMap(({ to }) => to)];
        parts.push(part(at, from.join("\n"), to.join("\n")));
        if (landing !== null) parts.push(part(landing, null, to.join("\n")));
      }
    }
  }
  const named = new Set(parts.map(({ path }) => path));
  return [...[...files.values()].filter(({ path, before, after }) => before !== after && !named.has(path)), ...parts];
}

/** Null where the diff is none, or does not fit. */
function applied(before: string, patch: string): string | null {
  if (!/^@@ -\d/mu.test(patch)) return null;
  try {
    let left = MOST_COMPARED;
    const after = applyPatch(before, patch, {
      // A hunk that does not fit where it says is looked for everywhere.
      compareLine(_, line, __, wanted) {
        if (left-- === 0) throw new RangeError("more lines than are compared");
        return line === wanted;
      },
    });
    return after === false || after.length > MOST_TEXT ? null : after;
  } catch {
    return null;
  }
}

/** The lines of a diff that go, and those that come, each with those that stay between them. */
function linesOfPatch(patch: string): [from: string, to: string] {
  const lines = hunkLines(patch);
  const of = (sign: string): string =>
    lines
      .filter((line) => line[0] === sign || line[0] === " ")
      .map((line) => line.slice(1))
      .join("\n");
  return [of("-"), of("+")];
}

function hunkLines(patch: string): string[] {
  try {
    return parsePatch(patch).flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines));
  } catch {
    return patch.split("\n").filter((line) => !/^(?:---|\+\+\+|@@|Index:|=+$)/u.test(line));
  }
}
