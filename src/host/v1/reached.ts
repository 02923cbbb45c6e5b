import { createConnection } from "node:net";
import { isMainThread } from "node:worker_threads";

/** Where OpenCode 1 says that it listens when it does not. */
const NOWHERE = { hostname: "localhost", port: 4096 };
const SOON = 1_000;

/**
 * Whether another program can reach this host, and type and answer there as a person does. Its own screen runs it in a
 * worker, and without --port, --hostname and mDNS it listens nowhere; in doubt it is reached.
 */
export async function isReached(
  serverUrl: URL,
  { worker = !isMainThread, nowhere = NOWHERE }: { worker?: boolean; nowhere?: typeof NOWHERE } = {},
): Promise<boolean> {
  const { hostname, port } = serverUrl;
  if (!worker || hostname !== nowhere.hostname || port !== String(nowhere.port)) return true;
  const answers = await Promise.all(["127.0.0.1", "::1"].map((host) => listens(host, nowhere.port)));
  return answers.includes(true);
}

/** Whether something takes connections there; so it is taken to where it does not say within a second. */
function listens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port });
    const ended = (found: boolean) => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(SOON, () => ended(true));
    socket.once("connect", () => ended(true));
    socket.once("error", () => ended(false));
  });
}
