import { basename, dirname, join, relative, sep } from "node:path";
import { pathInside } from "../text/path-inside.ts";
import type { IsAllowed } from "./listing.ts";
import type { Found, Look, Match } from "./look.ts";
import { runRipgrep } from "./ripgrep.ts";

/** Where a search goes and what of it may be seen. */
export type Ground = {
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
export async function grep(look: Look & { kind: "grep" }, ground: Ground): Promise<Found> {
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
export async function glob(look: Look & { kind: "glob" }, ground: Ground): Promise<Found> {
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
