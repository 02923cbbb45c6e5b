import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Outcome } from "../artifacts/outcome.ts";
import type { Progress } from "../artifacts/progress.ts";
import { errorFacts, messageOf } from "../errors.ts";
import type { Facts, Permission, PermissionRequest } from "../ops/op.ts";
import { progressLines } from "../views/terminal/view.ts";
import type { AnswerCall } from "./calls.ts";
import { createNotices } from "./notices.ts";

/**
 * A call that no model makes but a program beside the host: it is begun, followed by asking again and again, answered
 * where it asks the person, and stopped. One message is one of these.
 */
const Message = Type.Union([
  Type.Object({
    do: Type.Literal("begin"),
    op: Type.String({ maxLength: 100 }),
    args: Type.Record(Type.String(), Type.Unknown()),
    /** Permissions that the person has given in advance. */
    allowed: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10 }),
  }),
  Type.Object({
    do: Type.Literal("follow"),
    id: Type.String({ maxLength: 100 }),
    /** Lines that are known already. */
    after: Type.Integer({ minimum: 0 }),
    /** What is asked is known already, and is no news. */
    asking: Type.Optional(Type.Boolean()),
    /** Milliseconds that it may take when there is nothing new. */
    wait: Type.Integer({ minimum: 0, maximum: 30_000 }),
  }),
  Type.Object({ do: Type.Literal("answer"), id: Type.String({ maxLength: 100 }), allowed: Type.Boolean() }),
  Type.Object({ do: Type.Literal("stop"), id: Type.String({ maxLength: 100 }) }),
]);
export type DeskMessage = Static<typeof Message>;

/** How a call stands: the lines since the last time, what runs right now, what is asked, and what it came to. */
export type Standing = {
  lines: string[];
  now: string[];
  asking: { permission: string; question: string } | null;
  ended: { text: string; outcome: Outcome; facts: Facts } | null;
};
export type DeskAnswer = { id: string } | Standing | { error: string };

/** How long a call goes on that nobody follows, milliseconds: somebody who watches asks every few seconds. */
const UNWATCHED = 120_000;
/** How often it is looked whether anybody still watches, milliseconds. */
const LOOK_EVERY = 10_000;
/** Columns of the line that says what runs. */
const WIDTH = 160;

type Call = {
  lines: string[];
  progress: (() => Progress) | null;
  asking: Standing["asking"];
  answer: ((allowed: boolean) => void) | null;
  ended: Standing["ended"];
  stopping: AbortController;
  seen: number;
  /** Wakes whoever waits for something new. */
  wake: () => void;
  woken: Promise<void>;
};

/**
 * Where calls from beside a conversation are taken, until the plugin is `unloaded`: nothing keeps a session in from then
 * on. `working` is told of a session for which one is at work.
 */
export function createDesk(
  answerCall: AnswerCall,
  unloaded: AbortSignal,
  working: (sessionID: string) => () => void = () => () => undefined,
) {
  const calls = new Map<string, Call>();

  const looking = setInterval(look, LOOK_EVERY);
  looking.unref?.();
  unloaded.addEventListener("abort", () => clearInterval(looking), { once: true });

  function begin({ op, args, allowed }: DeskMessage & { do: "begin" }, sessionID: string): string {
    const id = crypto.randomUUID();
    const call: Call = {
      lines: [],
      progress: null,
      asking: null,
      answer: null,
      ended: null,
      stopping: new AbortController(),
      seen: Date.now(),
      wake: () => undefined,
      woken: Promise.resolve(),
    };
    sleepAgain(call);
    calls.set(id, call);
    const said = (text: string) => {
      call.lines.push(text);
      call.wake();
    };
    const notices = createNotices({ show: said, clear: () => undefined, log: true, heartbeat: true }, Date.now);
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
      signal,
      report: (...[progress, word]: Parameters<typeof notices.report>) => {
        call.progress = progress;
        notices.report(progress, word);
      },
    };
    const ended = working(sessionID);
    void answerCall({ op, args }, caller, (request) => permit(call, request, allowed))
      .then(({ text, outcome, facts }) => {
        call.ended = { text, outcome: signal.aborted && outcome === "unranked" ? "stopped" : outcome, facts };
      })
      .catch((error: unknown) => {
        const text = `designlab failed, by a defect of its own: ${messageOf(error)}`;
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
      if (Date.now() - call.seen < UNWATCHED) continue;
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
        timer = setTimeout(resolve, wait);
      });
      await Promise.race([call.woken, late]);
      clearTimeout(timer);
    }
    sleepAgain(call);
    const { lines, asking, ended, progress } = call;
    const now = ended === null && progress !== null ? progressLines(progress(), Date.now(), WIDTH) : [];
    return { lines: lines.slice(after), now, asking, ended };
  }

  /** Takes one message of the person's program; what is wrong with it is answered, for a throw has no words there. */
  return async function desk(given: unknown, sessionID: string): Promise<DeskAnswer> {
    if (!Value.Check(Message, given)) return { error: "this message is none of begin, follow, answer and stop" };
    if (given.do === "begin") return { id: begin(given, sessionID) };
    if (given.do === "follow") return follow(given);
    const call = calls.get(given.id);
    if (call === undefined) return { error: `no call ${given.id} is known here` };
    if (given.do === "stop") call.stopping.abort();
    call.answer?.(given.do === "answer" && given.allowed);
    return { id: given.id };
  };
}

function sleepAgain(call: Call): void {
  call.woken = new Promise((resolve) => {
    call.wake = resolve;
  });
}

/** Asks whoever follows the call, one thing at a time; stopped, nothing is allowed. */
function permit(
  call: Call,
  { permission, question }: PermissionRequest,
  given: readonly string[],
): Promise<Permission> {
  // What only a person may say no script says in advance.
  if (given.includes(permission) && Object.hasOwn(WAYS, permission)) return Promise.resolve({ allowed: true });
  return new Promise((resolve) => {
    call.answer = (allowed) => {
      call.asking = null;
      call.answer = null;
      resolve(allowed ? { allowed } : refusal(permission));
    };
    call.asking = { permission, question };
    if (call.stopping.signal.aborted) call.answer(false);
    call.wake();
  });
}

/** What a command's call is told where the person did not allow what it asked: how it is allowed in advance, too. */
export function refusal(permission: string): Permission {
  const way = WAYS[permission];
  return { allowed: false, why: "it was not allowed", ...(way !== undefined && { way }) };
}

/** How a command allows in advance what it would ask. */
const WAYS: Readonly<Record<string, string>> = {
  designlab_cost: "`--yes` starts it at that price, and `--max-cost` holds it to one",
  external_directory: "`--outside` allows it",
};
