import { lstat } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { letterOf } from "../artifacts/names.ts";
import { LabError } from "../errors.ts";
import { storedRanking, viewOf } from "../experiment/view.ts";
import { pathOf } from "../store/artifacts.ts";
import { type Experiment, listExperiments } from "../store/experiment.ts";
import { requestStop } from "../store/lock.ts";
import { hasTask } from "../store/open.ts";
import { paths } from "../store/paths.ts";
import { readRegular } from "../store/read.ts";
import type { LiveState } from "../story/live-state.ts";
import { designHtml } from "../views/html/design-page.tsx";
import { liveQuestions } from "./asked.ts";
import { clientScript, SHELL, STYLE } from "./assets.ts";
import { knock } from "./doors.ts";
import { entries, findFolder, keyOf, type Places } from "./folders.ts";
import { createFollowers } from "./follow.ts";
import { type Asked, admit } from "./guard.ts";
import { createInvitations, type Invitation } from "./invitations.ts";
import { type Keys, keysOf, newKept, newSecret, proofOf } from "./keys.ts";
import { readKept, writeKept } from "./private-files.ts";
import { send, sendEntry, sendNothing, sendSaid, startEvents } from "./responses.ts";
import { liveState, type Seen } from "./state.ts";

/** `bases` are those that may be used without a question, for the page asks nobody. */
export type LiveOptions = Places & {
  /** How what is scored so far is ranked. */
  ranking(): Seen["ranking"];
  /** The file in which the project's port and keys are kept; its folder is made. */
  kept: string;
  /** How long the server waits for somebody to watch or work before it stops, milliseconds. */
  idle_ms?: number;
};

/** Leads once to the page: the code in the address is good for nothing afterwards. */
export type Invited = Pick<Invitation, "used"> & { address: string; port: number };

export type LiveServer = {
  port: number;
  /** A way in; to the page of one experiment where its folder is given. */
  invite(dir?: string): Invited;
  isOpen(): boolean;
  close(): void;
};

const IDLE = 60_000;
const HEARTBEAT = 15_000;

/** What a page may ask the server to prove itself with. */
const NUMBER = /^[0-9a-f]{32}$/u;

/**
 * Serves the live page on 127.0.0.1, at the project's port where that is free, and under the project's keys. It stops by
 * itself once nobody has watched, was invited or has run anything for a while, and keeps no process alive.
 */
