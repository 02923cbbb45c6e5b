import { setTimeout as sleep } from "node:timers/promises";
import type { ExitKind } from "../artifacts/exit.ts";
import { LabError, messageOf, StoppedError } from "../errors.ts";
import type { DeskAnswer, DeskMessage } from "../host/desk-messages.ts";
import { LostError, type Patience, SERVER_PATIENCE } from "../host/drive/request.ts";
import type { HostTalk } from "../host/drive/talk.ts";
import type { Facts } from "../ops/op.ts";
import { duration } from "../text/numbers.ts";
import type { CliPerson } from "./person.ts";

/** What a call came to, wherever it was made. */
export type CallCame = { text: string; outcome: ExitKind; facts: Facts };

/** How long the host may keep a question about the call when there is nothing new, milliseconds. */
const WAIT_IN_LOG = 15_000;
const WAIT_ON_TERMINAL = 2_000;
/** Between two questions about a call of which nothing new was said, milliseconds. */
const PAUSE = 100;

/**
 * Makes one call in a host and follows it to its end; a stop is passed on, and its end still waited for, but not long.
 * Throws LostError when the host says nothing any more, and StoppedError when the end after a stop is not known.
 * @param call.unwatched Milliseconds after which the host stops it when nobody follows it any more.
 */
export async function callIn(
  talk: HostTalk,
  call: { op: string; args: Record<string, unknown>; allowed: string[]; unwatched?: number },
  person: CliPerson,
  stopped: AbortSignal,
  patience = SERVER_PATIENCE,
): Promise<CallCame> {
  stopped.throwIfAborted();
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limitStop = () => {
    timer = setTimeout(
      () =>
        over.abort(
          new LostError(`OpenCode did not say within ${duration(patience.stop / 1_000)} that the call has ended.`),
        ),
      patience.stop,
    );
  };
  stopped.addEventListener("abort", limitStop, { once: true });
  try {
    return await followCall(talk, call, { person, stopped, over: over.signal, patience });
  } catch (error) {
    const advice =
      "OpenCode stops a call that nobody follows within two minutes. `show` says how far it came, and `resume` continues it.";
    if (stopped.aborted) throw new StoppedError(`Stopped. ${messageOf(error)}`, { advice, cause: error });
    if (error instanceof LostError) throw new LostError(error.message, { advice, cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener("abort", limitStop);
  }
}

type Following = { person: CliPerson; stopped: AbortSignal; over: AbortSignal; patience: Patience };

async function followCall(
  talk: HostTalk,
  call: Parameters<typeof callIn>[1],
  { person, stopped, over, patience }: Following,
): Promise<CallCame> {
  const begun = await say(talk, { do: "begin", ...call }, over);
  if (!("id" in begun)) throw new LabError("OpenCode did not begin the call.");
  const { id } = begun;
  const stop = () => void talk.say({ do: "stop", id }, AbortSignal.timeout(patience.last)).catch(() => undefined);
  stopped.addEventListener("abort", stop, { once: true });
  if (stopped.aborted) stop();
  const wait = process.stderr.isTTY ? WAIT_ON_TERMINAL : WAIT_IN_LOG;
  let asking = false;
  let isOver = false;
  /** Takes a question away that nobody waits for any more: it would keep the command from ending. */
  const ended = new AbortController();
  /** When the call was last heard of, and since when a person thinks: that time does not count. */
  let heard = performance.now();
  let thinksSince: number | null = null;
  const ask = async (question: string) => {
    thinksSince = performance.now();
    const said = await person.ask(question, AbortSignal.any([stopped, ended.signal]));
    heard += performance.now() - thinksSince;
    thinksSince = null;
    return said;
  };
  try {
    for (let after = 0; ; ) {
      // An answer that was on its way while the person spoke may still hold that question.
      const isKnown = asking;
      const follow = () => say(talk, { do: "follow", id, after, wait, asking: isKnown }, over);
      const standing = await again(follow, { stopped, over, patience });
      if (!("lines" in standing)) throw new LabError("OpenCode lost the call.");
      after += standing.lines.length;
      for (const line of standing.lines) person.say(line);
      if (standing.ended !== null) {
        isOver = true;
        return standing.ended;
      }
      if (standing.lines.length > 0) heard = performance.now();
      else if (thinksSince === null && performance.now() - heard > patience.news)
        throw new LostError(
          `OpenCode answers, but it said nothing about the call for ${duration(patience.news / 1_000)}.`,
        );
      // A host that has nothing new and does not wait with that is not asked without end.
      if (standing.lines.length === 0) await sleep(PAUSE);
      if (asking || isKnown) continue;
      person.now(standing.now);
      if (standing.asking === null) continue;
      const { question } = standing.asking;
      // The call is followed while the person thinks: one that nobody follows is stopped.
      asking = true;
      const answered = async () => {
        const said = stopped.aborted ? { allowed: false } : await ask(question);
        // Where the call has ended meanwhile, following it says so.
        if (!ended.signal.aborted) await say(talk, { do: "answer", id, ...said }, over).catch(() => undefined);
      };
      void answered().finally(() => {
        asking = false;
      });
    }
  } finally {
    stopped.removeEventListener("abort", stop);
    ended.abort();
    if (!isOver) stop();
  }
}

/** Does work again while its line is lost, for as long as it may come back. */
async function again<T>(work: () => Promise<T>, { stopped, over, patience }: Omit<Following, "person">): Promise<T> {
  const until = performance.now() + patience.lost;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LostError) || stopped.aborted || performance.now() > until) throw error;
      await sleep(patience.retry, undefined, { signal: over });
    }
  }
}

async function say(
  talk: HostTalk,
  message: DeskMessage,
  over: AbortSignal,
): Promise<Exclude<DeskAnswer, { error: string }>> {
  const answer = await talk.say(message, over);
  if ("error" in answer) throw new LabError(`OpenCode could not take the call: ${answer.error}.`);
  return answer;
}
