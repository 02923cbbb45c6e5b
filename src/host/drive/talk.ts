import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { BOUNDS, exceededBound } from "../../artifacts/bounds.ts";
import { LabError, messageOf, UsageError } from "../../errors.ts";
import { clean } from "../../text/clean.ts";
import { DeskAnswer, type DeskMessage, type Sealed, sealed } from "../desk-messages.ts";
import { DESK, DESK_MARK, SHARED_KEY, SHORTEST_KEY } from "../reach-desk.ts";

/**
 * Where a host listens, the folder there in which it is to work (null: its own), and the key of its desk.
 */
export type Address = {
  generation: 1 | 2;
  url: string;
  user: string;
  password: string;
  directory: string | null;
  key: string;
};

/** What people call a host that listens somewhere. */
export const nameOf = ({ generation, url }: Pick<Address, "generation" | "url">): string =>
  `OpenCode ${generation} at ${new URL(url).host}`;

/** Who a host takes a command for, unless it is told of another. */
export const USER = "opencode";

/** The line to the host is gone, for now or for good. */
export class LostError extends LabError {
  override name = "LostError";
}

/** Sends messages to the plugin inside a host. */
export type HostTalk = {
  say(message: DeskMessage): Promise<DeskAnswer>;
  /** Takes away what was only there for talking. */
  close(): Promise<void>;
};

/** Longer than any message takes that is answered, milliseconds. */
const PATIENCE = 60_000;
/** The most that is read of one answer, bytes. */
const MAX_BYTES = 64_000_000;
/** The most that is quoted of what a host says of an error, characters. */
const MAX_QUOTED = 300;
/** How often a plugin that is not there yet is looked for, and for how long, milliseconds. */
const AGAIN = 100;
const LOADS_WITHIN = 30_000;

/** What a command is called in the host's list of sessions. */
const TITLE = "designlab (command line)";

/** The key that is shared with a server, from the environment. Throws UsageError where there is none. */
export function requireSharedKey(env: Readonly<Record<string, string | undefined>>): string {
  const { [SHARED_KEY]: key = "" } = env;
  if (key.length >= SHORTEST_KEY) return key;
  const found = key === "" ? "nothing" : `${key.length} characters`;
  throw new UsageError(
    `Cannot make calls on a server: ${SHARED_KEY} must hold the key that it was started with, at least ${SHORTEST_KEY} characters, found ${found}.`,
    {
      advice: `Set ${SHARED_KEY} to the same text where the server is started and here; \`openssl rand -hex 32\` makes one.`,
    },
  );
}

/** Begins to talk with the plugin of a host. Throws LabError where it does not answer or has no such plugin. */
export async function talkWith(address: Address): Promise<HostTalk> {
  const ask = requestTo(address);
  const send = address.generation === 1 ? await linesTo1(ask) : await linesTo2(ask, address.directory);
  const say = await begin(send.line, address.key);
  // What follows a call has a session of its own: a message of the call's waits until the host has done with it.
  const follow = await begin(send.follower, address.key);
  return {
    say: (message) => (message.do === "follow" ? follow : say)(message),
    close: send.close,
  };
}

/** One session of a host, and how a sealed message gets from there to the desk; undefined where it was not taken. */
type Line = { session: string; send(message: string): Promise<unknown> };

/** Begins a talk in a session: whatever is said in it is sealed, numbered, and good once. */
async function begin({ session, send }: Line, key: string): Promise<HostTalk["say"]> {
  const exchange = async (message: Omit<Sealed, "session">): Promise<DeskAnswer> => {
    const answer = await send(sealed(key, JSON.stringify({ ...message, session })));
    if (answer === undefined) throw new LabError(NOT_TAKEN, { advice: CONFIGURE });
    return requireFit(DeskAnswer, answer);
  };
  const begun = await exchange({ talk: "", number: 0, say: { do: "hello" } });
  if (!("talk" in begun)) throw new LabError(UNREADABLE);
  let number = 0;
  return (say) => exchange({ talk: begun.talk, number: ++number, say });
}

/** Which generation of the host listens there. Throws LabError where none does. */
export async function generationAt(address: Omit<Address, "generation" | "key">): Promise<1 | 2> {
  const listed = await requestTo({ ...address, generation: 2 })("GET", "/api/plugin");
  if (listed !== null) return 2;
  if ((await requestTo({ ...address, generation: 1 })("GET", "/config")) !== null) return 1;
  throw new LabError(`What answers at ${address.url} is no OpenCode.`);
}

/** Null for an answer that is no JSON: of a path that it does not know a host shows its page. */
export type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

