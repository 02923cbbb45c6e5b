import type { Check } from "../artifacts/note.ts";

/** Versions of OpenCode on which every test was run. */
const TESTED = ["1.18.33", "2.0.15"];

/** What there is to say of the host's version; null where it does not tell. An untested one is no failure. */
export function hostCheck(version: string | null): Check {
  const what = "Version of OpenCode";
  if (version !== null && TESTED.includes(version)) return { what, state: "ok", found: version, remedy: "" };
  return {
    what,
    state: "warning",
    found: version ?? "unknown",
    remedy: `designlab was tested with ${TESTED.join(" and ")}; what differs in another version may not work.`,
  };
}
