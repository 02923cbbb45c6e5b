import { LabError, messageOf } from "../../errors.ts";
import type { DeskAnswer, DeskMessage } from "../desk.ts";
import { DESK, DESK_MARK } from "../desk-address.ts";

/** Where a host listens, and the folder there in which it is to work; null: its own. */
export type Address = { generation: 1 | 2; url: string; password: string; directory: string | null };

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

function requestTo({ generation, url, password, directory }: Address): Ask {
  const base = url.replace(/\/+$/u, "");
  const here = generation === 1 ? "directory" : "location[directory]";
  const query = directory === null ? "" : `?${encodeURIComponent(here)}=${encodeURIComponent(directory)}`;
  const headers = {
    ...(password !== "" && { authorization: `Basic ${Buffer.from(`opencode:${password}`).toString("base64")}` }),
    "content-type": "application/json",
  };
  return async (method, path, body) => {
    const asked = fetch(`${base}${path}${query}`, {
      method,
      headers,
      signal: AbortSignal.timeout(PATIENCE),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await asked.catch((error: unknown) => {
      const cause = error instanceof Error ? error.cause : undefined;
      throw new LabError(`Cannot reach OpenCode at ${base}: ${messageOf(cause ?? error)}.`);
    });
    const text = await response.text();
    if (response.status === 401)
      throw new LabError(`Cannot use OpenCode at ${base}: it wants another password.`, {
        advice: "The server's password is read from OPENCODE_SERVER_PASSWORD.",
      });
    if (!response.ok)
      throw new LabError(
        `OpenCode at ${base} answered ${method} ${path} with ${response.status}: ${text.slice(0, 300)}`,
      );
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return null;
    }
  };
}

/** Of the first generation a message that asks no model reaches the plugin, which writes its answer into it. */
async function talk1(ask: Ask): Promise<Talk> {
  const open = async () => ((await ask("POST", "/session", { title: TITLE })) as { id: string }).id;
  const caller = await open();
  // A message of a call's own session waits until the host has done with it; what follows the call has another.
  const follower = await open();
  const say = async (message: DeskMessage): Promise<DeskAnswer> => {
    const session = message.do === "follow" ? follower : caller;
    const text = `${DESK_MARK}${JSON.stringify(message)}`;
    const parts = [{ type: "text", text }];
    const sent = (await ask("POST", `/session/${session}/message`, { noReply: true, parts })) as {
      parts?: { text?: string }[];
    };
    const answer = sent.parts?.[0]?.text ?? "";
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
  const created = (await ask("POST", "/api/session", { title: TITLE })) as { data: { id: string } };
  const session = created.data.id;
  await loaded(ask);
  return {
    async say(message) {
      const { output } = (await ask("POST", path, { input: { ...message, session } })) as { output: DeskAnswer };
      return output;
    },
    close: async () => undefined,
  };
}

/** Plugins are loaded after the host has begun to answer. */
async function loaded(ask: Ask): Promise<void> {
  const until = Date.now() + LOADS_WITHIN;
  for (;;) {
    const { data } = (await ask("GET", "/api/plugin")) as {
      data: { id?: string; state?: { status?: string; error?: unknown } }[];
    };
    const own = data.find(({ id }) => id === "designlab");
    const status = own?.state?.status;
    if (status === "active") return;
    if (status === "failed")
      throw new LabError(`OpenCode could not load the plugin: ${JSON.stringify(own?.state).slice(0, 300)}`);
    if (Date.now() > until) throw new LabError(NO_PLUGIN, { advice: CONFIGURE });
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

const NO_PLUGIN = "OpenCode answers, but the designlab plugin is not loaded there.";
const CONFIGURE = 'A server that runs already needs "plugin": ["opencode-designlab"] in its opencode.json.';
