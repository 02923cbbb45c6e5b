import { isMainThread } from "node:worker_threads";

/** What OpenCode 1 gives as its address when it listens nowhere. */
const NOWHERE = "http://localhost:4096/";

/**
 * Whether another program can reach this host, and type and answer there as a person does. Its own screen runs it in a
 * worker, and without --port, --hostname and mDNS it listens nowhere. Then it gives an address that nothing listens at,
 * made anew each time it is asked, where one that it listens at is always the same object. In doubt it is reached.
 */
export function isReached(given: { readonly serverUrl: URL }, worker = !isMainThread): boolean {
  const first = given.serverUrl;
  return !worker || first.href !== NOWHERE || first === given.serverUrl;
}
