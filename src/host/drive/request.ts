import { LabError, messageOf, UsageError } from "../../errors.ts";
import { clean } from "../../text/clean.ts";
import { duration } from "../../text/numbers.ts";

/**
 * How long a server may keep the command waiting, milliseconds. A request waits for its answer to begin, for the next part
 * of it and for all of it. A call may take hours, but a host says something about it every 20 s.
 */
export const SERVER_PATIENCE = {
  /** Until an answer begins. OpenCode 1 loads a folder with the first request, and a question about a call is held 15 s. */
  answer: 60_000,
  /** Between two parts of an answer. */
  part: 15_000,
  /** From the request to the end of its answer. */
  whole: 120_000,
  /** For what a refusal says, of which a few words are quoted. */
  refusal: 5_000,
  /** For a request whose answer changes nothing any more. */
  last: 5_000,
  /** For which a lost line may come back, and between two tries. */
  lost: 60_000,
  retry: 1_000,
  /** Without a word about the call. */
  news: 600_000,
  /** From a stop to the end of the call. */
  stop: 30_000,
};
export type Patience = typeof SERVER_PATIENCE;

/** Ends what waits when it fires. */
export type Waits = { signal: AbortSignal; patience?: Patience };

/** The line to the host is gone, for now or for good. */
export class LostError extends LabError {
  override name = "LostError";
}

/** Where a server listens, who asks, and the folder there in which it is to work (null: its own). */
export type ServerAddress = {
  generation: 1 | 2;
  url: string;
  user: string;
  password: string;
  directory: string | null;
};

/** Null for an answer that is no JSON: of a path that it does not know a host shows its page. */
export type Ask = (method: string, path: string, signal: AbortSignal, body?: object) => Promise<unknown>;

/** The most that is read of one answer, and of a refusal, bytes. */
const MAX_BYTES = 64_000_000;
const MAX_REFUSAL = 4_000;
/** The most that is quoted of what a host says of an error, characters. */
const MAX_QUOTED = 300;

/** Sends requests to a server. They throw LostError when a limit is over, and what `signal` was aborted with. */
export function requestTo(
  { generation, url, user, password, directory }: ServerAddress,
  patience = SERVER_PATIENCE,
): Ask {
  const base = baseOf(url);
  const here = generation === 1 ? "directory" : "location[directory]";
  const query = directory === null ? "" : `?${encodeURIComponent(here)}=${encodeURIComponent(directory)}`;
  const headers = {
    ...(password !== "" && { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` }),
    "content-type": "application/json",
  };
  return async (method, path, signal, body) => {
    const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const { status, text } = await fetchAnswer(
      { address: `${base}${path}${query}`, called: `${method} ${path}`, request },
      { signal, patience },
    );
    if (status === 401)
      throw new LabError(`Cannot use OpenCode at ${base}: it wants another password.`, {
        advice: "The server's password is read from OPENCODE_SERVER_PASSWORD.",
      });
    if (status === 404) return null;
    if (status < 400 && status >= 300)
      throw new LabError(`${base} answered ${method} ${path} with a redirect, which is not followed.`, {
        advice: "Name the address that it leads to.",
      });
    if (status >= 400) {
      const wrong = `OpenCode at ${base} answered ${method} ${path} with ${status}: ${quoted(text)}`;
      throw /config/iu.test(text) ? new UsageError(wrong) : new LabError(wrong);
    }
    return jsonIn(text);
  };
}

/** Null for a text that is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const quoted = (text: string): string => clean(text.slice(0, MAX_QUOTED)).text.replace(/\s+/gu, " ");

type Sent = { address: string; called: string; request: RequestInit };

async function fetchAnswer(
  { address, called, request }: Sent,
  { signal, patience }: Required<Waits>,
): Promise<{ status: number; text: string }> {
  signal.throwIfAborted();
  const where = new URL(address).origin;
  const over = new AbortController();
  const advice = "Check that the server runs and has room for work, then type the command again.";
  const { whole, answer, part } = patience;
  const limit = (ms: number, error: LostError) => setTimeout(() => over.abort(error), ms);
  const limitWhole = limit(
    whole,
    new LostError(`OpenCode at ${where} did not end its answer to ${called} within ${duration(whole / 1_000)}.`, {
      advice,
    }),
  );
  let limitNext = limit(
    answer,
    new LostError(`OpenCode at ${where} began no answer to ${called} within ${duration(answer / 1_000)}.`, { advice }),
  );
  const stop = () => over.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    // A password goes nowhere else.
    const response = await raceAbort(
      fetch(address, { ...request, redirect: "manual", signal: over.signal }),
      over.signal,
    );
    const again = () => {
      clearTimeout(limitNext);
      limitNext = limit(
        part,
        new LostError(
          `OpenCode at ${where} sent no more of its answer to ${called} within ${duration(part / 1_000)}.`,
          {
            advice,
          },
        ),
      );
    };
    again();
    const { status } = response;
    if (status >= 300) return { status, text: status < 400 ? "" : await refusalOf(response, over.signal, patience) };
    return { status, text: await textOf(response, over.signal, again) };
  } catch (error) {
    if (over.signal.aborted) throw over.signal.reason;
    if (error instanceof LabError) throw error;
    const cause = error instanceof Error ? error.cause : undefined;
    throw new LostError(`Cannot reach OpenCode at ${where}: ${messageOf(cause ?? error)}.`);
  } finally {
    for (const timer of [limitWhole, limitNext]) clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    // What is not read is not waited for.
    over.abort();
  }
}

/** The result of the work, or what `over` was aborted with if that is first: a runtime may go on waiting for a body. */
async function raceAbort<T>(work: Promise<T>, over: AbortSignal): Promise<T> {
  let stop = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(over.reason);
    if (over.aborted) stop();
    over.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    over.removeEventListener("abort", stop);
  }
}

/** The text of an answer; `part` is called with each part. Throws LabError for one that is too long. */
async function textOf({ body }: Response, over: AbortSignal, part: () => void): Promise<string> {
  const reader = body?.getReader();
  const parts: Uint8Array[] = [];
  for (let length = 0; reader !== undefined; ) {
    const { done, value } = await raceAbort(reader.read(), over);
    if (done) break;
    part();
    parts.push(value);
    length += value.length;
    if (length > MAX_BYTES) throw new LabError(UNREADABLE);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** The beginning of what a refusal says, as far as it comes soon. */
async function refusalOf({ body }: Response, over: AbortSignal, { refusal }: Patience): Promise<string> {
  const reader = body?.getReader();
  const soon = AbortSignal.any([over, AbortSignal.timeout(refusal)]);
  const parts: Uint8Array[] = [];
  for (let length = 0; reader !== undefined && length < MAX_REFUSAL; ) {
    const read = await raceAbort(reader.read(), soon).catch(() => null);
    if (read === null || read.done) break;
    parts.push(read.value);
    length += read.value.length;
  }
  over.throwIfAborted();
  return Buffer.concat(parts).toString("utf8");
}

/** An address as requests begin with it. Throws UsageError for what is none, and for one that holds a password. */
function baseOf(url: string): string {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address === null || !/^https?:$/u.test(address.protocol))
    throw new UsageError(`Cannot reach ${url.slice(0, 100)}: an address such as http://host:4096 is needed.`);
  if (address.username !== "" || address.password !== "")
    throw new UsageError("A server's address holds no password: it is read from OPENCODE_SERVER_PASSWORD.");
  return address.href.endsWith("/") ? address.href.slice(0, -1) : address.href;
}

export const UNREADABLE = "What OpenCode answered there cannot be read: it is no answer of this version of designlab.";
