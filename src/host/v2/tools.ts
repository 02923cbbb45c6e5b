import type { LabSession } from "../../artifacts/lab-session.ts";
import { messageOf } from "../../errors.ts";
import { describeArguments, type Isolation } from "../../isolation/isolation.ts";
import type { Answer, Found, Look } from "../../isolation/look.ts";

type Input = Record<string, unknown>;
/** A call of a tool, before it; the input may be replaced. It comes for tools that are not offered too. */
export type BeforeV2 = { tool: string; sessionID: string; id: string; input: unknown };
/** The same after it. */
export type AfterV2 = BeforeV2 & { status: string; result?: ResultV2; error?: { message?: string } };
export type ResultV2 = { output?: unknown; content?: string | ContentV2[]; metadata?: unknown };
type ContentV2 = { type: string; text?: string };

/** What the host shows of a search and of a folder where the call names no limit, and at most. */
const FOUND = { usual: 100, most: 1_000 };
const ENTRIES = { usual: 2_000, most: 2_000 };

/** What `before` decided of a call: how it is answered, or what the model is told instead. */
type Decision = { asked: Input; answer: Answer } | { asked: Input; refusal: string };

/**
 * read, grep and glob of OpenCode 2 as a lab session calls them. The host reads files, at the path that was checked. A
 * folder is listed and a search is made by the lab: the host is given a call that finds nothing in its place, and its
 * answer is replaced. The model sees its own arguments all the same, for the host keeps those it was called with.
 *
 * Nothing is thrown, for a hook that throws fails every other call of the same turn with its own message: a refusal
 * stands in the place of the answer. A call of a tool that the session has not is recorded and left to the host, which
 * does not offer the tool and refuses it; its arguments are gone by then.
 */
export function toolHooksV2(isolation: Isolation) {
  const decided = new Map<string, Decision>();
  const decide = async (session: LabSession, tool: string, asked: Input): Promise<Decision> => {
    try {
      const call = { tool, shown: describeArguments(asked) };
      return { asked, answer: await isolation.look(session, call, toLook(tool, asked)) };
    } catch (error) {
      return { asked, refusal: messageOf(error) };
    }
  };
  return {
    async before(call: BeforeV2): Promise<void> {
      const session = isolation.sessionOf(call.sessionID);
      if (!session) return;
      const asked = { ...(call.input as Input | null | undefined) };
      try {
        isolation.checkTool(session, { tool: call.tool, shown: describeArguments(asked) });
      } catch {
        call.input = {};
        return;
      }
      if (!session.isolated) return;
      const decision = await decide(session, call.tool, asked);
      decided.set(keyOf(call), decision);
      const byHost = "answer" in decision && decision.answer.by === "host" ? decision.answer : null;
      call.input = byHost ? { ...asked, path: byHost.path } : (IDLE[call.tool] ?? {});
    },

    async after(call: AfterV2): Promise<void> {
      const session = isolation.sessionOf(call.sessionID);
      if (!session) return;
      const decision = decided.get(keyOf(call));
      decided.delete(keyOf(call));
      if (call.status !== "completed") return;
      if (session.isolated) call.result = await answerTo(isolation, session, call, decision);
      call.result = { ...call.result, content: cleaned(isolation, session, call.result?.content) };
    },
  };
}

/** What the model is given for a call that the host has answered. */
async function answerTo(
  isolation: Isolation,
  session: LabSession,
  { tool, result }: AfterV2,
  decision: Decision | undefined,
): Promise<ResultV2> {
  try {
    if (!decision) throw new Error(`${tool}: what it answered cannot be checked`);
    if ("refusal" in decision) throw new Error(decision.refusal);
    const { answer, asked } = decision;
    if (answer.by === "lab") return shown(await answer.find(), asked);
    // Again, because the disk may have changed since the call was checked.
    await isolation.look(session, { tool, shown: describeArguments(asked) }, { kind: "read", path: answer.path });
    return result ?? {};
  } catch (error) {
    return { content: [{ type: "text", text: messageOf(error) }], metadata: {} };
  }
}

