import { describe, expect, test } from "bun:test";
import type { FailureKind } from "../../src/artifacts/failure.ts";
import { failureOf, providerRefusal, unreachable, waitPastDeadline } from "../../src/session/failure.ts";
import type { HostError } from "../../src/session/host.ts";

const answer = (error: Partial<HostError>) => ({
  text: "",
  finish: null,
  error: { kind: null, message: "", status: null, retryable: false, ...error },
});
const kindOf = (error: Partial<HostError>) => failureOf(answer(error), false)?.kind;

describe("failureOf()", () => {
  const statuses: [status: number, message: string, kind: FailureKind][] = [
    [401, "Unauthorized", "auth"],
    [403, "Forbidden", "auth"],
    [404, "The model `m` does not exist", "unknown_model"],
    [404, "Not found", "provider_error"],
    [429, "Slow down", "rate_limited"],
    [400, "This model's maximum context length is 8192 tokens", "context_overflow"],
    [400, "Your prompt was flagged by our safety system", "content_filter"],
    [500, "The server had an error", "provider_error"],
  ];
  for (const [status, message, kind] of statuses) {
    test(`takes HTTP ${status} "${message}" for ${kind}`, () => expect(kindOf({ status, message })).toBe(kind));
  }

  test("tells a server that cannot be reached from a connection that broke and from an error of a server", () => {
    const unreachable = [
      "ConnectionRefused: Unable to connect. Is the computer able to access the url?",
      "Cannot connect to API: Unable to connect. Is the computer able to access the url?",
      "Cannot connect to API: Was there a typo in the url or port?",
      "FailedToOpenSocket: Was there a typo in the url or port?",
      "getaddrinfo ENOTFOUND nowhere.invalid",
      "getaddrinfo EAI_AGAIN nowhere.invalid",
      "connect EHOSTUNREACH 10.0.0.1:80",
      "connect ENETUNREACH 10.0.0.1:80",
      "Cannot connect to API: fetch failed",
    ];
    expect(unreachable.map((message) => kindOf({ message }))).toEqual(unreachable.map(() => "unreachable"));
    const reached = [
      "Cannot connect to API: The socket connection was closed unexpectedly. For more information, pass `verbose: true`",
      "ECONNRESET: The socket connection was closed unexpectedly.",
      "Connection reset by server",
      "Unable to connect to the database",
    ];
    expect(reached.map((message) => kindOf({ message }))).toEqual(reached.map(() => "provider_error"));
    expect(kindOf({ status: 502, message: "connect ECONNREFUSED 10.0.0.1:80" })).toBe("provider_error");
    expect(kindOf({ kind: "aborted", message: "ECONNREFUSED" })).toBe("aborted");
  });

  test("takes the host's own word before the message", () => {
    expect(kindOf({ kind: "output_length", status: 403, message: "quota" })).toBe("output_length");
  });

  test("holds only a provider's error transient, and only where the host holds that asking again may help", () => {
    const transient = (error: Partial<HostError>) => failureOf(answer(error), false)?.transient;
    expect(transient({ status: 500, retryable: true })).toBe(true);
    expect(transient({ status: 500, retryable: false })).toBe(false);
    expect(transient({ status: 401, retryable: true })).toBe(false);
  });

  test("puts the message into one line of 300 characters, with the status where it does not say it", () => {
    const message = failureOf(answer({ status: 500, message: ` a\n\tb ${"x".repeat(400)}` }), false)?.message ?? "";
    expect(message).toStartWith("a b xxx");
    expect(message).toEndWith("x (HTTP 500)");
    expect(message).toHaveLength(300 + " (HTTP 500)".length);
    expect(failureOf(answer({ status: 500, message: "500 again" }), false)?.message).toBe("500 again");
  });

  test("reads how an answer without an error ended", () => {
    const ended = (finish: string | null) => failureOf({ text: "x", finish, error: null }, true)?.kind ?? null;
    expect(["length", "content-filter", "content_filter", "stop", null].map(ended)).toEqual([
      "output_length",
      "content_filter",
      "content_filter",
      null,
      null,
    ]);
  });
});

