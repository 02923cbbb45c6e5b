import type { Design } from "./design.ts";

const GRAVITY = { high: 3, medium: 2, low: 1 } as const;

/** A design's risks with the gravest first, equals as they were written. */
export function gravestFirst(risks: Design["risks"]): Design["risks"] {
  return risks.toSorted((a, b) => GRAVITY[b.severity] - GRAVITY[a.severity]);
}
