import { rgPath } from "@vscode/ripgrep";
import type { LabSession } from "../../../src/artifacts/lab-session.ts";
import type { Role } from "../../../src/artifacts/stages/stages.ts";
import { toolHooksV1 } from "../../../src/host/v1/tools.ts";
import { type AfterV2, type ResultV2, toolHooksV2 } from "../../../src/host/v2/tools.ts";
import { createIsolation } from "../../../src/isolation/isolation.ts";

export type Setup = {
  worktree: string;
  directory?: string;
  home?: string;
  experiments?: readonly string[];
  /** Files of the project that tell what was decided of the session's experiment. */
  records?: readonly string[];
  /** Folders and files that hold personas. */
  personas?: readonly string[];
  /** Files that hold what the project remembers. */
  memory?: readonly string[];
  /** Files that configure Design Lab. */
  configuration?: readonly string[];
  host?: readonly string[];
  strict?: boolean;
  tools?: readonly string[];
  isolated?: boolean;
  role?: Role;
};

/** What the host's hook gives of a tool's result. */
export type Result = { title: string; output: string; metadata: unknown };

/** A lab session "lab" kept in, with the real ripgrep. */
function isolate({
  worktree,
  directory = worktree,
  home = "/nowhere",
  experiments = [],
  host = [],
  records = [],
  personas = [],
  memory = [],
  configuration = [],
  ...rest
}: Setup) {
  const failed: string[] = [];
  const session: LabSession = {
    role: rest.role ?? "designer",
    system: "",
    sampling: {},
    tools: rest.tools ?? ["read", "grep", "glob"],
    isolated: rest.isolated ?? true,
    strict: rest.strict ?? false,
    experiment: "/experiment",
    violations: [],
    removed_from_reads: {},
    fail: (kind, message) => failed.push(`${kind}: ${message}`),
    retrying: () => {},
    hearing: () => {},
    requesting: () => true,
    calling: () => {},
    answered: () => {},
  };
  const isolation = createIsolation({
    sessions: new Map([["lab", session]]),
    worktree,
    directory,
    home,
    closed: async (experiment) => ({
      experiments,
      records: experiment === "/experiment" ? records : [],
      memory,
      personas,
      configuration,
      host,
    }),
    ripgrep: async () => rgPath,
    now: () => new Date("2026-11-21T10:00:00Z"),
  });
  return { session, failed, isolation };
}

/** A lab session "lab" behind the hooks of OpenCode 2; `call` is a call as the host makes it. */
export function keepInV2(setup: Setup) {
  const { session, failed, isolation } = isolate(setup);
  const hooks = toolHooksV2(isolation);
  const call = async (tool: string, input: object, answer: ResultV2 = { content: "the host's own answer" }) => {
    const given: AfterV2 = { tool, sessionID: "lab", id: "1", input, status: "completed", result: answer };
    await hooks.before(given);
    const asked = given.input;
    await hooks.after(given);
    const { content = "" } = given.result ?? {};
    const text = typeof content === "string" ? content : content.map((part) => part.text ?? "").join("\n");
    return { asked, text, result: given.result };
  };
  return { session, failed, hooks, call };
}

/** A lab session "lab" behind the hooks of OpenCode 1. */
export function keepIn(setup: Setup) {
  const { session, failed, isolation } = isolate(setup);
  const hooks = toolHooksV1(isolation);
  const before = async (tool: string, args: unknown, sessionID = "lab") => {
    const output = { args };
    await hooks["tool.execute.before"]({ tool, sessionID, callID: "1" }, output);
    return output.args;
  };
  const after = async (tool: string, args: unknown, output: string, metadata: unknown = {}, sessionID = "lab") => {
    const result: Result = { title: "", output, metadata };
    await hooks["tool.execute.after"]({ tool, sessionID, callID: "1", args }, result);
    return result;
  };
  /** A call as the host makes it: before, what the host itself answers to the arguments then, after. */
  const call = async (tool: string, args: object, host = "the host's own answer", metadata: unknown = {}) => {
    const given = { ...args };
    await before(tool, given);
    return after(tool, given, host, metadata);
  };
  return { session, failed, before, after, call };
}