describe("waitPastDeadline()", () => {
  test("blames the provider's limit for a wait that only it can have asked for", () => {
    expect(waitPastDeadline(1, "Overloaded", 30_001)).toMatchObject({ kind: "rate_limited" });
    expect(waitPastDeadline(1, "Overloaded", 30_000)).toMatchObject({ kind: "provider_error" });
    expect(waitPastDeadline(2, "Too Many Requests", 8_000)).toMatchObject({ kind: "rate_limited" });
  });

  test("says how many requests failed and how long the wait is", () => {
    expect(waitPastDeadline(1, "no\n luck", 7_001).message).toBe(
      "failed 1 request, and the next in 8 s is past this session's limit: no luck",
    );
    expect(waitPastDeadline(4, "no luck", 8_000).message).toStartWith("failed 4 requests");
  });
});

describe("of each message and status one kind and what follows of it:", () => {
  const failed = (error: Partial<HostError>, fresh = true) => failureOf(answer(error), fresh);

  test("a refusal of a fresh session that may be asked again is one, and later it is only transient", () => {
    for (const [status, message] of [
      [429, "x"],
      [503, "x"],
      [529, "x"],
      [null, "overloaded"],
      [null, "at capacity"],
      [null, "no capacity"],
      [null, "service unavailable"],
      [null, "got 529 there"],
    ] as const) {
      const error = { status, message, retryable: true };
      expect([message, failed(error)?.refused]).toEqual([message, { wait_ms: 0 }]);
      expect(failed(error, false)?.refused).toBeUndefined();
      expect(failed({ ...error, retryable: false })?.refused).toBeUndefined();
    }
    expect(failed({ status: 500, message: "overloaded", retryable: true })?.refused).toBeUndefined();
    expect(failed({ status: 500, message: "oops", retryable: true })).toEqual({
      kind: "provider_error",
      message: "oops (HTTP 500)",
      transient: true,
    });
    expect(failed({ status: 500, message: "error 500", retryable: false })).toEqual({
      kind: "provider_error",
      message: "error 500",
      transient: false,
    });
    expect(failed({ status: 401, message: "no", retryable: true })).toMatchObject({ kind: "auth", transient: false });
  });

  test("a fresh session that was refused its sampling says so", () => {
    const error = { status: 400, message: "Unsupported parameter: temperature" };
    expect(failed(error)).toMatchObject({ refuses_sampling: true });
    expect(failed({ ...error, message: "top_p may not be set" })).toMatchObject({ refuses_sampling: true });
    for (const other of [failed(error, false), failed({ ...error, status: 422 }), failed({ ...error, message: "bad" })])
      expect(other?.refuses_sampling).toBeUndefined();
  });

  test("no connection is one kind where the host knows neither a kind nor a status", () => {
    const error = { message: " fetch failed\n" };
    expect(failed(error)).toEqual({ kind: "unreachable", message: "fetch failed", refused: { wait_ms: 0 } });
    expect(failed({ ...error, status: 500 })?.kind).toBe("provider_error");
    expect(failed({ ...error, kind: "auth" })?.kind).toBe("auth");
  });

  test("an answer that was cut off or filtered is none, and a whole one is no failure", () => {
    const ended = (finish: string | null) => failureOf({ text: "x", finish, error: null }, true)?.kind ?? null;
    expect([null, "stop", "length", "content-filter", "content_filter"].map(ended)).toEqual([
      null,
      null,
      "output_length",
      "content_filter",
      "content_filter",
    ]);
  });

  test("a message is one line of 300 characters", () => {
    expect(failed({ message: `  a\n\t b ${"x".repeat(400)}` })?.message).toBe(`a b ${"x".repeat(296)}`);
    expect(unreachable(` a\nb `)).toEqual({ kind: "unreachable", message: "a b", refused: { wait_ms: 0 } });
    expect(providerRefusal("Quota exceeded", 70)).toEqual({
      kind: "rate_limited",
      message: "Quota exceeded",
      refused: { wait_ms: 70 },
    });
    expect(providerRefusal("busy", 0).kind).toBe("provider_error");
  });

  test("a wait past the limit is the provider's from 30 s on, and else the host's own", () => {
    expect(waitPastDeadline(3, "rate limit", 30_001)).toEqual({
      kind: "rate_limited",
      message: "the provider asks to wait 31 s, past this session's limit: rate limit",
    });
    expect(waitPastDeadline(1, "busy", 30_000)).toEqual({
      kind: "provider_error",
      message: "failed 1 request, and the next in 30 s is past this session's limit: busy",
    });
    expect(waitPastDeadline(2, "rate limit", 1).message).toStartWith("failed 2 requests, and the next in 1 s");
    expect(waitPastDeadline(2, "rate limit", 1).kind).toBe("rate_limited");
  });
});
