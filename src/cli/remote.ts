import type { ExitKind } from "../artifacts/exit.ts";
import { LabError } from "../errors.ts";
import type { CallStanding, DeskAnswer, DeskMessage } from "../host/desk-messages.ts";
import { type HostTalk, LostError } from "../host/drive/talk.ts";
import type { Facts } from "../ops/op.ts";
import type { CliPerson } from "./person.ts";

/** What a call came to, wherever it was made. */
export type CallCame = { text: string; outcome: ExitKind; facts: Facts };

/** How long the host may keep a question about the call when there is nothing new, milliseconds. */
const WAIT_IN_LOG = 15_000;
const WAIT_ON_TERMINAL = 2_000;
/** Between two questions about a call of which nothing new was said, milliseconds. */
const PAUSE = 100;

/**
 * Makes one call in a host and follows it to its end; a stop is passed on, and its end still waited for.
 * @param call.unwatched Milliseconds after which the host stops it when nobody follows it any more.
 */
export async function callIn(
  talk: HostTalk,
  call: { op: string; args: Record<string, unknown>; allowed: string[]; unwatched?: number },
  person: CliPerson,
  stopped: AbortSignal,
): Promise<CallCame> {
  stopped.throwIfAborted();
  const begun = await say(talk, { do: "begin", ...call });
  if (!("id" in begun)) throw new LabError("OpenCode did not begin the call.");
  const { id } = begun;
  const stop = () => void talk.say({ do: "stop", id }).catch(() => undefined);
  stopped.addEventListener("abort", stop, { once: true });
  if (stopped.aborted) stop();
  const wait = process.stderr.isTTY ? WAIT_ON_TERMINAL : WAIT_IN_LOG;
  let asking = false;
  let over = false;
  try {
    for (let after = 0; ; ) {
      const standing = await again(() => say(talk, { do: "follow", id, after, wait, asking }), stopped);
      if (!("lines" in standing)) throw new LabError("OpenCode lost the call.");
      after += standing.lines.length;
      for (const line of standing.lines) person.say(line);
      if (standing.ended !== null) {
        over = true;
        return standing.ended;
      }
      // A host that has nothing new and does not wait with that is not asked without end.
      if (standing.lines.length === 0) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (asking) continue;
      person.now(standing.now);
      if (standing.asking === null) continue;
      // The call is followed while the person thinks: one that nobody follows is stopped.
      asking = true;
      void answer(talk, id, standing.asking, person, stopped).finally(() => {
        asking = false;
      });
    }
  } finally {
    stopped.removeEventListener("abort", stop);
    if (!over) stop();
  }
}

/** Milliseconds for which a line that is lost may come back, and between two tries. */
const LOST_FOR = 60_000;
const TRY_AGAIN = 1_000;

async function again<T>(work: () => Promise<T>, stopped: AbortSignal): Promise<T> {
  const until = performance.now() + LOST_FOR;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LostError) || stopped.aborted || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN));
    }
  }
}

async function answer(
  talk: HostTalk,
  id: string,
  { question }: NonNullable<CallStanding["asking"]>,
  person: CliPerson,
  stopped: AbortSignal,
): Promise<void> {
  const said = stopped.aborted ? { allowed: false } : await person.ask(question, stopped);
  // Where the call has ended meanwhile, following it says so.
  await say(talk, { do: "answer", id, ...said }).catch(() => undefined);
}

async function say(talk: HostTalk, message: DeskMessage): Promise<Exclude<DeskAnswer, { error: string }>> {
  const answer = await talk.say(message);
  if ("error" in answer) throw new LabError(`OpenCode could not take the call: ${answer.error}.`);
  return answer;
}