export async function startLiveServer(options: LiveOptions): Promise<LiveServer> {
  const kept = (await readKept(options.kept)) ?? newKept();
  const invitations = createInvitations();
  const followers = createFollowers({
    state: (dir, running) => readState(dir, running, options),
    questions: (dir, running) => liveQuestions(dir, running, options.now),
  });
  const streams = new Set<ServerResponse>();
  let open = true;
  let host = "";
  let keys: Keys = keysOf(kept, host);
  let lastNeeded = Date.now();

  const server = createServer((request, response) => {
    const asked = admit(request, host, keys);
    if (asked === null) return sendNothing(response, 403);
    (asked.where === "hall" ? receive : answer)(asked, request, response).catch(() => {
      if (response.headersSent) response.end();
      else sendNothing(response, 404);
    });
  });

  /** Answers in the hall: what is there tells nothing of the project. */
  async function receive({ path, query }: Asked, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (path === "/enter") return request.method === "POST" ? enter(query, response) : sendNothing(response, 404);
    if (path === "/") return send(response, "page", SHELL);
    if (path === "/client.js") return send(response, "script", await clientScript());
    if (path === "/style.css") return send(response, "style", STYLE);
    const number = query.get("of") ?? "";
    return NUMBER.test(number)
      ? send(response, "data", JSON.stringify(proofOf(keys, number)))
      : sendNothing(response, 404);
  }

  /**
   * Gives the keys for a code that was never used. One of the two who show the same code is a stranger, and perhaps the
   * first: then nobody keeps what it was given.
   */
  async function enter(query: URLSearchParams, response: ServerResponse): Promise<void> {
    const taken = invitations.take(query.get("code") ?? "");
    if (taken.state === "good") {
      const { name, value } = keys.cookie;
      return sendEntry(response, { at: taken.at }, `${name}=${value}; Path=/${keys.path}/; HttpOnly; SameSite=Strict`);
    }
    if (taken.state === "used") {
      kept.secret = newSecret();
      keys = keysOf(kept, host);
      dropPages();
      await writeKept(options.kept, kept);
    }
    sendEntry(response, { refused: taken.state });
  }

  async function answer(asked: Asked, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path } = asked;
    if (request.method === "POST") return act(asked, request, response);
    if (path === "/proof-key") return send(response, "data", JSON.stringify(keys.proof));
    if (path === "/experiments") return send(response, "data", JSON.stringify(await entries(options)));
    const folder = await findFolder(options, asked.query.get("experiment"), "read");
    if (folder && path === "/events") return stream(folder.dir, request, response);
    const experiment = folder && hasTask(folder) ? folder : null;
    if (experiment && path === "/design") {
      const html = await designPage(experiment, asked.query.get("design"));
      return html === null ? sendNothing(response, 404) : send(response, "report", html);
    }
    const report =
      experiment && path === "/report"
        ? await readRegular(paths.report(experiment.dir), experiment.dir)
        : { state: "missing" as const };
    return report.state === "ok" ? send(response, "report", report.value) : sendNothing(response, 404);
  }

  async function act({ path, query }: Asked, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const folder = await findFolder(options, query.get("experiment"), "work");
    if (path === "/stop") {
      if (folder) await requestStop(folder.dir);
      return sendNothing(response, folder ? 204 : 404);
    }
    const came = folder && (await knock(path, { dir: folder.dir, query, request, now: options.now }));
    if (!came) return sendNothing(response, 404);
    followers.look(folder.dir);
    sendSaid(response, came.status, came.said);
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
      if (followers.count() > 0 || invitations.open() > 0) lastNeeded = Date.now();
      if (Date.now() - lastNeeded < idle) return;
      // What cannot be looked for keeps nothing open.
      const there = await entries(options).catch(() => []);
      if (there.some(({ running }) => running)) lastNeeded = Date.now();
      else close();
    },
    Math.min(idle, 5_000),
  );
  idling.unref();

  function close(): void {
    open = false;
    clearInterval(idling);
    invitations.end();
    server.close();
    dropPages();
    server.closeAllConnections();
  }

  /** A page must see at once that nobody is there for it any more. */
  function dropPages(): void {
    for (const response of streams) response.destroy();
  }

  // Another process of the same project may have its port, or another program.
  await listen(server, kept.port).catch(() => listen(server, 0));
  server.unref();
  const { port } = server.address() as AddressInfo;
  host = `127.0.0.1:${port}`;
  keys = keysOf(kept, host);
  if (kept.port === 0) {
    kept.port = port;
    await writeKept(options.kept, kept);
  }
  return {
    port,
    invite(dir) {
      const at = `/${keys.path}/${dir === undefined ? "" : `?experiment=${keyOf(dir)}`}`;
      const { code, used } = invitations.issue(at);
      return { address: `http://${host}/#${code}`, port, used };
    },
    isOpen: () => open,
    close,
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1" }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** A design of the experiment that is written; null for any other, and while authors are held back. */
async function designPage(experiment: Experiment, design_id: string | null): Promise<string | null> {
  const { task } = experiment;
  const { artifacts, withheld } = await viewOf(experiment);
  const design = withheld === null && artifacts.designs.find((each) => each.design_id === design_id);
  const at = task.designers.findIndex((each) => each.design_id === design_id);
  return design && at >= 0 ? designHtml({ design, letter: letterOf(at), topic: task.topic }) : null;
}

async function readState(dir: string, running: boolean, options: LiveOptions): Promise<LiveState | null> {
  // Where only questions are asked there is nothing to read.
  if ((await lstat(pathOf(dir, "task")).catch(() => null)) === null) return null;
  const { experiments, problems } = await listExperiments(await options.bases("read"), options.now);
  const experiment = experiments.find((each) => each.dir === dir);
  if (!experiment) {
    const own = problems.filter(({ path }) => dirname(path) === dir);
    if (own.length === 0) return null;
    throw new LabError("Cannot read the experiment's plan.", { problems: own });
  }
  const report = await readRegular(paths.report(dir), dir);
  return liveState({
    view: await viewOf(experiment),
    running,
    now: options.now().getTime(),
    report: report.state === "ok",
    ranking: options.ranking(),
    stored: (await storedRanking(experiment)).ranking,
  });
}
