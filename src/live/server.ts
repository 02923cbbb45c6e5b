import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { viewOf } from "../experiment/view.ts";
import type { Use } from "../schemas/allowed.ts";
import type { LiveEntry, LiveState } from "../schemas/live-state.ts";
import { type Experiment, listExperiments } from "../store/experiment.ts";
import { isLocked } from "../store/file-lock.ts";
import { paths } from "../store/paths.ts";
import { readRegular } from "../store/read.ts";
import { requestStop } from "../store/stop-request.ts";
import { clean } from "../text/clean.ts";
import { clientScript, SHELL, STYLE } from "./assets.ts";
import { createFollowers } from "./follow.ts";
import { type Asked, admit } from "./guard.ts";
import { send, sendNothing, startEvents } from "./responses.ts";
import { liveState, type Seen } from "./state.ts";

export type LiveOptions = {
  /** Every folder in which experiments of the project lie: the page asks nobody, so those that may be used so. */
  bases(use: Use): Promise<readonly string[]>;
  /** How what is scored so far is ranked. */
  ranking(): Seen["ranking"];
  now: () => Date;
  /** How long the server waits for somebody to watch or work before it stops, milliseconds. */
  idle_ms?: number;
};

export type LiveServer = {
  port: number;
  /** The page's address; of one experiment where its folder is given. It holds the token. */
  address(dir?: string): string;
  isOpen(): boolean;
  close(): void;
};

const IDLE = 60_000;
/** Experiments that the page lists and of which it looks whether somebody is at work, the newest. */
const MAX_LISTED = 30;
const HEARTBEAT = 15_000;

/**
 * Serves the live page on 127.0.0.1, at a port and under a token of its own. It stops by itself once nobody has watched
 * and nothing has run for a while, and keeps no process alive.
 */
export async function startLiveServer(options: LiveOptions): Promise<LiveServer> {
  const token = randomBytes(24).toString("base64url");
  const followers = createFollowers((dir, running) => readState(dir, running, options));
  const streams = new Set<ServerResponse>();
  let open = true;
  let host = "";
  let lastNeeded = Date.now();

  const server = createServer((request, response) => {
    const asked = admit(request, host, token);
    if (asked === null) return sendNothing(response, 403);
    answer(asked, request, response).catch(() => {
      if (response.headersSent) response.end();
      else sendNothing(response, 404);
    });
  });

  async function answer(asked: Asked, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path } = asked;
    if (request.method === "POST") {
      const experiment = path === "/stop" ? await find(asked, options, "work") : null;
      if (experiment) await requestStop(experiment.dir);
      return sendNothing(response, experiment ? 204 : 404);
    }
    if (path === "/") return send(response, "page", SHELL);
    if (path === "/client.js") return send(response, "script", await clientScript());
    if (path === "/style.css") return send(response, "style", STYLE);
    if (path === "/experiments") return send(response, "data", JSON.stringify(await entries(options)));
    const experiment = await find(asked, options);
    if (experiment && path === "/events") return stream(experiment.dir, request, response);
    const report =
      experiment && path === "/report"
        ? await readRegular(paths.report(experiment.dir), experiment.dir)
        : { state: "missing" as const };
    return report.state === "ok" ? send(response, "report", report.value) : sendNothing(response, 404);
  }

  function stream(dir: string, request: IncomingMessage, response: ServerResponse): void {
    const tell = startEvents(response);
    streams.add(response);
    const leave = followers.follow(dir, tell);
    const heartbeat = setInterval(() => response.write(": still here\n\n"), HEARTBEAT);
    heartbeat.unref();
    request.on("close", () => {
      clearInterval(heartbeat);
      streams.delete(response);
      leave();
      lastNeeded = Date.now();
    });
  }

  const idle = options.idle_ms ?? IDLE;
  const idling = setInterval(
    async () => {
      if (followers.count() > 0) lastNeeded = Date.now();
      if (Date.now() - lastNeeded < idle) return;
      if ((await entries(options)).some(({ running }) => running)) lastNeeded = Date.now();
      else close();
    },
    Math.min(idle, 5_000),
  );
  idling.unref();

  function close(): void {
    open = false;
    clearInterval(idling);
    server.close();
    // A page must see at once that nobody is there any more.
    for (const response of streams) response.destroy();
    server.closeAllConnections();
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port: 0, host: "127.0.0.1" }, resolve);
  });
  server.unref();
  const { port } = server.address() as AddressInfo;
  host = `127.0.0.1:${port}`;
  return {
    port,
    address: (dir) => `http://${host}/${token}/${dir === undefined ? "" : `?experiment=${keyOf(dir)}`}`,
    isOpen: () => open,
    close,
  };
}

/** What an address calls an experiment: nothing of a path is in it, and two bases may hold one name. */
function keyOf(dir: string): string {
  return createHash("sha256").update(dir).digest("hex").slice(0, 16);
}

async function newest({ bases, now }: LiveOptions): Promise<Experiment[]> {
  const { experiments } = await listExperiments(await bases("read"), now);
  return experiments.slice(0, MAX_LISTED);
}

async function entries(options: LiveOptions): Promise<(LiveEntry & { key: string })[]> {
  return (await newest(options)).map(({ dir, task }) => ({
    key: keyOf(dir),
    id: clean(task.experiment_id).text,
    topic: clean(task.topic).text,
    running: isLocked(dir),
  }));
}

async function find({ query }: Asked, { bases, now }: LiveOptions, use: Use = "read"): Promise<Experiment | null> {
  const wanted = query.get("experiment");
  const { experiments } = await listExperiments(await bases(use), now);
  return experiments.find(({ dir }) => keyOf(dir) === wanted) ?? null;
}

async function readState(dir: string, running: boolean, options: LiveOptions): Promise<LiveState | null> {
  const { experiments } = await listExperiments(await options.bases("read"), options.now);
  const experiment = experiments.find((each) => each.dir === dir);
  if (!experiment) return null;
  const report = await readRegular(paths.report(dir), dir);
  return liveState({
    view: await viewOf(experiment),
    running,
    now: options.now().getTime(),
    report: report.state === "ok",
    ranking: options.ranking(),
  });
}
