import { stat } from "node:fs/promises";
import type { LabOptions } from "../lab.ts";
import type { GuardOn } from "../store/guard-switch.ts";
import type { createEditKeeper } from "./edit-keeper.ts";
import { type Change, callKey, keepNewest, type PersonsCall } from "./persons-call.ts";

/** What the gate asks of a host. None of it but `tell` may be awaited while the host loads. */
export type GateHost = {
  /** The session in which another one was begun; undefined where nobody began it. */
  parentOf(sessionID: string): Promise<string | undefined>;
  /** What the person last said in a session, as the host keeps it; null where nothing was said. */
  lastSaid(sessionID: string): Promise<string | null>;
  /** Whether somebody may sit before the screen of this session. */
  hasPerson(sessionID: string): Promise<boolean>;
  /** Shows the person a line, in no session's text. */
  tell(line: string): void;
  /** Fires when the plugin is unloaded. */
  unloaded: AbortSignal;
};

/** The host's own tools that look, ask or begin other sessions: they change no file. */
const LOOK = new Set(
  "read grep glob list webfetch websearch codesearch task subagent todowrite todoread skill question lsp invalid execute designlab".split(
    " ",
  ),
);
const SHELLS = new Set(["bash", "shell"]);
/** How long a command is taken to be at work whose end was not told, milliseconds. */
const AT_WORK = 600_000;
/** Characters of what a person said that are remembered. */
const MOST_SAID = 4_000;

/**
 * Stands before every call of a tool that may change a file, where a person turned the gate on. As long as it is off it
 * costs a look at one file's time for such a call; all that judges is loaded with the first edit that is held.
 */
export function createGate(options: LabOptions, host: GateHost) {
  const { directory, worktree, home, env, sessions } = options;
  const readSwitch = watchSwitch({ directory, home, env });
  const said = new Map<string, string>();
  const roots = new Map<string, Promise<string>>();
  const announced = new Set<string>();
  const greeted = new Set<string>();
  /** Sessions whose context was cut since their model was last told where the project stands. */
  const cut = new Map<string, true>();
  const shells = new Map<string, number>();
  /** When the last of them ended. */
  let shellEnded = 0;
  const notes = new Map<string, string>();
  let keeper: Promise<ReturnType<typeof createEditKeeper>> | null = null;
  const keeperOf = () => {
    keeper ??= import("./edit-keeper.ts").then(({ createEditKeeper }) => createEditKeeper(options, keeperHost));
    return keeper;
  };

  /** The session that a person began, in which another one was begun. */
  function rootOf(sessionID: string): Promise<string> {
    const known = roots.get(sessionID);
    if (known !== undefined) return known;
    const found = host.parentOf(sessionID).then(
      (parent) => (parent === undefined ? sessionID : rootOf(parent)),
      () => sessionID,
    );
    keepNewest(roots, sessionID, found);
    return found;
  }

  const keeperHost = {
    ...host,
    rootOf,
    readSwitch,
    lastSaid: async (root: string) => said.get(root) ?? (await host.lastSaid(root).catch(() => null)),
  };

  /** Says once in each session of the person's that the gate is on. */
  async function announce(sessionID: string): Promise<void> {
    if (announced.has(sessionID)) return;
    const on = await readSwitch();
    if (on === null || announced.has(sessionID) || (await rootOf(sessionID)) !== sessionID) return;
    announced.add(sessionID);
    host.tell(await (await keeperOf()).firstLine(on));
  }

  /** Says once in each session of the person's what is unfinished in the project or waits for the person. */
  async function greet(sessionID: string): Promise<void> {
    if (greeted.has(sessionID)) return;
    greeted.add(sessionID);
    const line = await (await import("./unfinished.ts")).sayUnfinished({ home, env, worktree });
    if (line !== null && (await rootOf(sessionID)) === sessionID) host.tell(line);
  }

  /** Why a call may not be made; null where it may. */
  async function held(call: PersonsCall, change: Change): Promise<string | null> {
    if (sessions.has(call.sessionID) || LOOK.has(call.tool)) return null;
    if ((await readSwitch()) === null) return null;
    const key = callKey(call);
    if (SHELLS.has(call.tool)) {
      keepNewest(shells, key, Date.now());
      return null;
    }
    const answer = await (await keeperOf()).before(call, change);
    if (!answer.allowed) return answer.message;
    if (answer.note !== null) {
      keepNewest(notes, key, answer.note);
      host.tell(answer.note);
    }
    return null;
  }

  async function ended(call: PersonsCall, command: unknown): Promise<string | null> {
    const key = callKey(call);
    const since = shells.get(key);
    if (since !== undefined) {
      shells.delete(key);
      // Of what several write at a time nobody can say who did.
      const alone = shellEnded < since && ![...shells.values()].some((other) => Date.now() - other < AT_WORK);
      shellEnded = Date.now();
      return (await keeperOf()).shellEnded(call, { command: String(command ?? ""), alone, since });
    }
    const note = notes.get(key) ?? null;
    notes.delete(key);
    if (keeper !== null) await (await keeper).ended(call);
    return note;
  }

  return {
    /** The person said something in a session. */
    heard(sessionID: string, text: string): void {
      if (sessions.has(sessionID)) return;
      if (text.trim() !== "") keepNewest(said, sessionID, text.slice(0, MOST_SAID));
      void announce(sessionID).catch(() => undefined);
      void greet(sessionID).catch(() => undefined);
    },

    /** The host cut the context of a session. */
    cut(sessionID: string): void {
      if (!sessions.has(sessionID)) keepNewest(cut, sessionID, true);
    },

    /** What the model of a session of the person's is told, once behind each cut; null for nothing. Never throws. */
    async afterCut(sessionID: string): Promise<string | null> {
      if (!cut.delete(sessionID) || (await rootOf(sessionID)) !== sessionID) return null;
      const told = import("./cut-context.ts").then(({ tellAfterCut }) =>
        tellAfterCut(options, { sessionID, signal: host.unloaded }),
      );
      return told.catch(() => null);
    },

    /** Why a call may not be made, for its agent to read; null where it may. Never throws. */
    async before(call: PersonsCall, change: Change): Promise<string | null> {
      try {
        return await held(call, change);
      } catch {
        return null;
      }
    },

    /** What its agent is to read beside the answer of a call that was made; null for nothing. Never throws. */
    async after(call: PersonsCall, { command }: Readonly<Record<string, unknown>>): Promise<string | null> {
      try {
        return await ended(call, command);
      } catch {
        return null;
      }
    },
  };
}

/** Reads the person's switch again only where its file is another than before. */
function watchSwitch(place: Parameters<typeof import("../store/guard-switch.ts").readGuard>[0]) {
  let file: string | null = null;
  let seen = "";
  let on: GuardOn | null = null;
  return async (): Promise<GuardOn | null> => {
    // Not before a tool is called: what a host loads at its start is small.
    file ??= (await import("../store/private.ts")).projectFile(place, "guard");
    const found = await stat(file).catch(() => null);
    if (found === null) {
      seen = "";
      return null;
    }
    const now = `${found.ino} ${found.mtimeMs} ${found.ctimeMs} ${found.size}`;
    if (now === seen) return on;
    const read = await (await import("../store/guard-switch.ts")).readGuard(place);
    seen = now;
    on = read;
    return read;
  };
}
