import type { Phase } from "../artifacts/failure.ts";
import type { LedgerLine } from "../artifacts/ledger-line.ts";

type Place = { design_id?: string | undefined; reviewer_id?: string | undefined };

/** What a ledger tells of what was asked. */
export type Asked = {
  /** The line with which the newest session for this part ended; undefined when none has. */
  lastEnd(phase: Phase, place: Place): LedgerLine | undefined;
  /** True when a session was started there and has not ended: it runs now, or its process is gone. */
  isBegun(place: Place): boolean;
};

/** Reads a ledger once; later lines say what holds. */
export function askedOf(ledger: readonly LedgerLine[]): Asked {
  const ends = new Map<string, LedgerLine>();
  const begun = new Set<string>();
  for (const line of ledger) {
    if (line.event === "started") begun.add(key(line));
    if (line.event !== "failed" && line.event !== "done") continue;
    begun.delete(key(line));
    for (const phase of line.phases ?? []) ends.set(key(line, phase), line);
  }
  return {
    lastEnd: (phase, place) => ends.get(key(place, phase)),
    isBegun: (place) => begun.has(key(place)),
  };
}

function key({ design_id, reviewer_id }: Place, phase?: Phase): string {
  return JSON.stringify([phase ?? null, design_id ?? null, reviewer_id ?? null]);
}
