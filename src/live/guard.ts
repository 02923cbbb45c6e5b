import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** A request as far as it decides whether it is answered. */
export type Knock = { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders };

/** What is asked for: the path below the token, and its query. */
export type Asked = { path: string; query: URLSearchParams };

/**
 * Whether a request comes from the page of this very server; null for everything else, which gets nothing. The token is
 * the path's first part. A name that resolves to 127.0.0.1 has another Host; a page of another site sends another
 * Origin, or says with Sec-Fetch-Site that it is one; what changes something must say its Origin.
 */
export function admit({ method, url = "", headers }: Knock, host: string, token: string): Asked | null {
  if (method !== "GET" && method !== "POST") return null;
  if (headers.host !== host) return null;
  const origin = headers.origin;
  if (origin !== undefined && origin !== `http://${host}`) return null;
  if (method === "POST" && origin === undefined) return null;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return null;
  const address = URL.parse(url, `http://${host}`);
  if (address?.host !== host) return null;
  const [given = "", ...rest] = address.pathname.slice(1).split("/");
  return isSame(given, token) ? { path: `/${rest.join("/")}`, query: address.searchParams } : null;
}

/** Compares in a time that tells nothing of how much is right. */
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
