import { isAbsolute, join } from "node:path";

/** What a tool returned, as the host's hook gives it. */
export type ToolOutput = { title: string; output: string; metadata: unknown };
/** True when what an absolute path leads to may be seen. */
export type IsFree = (path: string) => Promise<boolean>;

/** grep prints a count, then for each file a line "{path}:", its matches as "  Line {n}: {text}" and blank lines. */
export async function filterGrep(
  { output }: ToolOutput,
  isFree: IsFree,
): Promise<Pick<ToolOutput, "output" | "metadata">> {
  const lines = output.split("\n");
  const kept: string[] = [];
  let open = false;
  let matches = 0;
  for (const line of lines.slice(1)) {
    if (/^ {2}Line \d+: /.test(line)) {
      if (open) matches++;
      if (open) kept.push(line);
    } else if (line === "") {
      if (open) kept.push(line);
    } else if (TRUNCATED.test(line)) {
      kept.push("", line);
      open = false;
    } else {
      open = line.endsWith(":") && isAbsolute(line) && (await isFree(line.slice(0, -1)));
      if (open) kept.push(line);
    }
  }
  const truncated = /\(more matches available\)$/.test(lines[0] ?? "");
  const head = `Found ${matches} matches${truncated ? " (more matches available)" : ""}`;
  return { output: matches === 0 ? NOTHING : [head, ...kept].join("\n"), metadata: { matches, truncated } };
}

/** glob prints an absolute path a line. */
export async function filterGlob(
  { output }: ToolOutput,
  isFree: IsFree,
): Promise<Pick<ToolOutput, "output" | "metadata">> {
  const lines = output.split("\n");
  const free = await Promise.all(lines.map(async (line) => isAbsolute(line) && (await isFree(line))));
  const kept = lines.filter((_, at) => free[at]);
  const note = lines.find((line) => TRUNCATED.test(line));
  if (kept.length === 0) return { output: NOTHING, metadata: { count: 0, truncated: note !== undefined } };
  const shown = note === undefined ? kept : [...kept, "", note];
  return { output: shown.join("\n"), metadata: { count: kept.length, truncated: note !== undefined } };
}

/** read prints a folder as its path, its type, and between <entries> and </entries> a name a line and a count. */
export async function filterFolder(
  { output, metadata }: ToolOutput,
  folder: string,
  isFree: IsFree,
): Promise<Pick<ToolOutput, "output" | "metadata">> {
  const [, body = ""] = /\n<entries>\n([\s\S]*?)\n<\/entries>/.exec(output) ?? [];
  const lines = body.split("\n");
  const countLine =
    lines.find((line, at) => at > 0 && lines[at - 1] === "" && /^\(.*\bentries\b.*\)$/.test(line)) ?? "";
  const names = lines.slice(0, Math.max(0, lines.lastIndexOf(countLine))).filter((line) => line !== "");
  const free = await Promise.all(names.map((name) => isFree(join(folder, name))));
  const kept = names.filter((_, at) => free[at]);
  const fewer = names.length - kept.length;
  const count = countLine
    .replace(
      /^\(Showing (\d+) of (\d+)/,
      (_, shown, all) => `(Showing ${Number(shown) - fewer} of ${Number(all) - fewer}`,
    )
    .replace(/^\((\d+) entries/, (_, all) => `(${Number(all) - fewer} entries`);
  const truncated = count.startsWith("(Showing");
  const { offset = 1, totalEntries = names.length } = (metadata as { display?: Listing } | null)?.display ?? {};
  return {
    output: `<path>${folder}</path>\n<type>directory</type>\n<entries>\n${[...kept, "", count].join("\n")}\n</entries>`,
    metadata: {
      preview: kept.join("\n"),
      truncated,
      loaded: [],
      display: {
        type: "directory",
        path: folder,
        entries: kept,
        offset,
        totalEntries: totalEntries - fewer,
        truncated,
      },
    },
  };
}

/**
 * read adds to a file the instructions (AGENTS.md and its like) that lie beside it and lists them in
 * `metadata.loaded`; when one of them may not be seen, all that follows the file goes.
 */
export async function filterFile(result: ToolOutput, isFree: IsFree): Promise<Pick<ToolOutput, "output" | "metadata">> {
  const { loaded } = (result.metadata ?? {}) as { loaded?: unknown };
  if (!Array.isArray(loaded) || loaded.length === 0) return result;
  const free = await Promise.all(loaded.map((path) => typeof path === "string" && isFree(path)));
  if (free.every(Boolean)) return result;
  const [file = ""] = result.output.split("\n<system-reminder>");
  return { output: file, metadata: { ...(result.metadata as object), loaded: [] } };
}

type Listing = { offset?: number; totalEntries?: number };

const NOTHING = "No files found";
const TRUNCATED = /^\(Results (?:are )?truncated[^\n]*\)$/;
