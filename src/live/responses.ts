import type { ServerResponse } from "node:http";
import type { Problem } from "../artifacts/problem.ts";
import { LabError, messageOf } from "../errors.ts";
import type { Entry } from "../story/live-state.ts";
import { problemSaid } from "../story/notes.ts";
import { unmarked } from "../story/sentence.ts";
import { clean } from "../text/clean.ts";
import { truncate } from "../text/truncate.ts";

/** What every answer carries: nothing of it is kept, framed, sniffed or told to others. */
const COMMON = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** The live page loads and asks its own server alone. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // Of what a person is about to give, the page shows a picture of its own.
  "img-src data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * A report is a file that may have come from anywhere: whatever is in it, it runs, loads and sends nothing. It stays of this
 * origin, or its links to what was sent would come in as those of a stranger.
 */
const REPORT_POLICY =
  "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const TYPES = {
  page: { "content-type": "text/html; charset=utf-8", "content-security-policy": PAGE_POLICY },
  report: { "content-type": "text/html; charset=utf-8", "content-security-policy": REPORT_POLICY },
  script: { "content-type": "text/javascript; charset=utf-8" },
  style: { "content-type": "text/css; charset=utf-8" },
  data: { "content-type": "application/json; charset=utf-8" },
} as const;

export function sendBody(response: ServerResponse, type: keyof typeof TYPES, body: string): void {
  response.writeHead(200, { ...COMMON, ...TYPES[type] }).end(body);
}

/** Says whether the page may come in: with the cookie, that no script reads and no other site sends, or why not. */
export function sendEntry(response: ServerResponse, entry: Entry, cookie?: string): void {
  const headers = { ...COMMON, ...TYPES.data, ...(cookie !== undefined && { "set-cookie": cookie }) };
  response.writeHead("at" in entry ? 200 : 403, headers).end(JSON.stringify(entry));
}

/** What became of what a person did: nothing to say, or why it was not taken, with what a page goes on with. */
export function sendSaid(response: ServerResponse, status: number, said: object): void {
  response.writeHead(status, { ...COMMON, ...TYPES.data, ...(status === 413 && { connection: "close" }) });
  response.end(JSON.stringify(said));
  // Who sends more than is read may go on for ever; first it is to hear why it is cut off.
  const { socket } = response.req;
  if (status === 413) setTimeout(() => socket.destroy(), LINGER).unref();
}

const LINGER = 500;

/** An answer that says nothing: for who must not know, and for what is not there. */
export function sendNothing(response: ServerResponse, status: 204 | 403 | 404): void {
  response.writeHead(status, COMMON).end();
}

/** Begins a stream of server-sent events. Returns how to send one. */
export function startEvents(response: ServerResponse): (data: unknown) => void {
  response.writeHead(200, { ...COMMON, "content-type": "text/event-stream; charset=utf-8" });
  // A page is to hear at once that it is followed.
  response.flushHeaders();
  return (data) => void response.write(`data: ${JSON.stringify(data)}\n\n`);
}

const MAX_TROUBLE = 400;

/** Why an experiment's page can tell nothing new, in sentences: what cannot be read, what was found and what to do. */
export function troubleOf(error: unknown): { trouble: string } {
  const said = error instanceof LabError ? [error.message, ...error.problems.map(troubleText), error.advice] : [];
  const text = said.length > 0 ? said.filter(Boolean).join(" ") : `It cannot be read: ${messageOf(error)}`;
  return { trouble: truncate(clean(text).text, MAX_TROUBLE) };
}

/** What is wrong with a file, in a sentence that ends. */
export function troubleText(problem: Problem): string {
  if (problem.kind === "not-a-file") return `${unmarked(problemSaid(problem), String)}.`;
  return "reason" in problem ? `${problem.path}: ${problem.reason}.` : `${problem.path} cannot be used.`;
}
