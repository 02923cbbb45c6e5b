import { FAILURE_WORDS } from "../artifacts/failure.ts";
import type { LedgerLine } from "../artifacts/ledger-line.ts";
import { callStart, cellKey, retryingOf } from "../prompting/progress.ts";
import type { LiveCell } from "../story/live-state.ts";

export type Target = { design_id: string; reviewer_id?: string };

/** Looks up how the thing at a place stands. `there`: all that the plan wants of it is on disk. */
export type Stages = { at(place: Target, there: boolean): Omit<LiveCell, "score" | "left_out" | "exchange"> };

/**
 * Reads a ledger once. What a call before the present one began and did not end waits again while somebody is at work,
 * and was interrupted when nobody is.
 */
export function stagesOf(ledger: readonly LedgerLine[], running: boolean): Stages {
  const began = callStart(ledger);
  const places = new Map<string, { lines: LedgerLine[]; own: LedgerLine[] }>();
  for (const [at, line] of ledger.entries()) {
    if (line.design_id === undefined || !TOLD.has(line.event)) continue;
    const key = cellKey(line);
    const place = places.get(key) ?? { lines: [], own: [] };
    place.lines.push(line);
    if (at >= began) place.own.push(line);
    places.set(key, place);
  }
  return {
    at(place, there) {
      const { lines, own } = places.get(cellKey(place)) ?? { lines: [], own: [] };
      const ended = lines.flatMap(({ seconds }) => seconds ?? []);
      const seconds = ended.length > 0 ? ended.reduce((sum, each) => sum + each, 0) : null;
      const nothing = { since: null, seconds, reason: "" };
      if (there) return { ...nothing, stage: "done" };
      const last = lines.at(-1);
      if (last === undefined || last.event === "done") return { ...nothing, stage: "waiting" };
      // Whoever stopped the run did not fail it.
      if (last.kind === "aborted") return { ...nothing, stage: "interrupted" };
      if (last.event === "failed") return { ...nothing, stage: "failed", reason: reasonOf(last) };
      if (last.event === "budget") return { ...nothing, stage: "limit", reason: last.message ?? "" };
      if (!running) return { ...nothing, stage: "interrupted" };
      if (!own.includes(last)) return { ...nothing, stage: "waiting" };
      const start = own.findLast(({ event }) => event === "started");
      const since = start ? Date.parse(start.at) : null;
      return { ...nothing, since, ...asking(last) };
    },
  };
}

/** Events that tell how a place stands. */
const TOLD: ReadonlySet<string> = new Set(["started", "repair", "retry", "host_retry", "done", "failed", "budget"]);

function asking(line: LedgerLine): Pick<LiveCell, "stage" | "reason" | "gives_up_at"> {
  const { event, message = "" } = line;
  if (event === "repair") return { stage: "repairing", reason: message };
  if (event === "host_retry") return { stage: "asking", reason: message, gives_up_at: retryingOf(line).gives_up_at };
  return { stage: "asking", reason: event === "started" ? "" : message };
}

function reasonOf({ kind, message = "" }: LedgerLine): string {
  return [kind && FAILURE_WORDS[kind], message].filter(Boolean).join(": ");
}
