import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { falseHost, type Lies } from "./false-host.ts";

/** What a request is, as far as a test chooses by it; `say` is what a message of the desk does. */
export type RawRequest = { method: string; path: string; say: string | null };

/** Takes a connection over and says on it whatever the test has it say; null for an honest answer. */
export type Takes = (request: RawRequest) => ((socket: Socket) => void) | null;

/** An honest server of a generation, some of whose answers are written byte by byte by the test. */
export async function rawHost(
  generation: 1 | 2,
  takes: Takes,
  lies: Lies = {},
): Promise<{ url: string; asked: RawRequest[] } & Disposable> {
  const honest = falseHost(generation, lies);
  const sockets = new Set<Socket>();
  const asked: RawRequest[] = [];
  const answer = async (socket: Socket, text: string): Promise<void> => {
    const [head = "", body = ""] = text.split("\r\n\r\n");
    const [method = "", path = ""] = head.split(" ");
    const [, say = null] = /\\*"do\\*":\\*"(\w+)/u.exec(body) ?? [];
    const request = { method, path: path.split("?")[0] ?? "", say };
    asked.push(request);
    const taken = takes(request);
    if (taken !== null) return taken(socket);
    const headers = { "content-type": "application/json" };
    const from = await fetch(`${honest.url}${path}`, { method, headers, ...(method === "POST" && { body }) });
    const said = Buffer.from(await from.arrayBuffer());
    socket.end(
      Buffer.concat([
        Buffer.from(`HTTP/1.1 ${from.status} X\r\ncontent-length: ${said.length}\r\nconnection: close\r\n\r\n`),
        said,
      ]),
    );
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
    let text = "";
    socket.setEncoding("utf8").on("data", (part) => {
      text += part;
      const head = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/iu.exec(text)?.[1] ?? 0);
      if (head < 0 || Buffer.byteLength(text.slice(head + 4)) < length) return;
      const whole = text;
      text = "";
      void answer(socket, whole).catch(() => socket.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    asked,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      honest[Symbol.dispose]();
    },
  };
}

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

/** Writes a text again and again, every so many milliseconds, for as long as the connection is there. */
function every(socket: Socket, ms: number, text: string): void {
  const timer = setInterval(() => void socket.write(text), ms);
  socket.once("close", () => clearInterval(timer));
}

/** How a server keeps who asks waiting: what it writes, how the error names it, and whether that is a limit. */
type Slow = { writes(socket: Socket): void; error: RegExp; limit: boolean };

const limited = (error: RegExp, writes: Slow["writes"]): Slow => ({ writes, error, limit: true });
const refused = (error: RegExp, writes: Slow["writes"]): Slow => ({ writes, error, limit: false });
const CHUNKED = "transfer-encoding: chunked\r\n\r\n";
const NO_ANSWER = /began no answer to \w+ \/\S+ within 600ms/u;
const NO_MORE = /sent no more of its answer to \w+ \/\S+ within 400ms/u;
const NO_END = /did not end its answer to \w+ \/\S+ within 1\.2s/u;
const NOT_HTTP = /Cannot reach OpenCode at http/u;

/** Every way in which a server keeps who asks waiting, or answers no HTTP. */
export const SLOW: Readonly<Record<string, Slow>> = {
  "says nothing": limited(NO_ANSWER, () => undefined),
  "drips its headers": limited(NO_ANSWER, (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    every(socket, 100, "x");
  }),
  "sends its headers alone": limited(NO_MORE, (socket) => void socket.write(`${HEAD}content-length: 100\r\n\r\n`)),
  "drips its body": limited(NO_END, (socket) => {
    socket.write(`${HEAD}content-length: 1000000\r\n\r\n`);
    every(socket, 100, " ");
  }),
  "drips a body without an end": limited(NO_END, (socket) => {
    socket.write(`${HEAD}${CHUNKED}`);
    every(socket, 100, "1\r\n \r\n");
  }),
  "sends a whole answer and no end of it": limited(
    NO_MORE,
    (socket) => void socket.write(`${HEAD}${CHUNKED}2\r\n{}\r\n`),
  ),
  "opens a stream of events and says nothing": limited(
    NO_MORE,
    (socket) => void socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n${CHUNKED}`),
  ),
  "sends chunks of garbage": refused(NOT_HTTP, (socket) => void socket.write(`${HEAD}${CHUNKED}nonsense\r\n{}\r\n`)),
  "is no server of HTTP": refused(NOT_HTTP, (socket) => void socket.write("220 mail.example ESMTP\r\n")),
  "hangs up": refused(NOT_HTTP, (socket) => socket.destroy()),
  "refuses the password with a body without an end": refused(/wants another password/u, (socket) => {
    socket.write(`HTTP/1.1 401 No\r\n${CHUNKED}`);
    every(socket, 100, "1\r\nx\r\n");
  }),
  "fails with a body without an end": refused(/with 500: x/u, (socket) => {
    socket.write(`HTTP/1.1 500 No\r\n${CHUNKED}`);
    every(socket, 10, `3e8\r\n${"x".repeat(1_000)}\r\n`);
  }),
  "fails with a body that drips": refused(/with 500: x/u, (socket) => {
    socket.write(`HTTP/1.1 500 No\r\n${CHUNKED}`);
    every(socket, 100, "1\r\nx\r\n");
  }),
  "leads from one address to the next": refused(/with a redirect, which is not followed/u, (socket) =>
    socket.end("HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
  ),
};

/** A port that is listened on and whose connections nobody takes: all that may wait there do already. */
export async function fullSocket(): Promise<{ url: string } & AsyncDisposable> {
  const script = `
    const server = require("node:net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
      require("node:fs").writeSync(1, String(server.address().port));
      process.kill(process.pid, "SIGSTOP");
    });`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  const port = Number(String(said));
  const waiting = Array.from({ length: 8 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  await new Promise((resolve) => setTimeout(resolve, 200));
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of waiting) socket.destroy();
      child.kill("SIGKILL");
    },
  };
}
