import { createServer, type Socket } from "node:net";

export type HttpRequest = {
  method: string;
  path: string;
  body: string;
  /** Fires when the client hangs up, or the server stops, before the answer has ended. */
  signal: AbortSignal;
};

/** One answer. Nothing is sent after the client has hung up. */
export type HttpResponse = {
  head(status: number, headers: Readonly<Record<string, string>>): void;
  /** Resolves when the client can take more. */
  write(text: string): Promise<void>;
  end(): void;
  /** Breaks the connection in the middle: the client sees a body cut short or, before any head, a reset. */
  destroy(): void;
};

export type HttpServer = { url: string; stop(): Promise<void> };

/**
 * HTTP/1.1 on loopback, one request for each connection, written on bare sockets because two things are needed that
 * Bun.serve and Bun's node:http do not offer together: to see at once that a client has hung up, and to break a
 * connection in the middle of an answer.
 */
export async function serveHttp(
  handle: (request: HttpRequest, response: HttpResponse) => Promise<void>,
): Promise<HttpServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const closed = new AbortController();
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      closed.abort();
    });
    let received: Buffer = Buffer.alloc(0);
    let handled = false;
    socket.on("data", (chunk: Buffer) => {
      if (handled) return;
      received = Buffer.concat([received, chunk]);
      const request = parse(received, () => socket.write("HTTP/1.1 100 Continue\r\n\r\n"));
      if (!request) return;
      handled = true;
      handle({ ...request, signal: closed.signal }, responseTo(socket)).catch((error) => {
        console.error("The rehearsal's server failed:", error);
        socket.destroy();
      });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The rehearsal's server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The request once it is there whole; null until then. */
function parse(received: Buffer, goOn: () => void): Omit<HttpRequest, "signal"> | null {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return null;
  const [first = "", ...lines] = received.subarray(0, headEnd).toString("latin1").split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const header = (name: string) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const rest = received.subarray(headEnd + 4);
  const body =
    header("transfer-encoding") === "chunked" ? unchunk(rest) : sized(rest, Number(header("content-length") ?? 0));
  if (body === null && rest.length === 0 && header("expect") === "100-continue") goOn();
  return body === null ? null : { method, path, body };
}

function sized(rest: Buffer, length: number): string | null {
  return rest.length < length ? null : rest.subarray(0, length).toString("utf8");
}

function unchunk(rest: Buffer): string | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = rest.indexOf("\r\n", at);
    if (line < 0) return null;
    const size = Number.parseInt(rest.subarray(at, line).toString("latin1"), 16);
    if (size === 0) return Buffer.concat(chunks).toString("utf8");
    at = line + 2 + size + 2;
    if (rest.length < at) return null;
    chunks.push(rest.subarray(line + 2, line + 2 + size));
  }
}

function responseTo(socket: Socket): HttpResponse {
  let chunked = false;
  return {
    head(status, headers) {
      chunked = true;
      const lines = Object.entries({ ...headers, connection: "close", "transfer-encoding": "chunked" });
      socket.write(
        `HTTP/1.1 ${status} Rehearsal\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
      );
    },
    write(text) {
      if (text === "" || socket.destroyed) return Promise.resolve();
      const size = Buffer.byteLength(text).toString(16);
      if (socket.write(`${size}\r\n${text}\r\n`)) return Promise.resolve();
      return new Promise((resolve) => {
        socket.once("drain", resolve);
        socket.once("close", resolve);
      });
    },
    end() {
      if (!socket.destroyed) socket.end(chunked ? "0\r\n\r\n" : "");
    },
    destroy() {
      socket.destroy();
    },
  };
}