const keyOf = ({ sessionID, id }: BeforeV2): string => `${sessionID} ${id}`;

/** Calls that come to nothing: ripgrep is left no file and ends at the first folder. */
const IDLE: Readonly<Record<string, Input>> = {
  read: { path: "." },
  grep: { pattern: "x", include: "!**" },
  glob: { pattern: "!**" },
};

/** Throws for arguments of the wrong type: what the host would make of them cannot be told. */
function toLook(tool: string, input: Input): Look {
  const given = <T>(field: string, type: "string" | "boolean" | "number"): T | undefined => {
    const value = input[field];
    if (value === undefined || value === null || typeof value === type) return (value ?? undefined) as T | undefined;
    throw new Error(`${tool}: ${field} must be a ${type}`);
  };
  const needed = (field: string): string => {
    const value = given<string>(field, "string");
    if (value === undefined || value === "") throw new Error(`${tool}: ${field} is needed`);
    return value;
  };
  const path = given<string>("path", "string");
  if (tool === "read") {
    if (path === undefined) throw new Error("read: path is needed");
    return { kind: "read", path };
  }
  const limit = within(given<number>("limit", "number"), FOUND);
  if (tool === "glob") {
    return {
      kind: "glob",
      path,
      pattern: needed("pattern"),
      hidden: given<boolean>("hidden", "boolean") ?? false,
      limit,
    };
  }
  if (tool !== "grep") throw new Error(`${tool} cannot be checked`);
  return {
    kind: "grep",
    path,
    pattern: needed("pattern"),
    include: given<string>("include", "string"),
    literal: given<boolean>("literal", "boolean") ?? false,
    ignore_case: given<boolean>("caseSensitive", "boolean") === false,
    limit,
  };
}

function within(wanted: number | undefined, { usual, most }: { usual: number; most: number }): number {
  return wanted === undefined || !(wanted >= 1) ? usual : Math.min(Math.floor(wanted), most);
}

/** In the host's own layout. */
function shown(found: Found, asked: Input): ResultV2 {
  if (found.kind === "folder") return shownFolder(found.entries, asked);
  if (found.kind === "paths") {
    const { paths, more } = found;
    return asResult(paths, "No files found", more, { count: paths.length });
  }
  const { matches, more } = found;
  const lines = matches.flatMap(({ path, line, text }, at) => [
    ...(path === matches[at - 1]?.path ? [] : [...(at === 0 ? [] : [""]), `${path}:`]),
    `  Line ${line}: ${text}`,
  ]);
  const all = matches.length === 0 ? [] : [`Found ${matches.length} matches`, ...lines];
  return asResult(all, "No matches found", more, { matches: matches.length });
}

function asResult(lines: readonly string[], nothing: string, more: boolean, counted: object): ResultV2 {
  const note = more ? ["", "(Results are truncated. Consider using a more specific path or pattern.)"] : [];
  const text = lines.length === 0 ? nothing : [...lines, ...note].join("\n");
  return { content: [{ type: "text", text }], metadata: { ...counted, truncated: more } };
}

function shownFolder(all: readonly string[], { path, offset, limit }: Input): ResultV2 {
  const from = Math.max(1, Math.floor(Number(offset)) || 1);
  const entries = all.slice(from - 1, from - 1 + within(Number(limit ?? Number.NaN), ENTRIES));
  const truncated = from - 1 + entries.length < all.length;
  const head = `Read directory ${String(path || ".")}, entries ${from}-${from - 1 + entries.length}`;
  const note = truncated ? [`(${all.length} entries in all; use offset to read on)`] : [];
  return { content: [{ type: "text", text: [head, ...entries, ...note].join("\n") }], metadata: { truncated } };
}

function cleaned(isolation: Isolation, session: LabSession, content: ResultV2["content"]): string | ContentV2[] {
  if (!Array.isArray(content)) return isolation.cleaned(session, content ?? "");
  return content.map((part) =>
    part.type === "text" ? { ...part, text: isolation.cleaned(session, part.text ?? "") } : part,
  );
}
