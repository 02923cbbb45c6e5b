import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ProofKey } from "../story/live-state.ts";
import { type Grade, NO_SCREEN, wrongCode } from "../story/page-grade.ts";
import { admit } from "./guard.ts";
import { createInvitations, type Invitation } from "./invitations.ts";
import { type Keys, keysOf, newKept, newSecret, proofOf, readKept, writeKept } from "./keys.ts";
import { sendBody, sendEntry, sendNothing, sendSaid, startEvents } from "./responses.ts";
import { createScreenCode } from "./screen-code.ts";

/** Who was let into a room, and what is wanted there. */
export type Visit = {
  room: string;
  /** Whose word it is that comes from there: a person's, or that of whoever could read the address. */
  grade: Grade;
  path: string;
  query: URLSearchParams;
  request: IncomingMessage;
  response: ServerResponse;
  /** Goes on telling the page until it leaves. `begin` gives what is to be done then. */
  follow(begin: (tell: (data: unknown) => void) => () => void): void;
};

type Given = {
  /** The file in which port and keys are kept; its folder is made. */
  kept: string;
  /** What everybody on this machine is served: nothing of the project is in it. */
  hall: { page: string; style: string; script(): Promise<string> };
  answer(visit: Visit): Promise<void>;
  /** Whether the server is needed though no page is open. */
  working(): Promise<boolean>;
  /** How long the server waits for somebody to watch or work before it stops, milliseconds. */
  idle_ms?: number | undefined;
};

/** Leads once to the page: the code in the address is good for nothing afterwards. */
export type Invited = Pick<Invitation, "used"> & { address: string; port: number };

type OwnServer = {
  port: number;
  /** Lets in who has the keys of a room, which stay the same from one server to the next. */
  open(room: string): void;
  /** A way into a room, with what stands in the page's address after its path, for a page of this grade. */
  invite(to: { room: string; search?: string; grade: Grade }): Invited;
  isOpen(): boolean;
  close(): void;
};

const IDLE = 60_000;
const HEARTBEAT = 15_000;

/** What a page may ask the server to prove itself with. */
const NUMBER = /^[0-9a-f]{32}$/u;

/**
 * A server on 127.0.0.1, at the port that is kept where that is free: a hall for everybody, and rooms behind keys. It
 * stops by itself once nobody has watched, was invited or has worked for a while, and keeps no process alive.
 */