export function requestTo({ generation, url, user, password, directory }: Omit<Address, "key">): Ask {
  const base = baseOf(url);
  const here = generation === 1 ? "directory" : "location[directory]";
  const query = directory === null ? "" : `?${encodeURIComponent(here)}=${encodeURIComponent(directory)}`;
  const headers = {
    ...(password !== "" && { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` }),
    "content-type": "application/json",
  };
  return async (method, path, body) => {
    const { status, text } = await fetchAnswer(`${base}${path}${query}`, {
      method,
      headers,
      signal: AbortSignal.timeout(PATIENCE),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (status === 401)
      throw new LabError(`Cannot use OpenCode at ${base}: it wants another password.`, {
        advice: "The server's password is read from OPENCODE_SERVER_PASSWORD.",
      });
    if (status === 404) return null;
    if (status >= 400) {
      const wrong = `OpenCode at ${base} answered ${method} ${path} with ${status}: ${quoted(text)}`;
      throw /config/iu.test(text) ? new UsageError(wrong) : new LabError(wrong);
    }
    return jsonIn(text);
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

/** A value that fits and is no larger than what the plugin answers; throws LabError for any other. */
function requireFit<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (exceededBound(value, BOUNDS.desk) === null && Value.Check(schema, value)) return value;
  throw new LabError(UNREADABLE);
}

const quoted = (text: string): string => clean(text.slice(0, MAX_QUOTED)).text.replace(/\s+/gu, " ");

async function fetchAnswer(address: string, request: RequestInit): Promise<{ status: number; text: string }> {
  try {
    // A password goes nowhere else.
    const response = await fetch(address, { ...request, redirect: "manual" });
    return { status: response.status, text: await textOf(response) };
  } catch (error) {
    if (error instanceof LabError) throw error;
    const cause = error instanceof Error ? error.cause : undefined;
    throw new LostError(`Cannot reach OpenCode at ${new URL(address).origin}: ${messageOf(cause ?? error)}.`);
  }
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

/** The text of an answer. Throws LabError for one that is too long. */
async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    length += part.length;
    if (length > MAX_BYTES) throw new LabError(UNREADABLE);
  }
  return Buffer.concat(parts).toString("utf8");
}

const SessionId = Type.String({ pattern: "^[A-Za-z0-9_-]{1,100}$" });
const Made1 = Type.Object({ id: SessionId });
const Sent1 = Type.Object({ parts: Type.Array(Type.Object({ text: Type.Optional(Type.String()) })) });
const Made2 = Type.Object({ data: Made1 });
const Sent2 = Type.Object({ output: Type.Record(Type.String(), Type.Unknown()) });
const Plugins2 = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.Optional(Type.String()),
      state: Type.Optional(Type.Object({ status: Type.Optional(Type.String()) })),
    }),
  ),
});

type Lines = { line: Line; follower: Line; close(): Promise<void> };

/** Of the first generation a message that asks no model reaches the plugin, which writes its answer into it. */
async function linesTo1(ask: Ask): Promise<Lines> {
  const open = async (): Promise<Line> => {
    const made = await ask("POST", "/session", { title: TITLE });
    if (!Value.Check(Made1, made)) throw new LabError(NO_HOST_THERE);
    return {
      session: made.id,
      async send(message) {
        const parts = [{ type: "text", text: `${DESK_MARK}${message}` }];
        // A host that knows no model takes no message at all.
        const sent = await ask("POST", `/session/${made.id}/message`, { noReply: true, parts }).catch((error) => {
          const isOwn = error instanceof LostError || error instanceof UsageError;
          throw isOwn ? error : new LabError(messageOf(error), { advice: CONFIGURE });
        });
        const answer = Value.Check(Sent1, sent) ? (sent.parts[0]?.text ?? "") : "";
        return answer.startsWith(DESK_MARK) ? undefined : jsonIn(answer);
      },
    };
  };
  const [line, follower] = [await open(), await open()];
  const close = () => ask("DELETE", `/session/${follower.session}`).catch(() => undefined);
  return { line, follower, close: async () => void (await close()) };
}

/** Of the second generation a plugin has methods of its own to call. */
async function linesTo2(ask: Ask, directory: string | null): Promise<Lines> {
  // It takes a session's folder from here alone, and else its own: what the lab's sessions may read is that of this one.
  const location = directory === null ? {} : { location: { directory } };
  const made = await ask("POST", "/api/session", { title: TITLE, ...location });
  if (!Value.Check(Made2, made)) throw new LabError(NO_HOST_THERE);
  const session = made.data.id;
  await waitUntilLoaded(ask);
  const send = async (message: string) => {
    const sent = await ask("POST", `/api/rpc/${DESK.id}/${DESK.method}`, { input: { session, message } });
    const { output } = requireFit(Sent2, sent ?? { output: {} });
    return Object.keys(output).length === 0 ? undefined : output;
  };
  const line = { session, send };
  return { line, follower: line, close: async () => undefined };
}

/** Plugins are loaded after the host has begun to answer. */
async function waitUntilLoaded(ask: Ask): Promise<void> {
  const until = Date.now() + LOADS_WITHIN;
  for (;;) {
    const { data } = requireFit(Plugins2, await ask("GET", "/api/plugin"));
    const own = data.find(({ id }) => id === "designlab");
    const status = own?.state?.status;
    if (status === "active") return;
    if (status === "failed")
      throw new LabError(`OpenCode could not load the plugin: ${quoted(JSON.stringify(own?.state))}`);
    if (Date.now() > until) throw new LabError(NO_PLUGIN, { advice: CONFIGURE });
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

const UNREADABLE = "What OpenCode answered there cannot be read: it is no answer of this version of designlab.";
const NOT_TAKEN = `OpenCode answers, but nobody there takes the call: the designlab plugin is not loaded, or knows another ${SHARED_KEY}.`;
const NO_PLUGIN = "OpenCode answers, but the designlab plugin is not loaded there.";
const CONFIGURE = `The opencode.json of a server that runs already must name the plugin and its providers, for a study that of the person who started it, whose folders lie in no project; ${SHARED_KEY} must be the same where it was started and here; one that is started here loads the plugin unless it is told to load none, as by OPENCODE_PURE.`;
const NO_HOST_THERE = "What answers there is no OpenCode.";
