import { expect, test } from "bun:test";
import { isReached } from "../../src/host/v1/reached.ts";

const nowhere = (port: number) => ({ worker: true, nowhere: { hostname: "localhost", port } });

test("a host in the worker of its own screen that listens nowhere is reached by nobody; in doubt it is", async () => {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("") });
  const port = Number(server.port);
  const url = (host: string) => new URL(`http://${host}:${port}`);
  // Something answers where it says that it is: itself, or another.
  expect(await isReached(url("localhost"), nowhere(port))).toBe(true);
  await server.stop(true);
  expect(await isReached(url("localhost"), nowhere(port))).toBe(false);
  expect(await isReached(url("localhost"), { ...nowhere(port), worker: false })).toBe(true);
  expect(await isReached(url("127.0.0.1"), nowhere(port))).toBe(true);
  expect(await isReached(url("localhost"), nowhere(1))).toBe(true);
});
