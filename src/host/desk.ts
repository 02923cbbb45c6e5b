import { Value } from "@sinclair/typebox/value";
import type { Progress } from "../artifacts/progress.ts";
import { errorFacts, messageOf } from "../errors.ts";
import type { Permission, PermissionRequest } from "../ops/op.ts";
import { defectSaid } from "../story/command.ts";
import { progressLines } from "../views/terminal/view.ts";
import type { AnswerCall } from "./calls.ts";
import {
  allowedConfig,
  type CallStanding,
  type DeskAnswer,
  type DeskMessage,
  Sealed,
  unsealed,
} from "./desk-messages.ts";
import { createNotices } from "./notices.ts";
import type { DeskKey } from "./reach-desk.ts";

/** How long a call goes on that nobody follows, milliseconds, unless it is begun with less: who watches asks every few seconds. */
const UNWATCHED = 120_000;
/** How often it is looked whether anybody still watches, milliseconds. */
const LOOK_EVERY = 2_000;
/** Talks that are remembered; of more the oldest is forgotten. */
const MOST_TALKS = 200;
/** Columns of the line that says what runs. */
const WIDTH = 160;

type Call = {
  lines: string[];
  progress: (() => Progress) | null;
  asking: CallStanding["asking"];
  answer: ((allowed: boolean, why?: string) => void) | null;
  ended: CallStanding["ended"];
  stopping: AbortController;
  seen: number;
  /** How long it goes on without being followed, milliseconds. */
  unwatched: number;
  /** Wakes whoever waits for something new. */
  wake: () => void;
  woken: Promise<void>;
};

/** What a desk needs of its host. */
export type DeskHost = {
  key: DeskKey;
  /** Fires when the plugin is unloaded: nothing keeps a session in from then on. */
  unloaded: AbortSignal;
  /** Whether a session has no parent, and nobody has said anything in it. */
  isBlank(sessionID: string): Promise<boolean>;
  /** Is told of a session for which a call is at work; returns what says that it has ended. */
  working?(sessionID: string): () => void;
};

/**
 * Where calls from beside a conversation are taken, of whoever holds the key and of nobody else. A talk begins in a
 * session in which nothing was said, and ends when anybody else says something there.
 */
