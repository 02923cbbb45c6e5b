import type { Check } from "../artifacts/note.ts";

const VERSION = "Version of OpenCode";

/** Where there is no host. */
export const HOST_MISSING: Check = {
  what: VERSION,
  state: "problem",
  found: "no opencode on the PATH",
  remedy: "Models are asked through it: npm install --global opencode-ai, or name one with --opencode FILE.",
};

/** Versions of OpenCode on which every test was run. */
const TESTED = ["1.18.33", "2.0.15"];

/** What there is to say of the host's version; null where it does not tell. An untested one is no failure. */
export function hostCheck(version: string | null): Check {
  if (version !== null && TESTED.includes(version)) return { what: VERSION, state: "ok", found: version, remedy: "" };
  return {
    what: VERSION,
    state: "warning",
    found: version ?? "unknown",
    remedy: `designlab was tested with ${TESTED.join(" and ")}; what differs in another version may not work.`,
  };
}
