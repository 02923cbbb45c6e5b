import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { pathInside } from "../text/path-inside.ts";
import { runRipgrep } from "./ripgrep.ts";

/** What a model asks to see of the project, whatever its host calls the tool and the tool's arguments. */
export type ToolLook =
  | { kind: "read"; path: string }
  | {
      kind: "grep";
      /** A file or a folder; the folder the host works in where it is undefined. */
      path: string | undefined;
      /** A regular expression of ripgrep, or plain text. */
      pattern: string;
      include: string | undefined;
      literal?: boolean;
      ignore_case?: boolean;
      /** Most matches; 1 or more. */
      limit: number;
    }
  | {
      kind: "glob";
      path: string | undefined;
      pattern: string;
      /** Names that begin with a dot are found too. */
      hidden?: boolean;
      /** Most paths; 1 or more. */
      limit: number;
    };

type Match = { path: string; line: number; text: string };

/** What was found, of what the session may see alone; `more` says that a limit ended the search. Paths are absolute. */
export type LookFound =
  | { kind: "folder"; path: string; entries: string[] }
  | { kind: "matches"; matches: Match[]; more: boolean }
  | { kind: "paths"; folder: string; paths: string[]; more: boolean };

/**
 * How a look that is allowed is answered: the host reads a file, whose path was checked; the lab itself lists a folder
 * and searches, so that nothing of what is closed is in what is counted, cut, sorted or found to fail.
 */
export type Route = { by: "host"; path: string } | { by: "lab"; find(): Promise<LookFound> };

/** True when what an absolute path leads to may be seen. */
type IsAllowed = (path: string) => Promise<boolean>;

/** Names in a folder of which all may be seen, folders with a slash, in the order of the host's own listing. */
export async function listFolder(folder: string, isAllowed: IsAllowed): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (!(await isAllowed(path))) return [];
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await leadsToFolder(path)));
      return [isFolder ? `${entry.name}/` : entry.name];
    }),
  );
  return names.flat().sort((a, b) => a.localeCompare(b));
}

/** What is said of a path at which nothing stands, with up to three names beside it that are alike. */
export async function missingAt(path: string, isAllowed: IsAllowed): Promise<string> {
  const wanted = basename(path).toLowerCase();
  const beside = await readdir(dirname(path)).catch(() => []);
  const alike: string[] = [];
  for (const name of beside.sort()) {
    const folded = name.toLowerCase();
    if (alike.length >= 3) break;
    if (!folded.includes(wanted) && !wanted.includes(folded)) continue;
    if (await isAllowed(join(dirname(path), name))) alike.push(join(dirname(path), name));
  }
  const hint = alike.length > 0 ? `\n\nDid you mean one of these?\n${alike.join("\n")}` : "";
  return `File not found: ${path}${hint}`;
}

function leadsToFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Where a search goes and what of it may be seen. */
export type LookGround = {
  /** The program, absolute. */
  ripgrep: string;
  /** Real path of a folder, or for grep of a file. */
  real: string;
  isFolder: boolean;
  /** Folders that are closed, absolute: ripgrep never enters them. */
  closed: readonly string[];
  isAllowed: IsAllowed;
};

/** Characters of one line that are shown. */
const MAX_TEXT = 2_000;
/** Characters of one answer, below the 51,200 bytes at which the host would cut it. */
const MAX_ANSWER = 40_000;

/**
 * The host's own search, played as it plays it (hidden files for grep, ignored ones left out, .git never), but over
 * what may be seen alone: closed folders are excluded before ripgrep begins, and any other path that is closed is
 * dropped before it is counted. The order is that of the paths. So an answer is a function of what may be seen.
 */
export async function grep(look: ToolLook & { kind: "grep" }, ground: LookGround): Promise<LookFound> {
  const folder = ground.isFolder ? ground.real : dirname(ground.real);
  const matches: Match[] = [];
  let more = false;
  let length = 0;
  const args = [
    "--json",
    "--hidden",
    "--sort=path",
    ...(look.literal ? ["--fixed-strings"] : []),
    ...(look.ignore_case ? ["--ignore-case"] : []),
    ...globs(look.include, folder, ground.closed),
    "--",
    look.pattern,
    ground.isFolder ? "." : `./${basename(ground.real)}`,
  ];
  await runRipgrep(ground.ripgrep, folder, args, "\n", async (line) => {
    const match = readMatch(line, folder);
    if (match === null || !(await ground.isAllowed(match.path))) return true;
    length += match.path.length + match.text.length;
    more = matches.length >= look.limit || length > MAX_ANSWER;
    if (!more) matches.push(match);
    return !more;
  });
  return { kind: "matches", matches, more };
}

/** Files by name, as `grep` finds lines. */
export async function glob(look: ToolLook & { kind: "glob" }, ground: LookGround): Promise<LookFound> {
  const paths: string[] = [];
  let more = false;
  let length = 0;
  const args = [
    "--files",
    "--null",
    "--sort=path",
    ...(look.hidden ? ["--hidden"] : []),
    ...globs(look.pattern, ground.real, ground.closed),
    ".",
  ];
  await runRipgrep(ground.ripgrep, ground.real, args, "\0", async (name) => {
    const path = join(ground.real, name);
    if (!(await ground.isAllowed(path))) return true;
    length += path.length;
    more = paths.length >= look.limit || length > MAX_ANSWER;
    if (!more) paths.push(path);
    return !more;
  });
  return { kind: "paths", folder: ground.real, paths, more };
}

/** Of several globs the last that matches decides, so what is closed stands last and no pattern can open it again. */
function globs(wanted: string | undefined, folder: string, closed: readonly string[]): string[] {
  const below = closed.filter((path) => path !== folder && pathInside(folder, path));
  return [
    ...(wanted === undefined ? [] : [`--glob=${wanted}`]),
    "--glob=!**/.git/**",
    ...below.map((path) => `--glob=!/${relative(folder, path).split(sep).map(asGlob).join("/")}`),
  ];
}

/** A name as a glob that matches it alone. */
const asGlob = (name: string): string => name.replace(/[*?[\]{}\\ ]/gu, (letter) => `[${letter}]`);

type Bytes = { text?: string; bytes?: string };

function readMatch(line: string, folder: string): Match | null {
  const { type, data } = JSON.parse(line) as { type: string; data: { path: Bytes; lines: Bytes; line_number: number } };
  // A path that is no UTF-8 cannot be checked.
  if (type !== "match" || data.path.text === undefined) return null;
  const text = (data.lines.text ?? Buffer.from(data.lines.bytes ?? "", "base64").toString()).replace(/\r?\n$/u, "");
  const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/u, "")}...` : text;
  return { path: join(folder, data.path.text), line: data.line_number, text: shown };
}
