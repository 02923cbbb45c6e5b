import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { LabSession, LabSessions } from "../schemas/lab-session.ts";
import { clean } from "../text/clean.ts";
import { truncate } from "../text/truncate.ts";
import { createGuard, type Guard, projectRoot, within } from "./paths.ts";
import { filterFile, filterFolder, filterGlob, filterGrep, type IsFree, type ToolOutput } from "./paths-output.ts";
import { checkPattern } from "./paths-pattern.ts";

export type IsolationOptions = {
  sessions: LabSessions;
  /** The host's worktree; "/" where it knows none, and the project is then `directory`. */
  worktree: string;
  /** The folder the host works in; its tools resolve relative paths against it. */
  directory: string;
  home: string;
  /** Folders that hold experiments, absolute; asked on every call, because an op may bring another. */
  baseDirs: () => readonly string[];
  /** False lets paths pass; which tools a lab session may call is checked all the same. */
  enabled: () => boolean;
  now: () => Date;
};

type Call = { tool: string; sessionID: string; callID: string };

/**
 * The host's "tool.execute.before" and "tool.execute.after" for lab sessions: a session calls its own tools only, and
 * read, grep and glob see the project without the folders that hold experiments. `before` throws to refuse a call,
 * which the model reads as the tool's answer; a path that passes is replaced by its real path, so that what was
 * checked is what is opened. `after` takes out of a listing what leads to such a folder; that alone is no violation,
 * since a search of the whole project is legitimate; and it cleans what any tool returned and counts what it took out.
 * What cannot be checked or attributed is refused or dropped.
 * Sessions that are not the lab's are never touched.
 */
export function createIsolation(options: IsolationOptions) {
  const { sessions, directory, home, enabled, now } = options;
  const root = projectRoot(options.worktree, directory);
  // The host's own store holds the transcripts of all sessions; it matters where the project is the home folder.
  const hostStore = join(home, ".local", "share", "opencode");
  const keptFolders = () => [...options.baseDirs(), ...(within(hostStore, root) ? [] : [hostStore])];
  const guardNow = () => createGuard({ root, directory, home, keptFolders: keptFolders() });

  const violate = (call: Call, session: LabSession, target: string, reason: string): string => {
    const shown = truncate(clean(target).text.replace(/\s+/g, " ").trim(), 300);
    const violation = { at: now().toISOString(), tool: call.tool, target: shown, reason };
    session.violations.push(violation);
    if (session.strict) session.fail("isolation_violation", `${call.tool} ${shown}: ${reason}`);
    return `Refused: ${call.tool} ${shown}: ${reason}. ${session.tools.length === 0 ? PROMPT_ALONE : WORK_ALONE}`;
  };

  const filterInPlace = async (
    call: Call & { args: unknown },
    tool: Search,
    session: LabSession,
    output: ToolOutput & { attachments?: unknown },
  ): Promise<void> => {
    const args = (call.args ?? {}) as Record<string, string>;
    try {
      const guard = await guardNow();
      const isFree: IsFree = async (path) => (await guard.printed(path).catch(() => undefined))?.state === "free";
      // Again, because the disk may have changed since the call was checked.
      const place = await guard.argument(args[PATH_FIELDS[tool].path[0]] ?? "");
      if (place.state === "kept") throw new Error(violate(call, session, describe(args), place.reason));
      Object.assign(output, await filter(tool, output, place.real, isFree));
    } catch (error) {
      output.output = error instanceof Error ? error.message : String(error);
      output.metadata = {};
      if ("attachments" in output) output.attachments = [];
    }
  };

  return {
    async before(call: Call, output: { args: unknown }): Promise<void> {
      const session = sessions.get(call.sessionID);
      if (!session) return;
      const args = (output.args ?? {}) as Record<string, unknown>;
      // The host turns a call of a tool that is not offered, or with arguments it cannot parse, into "invalid".
      const tool = call.tool === "invalid" ? String(args.tool) : call.tool;
      if (!session.tools.includes(tool)) {
        const allowed =
          session.tools.length === 0 ? "this session has no tools" : `its tools are ${session.tools.join(", ")}`;
        throw new Error(violate({ ...call, tool }, session, describe(args), allowed));
      }
      if (!enabled() || !isSearch(call.tool)) return;
      const fields = PATH_FIELDS[call.tool];
      for (const field of [...fields.path, ...fields.pattern]) {
        if (args[field] !== undefined && typeof args[field] !== "string") {
          throw new Error(`${call.tool}: ${field} must be a string`);
        }
      }
      const reason = await checkArguments(call.tool, args as Record<string, string>, guardNow, home).catch(uncheckable);
      if (reason !== undefined) throw new Error(violate(call, session, describe(args), reason));
    },

    async after(call: Call & { args: unknown }, output: ToolOutput & { attachments?: unknown }): Promise<void> {
      const session = sessions.get(call.sessionID);
      if (!session) return;
      if (enabled() && isSearch(call.tool)) await filterInPlace(call, call.tool, session, output);
      const { text, removed } = clean(String(output.output ?? ""));
      output.output = text;
      for (const [kind, times] of Object.entries(removed)) {
        session.removed_from_reads[kind] = (session.removed_from_reads[kind] ?? 0) + times;
      }
    },
  };
}

