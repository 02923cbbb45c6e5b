import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Keys } from "./keys.ts";

/** A request as far as it decides whether it is answered. */
type Knock = { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders };

/** What is asked for, and where: in the hall, which knows nothing of the project, or behind these keys. */
export type PageAsked = { path: string; query: URLSearchParams } & (
  | { where: "hall" }
  | { where: "inside"; keys: Keys }
);

/** What stands open to every page of this very server: no word of the project is in it. */
const HALL: ReadonlySet<string> = new Set(["/", "/client.js", "/style.css", "/enter", "/proof"]);

/**
 * Whether a request comes from the page of this very server, and with its keys; null for everything else, which gets
 * nothing. A name that resolves to 127.0.0.1 has another Host; a page of another site sends another Origin, or says
 * with Sec-Fetch-Site that it is one; what changes something must say its Origin. What is inside lies below the path of
 * a room and wants its cookie too; the page itself is the hall's, so that one without a cookie can say so.
 */
export function admit({ method, url = "", headers }: Knock, host: string, rooms: Iterable<Keys>): PageAsked | null {
  if (method !== "GET" && method !== "POST") return null;
  if (headers.host !== host) return null;
  const origin = headers.origin;
  if (origin !== undefined && origin !== `http://${host}`) return null;
  if (method === "POST" && origin === undefined) return null;
  const address = URL.parse(url, `http://${host}`);
  if (address?.host !== host) return null;
  const { pathname, searchParams: query } = address;
  const site = headers["sec-fetch-site"];
  const own = site === undefined || site === "same-origin" || site === "none";
  if (!own && !(pathname === "/" && isArrival(method, headers))) return null;
  if (HALL.has(pathname)) return { where: "hall", path: pathname, query };
  const [given = "", ...rest] = pathname.slice(1).split("/");
  const keys = [...rooms].find((each) => isSame(given, each.path));
  if (keys === undefined) return null;
  const path = `/${rest.join("/")}`;
  if (path === "/") return { where: "hall", path, query };
  return hasCookie(headers.cookie, keys) ? { where: "inside", path, query, keys } : null;
}

/** A person who comes from elsewhere, as from the file that the browser was started with; no frame, no request. */
function isArrival(method: string, headers: IncomingHttpHeaders): boolean {
  return method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}

/** Cookies are shared by all ports of a machine: others' may stand beside it. */
function hasCookie(sent: string | undefined, { cookie }: Keys): boolean {
  return (sent ?? "").split("; ").some((each) => isSame(each, `${cookie.name}=${cookie.value}`));
}

/** Compares in a time that tells nothing of how much is right. */
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
