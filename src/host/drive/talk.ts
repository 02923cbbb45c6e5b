import { LabError, messageOf, UsageError } from "../../errors.ts";
import type { DeskAnswer, DeskMessage } from "../desk.ts";
import { DESK, DESK_MARK } from "../desk-address.ts";

/** Where a host listens, and the folder there in which it is to work; null: its own. */
export type Address = { generation: 1 | 2; url: string; user: string; password: string; directory: string | null };

/** Who a host takes a command for, unless it is told of another. */
export const USER = "opencode";

/** The line to the host is gone, for now or for good. */
export class LostError extends LabError {
  override name = "LostError";
}

/** Sends messages to the plugin inside a host. */
export type Talk = {
  say(message: DeskMessage): Promise<DeskAnswer>;
  /** Takes away what was only there for talking. */
  close(): Promise<void>;
};

/** Longer than any message takes that is answered, milliseconds. */
const PATIENCE = 60_000;
/** How often a plugin that is not there yet is looked for, and for how long, milliseconds. */
const AGAIN = 100;
const LOADS_WITHIN = 30_000;

/** What a command is called in the host's list of sessions. */
const TITLE = "designlab (command line)";

/** Begins to talk with the plugin of a host. Throws LabError where it does not answer or has no such plugin. */
export async function talkWith(address: Address): Promise<Talk> {
  const ask = requestTo(address);
  return address.generation === 1 ? talk1(ask) : talk2(ask);
}

/** Which generation of the host listens there. Throws LabError where none does. */
export async function generationAt(address: Omit<Address, "generation">): Promise<1 | 2> {
  const listed = await requestTo({ ...address, generation: 2 })("GET", "/api/plugin");
  if (listed !== null) return 2;
  if ((await requestTo({ ...address, generation: 1 })("GET", "/config")) !== null) return 1;
  throw new LabError(`What answers at ${address.url} is no OpenCode.`);
}

/** Null for an answer that is no JSON: of a path that it does not know a host shows its page. */
type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

function requestTo({ generation, url, user, password, directory }: Address): Ask {
  const base = baseOf(url);
  const here = generation === 1 ? "directory" : "location[directory]";
  const query = directory === null ? "" : `?${encodeURIComponent(here)}=${encodeURIComponent(directory)}`;
  const headers = {
    ...(password !== "" && { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` }),
    "content-type": "application/json",
  };
  return async (method, path, body) => {
    const { status, text } = await answered(`${base}${path}${query}`, {
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
      const wrong = `OpenCode at ${base} answered ${method} ${path} with ${status}: ${text.slice(0, 300)}`;
      throw /config/iu.test(text) ? new UsageError(wrong) : new LabError(wrong);
    }
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return null;
    }
  };
}

async function answered(address: string, request: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(address, request);
    return { status: response.status, text: await response.text() };
  } catch (error) {
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

/** Of the first generation a message that asks no model reaches the plugin, which writes its answer into it. */
async function talk1(ask: Ask): Promise<Talk> {
  const open = async () => {
    const made = (await ask("POST", "/session", { title: TITLE })) as { id?: string } | null;
    if (typeof made?.id !== "string") throw new LabError(NO_HOST_THERE);
    return made.id;
  };
  const caller = await open();
  // A message of a call's own session waits until the host has done with it; what follows the call has another.
  const follower = await open();
  const say = async (message: DeskMessage): Promise<DeskAnswer> => {
    const session = message.do === "follow" ? follower : caller;
    const text = `${DESK_MARK}${JSON.stringify(message)}`;
    const parts = [{ type: "text", text }];
    const sent = (await ask("POST", `/session/${session}/message`, { noReply: true, parts })) as {
      parts?: { text?: string }[];
    } | null;
    const answer = sent?.parts?.[0]?.text ?? "";
    if (answer === "" || answer.startsWith(DESK_MARK)) throw new LabError(NO_PLUGIN, { advice: CONFIGURE });
    return JSON.parse(answer) as DeskAnswer;
  };
  return {
    say,
    async close() {
      await ask("DELETE", `/session/${follower}`).catch(() => undefined);
    },
  };
}

/** Of the second generation a plugin has methods of its own to call. */
async function talk2(ask: Ask): Promise<Talk> {
  const path = `/api/rpc/${DESK.id}/${DESK.method}`;
  const created = (await ask("POST", "/api/session", { title: TITLE })) as { data?: { id?: string } } | null;
  const session = created?.data?.id;
  if (session === undefined) throw new LabError(NO_HOST_THERE);
  await loaded(ask);
  return {
    async say(message) {
      const said = (await ask("POST", path, { input: { ...message, session } })) as { output?: DeskAnswer } | null;
      if (said?.output === undefined) throw new LabError(NO_PLUGIN, { advice: CONFIGURE });
      return said.output;
    },
    close: async () => undefined,
  };
}

/** Plugins are loaded after the host has begun to answer. */
async function loaded(ask: Ask): Promise<void> {
  const until = Date.now() + LOADS_WITHIN;
  for (;;) {
    const { data } = ((await ask("GET", "/api/plugin")) ?? {}) as {
      data?: { id?: string; state?: { status?: string; error?: unknown } }[];
    };
    const own = data?.find(({ id }) => id === "designlab");
    const status = own?.state?.status;
    if (status === "active") return;
    if (status === "failed")
      throw new LabError(`OpenCode could not load the plugin: ${JSON.stringify(own?.state).slice(0, 300)}`);
    if (Date.now() > until) throw new LabError(NO_PLUGIN, { advice: CONFIGURE });
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

const NO_PLUGIN = "OpenCode answers, but the designlab plugin is not loaded there.";
const CONFIGURE =
  "The opencode.json of a server that runs already must name it; one that is started here loads it unless it is told to load none, as by OPENCODE_PURE.";
const NO_HOST_THERE = "What answers there is no OpenCode.";