export function createDesk(answerCall: AnswerCall, { key, unloaded, isBlank, working }: DeskHost) {
  const talks = new Map<string, { session: string; taken: Set<number> }>();
  const calls = new Map<string, Call>();

  const looking = setInterval(look, LOOK_EVERY);
  looking.unref?.();
  unloaded.addEventListener("abort", () => clearInterval(looking), { once: true });

  function begin(
    { op, args, allowed, unwatched = UNWATCHED }: DeskMessage & { do: "begin" },
    sessionID: string,
  ): string {
    const id = crypto.randomUUID();
    const call: Call = {
      lines: [],
      progress: null,
      asking: null,
      answer: null,
      ended: null,
      stopping: new AbortController(),
      seen: Date.now(),
      unwatched,
      wake: () => undefined,
      woken: Promise.resolve(),
    };
    sleepAgain(call);
    calls.set(id, call);
    const tellLine = (text: string) => {
      call.lines.push(text);
      call.wake();
    };
    const notices = createNotices({ show: tellLine, clear: () => undefined, log: true, heartbeat: true }, Date.now);
    const signal = AbortSignal.any([call.stopping.signal, unloaded]);
    signal.addEventListener("abort", notices.stopped, { once: true });
    const caller = {
      sessionID,
      // No message made the call. The newer host makes a child for no caller that lacks one of these.
      messageID: "msg_designlab",
      callID: "call_designlab",
      agent: "build",
      // Whoever begins it may be a script: what only a person may say is asked.
      typed: null,
      voice: "command" as const,
      ...(key.from === "own" && allowedConfig(allowed)),
      signal,
      line: null,
      report: (...[progress, word]: Parameters<typeof notices.report>) => {
        call.progress = progress;
        notices.report(progress, word);
      },
    };
    const ended = working?.(sessionID) ?? (() => undefined);
    void answerCall({ op, args }, caller, (request) => permit(call, request, allowed, key.from))
      .then(({ text, outcome, facts }) => {
        call.ended = { text, outcome: signal.aborted && outcome === "unranked" ? "stopped" : outcome, facts };
      })
      .catch((error: unknown) => {
        const text = defectSaid("designlab", messageOf(error));
        call.ended = { text, ...errorFacts(error) };
      })
      .finally(() => {
        ended();
        notices.end();
        call.wake();
      });
    return id;
  }

  /** A call that nobody follows is stopped, and forgotten when it has ended. */
  function look(): void {
    for (const [id, call] of calls) {
      if (Date.now() - call.seen < call.unwatched) continue;
      call.stopping.abort();
      call.answer?.(false);
      if (call.ended !== null) calls.delete(id);
    }
  }

  async function follow({
    id,
    after,
    wait,
    asking: known = false,
  }: DeskMessage & { do: "follow" }): Promise<DeskAnswer> {
    const call = calls.get(id);
    if (call === undefined) return { error: `no call ${id} is known here` };
    call.seen = Date.now();
    if (call.lines.length <= after && (call.asking === null || known) && call.ended === null) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<void>((resolve) => {
        // A question that waits is no sign that somebody is still there.
        timer = setTimeout(resolve, Math.min(wait, call.unwatched / 2));
      });
      await Promise.race([call.woken, late]);
      clearTimeout(timer);
    }
    sleepAgain(call);
    const { lines, asking, ended, progress } = call;
    const now = ended === null && progress !== null ? progressLines(progress(), Date.now(), WIDTH) : [];
    return { lines: lines.slice(after), now, asking, ended };
  }

  /** Begins a talk. What was said once in this process or another is never said in it again. */
  async function hello(session: string): Promise<DeskAnswer | null> {
    if (!(await isBlank(session).catch(() => false))) return null;
    const talk = crypto.randomUUID();
    talks.set(talk, { session, taken: new Set() });
    for (const oldest of [...talks.keys()].slice(0, -MOST_TALKS)) talks.delete(oldest);
    return { talk };
  }

  /** Whether this very message of a talk was not taken before; it is from now on. */
  function isNew({ session, talk: id, number }: Sealed): boolean {
    const talk = talks.get(id);
    if (talk?.session !== session || talk.taken.has(number)) return false;
    talk.taken.add(number);
    return true;
  }

  return {
    /** Takes one message, of which what is wrong is answered; null where it is not for the desk, whatever it looks like. */
    async take(message: unknown, sessionID: string): Promise<DeskAnswer | null> {
      const text = unsealed(key.secret, message);
      if (text === null) return null;
      const given = jsonIn(text);
      if (!Value.Check(Sealed, given)) return { error: "this message is none of begin, follow, answer and stop" };
      const { say } = given;
      if (given.session !== sessionID) return null;
      if (say.do === "hello") return hello(sessionID);
      if (!isNew(given)) return null;
      if (say.do === "begin") return { id: begin(say, sessionID) };
      if (say.do === "follow") return follow(say);
      const call = calls.get(say.id);
      if (call === undefined) return { error: `no call ${say.id} is known here` };
      if (say.do === "stop") call.stopping.abort();
      if (say.do === "answer") call.answer?.(say.allowed, say.why);
      else call.answer?.(false);
      return { id: say.id };
    },
    /** Somebody else said something in a session: no talk goes on in it. */
    leave(sessionID: string): void {
      for (const [id, { session }] of talks) if (session === sessionID) talks.delete(id);
    },
  };
}

/** Null for a text that is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function sleepAgain(call: Call): void {
  call.woken = new Promise((resolve) => {
    call.wake = resolve;
  });
}

/**
 * Asks whoever follows the call, one thing at a time; stopped, nothing is allowed. Who shares a key may be anybody on
 * any machine: what a yes there is good for is what can be allowed in advance.
 */
async function permit(
  call: Call,
  { permission, question }: PermissionRequest,
  given: readonly string[],
  from: DeskKey["from"],
): Promise<Permission> {
  const byFlag = Object.hasOwn(WAYS, permission);
  // What only a person may say no script says in advance.
  if (byFlag && given.includes(permission)) return { allowed: true };
  if (!byFlag && from === "shared") return refusal(permission, NOT_SHARED);
  return new Promise((resolve) => {
    call.answer = (allowed, why) => {
      call.asking = null;
      call.answer = null;
      resolve(allowed ? { allowed, door: "terminal" } : refusal(permission, why));
    };
    call.asking = { permission, question };
    if (call.stopping.signal.aborted) call.answer(false);
    call.wake();
  });
}

const NOT_SHARED = "who calls with --server says yes to prices and folders alone";

/** What a command's call is told where the person did not allow what it asked: how it is allowed in advance, too. */
export function refusal(permission: string, why = "it was not allowed"): Permission {
  const way = WAYS[permission];
  return { allowed: false, why, ...(way !== undefined && { way }) };
}

/** How a command allows in advance what it would ask. */
const WAYS: Readonly<Record<string, string>> = {
  designlab_cost: "`--yes` starts it at that price, and `--max-cost` holds it to one",
  external_directory: "`--outside` allows it",
};