export async function startOwnServer({ kept: file, hall, ...given }: Given): Promise<OwnServer> {
  const kept = (await readKept(file)) ?? newKept();
  const invitations = createInvitations<{ room: string; search: string; grade: Grade }>();
  const rooms = new Map<string, Record<Grade, Keys>>();
  const screen = createScreenCode({ kept: file, port: () => Number(host.split(":")[1]) });
  const streams = new Map<ServerResponse, string>();
  let open = true;
  let host = "";
  let lastNeeded = Date.now();

  const server = createServer((request, response) => {
    const asked = admit(request, host, allKeys());
    if (asked === null) return sendNothing(response, 403);
    const { path, query } = asked;
    const answered =
      asked.where === "hall"
        ? receive(path, query, request, response)
        : visit(asked.keys, path, query, request, response);
    answered.catch(() => {
      if (response.headersSent) response.end();
      else sendNothing(response, 404);
    });
  });

  /** Answers in the hall: what is there tells nothing of the project. */
  async function receive(path: string, query: URLSearchParams, request: IncomingMessage, response: ServerResponse) {
    if (path === "/enter") return request.method === "POST" ? enter(query, response) : sendNothing(response, 404);
    if (path === "/") return sendBody(response, "page", hall.page);
    if (path === "/client.js") return sendBody(response, "script", await hall.script());
    if (path === "/style.css") return sendBody(response, "style", hall.style);
    const number = query.get("of") ?? "";
    const proofs = allKeys().map((keys) => proofOf(keys, number));
    return NUMBER.test(number) ? sendBody(response, "data", JSON.stringify(proofs)) : sendNothing(response, 404);
  }

  /**
   * Gives the keys for a code that was never used. One of the two who show the same code is a stranger, and perhaps the
   * first: then nobody keeps what it was given.
   */
  async function enter(query: URLSearchParams, response: ServerResponse): Promise<void> {
    const taken = invitations.take(query.get("code") ?? "");
    if (taken.state === "unknown") return sendEntry(response, { refused: "unknown" });
    const { room, search, grade } = taken.to;
    if (taken.state === "good") return letIn(response, keysFor(room)[grade], search);
    kept.secret = newSecret();
    rooms.delete(room);
    keysFor(room);
    drop((each) => each === room);
    await writeKept(file, kept);
    sendEntry(response, { refused: "used" });
  }

  function letIn(response: ServerResponse, { path, cookie }: Keys, search = ""): void {
    const sent = `${cookie.name}=${cookie.value}; Path=/${path}/; HttpOnly; SameSite=Strict`;
    sendEntry(response, { at: `/${path}/${search}` }, sent);
  }

  /** Of both grades: a page of either finds its server again. */
  function keysFor(room: string): Record<Grade, Keys> {
    const made = (grade: Grade): Keys => keysOf(kept, host, room, grade);
    const keys = rooms.get(room) ?? { person: made("person"), shown: made("shown") };
    rooms.set(room, keys);
    return keys;
  }

  const allKeys = (): Keys[] => [...rooms.values()].flatMap(({ person, shown }) => [person, shown]);

  async function visit(
    keys: Keys,
    path: string,
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const [room = "", own] = [...rooms].find(([, { person, shown }]) => keys === person || keys === shown) ?? [];
    const grade = keys === own?.person ? "person" : "shown";
    // A page that follows no experiment, for there is none or it shows them all, asks now and then.
    lastNeeded = Date.now();
    if (path === "/proof-key" && request.method === "GET") {
      return sendBody(response, "data", JSON.stringify({ proof: keys.proof, grade } satisfies ProofKey));
    }
    if (own && grade === "shown" && request.method === "POST") {
      if (path === "/code") return tellCode(response);
      if (path === "/raise") return raise(query.get("code") ?? "", own.person, response);
    }
    const followed: Visit["follow"] = (begin) => follow(room, response, begin);
    await given.answer({ room, grade, path, query, request, response, follow: followed });
  }

  async function tellCode(response: ServerResponse): Promise<void> {
    if (await screen.want()) sendSaid(response, 200, {});
    else sendSaid(response, 400, { refused: NO_SCREEN });
  }

  /** Gives a page that an agent could open the keys of the person's own, for the code that a screen showed. */
  function raise(code: string, person: Keys, response: ServerResponse): void {
    const taken = screen.take(code);
    if (taken === "good") letIn(response, person);
    else sendSaid(response, 400, { refused: wrongCode(taken) });
  }

  function follow(room: string, response: ServerResponse, begin: Parameters<Visit["follow"]>[0]): void {
    const tell = startEvents(response);
    streams.set(response, room);
    const leave = begin(tell);
    const heartbeat = setInterval(() => response.write(": still here\n\n"), HEARTBEAT);
    heartbeat.unref();
    response.req.on("close", () => {
      clearInterval(heartbeat);
      streams.delete(response);
      leave();
      lastNeeded = Date.now();
    });
  }

  const idle = given.idle_ms ?? IDLE;
  const idling = setInterval(
    async () => {
      if (streams.size > 0 || invitations.open() > 0) lastNeeded = Date.now();
      if (Date.now() - lastNeeded < idle) return;
      // What cannot be looked for keeps nothing open.
      if (await given.working().catch(() => false)) lastNeeded = Date.now();
      else close();
    },
    Math.min(idle, 5_000),
  );
  idling.unref();

  function close(): void {
    open = false;
    clearInterval(idling);
    screen.end();
    invitations.end();
    server.close();
    drop(() => true);
    server.closeAllConnections();
  }

  /** A page must see at once that nobody is there for it any more. */
  function drop(of: (room: string) => boolean): void {
    for (const [response, room] of streams) if (of(room)) response.destroy();
  }

  // Another process of the same project may have its port, or another program.
  await listen(server, kept.port).catch(() => listen(server, 0));
  server.unref();
  const { port } = server.address() as AddressInfo;
  host = `127.0.0.1:${port}`;
  if (kept.port === 0) {
    kept.port = port;
    await writeKept(file, kept);
  }
  return {
    port,
    open: keysFor,
    invite({ room, search = "", grade }) {
      keysFor(room);
      const { code, used } = invitations.issue({ room, search, grade });
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
