import { duration } from "../../../text/numbers.ts";

/** A duration in whole seconds, as it changes on a page: "<1s", "9s", "2m 4s". Seconds. */
export function whole(seconds: number): string {
  return seconds < 0.5 ? "<1s" : duration(Math.round(seconds));
}
