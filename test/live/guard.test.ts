import { describe, expect, test } from "bun:test";
import { admit } from "../../src/live/guard.ts";

const HOST = "127.0.0.1:4100";
const PATH = "pr0ject-path";
const COOKIE = "designlab-4100=s3cret-value";
const KEYS = { path: PATH, cookie: { name: "designlab-4100", value: "s3cret-value" }, proof: "" };
type Over = { method?: string; url?: string; headers?: Record<string, string | undefined> };
const knock = ({ method = "GET", url = `/${PATH}/experiments`, headers }: Over) =>
  admit({ method, url, headers: { host: HOST, cookie: COOKIE, ...headers } }, HOST, [KEYS]);
/** What a browser says of a person's way from another site, such as a file. */
const ARRIVAL = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

describe("admit()", () => {
  test("lets in who has the path and the cookie, and tells path and query", () => {
    expect(knock({})).toMatchObject({ where: "inside", path: "/experiments" });
    const url = `/${PATH}/events?experiment=a1`;
    const asked = knock({ url, headers: { "sec-fetch-site": "same-origin", cookie: `a=b; ${COOKIE}; c=d` } });
    expect([asked?.path, asked?.query.get("experiment")]).toEqual(["/events", "a1"]);
    expect(knock({ method: "POST", headers: { origin: `http://${HOST}` } })?.where).toBe("inside");
  });

  test("lets everybody on this machine into the hall, and a person from elsewhere to its door", () => {
    const cookie = undefined;
    for (const url of ["/", "/client.js", "/style.css", "/proof?of=1", `/${PATH}/`, `/${PATH}`])
      expect(knock({ url, headers: { cookie } })?.where).toBe("hall");
    expect(knock({ url: "/", headers: { cookie, ...ARRIVAL } })?.path).toBe("/");
    for (const headers of [{ "sec-fetch-mode": "no-cors" }, { "sec-fetch-dest": "iframe" }])
      expect(knock({ url: "/", headers: { ...ARRIVAL, ...headers } })).toBeNull();
    for (const url of ["/client.js", "/enter?code=1", `/${PATH}/`, `/${PATH}/experiments`])
      expect(knock({ url, headers: ARRIVAL })).toBeNull();
  });

  const strangers: [string, Parameters<typeof knock>[0]][] = [
    ["another path", { url: "/pr0ject-patx/experiments" }],
    ["the beginning of the path", { url: "/pr0ject/experiments" }],
    ["no path", { url: "/experiments" }],
    ["no cookie", { headers: { cookie: undefined } }],
    ["another cookie", { headers: { cookie: COOKIE.replace("value", "valux") } }],
    ["the beginning of the cookie", { headers: { cookie: COOKIE.slice(0, -1) } }],
    ["the cookie of another port", { headers: { cookie: COOKIE.replace("4100", "4101") } }],
    ["the cookie in another's", { headers: { cookie: `a=${COOKIE}` } }],
    ["an address of another host", { url: `http://attacker.example/${PATH}/experiments` }],
    ["an address without a scheme", { url: `//attacker.example/${PATH}/experiments` }],
    ["what is no address", { url: "http://[" }],
    ["the path as a query", { url: `/experiments?path=${PATH}` }],
    ["a name that resolves to 127.0.0.1", { headers: { host: "attacker.example:4100" } }],
    ["localhost under another port", { headers: { host: "127.0.0.1:80" } }],
    ["no Host", { headers: { host: undefined } }],
    ["another origin", { headers: { origin: "http://attacker.example" } }],
    ["a sandboxed page", { headers: { origin: "null" } }],
    ["another port of this machine", { headers: { origin: "http://127.0.0.1:5000" } }],
    ["the same origin over another scheme", { headers: { origin: `https://${HOST}` } }],
    ["a cross-site request without Origin", { headers: { "sec-fetch-site": "cross-site" } }],
    ["another site of this machine", { headers: { "sec-fetch-site": "same-site" } }],
    ["a change without an Origin", { method: "POST" }],
    ["another method", { method: "DELETE", headers: { origin: `http://${HOST}` } }],
    ["a preflight", { method: "OPTIONS", headers: { origin: `http://${HOST}` } }],
  ];
  for (const [who, request] of strangers) test(`gives nothing to ${who}`, () => expect(knock(request)).toBeNull());

  test("opens a room by its own path and cookie alone, and says which", () => {
    const cookie = { name: "designlab-4100", value: "an0ther-value" };
    const other = { path: "an0ther-path", cookie, proof: "" };
    const came = (url: string, sent: string) =>
      admit({ method: "GET", url, headers: { host: HOST, cookie: sent } }, HOST, [KEYS, other]);
    const [own, others] = [COOKIE, `${cookie.name}=${cookie.value}`];
    expect(came(`/${PATH}/a`, own)).toMatchObject({ where: "inside", keys: KEYS });
    expect(came("/an0ther-path/a", `${own}; ${others}`)).toMatchObject({ where: "inside", keys: other });
    expect([came(`/${PATH}/a`, others), came("/an0ther-path/a", own)]).toEqual([null, null]);
    expect(admit({ method: "GET", url: `/${PATH}/a`, headers: { host: HOST, cookie: own } }, HOST, [])).toBeNull();
  });
});
