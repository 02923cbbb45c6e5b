import { expect, test } from "bun:test";
import type { ServerResponse } from "node:http";
import { LabError } from "../../src/errors.ts";
import { sendBody, sendEntry, sendNothing, startEvents, troubleOf } from "../../src/live/responses.ts";

/** What an answer came to: its status, headers and body; null while it is open. */
function answered(give: (response: ServerResponse) => void) {
  const seen = { status: 0, headers: {} as Record<string, string>, written: [] as string[], ended: false, flushed: 0 };
  const response = {
    writeHead(status: number, headers: Record<string, string>) {
      Object.assign(seen, { status, headers });
      return response;
    },
    write: (text: string) => seen.written.push(text),
    flushHeaders: () => seen.flushed++,
    end(text?: string) {
      if (text !== undefined) seen.written.push(text);
      seen.ended = true;
    },
  };
  give(response as unknown as ServerResponse);
  return seen;
}

/** No answer is kept, framed, sniffed or told to others. */
const SHUT = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

test("every answer is shut to others and says what it is", () => {
  const types = {
    page: "text/html",
    report: "text/html",
    script: "text/javascript",
    style: "text/css",
    data: "application/json",
  };
  for (const [type, mime] of Object.entries(types)) {
    const { status, headers, written, ended } = answered((each) => sendBody(each, type as keyof typeof types, "body"));
    expect([status, written, ended]).toEqual([200, ["body"], true]);
    expect(headers).toMatchObject({ ...SHUT, "content-type": `${mime}; charset=utf-8` });
  }
  for (const status of [204, 403, 404] as const)
    expect(answered((each) => sendNothing(each, status))).toMatchObject({
      status,
      headers: SHUT,
      written: [],
      ended: true,
    });
});

test("the page loads its own server's alone, and a report runs and loads nothing", () => {
  const policy = (type: "page" | "report") =>
    answered((each) => sendBody(each, type, "")).headers["content-security-policy"];
  expect(policy("page")?.split("; ")).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  expect(policy("report")).toBe(
    "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  );
});

test("who may come in gets the cookie and where to go, who may not gets why", () => {
  const good = answered((each) => sendEntry(each, { at: "/x/" }, "a=b"));
  expect([good.status, good.headers["set-cookie"], good.written]).toEqual([200, "a=b", ['{"at":"/x/"}']]);
  const refused = answered((each) => sendEntry(each, { refused: "used" }));
  expect([refused.status, refused.written]).toEqual([403, ['{"refused":"used"}']]);
  expect(refused.headers).not.toHaveProperty("set-cookie");
  expect(refused.headers["content-type"]).toStartWith("application/json");
});

test("events begin at once, one for each that is told", () => {
  let tell: (data: unknown) => void = () => undefined;
  const seen = answered((each) => {
    tell = startEvents(each);
  });
  expect([seen.status, seen.flushed, seen.ended]).toEqual([200, 1, false]);
  expect(seen.headers).toMatchObject({ ...SHUT, "content-type": "text/event-stream; charset=utf-8" });
  tell({ a: 1 });
  tell(2);
  expect(seen.written).toEqual(['data: {"a":1}\n\n', "data: 2\n\n"]);
});

test("what cannot be read is told in sentences, each problem by its file, cut and without what nobody sees", () => {
  const problems = [
    { kind: "not-a-file", path: "a", found: "a folder" },
    { kind: "invalid", path: "b", reason: "no JSON" },
    { kind: "other", path: "c" },
  ];
  const error = new LabError("Cannot read it.", { problems: problems as never, advice: "Mend it." });
  expect(troubleOf(error).trouble).toBe(
    "Cannot read it. a is a folder, needed is a plain file. b: no JSON. c cannot be used. Mend it.",
  );
  expect(troubleOf(new LabError("Cannot."))).toEqual({ trouble: "Cannot." });
  expect(troubleOf(new Error("de\u200bfect"))).toEqual({ trouble: "It cannot be read: defect" });
  expect([...troubleOf(new LabError("x ".repeat(900))).trouble].length).toBeWithin(380, 401);
});
