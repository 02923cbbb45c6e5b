import type { LedgerLine } from "../artifacts/ledger-line.ts";
import { letterOf } from "../artifacts/names.ts";
import type { Progress, SessionProgress } from "../artifacts/progress.ts";

/** What is read of an experiment's plan; an older or a broken one may lack it. */
export type PlanFacts = {
  designers?: { design_id?: string }[];
  reviewers?: { reviewer_id?: string; stand_in?: boolean }[];
  score_samples?: number;
};

/** After these a call of the tool has ended. */
const LAST: readonly LedgerLine["event"][] = ["ranking", "aborted"];

/** What the newest call of the tool is doing, by its ledger; null when it has ended, or none has begun. */
export function progressOf(lines: readonly LedgerLine[], plan: PlanFacts): Progress | null {
  const begun = lines.findLastIndex(({ event }) => event === "setup" || event === "resumed");
  const mine = lines.slice(Math.max(0, begun));
  const [first] = mine;
  const last = mine.at(-1);
  if (!first || !last || LAST.includes(last.event)) return null;
  const evaluating = mine.some(isEvaluation);
  const own = evaluating ? isEvaluation : isDesign;
  const costs = mine.filter(isEnd).map(({ cost }) => cost);
  return {
    phase: evaluating ? "evaluations" : "designs",
    ...(evaluating ? evaluationsOf(lines, mine, plan) : designsOf(lines, mine, plan)),
    sessions: sessionsOf(mine, plan),
    cost: costs.some((cost) => cost === null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    started_at: Date.parse(first.at),
    expected: first.expected_seconds ?? null,
    phase_at: Date.parse((mine.find(own) ?? first).at),
  };
}

type Count = Pick<Progress, "finished" | "total">;

/** Designs of this call: those that earlier calls have not written. */
function designsOf(lines: readonly LedgerLine[], mine: readonly LedgerLine[], plan: PlanFacts): Count {
  const before = lines.slice(0, lines.length - mine.length).filter((line) => isDesign(line) && line.event === "done");
  const there = new Set(before.map(({ design_id }) => design_id)).size;
  return { finished: endedOf(mine.filter(isDesign)).size, total: Math.max(0, (plan.designers?.length ?? 0) - there) };
}

/**
 * Cells of this call: those that its first line expects, without those of designs that came to nothing; at least those
 * that were begun, which is all that an older ledger tells. One whose reviewer a stand-in replaces counts once.
 */
function evaluationsOf(lines: readonly LedgerLine[], mine: readonly LedgerLine[], plan: PlanFacts): Count {
  const planned = (plan.reviewers ?? []).filter(({ stand_in }) => stand_in !== true);
  const known = new Set(planned.map(({ reviewer_id }) => reviewer_id));
  const cells = mine.filter((line) => isEvaluation(line) && (known.size === 0 || known.has(line.reviewer_id)));
  const begun = new Set(cells.map(placeOf)).size;
  const ends = new Map(
    mine.filter((line) => isDesign(line) && line.event !== "violation").map((at) => [placeOf(at), at]),
  );
  const gone = [...ends.values()].filter(({ event }) => event === "failed" || event === "budget").length;
  const expected = (mine[0]?.expected_evaluations ?? 0) - gone * planned.length;
  const finished = [...endedOf(cells)].filter((place) => !owesSamples(lines, place, plan.score_samples ?? 1));
  return { finished: finished.length, total: Math.max(begun, expected) };
}

/** Whether further samples of a cell's score are still to be asked for: they are until one of its sessions fails. */
function owesSamples(lines: readonly LedgerLine[], place: string, samples: number): boolean {
  const ends = lines.filter((line) => isEvaluation(line) && hasEnded(line) && placeOf(line) === place);
  const scored = ends.filter(({ event, phases }) => event === "done" && phases?.includes("score"));
  return ends.at(-1)?.event === "done" && scored.length > 0 && scored.length < samples;
}

/** Designs or cells of which at least one session has ended and none is at work. */
function endedOf(lines: readonly LedgerLine[]): Set<string> {
  const open = new Map<string, number>();
  for (const line of lines) {
    const now = open.get(placeOf(line)) ?? 0;
    if (line.event === "started") open.set(placeOf(line), now + 1);
    else if (hasEnded(line)) open.set(placeOf(line), now - 1);
  }
  const ended = new Set(lines.filter(hasEnded).map(placeOf));
  return new Set([...ended].filter((place) => (open.get(place) ?? 0) <= 0));
}

const placeOf = ({ design_id, reviewer_id }: LedgerLine): string => JSON.stringify([design_id, reviewer_id]);
const isEnd = ({ event }: LedgerLine): boolean => event === "done" || event === "failed";
/** Also what a limit held back. */
const hasEnded = (line: LedgerLine): boolean => isEnd(line) || line.event === "budget";
const isDesign = ({ phases }: LedgerLine): boolean => phases?.includes("generate") === true;
const isEvaluation = ({ phases }: LedgerLine): boolean =>
  phases?.some((phase) => phase === "review" || phase === "score") === true;

/** Every session of the lines in the order in which they began. */
export function sessionsOf(lines: readonly LedgerLine[], { designers = [] }: PlanFacts): SessionProgress[] {
  const letter = (id: string): string => {
    const at = designers.findIndex(({ design_id }) => design_id === id);
    return at < 0 ? id : letterOf(at);
  };
  const sessions = new Map<string, SessionProgress>();
  for (const line of lines) {
    const { event, session_id = "", model = "", design_id, phases = [] } = line;
    if (session_id === "") continue;
    const known = sessions.get(session_id);
    if (event === "started" && !known) {
      const role = phases.includes("generate") ? ("designer" as const) : ("evaluator" as const);
      const what = role === "designer" ? "design" : `${phases.join(" and ")} of ${letter(design_id ?? "")}`;
      const title = `${what} by ${model}`;
      sessions.set(session_id, { session_id, model, title, role, state: "asked", asked_at: Date.parse(line.at) });
    } else if (known && isEnd(line)) known.state = event === "done" ? "done" : "failed";
  }
  return [...sessions.values()];
}
