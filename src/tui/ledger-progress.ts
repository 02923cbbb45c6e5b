import type { LedgerLine } from "../schemas/ledger-line.ts";
import type { Progress, SessionProgress } from "../schemas/progress.ts";

/** What is read of an experiment's plan; an older or a broken one may lack it. */
export type PlanFacts = { designers?: unknown[]; reviewers?: unknown[] };

/** After these a call of the tool has ended. */
const LAST: readonly LedgerLine["event"][] = ["ranking", "aborted"];

/** What the newest call of the tool is doing, by its ledger; null when it has ended, or none has begun. */
export function progressOf(lines: readonly LedgerLine[], plan: PlanFacts): Progress | null {
  const begun = lines.findLastIndex(({ event }) => event === "setup" || event === "resumed");
  const mine = lines.slice(Math.max(0, begun));
  const [first] = mine;
  const last = mine.at(-1);
  if (!first || !last || LAST.includes(last.event)) return null;
  const sessions = sessionsOf(mine);
  const designs = mine.filter((line) => ended(line) && line.phases?.includes("generate"));
  const others = mine.filter(
    (line) => ended(line) && line.phases?.some((phase) => phase === "review" || phase === "score"),
  );
  const evaluating = mine.some(({ phases }) => phases?.some((phase) => phase === "review" || phase === "score"));
  const designers = plan.designers?.length ?? 0;
  const own: ReadonlySet<string> = new Set(evaluating ? ["review", "score"] : ["generate"]);
  const costs = mine.filter(ended).map(({ cost }) => cost);
  return {
    phase: evaluating ? "evaluations" : "designs",
    finished: evaluating ? others.length : designs.length,
    total: evaluating ? designers * (plan.reviewers?.length ?? 0) : designers,
    sessions,
    cost: costs.some((cost) => cost === null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    started_at: Date.parse(first.at),
    phase_at: Date.parse((mine.find(({ phases }) => phases?.some((phase) => own.has(phase))) ?? first).at),
  };
}

const ended = ({ event }: LedgerLine): boolean => event === "done" || event === "failed";

/** Every session of the lines in the order in which they began. */
function sessionsOf(lines: readonly LedgerLine[]): SessionProgress[] {
  const sessions = new Map<string, SessionProgress>();
  for (const line of lines) {
    const { event, session_id = "", model = "", design_id, phases = [] } = line;
    if (session_id === "") continue;
    const known = sessions.get(session_id);
    if (event === "started" && !known) {
      const what = phases.includes("generate")
        ? `design by ${model}`
        : `${phases.join(" and ")} of ${design_id ?? ""} by ${model}`;
      sessions.set(session_id, { session_id, model, title: what, state: "asked", asked_at: Date.parse(line.at) });
    } else if (known && ended(line)) known.state = event === "done" ? "done" : "failed";
  }
  return [...sessions.values()];
}
