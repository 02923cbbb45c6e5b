import { afterEach, describe, expect, setSystemTime, test } from "bun:test";
import type { FailureKind } from "../../src/artifacts/failure.ts";
import { failureOf, providerRefusal, unreachable, waitPastDeadline } from "../../src/session/failure.ts";
import type { HostError } from "../../src/session/host.ts";

afterEach(() => void setSystemTime());

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

  // The words of providers and servers, with the status that comes with them.
  const tooLong: [status: number | null, message: string][] = [
    [400, "Your input exceeds the context window of this model. Please adjust your input and try again."],
    [400, "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300107 tokens."],
    [400, "Invalid 'messages[1].content': string too long. Expected a string with maximum length 1048576."],
    [400, "prompt is too long: 213462 tokens > 200000 maximum"],
    [400, "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000"],
    [413, "request_too_large: Request exceeds the maximum size"],
    [400, "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)."],
    [400, "Unable to submit request because the input token count is 40000 but model only supports up to 32768."],
    [400, "This model's maximum prompt length is 131072 but the request contains 537812 tokens."],
    [400, "Please reduce the length of the messages or completion."],
    [
      413,
      "Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 14810, please reduce your message size and try again.",
    ],
    [429, "Request too large for m on tokens per min (TPM): Limit 30000, Requested 342389. The input must be reduced."],
    [400, "the request exceeds the available context size, try increasing it"],
    [400, "request (9213 tokens) exceeds the available context size (8192 tokens), try increasing it"],
    [500, "input is too large to process. increase the physical batch size"],
    [400, "Context size has been exceeded."],
    [
      400,
      "The number of tokens to keep from the initial prompt is greater than the context length. Try a larger context length",
    ],
    [400, "prompt token count of 93854 exceeds the limit of 90000"],
    [400, "ValidationException: Input is too long for requested model."],
    [400, "Invalid request: Your request exceeded model token limit: 131072 (requested: 150000)"],
    [400, "prompt tokens + max_tokens exceeds the model specification"],
    [400, "Prompt exceeds max length"],
    [400, "tokens in request more than max tokens allowed"],
    [400, "Request 182387 input tokens exceeds the model's maximum context length 202750"],
    [400, "invalid params, context window exceeds limit (2013)"],
    [400, "This model's maximum context length is 65536 tokens. However, you requested 72814 tokens."],
    [400, "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length"],
    [400, "too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000."],
    [400, "too many tokens: size limit exceeded by 1234 tokens. Try using shorter or fewer inputs"],
    [400, "This endpoint's maximum context length is 262144 tokens. However, you requested about 284283 tokens."],
    [500, "The decoder prompt (length 17772) is longer than the maximum model length of 16384."],
    [400, "max_tokens=16000 cannot be greater than max_model_len=max_total_tokens=8192"],
    [400, "The input (40000 tokens) is longer than the model's context length (32768 tokens)."],
    [422, "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 32768. Given: 79993 `inputs` tokens"],
    [422, "Input validation error: `inputs` must have less than 4096 tokens. Given: 5000"],
    [400, "input length exceeds the context length"],
    [400, "prompt too long; exceeded max context length by 1234 tokens"],
    [400, "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]"],
    [400, "The prompt is too long: 267657, model maximum context length: 262143"],
    [400, "Your input is too long. Max input length is 4096 tokens, but you supplied 5441 tokens."],
    [400, "Input length 131234 exceeds the maximum length 131072"],
    [400, "the number of input tokens 5000 cannot exceed the total tokens limit 4096 for this model"],
    [400, "context_length_exceeded"],
    [413, "Payload Too Large"],
    [413, ""],
    [null, "413 Request Entity Too Large"],
  ];
  test("takes the words of any provider for a context that is too long, and says what to do", () => {
    const kinds = tooLong.map(([status, message]) => [message, kindOf({ status, message })]);
    expect(kinds).toEqual(tooLong.map(([, message]) => [message, "context_overflow"]));
    for (const [status, message] of tooLong) {
      const failed = failureOf(answer({ status, message, retryable: true }), true);
      expect(failed).toMatchObject({ kind: "context_overflow", transient: false });
      expect(failed?.refused).toBeUndefined();
      expect(failed?.message).toStartWith("context too long");
      expect(failed?.message).toContain("use a model with a larger context");
    }
  });

  test("takes no other words for a context that is too long", () => {
    const others: [status: number | null, message: string, kind: FailureKind][] = [
      [
        429,
        "Rate limit reached for m on tokens per min (TPM): Limit 10000, Used 9000, Requested 3000.",
        "rate_limited",
      ],
      [
        429,
        "This request would exceed your organization's rate limit of 40,000 input tokens per minute",
        "rate_limited",
      ],
      [429, "Number of request tokens has exceeded your per-minute rate limit", "rate_limited"],
      [429, "ThrottlingException: Too many tokens, please wait before trying again.", "rate_limited"],
      [429, "You exceeded your current quota, please check your plan and billing details.", "rate_limited"],
      [429, "Too many tokens per day, please wait before trying again.", "rate_limited"],
      [400, "max_tokens must be less than or equal to 16384, the maximum value for max_tokens", "provider_error"],
      [400, "max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens", "provider_error"],
      [400, "The maximum tokens you requested exceeds the model limit of 32768", "provider_error"],
      [
        400,
        "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64",
        "provider_error",
      ],
      [408, "The request timed out after exceeding 60 s", "provider_error"],
      [400, "temperature must be <= 1", "provider_error"],
      [401, "prompt is too long", "auth"],
      [500, "The server had an error while processing your request", "provider_error"],
      [400, "", "provider_error"],
    ];
    const kinds = others.map(([status, message]) => [message, kindOf({ status, message })]);
    expect(kinds).toEqual(others.map(([, message, kind]) => [message, kind]));
  });

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
      outage: { resets_at: null, skipped: false },
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
    setSystemTime(new Date("2026-11-28T10:00:00Z"));
    const now = Date.now();
    expect(waitPastDeadline(3, "rate limit", 30_001)).toEqual({
      kind: "rate_limited",
      message: "the provider asks to wait 31 s, past this session's limit: rate limit",
      outage: { resets_at: now + 30_001, skipped: false },
    });
    expect(waitPastDeadline(5, "busy", 30_000)).toEqual({
      kind: "provider_error",
      message: "failed 5 requests, and the next in 30 s is past this session's limit: busy",
      outage: { resets_at: null, skipped: false },
    });
    expect(waitPastDeadline(2, "rate limit", 1).message).toStartWith("failed 2 requests, and the next in 1 s");
    expect(waitPastDeadline(2, "rate limit", 1).kind).toBe("rate_limited");
    expect(waitPastDeadline(1, "try again in 300ms", 300)).toMatchObject({ outage: { resets_at: now + 300 } });
    expect(waitPastDeadline(1, "busy", 20_000)).toMatchObject({ outage: { resets_at: now + 20_000 } });
    expect(waitPastDeadline(1, "busy", 1e15)).toMatchObject({ outage: { resets_at: null } });
  });
});
