import { stat } from "node:fs/promises";
import pLimit from "p-limit";
import type { LabSession, LabSessions } from "../artifacts/lab-session.ts";
import { ROLES } from "../artifacts/stages/stages.ts";
import { clean } from "../text/clean.ts";
import { glob, grep, listFolder, missingAt, type Route, type ToolLook } from "./look.ts";
import { type ClosedPlaces, createGuard, type Guard, projectRoot } from "./paths.ts";
import { checkPattern } from "./pattern.ts";

type IsolationOptions = {
  sessions: LabSessions;
  /** The host's worktree; "/" where it knows none, and the project is then `directory`. */
  worktree: string;
  /** The folder the host works in; its tools resolve relative paths against it. */
  directory: string;
  home: string;
  /** What is closed to the sessions of an experiment, by its folder; asked on every call. */
  closed: (experiment: string | undefined) => Promise<ClosedPlaces>;
  /** The program that the host searches with; asked when it is needed, because the host may have to fetch it first. */
  ripgrep: () => Promise<string | null>;
  now: () => Date;
};

/** Searches that run at a time, over all sessions: a model may ask for any number in one turn. */
const MAX_SEARCHES = 4;

/** UTF-16 units of a pattern: it is an argument of a program. */
const MAX_PATTERN = 10_000;

/** A call as the model made it: the tool by the host's name, and its arguments as they are shown to people. */
export type ToolCall = { tool: string; shown: string };

export type Isolation = ReturnType<typeof createIsolation>;

/**
 * Keeps lab sessions in, whichever host they run on: a session calls its own tools only, and sees of the project what
 * does not lie in a closed folder. Throws to refuse; the model reads the message as the tool's answer, and the
 * session has a violation more where it tried to leave. What cannot be checked is refused.
 */
export function createIsolation(options: IsolationOptions) {
  const { sessions, directory, home, now } = options;
  const root = projectRoot(options.worktree, directory);
  const searches = pLimit(MAX_SEARCHES);
  const guardNow = async ({ experiment }: LabSession) =>
    createGuard({ root, directory, home, closed: await options.closed(experiment) });
  const allowedBy = (guard: Guard) => async (path: string) =>
    (await guard.printed(path).catch(() => undefined))?.state === "allowed";

  const refuse = (session: LabSession, { tool, shown }: ToolCall, reason: string): Error => {
    const target = cut(clean(shown).text.replace(/\s+/g, " ").trim());
    session.violations.push({ at: now().toISOString(), tool, target, reason });
    if (session.strict) session.fail("isolation_violation", `${tool} ${target}: ${reason}`);
    const advice = session.tools.length === 0 ? undefined : ROLES[session.role].refused;
    return new Error(`Refused: ${tool} ${target}: ${reason}. ${advice ?? PROMPT_ALONE}`);
  };

  return {
    /** The lab session of this id; undefined for a session of the person's own, which is never touched. */
    sessionOf: (sessionID: string): LabSession | undefined => sessions.get(sessionID),

    /** Throws unless the tool is one of the session's own; holds also where the session is not isolated. */
    checkTool(session: LabSession, call: ToolCall): void {
      if (session.tools.includes(call.tool)) return;
      const own =
        session.tools.length === 0 ? "this session has no tools" : `its tools are ${session.tools.join(", ")}`;
      throw refuse(session, call, own);
    },

    /** Says how a look of an isolated session is answered, or throws. A path that is missing is no violation. */
    async look(session: LabSession, call: ToolCall, look: ToolLook): Promise<Route> {
      if (look.kind !== "read" && (look.pattern.length > MAX_PATTERN || look.pattern.includes("\0"))) {
        throw new Error(`A pattern has ${MAX_PATTERN.toLocaleString("en")} characters at most and holds no NUL`);
      }
      const checked = await check(await guardNow(session).catch(uncheckable), look, home).catch(uncheckable);
      if ("reason" in checked) throw refuse(session, call, checked.reason);
      const { real, guard } = checked;
      const isAllowed = allowedBy(guard);
      const found = await stat(real).catch(() => null);
      if (found === null) throw new Error(await missingAt(real, isAllowed));
      const isFolder = found.isDirectory();
      if (!isFolder && !found.isFile()) throw new Error(`${real} is neither a file nor a folder`);
      if (look.kind === "read" && !isFolder) return { by: "host", path: real };
      if (look.kind === "glob" && !isFolder) throw new Error(`The path to search must be a folder: ${real}`);
      return {
        by: "lab",
        async find() {
          if (look.kind === "read") return { kind: "folder", path: real, entries: await listFolder(real, isAllowed) };
          const ripgrep = await options.ripgrep();
          if (ripgrep === null) throw new Error("There is no ripgrep to search with");
          const ground = { ripgrep, real, isFolder, closed: guard.closed, isAllowed };
          return searches(() => (look.kind === "grep" ? grep(look, ground) : glob(look, ground)));
        },
      };
    },

    /** The text without what cannot be seen; what was taken out is counted in the session. */
    cleaned(session: LabSession, dirty: string): string {
      const { text, removed } = clean(dirty);
      for (const [kind, times] of Object.entries(removed)) {
        session.removed_from_reads[kind] = (session.removed_from_reads[kind] ?? 0) + times;
      }
      return text;
    },
  };
}

/** The arguments as the model wrote them: a single value as it stands, several as name=value. */
export function describeArguments(args: Record<string, unknown>): string {
  const entries = Object.entries(args).filter(([name]) => name !== "error");
  const text = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
  return entries.length === 1
    ? text(entries[0]?.[1])
    : entries.map(([name, value]) => `${name}=${text(value)}`).join(" ");
}

const PROMPT_ALONE = "Work from the prompt alone and answer now.";

type Denied = { reason: string };

/** Where the look leads, every link followed, or why it is refused. */
async function check(
  guard: Guard | Denied,
  look: ToolLook,
  home: string,
): Promise<{ real: string; guard: Guard } | Denied> {
  if ("reason" in guard) return guard;
  const place = await guard.argument(look.path ?? "");
  if (place.state === "denied") return place;
  const pattern = look.kind === "glob" ? look.pattern : look.kind === "grep" ? look.include : undefined;
  if (pattern !== undefined) {
    const { starts, fault } = checkPattern(pattern, { folder: place.real, experiments: guard.experiments, home });
    if (fault !== undefined) return { reason: fault };
    for (const { path, fromRoot } of starts) {
      const start = await guard.printed(path);
      if (start.state === "denied") return start;
      const meant = fromRoot !== undefined && !(await exists(path)) && (await exists(fromRoot));
      const alternative = meant ? await guard.printed(fromRoot) : undefined;
      if (alternative?.state === "denied") return alternative;
    }
  }
  return { real: place.real, guard };
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function uncheckable(error: unknown): Denied {
  return { reason: `it cannot be checked (${(error as { code?: string }).code ?? "unknown error"})` };
}

/** Letters of a place that are kept of an attempt. */
const MOST = 300;

/** Not by columns, as people are shown it: what measures them is no part of what a host loads at its start. */
function cut(text: string): string {
  const letters = [...text];
  return letters.length > MOST ? `${letters.slice(0, MOST - 1).join("")}…` : text;
}
