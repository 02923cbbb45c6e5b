import { homedir, tmpdir } from "node:os";
import type { LabSessions } from "../artifacts/lab-session.ts";
import { hostFolders } from "../isolation/host-folders.ts";
import { createIsolation } from "../isolation/isolation.ts";
import { findRipgrep } from "../isolation/ripgrep.ts";
import type { Permission, PermissionRequest } from "../ops/op.ts";
import type { Host } from "../session/host.ts";
import type { AnswerCall } from "./calls.ts";
import { createGate, type GateHost } from "./gate.ts";
import type { Beside } from "./page-runs.ts";

/** What both generations of the host know of a project when they load the plugin for it. */
export type ProjectOptions = {
  host: Host;
  /** Folder that the host works in. */
  directory: string;
  /** Root of the worktree; "/" or "" where the host knows none. */
  worktree: string;
  /** What calls beside a conversation need; null where this process does not outlive the one that it was started for. */
  beside(): Promise<Beside | null>;
  /** The plugin's options of the host's configuration. */
  options: unknown;
};

/** The lab of one project with what keeps its sessions in: everything of the plugin that is the same on every host. */
export function createProjectLab({ host, directory, options, beside, ...rest }: ProjectOptions) {
  const worktree = rest.worktree === "/" || rest.worktree === "" ? directory : rest.worktree;
  const sessions: LabSessions = new Map();
  const bases = new Set<string>();
  const { env } = process;
  const home = homedir();
  const own = { host, sessions, bases, directory, worktree, home, env, options };
  let calls: Promise<AnswerCall> | null = null;
  const folders = hostFolders({ home, env, temporary: tmpdir() });
  const isolation = createIsolation({
    sessions,
    worktree,
    directory,
    home,
    closed: async (experiment) =>
      (await import("../ops/paths/closed-places.ts")).listClosedPlaces(
        { directory, worktree, home, env },
        { experiments: [...bases], experiment },
      ),
    ripgrep: () => findRipgrep(env.PATH, folders.bin),
    now: () => new Date(),
  });
  return {
    sessions,
    isolation,
    /** What a call of the tool comes to; its host shows `shown`. */
    async call(...[input, caller, permit]: Parameters<AnswerCall>): ReturnType<AnswerCall> {
      calls ??= import("./calls.ts").then(async ({ createCalls }) => createCalls(own, await beside()));
      return (await calls)(input, caller, permit);
    },
    /** What stands before the edits of a person's agent. */
    gate: (of: GateHost) => createGate(own, of),
    /** Asks for what only a person may say, on the person's own screen. */
    async word(request: PermissionRequest, signal: AbortSignal): Promise<Permission> {
      const { askForWord } = await import("./word.ts");
      return askForWord({ directory, home, env }, request, signal);
    },
  };
}
