import { setTimeout } from "node:timers/promises";
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { BOUNDS, exceededBound } from "../../artifacts/bounds.ts";
import { LabError, messageOf, UsageError } from "../../errors.ts";
import { DeskAnswer, type DeskMessage, type Sealed, sealed } from "../desk-messages.ts";
import { DESK, DESK_MARK, SHARED_KEY, SHORTEST_KEY } from "../reach-desk.ts";
import {
  type Ask,
  jsonIn,
  LostError,
  quoted,
  requestTo,
  SERVER_PATIENCE,
  type ServerAddress,
  UNREADABLE,
  type Waits,
} from "./request.ts";

/** Where a host listens, and the key of its desk. */
export type Address = ServerAddress & { key: string };

/** What people call a host that listens somewhere. */
export const nameOf = ({ generation, url }: Pick<Address, "generation" | "url">): string =>
  `OpenCode ${generation} at ${new URL(url).host}`;

/** Who a host takes a command for, unless it is told of another. */
export const USER = "opencode";

/** Sends messages to the plugin inside a host. */
export type HostTalk = {
  say(message: DeskMessage, signal: AbortSignal): Promise<DeskAnswer>;
  /** Takes away what was only there for talking. */
  close(): Promise<void>;
};

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
export async function talkWith(address: Address, { signal, patience = SERVER_PATIENCE }: Waits): Promise<HostTalk> {
  const ask = requestTo(address, patience);
  const send = address.generation === 1 ? await linesTo1(ask, signal) : await linesTo2(ask, address.directory, signal);
  const say = await begin(send.line, address.key, signal);
  // What follows a call has a session of its own: a message of the call's waits until the host has done with it.
  const follow = await begin(send.follower, address.key, signal);
  return {
    say: (message, until) => (message.do === "follow" ? follow : say)(message, until),
    close: () => send.close(AbortSignal.timeout(patience.last)),
  };
}

/** One session of a host, and how a sealed message gets from there to the desk; undefined where it was not taken. */
type Line = { session: string; send(message: string, signal: AbortSignal): Promise<unknown> };

/** Begins a talk in a session: whatever is said in it is sealed, numbered, and good once. */
async function begin({ session, send }: Line, key: string, signal: AbortSignal): Promise<HostTalk["say"]> {
  const exchange = async (message: Omit<Sealed, "session">, until: AbortSignal): Promise<DeskAnswer> => {
    const answer = await send(sealed(key, JSON.stringify({ ...message, session })), until);
    if (answer === undefined) throw new LabError(NOT_TAKEN, { advice: CONFIGURE });
    return requireFit(DeskAnswer, answer);
  };
  const begun = await exchange({ talk: "", number: 0, say: { do: "hello" } }, signal);
  if (!("talk" in begun)) throw new LabError(UNREADABLE);
  let number = 0;
  return (say, until) => exchange({ talk: begun.talk, number: ++number, say }, until);
}

/** Which generation of the host listens there. Throws LabError where none does. */
export async function generationAt(
  address: Omit<ServerAddress, "generation">,
  { signal, patience = SERVER_PATIENCE }: Waits,
): Promise<1 | 2> {
  const listed = await requestTo({ ...address, generation: 2 }, patience)("GET", "/api/plugin", signal);
  if (listed !== null) return 2;
  if ((await requestTo({ ...address, generation: 1 }, patience)("GET", "/config", signal)) !== null) return 1;
  throw new LabError(`What answers at ${address.url} is no OpenCode.`);
}

/** A value that fits and is no larger than what the plugin answers; throws LabError for any other. */
function requireFit<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (exceededBound(value, BOUNDS.desk) === null && Value.Check(schema, value)) return value;
  throw new LabError(UNREADABLE);
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

type Lines = { line: Line; follower: Line; close(signal: AbortSignal): Promise<void> };

/** Of the first generation a message that asks no model reaches the plugin, which writes its answer into it. */
async function linesTo1(ask: Ask, signal: AbortSignal): Promise<Lines> {
  const open = async (): Promise<Line> => {
    const made = await ask("POST", "/session", signal, { title: TITLE });
    if (!Value.Check(Made1, made)) throw new LabError(NO_HOST_THERE);
    return {
      session: made.id,
      async send(message, until) {
        const parts = [{ type: "text", text: `${DESK_MARK}${message}` }];
        // A host that knows no model takes no message at all.
        const body = { noReply: true, parts };
        const sent = await ask("POST", `/session/${made.id}/message`, until, body).catch((error) => {
          const isOwn = until.aborted || error instanceof LostError || error instanceof UsageError;
          throw isOwn ? error : new LabError(messageOf(error), { advice: CONFIGURE });
        });
        const answer = Value.Check(Sent1, sent) ? (sent.parts[0]?.text ?? "") : "";
        return answer.startsWith(DESK_MARK) ? undefined : jsonIn(answer);
      },
    };
  };
  const [line, follower] = [await open(), await open()];
  const close = (until: AbortSignal) => ask("DELETE", `/session/${follower.session}`, until).catch(() => undefined);
  return { line, follower, close: async (until) => void (await close(until)) };
}

/** Of the second generation a plugin has methods of its own to call. */
async function linesTo2(ask: Ask, directory: string | null, signal: AbortSignal): Promise<Lines> {
  // It takes a session's folder from here alone, and else its own: what the lab's sessions may read is that of this one.
  const location = directory === null ? {} : { location: { directory } };
  const made = await ask("POST", "/api/session", signal, { title: TITLE, ...location });
  if (!Value.Check(Made2, made)) throw new LabError(NO_HOST_THERE);
  const session = made.data.id;
  await waitUntilLoaded(ask, signal);
  const send = async (message: string, until: AbortSignal) => {
    const sent = await ask("POST", `/api/rpc/${DESK.id}/${DESK.method}`, until, { input: { session, message } });
    const { output } = requireFit(Sent2, sent ?? { output: {} });
    return Object.keys(output).length === 0 ? undefined : output;
  };
  const line = { session, send };
  return { line, follower: line, close: async () => undefined };
}

/** Plugins are loaded after the host has begun to answer. */
async function waitUntilLoaded(ask: Ask, signal: AbortSignal): Promise<void> {
  const until = Date.now() + LOADS_WITHIN;
  for (;;) {
    const { data } = requireFit(Plugins2, await ask("GET", "/api/plugin", signal));
    const own = data.find(({ id }) => id === "designlab");
    const status = own?.state?.status;
    if (status === "active") return;
    if (status === "failed")
      throw new LabError(`OpenCode could not load the plugin: ${quoted(JSON.stringify(own?.state))}`);
    if (Date.now() > until) throw new LabError(NO_PLUGIN, { advice: CONFIGURE });
    await setTimeout(AGAIN, undefined, { signal });
  }
}

const NOT_TAKEN = `OpenCode answers, but nobody there takes the call: the designlab plugin is not loaded, or knows another ${SHARED_KEY}.`;
const NO_PLUGIN = "OpenCode answers, but the designlab plugin is not loaded there.";
const CONFIGURE = `The opencode.json of a server that runs already must name the plugin and its providers, for a study that of the person who started it, whose folders lie in no project; ${SHARED_KEY} must be the same where it was started and here; one that is started here loads the plugin unless it is told to load none, as by OPENCODE_PURE.`;
const NO_HOST_THERE = "What answers there is no OpenCode.";
