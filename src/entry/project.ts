import { homedir, tmpdir } from "node:os";
import { version as designlab } from "../../package.json";
import { hostFolders } from "../hooks/host-folders.ts";
import { createIsolation, type Isolation } from "../hooks/isolation.ts";
import { findRipgrep } from "../hooks/ripgrep.ts";
import type { Host } from "../host/host.ts";
import { hostCheck } from "../host/tested.ts";
import { createLab, type Labs } from "../lab.ts";
import type { OpContext } from "../ops/op.ts";
import type { Caller } from "../schemas/caller.ts";
import type { LabSessions } from "../schemas/lab-session.ts";

/** What both generations of the host know of a project when they load the plugin for it. */
export type ProjectOptions = {
  host: Host;
  /** Folder that the host works in. */
  directory: string;
  /** Root of the worktree; "/" or "" where the host knows none. */
  worktree: string;
  /** The plugin's options of the host's configuration. */
  options: unknown;
};

/** The lab of one project with what keeps its sessions in: everything of the plugin that is the same on every host. */
export type ProjectLab = {
  sessions: LabSessions;
  isolation: Isolation;
  /** What an op is given for a call. */
  contextOf(caller: Caller, permit: OpContext["permit"]): OpContext;
};

export function createProjectLab({ host, directory, options, ...rest }: ProjectOptions): ProjectLab {
  const worktree = rest.worktree === "/" || rest.worktree === "" ? directory : rest.worktree;
  const sessions: LabSessions = new Map();
  const bases = new Set<string>();
  const { env } = process;
  const home = homedir();
  const labs: Labs = createLab({ host, sessions, bases, directory, worktree, home, env, options });
  const folders = hostFolders({ home, env, temporary: tmpdir() });
  const isolation = createIsolation({
    sessions,
    worktree,
    directory,
    home,
    experimentFolders: () => [...bases],
    hostFolders: folders.own,
    ripgrep: () => findRipgrep(env.PATH, folders.bin),
    now: () => new Date(),
  });
  return {
    sessions,
    isolation,
    contextOf: (caller, permit) => ({
      lab: (overrides) => labs.labFor(caller, overrides),
      labForReading: () => labs.labForReading(caller),
      configuration: labs.configuration,
      env,
      home,
      versions: async () => [
        { what: "Version of designlab", state: "ok", found: designlab, remedy: "" },
        hostCheck(await host.version(caller).catch(() => null)),
      ],
      permit,
    }),
  };
}
