import { patternOf } from "../text/pattern.ts";

/** When a provider's limit resets, read from its message. */

/** Milliseconds of each unit, by its first letters. */
const UNITS: readonly (readonly [unit: RegExp, ms: number])[] = [
  [/^(?:ms|millis)/i, 1],
  [/^s/i, 1_000],
  [/^m/i, 60_000],
  [/^h/i, 3_600_000],
  [/^d/i, 86_400_000],
];
const UNIT = "(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)(?![a-z])";
const AMOUNT = "\\d{1,7}(?:\\.\\d{1,9})?";
const PART = patternOf(`(${AMOUNT}) ?(${UNIT})`, "gi");
/** A wait, such as "try again in 4h59m30.2s" or "resets after 5 hours and 3 minutes". */
const WAIT = patternOf(
  `\\b(?:again|retry(?:ing)?|resets?|available|wait(?:ing)?|renews?)(?: [a-z]{1,12}){0,3}? ((?:${AMOUNT} ?${UNIT}(?:,? and |, | )?){1,4})`,
  "i",
);
/** A field of the provider's answer, in seconds. */
const FIELD = /\b(?:resets?_in_seconds|reset_after_seconds|retry_after|retryAfter)"? ?[:=] ?"?(\d{1,8})\b/;
/** A point in time in ISO 8601 with its zone. */
const MOMENT =
  /\b(?:again|resets?|available|renews?)\w* (?:at|on|after) (\d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:?\d\d))/i;

/** Limits that no wait of seconds ends: the paid quota or the plan's allowance is used up. */
const USED_UP =
  /insufficient.?(?:quota|balance|credit|funds)|exceeded your current quota|(?:billing|spending|spend) (?:hard )?limit|credit balance|out of credits|usage.?limit|(?:daily|weekly|monthly) (?:limit|quota)|quota.{0,20}\b(?:used up|exhausted)/i;

/** A longer wait is a provider's mistake. Milliseconds. */
const LONGEST_WAIT = 365 * 86_400_000;

/** How much of a message is read. Characters. */
const LONGEST = 2_000;

/** The time after a wait from `now` on, in the unit of `now`; null without a wait and above one year. */
export function resetTime(wait_ms: number | null, now: number): number | null {
  return wait_ms === null || wait_ms > LONGEST_WAIT ? null : now + wait_ms;
}

/**
 * How long the provider says that its limit lasts from `now` on (milliseconds since the epoch), one year at most; null if
 * it does not say.
 */
export function resetWait(words: string, now: number): number | null {
  const wait = waitSaid(words, now);
  return wait === null || wait > LONGEST_WAIT ? null : wait;
}

function waitSaid(words: string, now: number): number | null {
  const message = words.slice(0, LONGEST).replace(/\s+/gu, " ");
  const field = FIELD.exec(message)?.[1];
  if (field !== undefined) return Number(field) * 1_000;
  const moment = Date.parse(MOMENT.exec(message)?.[1] ?? "");
  if (!Number.isNaN(moment)) return Math.max(0, moment - now);
  const said = WAIT.exec(message)?.[1];
  return said === undefined ? null : durationOf(said);
}

/** Whether the provider says that a quota is used up, and names no time at which it resets. */
export function isUsedUp(message: string, now: number): boolean {
  return USED_UP.test(message.slice(0, LONGEST)) && resetWait(message, now) === null;
}

function durationOf(said: string): number {
  return [...said.matchAll(PART)].reduce((sum, [, amount, unit = ""]) => {
    const [, ms = 0] = UNITS.find(([pattern]) => pattern.test(unit)) ?? [];
    return sum + Number(amount) * ms;
  }, 0);
}
