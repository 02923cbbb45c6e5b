import { describe, expect, test } from "bun:test";
import { admit } from "../../src/live/guard.ts";

const HOST = "127.0.0.1:4100";
const TOKEN = "s3cret-token";
const knock = (over: { method?: string; url?: string; headers?: Record<string, string | undefined> }) =>
  admit(
    { method: over.method ?? "GET", url: over.url ?? `/${TOKEN}/`, headers: { host: HOST, ...over.headers } },
    HOST,
    TOKEN,
  );

describe("admit()", () => {
  test("lets in who knows the token, and tells path and query", () => {
    expect(knock({})?.path).toBe("/");
    expect(knock({ url: `/${TOKEN}` })?.path).toBe("/");
    const asked = knock({ url: `/${TOKEN}/events?experiment=a1`, headers: { "sec-fetch-site": "same-origin" } });
    expect([asked?.path, asked?.query.get("experiment")]).toEqual(["/events", "a1"]);
    expect(knock({ method: "POST", headers: { origin: `http://${HOST}` } })).not.toBeNull();
  });

  const strangers: [string, Parameters<typeof knock>[0]][] = [
    ["another token", { url: "/s3cret-tokem/" }],
    ["the beginning of the token", { url: "/s3cret/" }],
    ["no token", { url: "/" }],
    ["an address of another host", { url: `http://attacker.example/${TOKEN}/` }],
    ["an address without a scheme", { url: `//attacker.example/${TOKEN}/` }],
    ["what is no address", { url: "http://[" }],
    ["the token as a query", { url: `/?token=${TOKEN}` }],
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
});
