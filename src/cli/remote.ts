import type { Outcome } from "../artifacts/outcome.ts";
import { LabError } from "../errors.ts";
import type { DeskAnswer, DeskMessage, Standing } from "../host/desk.ts";
import type { Talk } from "../host/drive/talk.ts";
import type { Facts } from "../ops/op.ts";
import type { Person } from "./person.ts";

/** What a call came to, wherever it was made. */
export type Came = { text: string; outcome: Outcome; facts: Facts };

/** How long the host may keep a question about the call when there is nothing new, milliseconds. */
const WAIT_IN_LOG = 15_000;
const WAIT_ON_TERMINAL = 2_000;

/** Makes one call in a host and follows it to its end; a stop is passed on, and its end still waited for. */
export async function callIn(
  talk: Talk,
  call: { op: string; args: Record<string, unknown>; allowed: string[] },
  person: Person,
  stopped: AbortSignal,
): Promise<Came> {
  const begun = await say(talk, { do: "begin", ...call });
  if (!("id" in begun)) throw new LabError("OpenCode did not begin the call.");
  const { id } = begun;
  const stop = () => void talk.say({ do: "stop", id }).catch(() => undefined);
  stopped.addEventListener("abort", stop, { once: true });
  if (stopped.aborted) stop();
  const wait = process.stderr.isTTY ? WAIT_ON_TERMINAL : WAIT_IN_LOG;
  try {
    for (let after = 0; ; ) {
      const standing = await say(talk, { do: "follow", id, after, wait });
      if (!("lines" in standing)) throw new LabError("OpenCode lost the call.");
      after += standing.lines.length;
      for (const line of standing.lines) person.say(line);
      if (standing.ended !== null) return standing.ended;
      person.now(standing.now);
      if (standing.asking !== null) await answer(talk, id, standing.asking, person, stopped);
    }
  } finally {
    stopped.removeEventListener("abort", stop);
  }
}

async function answer(
  talk: Talk,
  id: string,
  { question }: NonNullable<Standing["asking"]>,
  person: Person,
  stopped: AbortSignal,
): Promise<void> {
  const allowed = stopped.aborted ? false : ((await person.ask(question, stopped)) ?? false);
  await say(talk, { do: "answer", id, allowed });
}

async function say(talk: Talk, message: DeskMessage): Promise<Exclude<DeskAnswer, { error: string }>> {
  const answer = await talk.say(message);
  if ("error" in answer) throw new LabError(`OpenCode could not take the call: ${answer.error}.`);
  return answer;
}
