import { isAbsolute, relative } from "node:path";
import type { Decision } from "../artifacts/decision.ts";
import type { Ranking } from "../artifacts/ranking.ts";
import { type CallEnd, endedSaid } from "../story/ended.ts";
import type { CameOf } from "../story/round-words.ts";
import type { CallAnswer } from "../tool.ts";
import { KEPT_AS } from "./call-record.ts";

/** What of a call's facts stays on the screen. */
type CallFacts = {
  experiment?: string;
  topic?: string;
  report?: string | null;
  designs?: readonly { letter?: string; design_id?: string; title?: string }[];
  /** Those that rounds made. */
  better?: readonly { letter?: string; design_id?: string; title?: string }[];
  withheld?: boolean;
  missing?: number;
  stopped?: string | null;
  ranking?: Ranking | null;
  decision?: Decision | null;
  decision_seen?: boolean;
  made?: readonly CameOf[];
  error?: { message: string; advice?: string };
};

/**
 * What stays on the person's screen of a call, whatever an agent makes of its reply; null of one that was no run: it
 * told of no work, and of no ranking.
 * @param worked Whether it said while it ran what it did.
 * @param project The folder that paths are told from.
 */
export function endedOf(
  { outcome, facts }: Pick<CallAnswer, "outcome" | "facts">,
  worked: boolean,
  project: string,
): CallEnd | null {
  const { experiment, topic = "", designs, better = [], made, ranking = null, error, ...rest } = facts as CallFacts;
  if (outcome === "usage" || (!worked && ranking === null && !rest.decision)) return null;
  if (error !== undefined) return endedSaid({ state: "failed", by_person: outcome === "stopped", ...error });
  if (experiment !== undefined && made !== undefined)
    return endedSaid({
      state: "refined",
      experiment,
      topic,
      stopped: rest.stopped ?? null,
      missing: rest.missing ?? 0,
      made,
    });
  if (experiment === undefined || designs === undefined) return null;
  const { withheld = false, missing = 0, stopped = null, report = null, decision = null, decision_seen = false } = rest;
  const about = { experiment, topic, stopped, missing };
  if (withheld) return endedSaid({ state: "withheld", ...about });
  const called = new Map(
    [...designs, ...better].map(({ design_id, letter, title }) => [design_id ?? "", { letter, title }]),
  );
  if (decision !== null)
    return endedSaid({ state: "decided", ...about, decision, seen: decision_seen, ranking, called });
  if (ranking === null) return endedSaid({ state: "unranked", ...about, designs: designs.length });
  return endedSaid({ state: "ranked", ...about, ranking, report: report && from(project, report), called });
}

/** A path as whoever works in the folder would type it; one outside as it stands. */
function from(project: string, path: string): string {
  const inside = relative(project, path);
  return inside === "" || inside.startsWith("..") || isAbsolute(inside) ? path : inside;
}

/** What a host keeps of a call for its terminal. */
export const recordOfEnd = (ended: CallEnd | null): Record<string, unknown> =>
  ended === null ? {} : { [KEPT_AS]: ended };
