import { developmentBinary } from "./binary.ts";
import { isObject, type JsonObject, jsonObjectsIn } from "./json-in-text.ts";
import type { Place } from "./opencode.ts";
import { endTree, killTree, spawnTree } from "./process-tree.ts";

export type ServeOptions = {
  project: Place;
  /** Milliseconds until the server must answer; 60,000 unless given. */
  timeout?: number;
  binary?: string;
};

export type OpencodeServer = {
  url: string;
  pid: number;
  /** Events of the host's bus since the start, in order. */
  events: JsonObject[];
  /** The first event that fits, past or to come; rejects after `ms` milliseconds (40,000). */
  waitFor(fits: (event: JsonObject) => boolean, ms?: number): Promise<JsonObject>;
  /** One call of the host's API; throws for a status of 400 or above. `signal` ends the request, not what it started. */
  request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<unknown>;
  /** What the server has printed. */
  output(): string;
  /** Ends the whole process tree and resolves when it is gone. */
  stop(): Promise<void>;
  /** The same with SIGKILL at once, as a crash. */
  kill9(): Promise<void>;
};

/** Starts `opencode serve` and resolves when it answers; its processes are gone when it rejects. */
export async function serveOpencode({ project, timeout = 60_000, binary }: ServeOptions): Promise<OpencodeServer> {
  const deadline = Date.now() + timeout;
  const child = spawnTree(binary ?? developmentBinary(), ["serve", "--hostname", "127.0.0.1", "--port", "0"], {
    cwd: project.directory,
    env: { ...project.env, PWD: project.directory },
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
    const url = await until(deadline, async () => {
      if (failed) throw failed;
      if (child.exitCode !== null) throw new Error(`opencode serve ended with ${child.exitCode}: ${printed}`);
      const listening = /listening on (http:\/\/[\w.:]+)/.exec(printed)?.[1];
      if (listening === undefined) return null;
      const health = await fetch(`${listening}/global/health`, { signal: AbortSignal.timeout(1_000) }).catch(
        () => null,
      );
      return health?.ok ? listening : null;
    });
    if (url === null) throw new Error(`opencode serve did not answer within ${timeout} ms: ${printed}`);
    const bus = listen(`${url}/event`, hungUp.signal);
    return {
      url,
      pid: child.pid ?? 0,
      ...bus,
      request: (method, path, body, signal) => call(method, url + path, body, signal),
      output: () => printed,
      stop: () => end("SIGTERM"),
      kill9: () => end("SIGKILL"),
    };
  } catch (error) {
    await end("SIGKILL");
    throw error;
  }
}

async function until<T>(deadline: number, attempt: () => Promise<T | null>): Promise<T | null> {
  while (Date.now() < deadline) {
    const found = await attempt();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return null;
}

async function call(method: string, url: string, body: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} was answered with ${response.status}: ${text.slice(0, 500)}`);
  return text === "" ? null : JSON.parse(text);
}

/** Gathers the events of the bus until the signal fires. */
function listen(url: string, signal: AbortSignal): Pick<OpencodeServer, "events" | "waitFor"> {
  const events: JsonObject[] = [];
  const watchers = new Set<(event: JsonObject) => void>();
  const gather = async () => {
    const response = await fetch(url, { signal });
    const decoder = new TextDecoder();
    let rest = "";
    for await (const bytes of response.body ?? []) {
      const blocks = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const { value } of blocks.flatMap(jsonObjectsIn)) {
        events.push(value);
        for (const watcher of watchers) watcher(value);
      }
    }
  };
  gather().catch(() => {
    // The server was stopped.
  });
  return {
    events,
    waitFor: (fits, ms = 40_000) =>
      new Promise((resolve, reject) => {
        const found = events.find(fits);
        if (found) return resolve(found);
        const timer = setTimeout(() => done(null), ms);
        const watcher = (event: JsonObject) => {
          if (fits(event)) done(event);
        };
        const done = (event: JsonObject | null) => {
          clearTimeout(timer);
          watchers.delete(watcher);
          if (event) resolve(event);
          else reject(new Error(`No event that fits came within ${ms} ms; ${events.length} others did`));
        };
        watchers.add(watcher);
      }),
  };
}

/** The properties of a bus event, {} when it has none. */
export function propertiesOf(event: JsonObject): JsonObject {
  return isObject(event.properties) ? event.properties : {};
}