const WORK_ALONE =
  "Work alone: write your own design from the task and the project's own files. You may read, grep and glob inside the project; other designs, reviews and experiments, and all that lies outside the project, are closed to you. Do not try another way.";

const PROMPT_ALONE = "Work from the prompt alone and answer now.";

const PATH_FIELDS = {
  read: { path: ["filePath"], pattern: [] },
  grep: { path: ["path"], pattern: ["include"] },
  glob: { path: ["path"], pattern: ["pattern"] },
} as const;
type Search = keyof typeof PATH_FIELDS;

function isSearch(tool: string): tool is Search {
  return Object.hasOwn(PATH_FIELDS, tool);
}

/** Replaces the path by its real path and returns undefined, or returns why the call is refused. */
async function checkArguments(
  tool: Search,
  args: Record<string, string>,
  guardNow: () => Promise<Guard>,
  home: string,
): Promise<string | undefined> {
  const guard = await guardNow();
  const {
    path: [pathField],
    pattern: [patternField],
  } = PATH_FIELDS[tool];
  const written = args[pathField];
  const place = await guard.argument(written ?? "");
  if (place.state === "kept") return place.reason;
  const pattern = patternField === undefined ? undefined : args[patternField];
  if (pattern !== undefined) {
    const { starts, fault } = checkPattern(pattern, { folder: place.real, kept: guard.kept, home });
    if (fault !== undefined) return fault;
    for (const { path, fromRoot } of starts) {
      const start = await guard.printed(path);
      if (start.state === "kept") return start.reason;
      const meant = fromRoot !== undefined && !(await exists(path)) && (await exists(fromRoot));
      const alternative = meant ? await guard.printed(fromRoot) : undefined;
      if (alternative?.state === "kept") return alternative.reason;
    }
  }
  if (written !== undefined) args[pathField] = place.real;
  return undefined;
}

async function filter(tool: Search, output: ToolOutput, real: string, isFree: IsFree) {
  if (tool === "grep") return filterGrep(output, isFree);
  if (tool === "glob") return filterGlob(output, isFree);
  return (await stat(real)).isDirectory() ? filterFolder(output, real, isFree) : filterFile(output, isFree);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function uncheckable(error: unknown): string {
  return `it cannot be checked (${(error as { code?: string }).code ?? "unknown error"})`;
}

/** The arguments as the model wrote them: a single value as it stands, several as name=value. */
function describe(args: Record<string, unknown>): string {
  const entries = Object.entries(args).filter(([name]) => name !== "error");
  const text = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
  return entries.length === 1
    ? text(entries[0]?.[1])
    : entries.map(([name, value]) => `${name}=${text(value)}`).join(" ");
}
