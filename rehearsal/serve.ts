import { developmentBinary } from "./binary.ts";
import type { Bus } from "./bus.ts";
import { listen } from "./bus.ts";
import type { Place } from "./opencode.ts";
import { endTree, killTree, spawnTree } from "./process-tree.ts";
import type { Request, Talk } from "./talk.ts";
import { talk1 } from "./talk-1.ts";
import { talk2 } from "./talk-2.ts";

export type ServeOptions = {
  project: Place;
  /** Milliseconds until the server must answer; 180,000 unless given. */
  timeout?: number;
  binary?: string;
};

export type OpencodeServer = Talk &
  Bus & {
    url: string;
    /** What whoever talks with it needs to know; "" where it is open to everybody. */
    password: string;
    pid: number;
    /** `signal` ends the request, not what it started. */
    request: Request;
    /** What the server has printed. */
    output(): string;
    /** Ends the whole process tree and resolves when it is gone. */
    stop(): Promise<void>;
    /** The same with SIGKILL at once, as a crash. */
    kill9(): Promise<void>;
  };

/** Starts `opencode serve` and resolves when it answers; its processes are gone when it rejects. */
export async function serveOpencode({ project, timeout = 180_000, binary }: ServeOptions): Promise<OpencodeServer> {
  const deadline = Date.now() + timeout;
  const { generation, directory } = project;
  // Without a port of one's own the second generation takes a fixed one, and the next after it while that is taken.
  const args = ["serve", "--hostname", "127.0.0.1", "--port", "0"];
  const child = spawnTree(binary ?? developmentBinary(generation), args, {
    cwd: directory,
    env: { ...project.env, PWD: directory },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  let failed: Error | null = null;
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", (error) => {
      failed = error;
      resolve();
    });
  });
  const hungUp = new AbortController();
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    hungUp.abort();
    if (signal === "SIGTERM") return endTree(child);
    killTree(child, "SIGKILL");
    await gone;
  };

  try {
    const address = await until(deadline, async () => {
      if (failed) throw failed;
      if (child.exitCode !== null) throw new Error(`opencode serve ended with ${child.exitCode}: ${printed}`);
      const found = addressIn(printed, project);
      return found !== null && (await ready(found, project)) ? found : null;
    });
    if (address === null) throw new Error(`opencode serve did not answer within ${timeout} ms: ${printed}`);
    const { url, headers, password } = address;
    const request = requestTo(address);
    return {
      url,
      password,
      pid: child.pid ?? 0,
      ...(generation === 1 ? talk1(request) : talk2(request, directory)),
      ...listen(`${url}${generation === 1 ? "/event" : "/api/event"}`, headers, hungUp.signal),
      request,
      output: () => printed,
      stop: () => end("SIGTERM"),
      kill9: () => end("SIGKILL"),
    };
  } catch (error) {
    await end("SIGKILL");
    throw error;
  }
}

type Address = { url: string; password: string; headers: Record<string, string> };

/** Where the server listens, by what it prints; the second generation prints a password too, the first is given one. */
function addressIn(printed: string, { generation, env }: Place): Address | null {
  const url = /listening on (http:\/\/[\w.:]+)/.exec(printed)?.[1];
  const password = generation === 1 ? (env.OPENCODE_SERVER_PASSWORD ?? "") : /server password (\S+)/.exec(printed)?.[1];
  if (url === undefined || password === undefined) return null;
  const authorization = `Basic ${Buffer.from(`opencode:${password}`).toString("base64")}`;
  return { url, password, headers: password === "" ? {} : { authorization } };
}

/** The second generation loads a folder's plugins after it began to answer, so the folder has to be asked about. */
async function ready({ url, headers }: Address, { generation, directory }: Place): Promise<boolean> {
  const folder = `location%5Bdirectory%5D=${encodeURIComponent(directory)}`;
  const path = generation === 1 ? "/global/health" : `/api/plugin?${folder}`;
  const response = await fetch(url + path, { headers, signal: AbortSignal.timeout(5_000) }).catch(() => null);
  if (!response?.ok) return false;
  if (generation === 1) return true;
  const { data } = (await response.json()) as { data: { source: { type: string }; state: { status: string } }[] };
  return data.length > BUILT_IN && data.every(({ state }) => state.status !== "loading");
}

/** The second generation lists some plugins of its own at once and over sixty once it has settled. */
const BUILT_IN = 50;

async function until<T>(deadline: number, attempt: () => Promise<T | null>): Promise<T | null> {
  while (Date.now() < deadline) {
    const found = await attempt();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return null;
}

function requestTo({ url, headers }: Address): Request {
  return async (method, path, body, signal) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 500)}`);
    return text === "" ? null : JSON.parse(text);
  };
}
