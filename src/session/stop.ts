import type { FailureKind } from "../artifacts/failure.ts";
import type { Failed } from "./failure.ts";

/** What ends a session from outside: the person, the clock, the isolation hook, a provider that refuses. First wins. */
export type Stop = {
  signal: AbortSignal;
  /** Resolves when the session is to stop. */
  fired: Promise<void>;
  fail(kind: FailureKind, message: string): void;
  /** The same for a failure that says more. */
  end(failure: Failed): void;
  failure(): Failed | null;
  /** Milliseconds of wall clock left. */
  remaining(): number;
  dispose(): void;
};

export const STOPPED: Failed = { kind: "aborted", message: "the run was stopped" };

/** Starts the clock: `left` of `time_limit` is there, milliseconds, at most 2^31 - 1, the longest timer there is. */
export function createStop(signal: AbortSignal, left: number, time_limit: number): Stop {
  const controller = new AbortController();
  const deadline = Date.now() + left;
  const fired = new Promise<void>((resolve) => {
    controller.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  let failure: Failed | null = null;
  const end = (why: Failed): void => {
    failure ??= why;
    controller.abort();
  };
  const onAbort = (): void => end(STOPPED);
  const onTime = (): void => end({ kind: "timeout", message: `no valid answer within ${time_limit / 1000} s` });
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(onTime, left);
  return {
    signal: controller.signal,
    fired,
    fail: (kind, message) => end({ kind, message }),
    end,
    failure: () => failure,
    remaining: () => deadline - Date.now(),
    dispose() {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    },
  };
}
