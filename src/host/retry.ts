/** Requests to a provider for one turn, the first included. */
export const MAX_TRIES = 6;
/** Waits before the second request and on, doubled each time up to the longest, milliseconds. */
const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 30_000;

/**
 * How long to wait before a provider is asked again, milliseconds; null when it is not.
 * @param failed Requests that have failed, 1 or more.
 * @param host What the host would wait: longer than the lab's own wait where the provider asks for that; null where it
 * holds that asking again is of no use.
 */
export function waitBeforeRetry(failed: number, host: number | null): number | null {
  if (host === null || failed >= MAX_TRIES) return null;
  return Math.max(host, Math.min(FIRST_WAIT * 2 ** (failed - 1), LONGEST_WAIT));
}
