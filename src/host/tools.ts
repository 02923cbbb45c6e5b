import type { LabSession } from "../artifacts/lab-session.ts";
import { describeArguments, type Isolation } from "../isolation/isolation.ts";
import type { LookFound, Route, ToolLook } from "../isolation/look.ts";

export type Arguments = Record<string, unknown>;

/** What was decided of a call before it: how it is answered, and the arguments that it was made with. */
export type ToolRoute = { answer: Route; asked: Arguments };

/** What takes the place of the host's answer. */
export type ToolShown = { text: string; metadata: object };

/** What is shown of a search and of a folder where the call names no limit, and at most. */
const FOUND = { usual: 100, most: 1_000 };
const ENTRIES = { usual: 2_000, most: 2_000 };

/**
 * read, grep and glob as a lab session calls them. The host reads files, at the path that was checked. A folder is
 * listed and a search is made by the lab: the host is given a call that finds nothing in its place, which also has it
 * fetch ripgrep where there is none, and its answer is replaced. The model sees its own arguments all the same, since
 * the host keeps those it was called with. What is thrown is for the model to read.
 * @param file The argument of read that names the file.
 */
export function createDecisions(isolation: Isolation, file: "filePath" | "path") {
  /** Arguments that come to nothing: ripgrep is left no file and ends at the first folder. */
  const idles: Readonly<Record<string, Arguments>> = {
    read: { [file]: "." },
    grep: { pattern: "x", include: "!**" },
    glob: { pattern: "!**" },
  };
  const idle = (tool: string): Arguments => idles[tool] ?? {};
  return {
    idle,

    /** What is decided and the arguments for the host; null where the call is the host's as it stands. */
    async before(
      session: LabSession,
      tool: string,
      asked: Arguments,
    ): Promise<{ decision: ToolRoute; given: Arguments } | null> {
      const call = { tool, shown: describeArguments(asked) };
      isolation.checkTool(session, call);
      if (!session.isolated) return null;
      const answer = await isolation.look(session, call, toLook(tool, asked, file));
      const given = answer.by === "host" ? { ...asked, [file]: answer.path } : idle(tool);
      return { decision: { answer, asked }, given };
    },

    /** What takes the place of the host's answer; null where that stands. */
    async after(session: LabSession, tool: string, decision: ToolRoute | undefined): Promise<ToolShown | null> {
      if (!session.isolated) return null;
      if (!decision) throw new Error(`${tool}: what it answered cannot be checked`);
      const { answer, asked } = decision;
      if (answer.by === "lab") return shown(await answer.find(), asked);
      // Again, because the disk may have changed since the call was checked.
      await isolation.look(session, { tool, shown: describeArguments(asked) }, { kind: "read", path: answer.path });
      return null;
    },
  };
}

/** Throws for arguments of the wrong type: what the host would make of them cannot be told. */
function toLook(tool: string, asked: Arguments, file: string): ToolLook {
  const given = <T>(field: string, type: "string" | "boolean" | "number"): T | undefined => {
    const value = asked[field];
    if (value === undefined || typeof value === type) return value as T | undefined;
    throw new Error(`${tool}: ${field} must be a ${type}`);
  };
  const requireField = (field: string): string => {
    const value = given<string>(field, "string");
    if (value === undefined || value === "") throw new Error(`${tool}: ${field} is needed`);
    return value;
  };
  if (tool === "read") {
    const path = given<string>(file, "string");
    if (path === undefined) throw new Error(`read: ${file} is needed`);
    return { kind: "read", path };
  }
  if (tool !== "grep" && tool !== "glob") throw new Error(`${tool} cannot be checked`);
  const path = given<string>("path", "string");
  const pattern = requireField("pattern");
  const limit = limited(given<number>("limit", "number"), FOUND);
  if (tool === "glob")
    return { kind: tool, path, pattern, hidden: given<boolean>("hidden", "boolean") ?? false, limit };
  return {
    kind: tool,
    path,
    pattern,
    include: given<string>("include", "string"),
    literal: given<boolean>("literal", "boolean") ?? false,
    ignore_case: given<boolean>("caseSensitive", "boolean") === false,
    limit,
  };
}

function limited(wanted: number | undefined, { usual, most }: { usual: number; most: number }): number {
  return wanted === undefined || !(wanted >= 1) ? usual : Math.min(Math.floor(wanted), most);
}

/** As the hosts lay out what they find. */
function shown(found: LookFound, asked: Arguments): ToolShown {
  if (found.kind === "folder") return shownFolder(found.path, found.entries, asked);
  const { more } = found;
  const note = more ? ["", "(Results are truncated. Consider using a more specific path or pattern.)"] : [];
  if (found.kind === "paths") {
    const { paths } = found;
    const text = paths.length === 0 ? "No files found" : [...paths, ...note].join("\n");
    return { text, metadata: { count: paths.length, truncated: more } };
  }
  const { matches } = found;
  const lines = matches.flatMap(({ path, line, text }, at) => [
    ...(path === matches[at - 1]?.path ? [] : [...(at === 0 ? [] : [""]), `${path}:`]),
    `  Line ${line}: ${text}`,
  ]);
  const head = `Found ${matches.length} matches${more ? " (more matches available)" : ""}`;
  const text = matches.length === 0 ? "No matches found" : [head, ...lines, ...note].join("\n");
  return { text, metadata: { matches: matches.length, truncated: more } };
}

function shownFolder(path: string, all: readonly string[], { offset, limit }: Arguments): ToolShown {
  const from = Math.max(1, Math.floor(Number(offset)) || 1);
  const entries = all.slice(from - 1, from - 1 + limited(Number(limit ?? Number.NaN), ENTRIES));
  const truncated = from - 1 + entries.length < all.length;
  const count = truncated
    ? `(Showing ${entries.length} of ${all.length} entries. Use 'offset' parameter to read beyond entry ${from + entries.length})`
    : `(${all.length} entries)`;
  const lines = [`<path>${path}</path>`, "<type>directory</type>", "<entries>", ...entries, "", count, "</entries>"];
  const display = { type: "directory", path, entries, offset: from, totalEntries: all.length, truncated };
  return {
    text: lines.join("\n"),
    metadata: { preview: entries.slice(0, 20).join("\n"), truncated, loaded: [], display },
  };
}
