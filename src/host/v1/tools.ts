import type { Hooks } from "@opencode-ai/plugin";
import { describeArguments, type Isolation } from "../../isolation/isolation.ts";
import type { Answer, Found, Look } from "../../isolation/look.ts";

type ToolHooks = Required<Pick<Hooks, "tool.execute.before" | "tool.execute.after">>;
type Arguments = Record<string, unknown>;

/** What the host shows of a search and of a folder. */
const MAX_FOUND = 100;
const MAX_ENTRIES = 2_000;

/**
 * read, grep and glob of OpenCode 1 as a lab session calls them. The host reads files, at the path that was checked. A
 * folder is listed and a search is made by the lab: the host is given a call that finds nothing in its place, which
 * also has it fetch ripgrep where there is none, and its answer is replaced. The model sees its own arguments all the
 * same, since the host keeps those it was called with.
 */
export function toolHooksV1(isolation: Isolation): ToolHooks {
  /** What `before` decided, by the very object of arguments that the host hands to `after` too. */
  const decided = new WeakMap<object, { answer: Answer; asked: Arguments }>();
  return {
    async "tool.execute.before"({ tool: called, sessionID }, output) {
      const session = isolation.sessionOf(sessionID);
      if (!session) return;
      const args = (output.args ?? {}) as Arguments;
      // The host turns a call of a tool that is not offered, or with arguments it cannot parse, into "invalid".
      const call = { tool: called === "invalid" ? String(args.tool) : called, shown: describeArguments(args) };
      isolation.checkTool(session, call);
      if (!session.isolated || called === "invalid") return;
      const asked = { ...args };
      const answer = await isolation.look(session, call, toLook(called, args));
      decided.set(args, { answer, asked });
      if (answer.by === "host") args.filePath = answer.path;
      else if (called !== "read") makeIdle(called, args);
    },

    async "tool.execute.after"({ tool, sessionID, args }, output) {
      const session = isolation.sessionOf(sessionID);
      if (!session) return;
      if (session.isolated && tool !== "invalid") {
        const { answer, asked } = decided.get(args) ?? {};
        if (!answer || !asked) throw new Error(`${tool}: what it answered cannot be checked`);
        if (answer.by === "lab") Object.assign(output, shown(await answer.find(), asked));
        else {
          // Again, because the disk may have changed since the call was checked.
          const call = { tool, shown: describeArguments(asked) };
          await isolation.look(session, call, { kind: "read", path: answer.path });
          dropInstructions(output);
        }
      }
      output.output = isolation.cleaned(session, String(output.output ?? ""));
    },
  };
}

/** Throws for arguments of the wrong type: what the host would make of them cannot be told. */
function toLook(tool: string, args: Arguments): Look {
  const text = (field: string): string | undefined => {
    const value = args[field];
    if (value === undefined || typeof value === "string") return value;
    throw new Error(`${tool}: ${field} must be a string`);
  };
  const needed = (field: string): string => {
    const value = text(field);
    if (value === undefined || value === "") throw new Error(`${tool}: ${field} is needed`);
    return value;
  };
  if (tool === "read") return { kind: "read", path: text("filePath") ?? "" };
  const path = text("path");
  const limit = MAX_FOUND;
  if (tool === "grep") return { kind: "grep", path, pattern: needed("pattern"), include: text("include"), limit };
  if (tool === "glob") return { kind: "glob", path, pattern: needed("pattern"), limit };
  throw new Error(`${tool} cannot be checked`);
}

/** A glob that leaves nothing ends ripgrep at the first folder. */
function makeIdle(tool: string, args: Arguments): void {
  for (const field of Object.keys(args)) delete args[field];
  Object.assign(args, tool === "grep" ? { pattern: "x", include: "!**" } : { pattern: "!**" });
}

type Shown = { title?: string; output: string; metadata: unknown };

const NOTHING = "No files found";

/** In the host's own layout, but for the empty lines that it prints between the matches of a file. */
function shown(found: Found, asked: Arguments): Shown {
  if (found.kind === "folder") return shownFolder(found.path, found.entries, asked);
  if (found.kind === "paths") {
    const { paths, more } = found;
    const note = `(Results are truncated: showing first ${paths.length} results. Consider using a more specific path or pattern.)`;
    const output = paths.length === 0 ? NOTHING : [...paths, ...(more ? ["", note] : [])].join("\n");
    return { output, metadata: { count: paths.length, truncated: more } };
  }
  const { matches, more } = found;
  const lines = matches.flatMap(({ path, line, text }, at) => [
    ...(path === matches[at - 1]?.path ? [] : [...(at === 0 ? [] : [""]), `${path}:`]),
    `  Line ${line}: ${text}`,
  ]);
  const head = `Found ${matches.length} matches${more ? " (more matches available)" : ""}`;
  const note = more ? ["", "(Results truncated. Consider using a more specific path or pattern.)"] : [];
  return {
    title: String(asked.pattern),
    output: matches.length === 0 ? NOTHING : [head, ...lines, ...note].join("\n"),
    metadata: { matches: matches.length, truncated: more },
  };
}

function shownFolder(path: string, all: readonly string[], { offset, limit }: Arguments): Shown {
  const from = Math.max(1, Number(offset) || 1);
  const entries = all.slice(from - 1, from - 1 + (Number(limit) || MAX_ENTRIES));
  const truncated = from - 1 + entries.length < all.length;
  const next = from + entries.length;
  const count = truncated
    ? `(Showing ${entries.length} of ${all.length} entries. Use 'offset' parameter to read beyond entry ${next})`
    : `(${all.length} entries)`;
  return {
    output: [`<path>${path}</path>`, "<type>directory</type>", "<entries>", ...entries, "", count, "</entries>"].join(
      "\n",
    ),
    metadata: {
      preview: entries.slice(0, 20).join("\n"),
      truncated,
      loaded: [],
      display: { type: "directory", path, entries, offset: from, totalEntries: all.length, truncated },
    },
  };
}

/**
 * read adds to a file the instructions (AGENTS.md and its like) that lie beside it and lists them in
 * `metadata.loaded`: they are for an agent that works there, and may be read as any file is.
 */
function dropInstructions(output: { output: string; metadata: unknown }): void {
  const { loaded } = (output.metadata ?? {}) as { loaded?: unknown };
  if (!Array.isArray(loaded) || loaded.length === 0) return;
  const [file = ""] = output.output.split("\n<system-reminder>");
  Object.assign(output, { output: file, metadata: { ...(output.metadata as object), loaded: [] } });
}
