import type { FailureKind } from "../schemas/failure.ts";
import type { Failed } from "./failure.ts";

/** What ends a session from outside: the person, the clock, the isolation hook, a provider's long wait. First wins. */
export type Stop = {
  signal: AbortSignal;
  /** Resolves when the session is to stop. */
  fired: Promise<void>;
  fail(kind: FailureKind, message: string): void;
  failure(): Failed | null;
  /** Milliseconds of wall clock left. */
  remaining(): number;
  dispose(): void;
};

export const STOPPED: Failed = { kind: "aborted", message: "the run was stopped" };

/** Starts the clock. `timeout_ms` is at most 2^31 - 1, the longest timer there is. */
export function createStop(signal: AbortSignal, timeout_ms: number): Stop {
  const controller = new AbortController();
  const deadline = Date.now() + timeout_ms;
  const fired = new Promise<void>((resolve) => {
    controller.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  let failure: Failed | null = null;
  const fail = (kind: FailureKind, message: string): void => {
    failure ??= { kind, message };
    controller.abort();
  };
  const onAbort = (): void => fail(STOPPED.kind, STOPPED.message);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => fail("timeout", `no valid answer within ${timeout_ms / 1000} s`), timeout_ms);
  return {
    signal: controller.signal,
    fired,
    fail,
    failure: () => failure,
    remaining: () => deadline - Date.now(),
    dispose() {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    },
  };
}
