import type { LedgerLine } from "../schemas/ledger-line.ts";
import type { Progress, SessionProgress } from "../schemas/progress.ts";
import { letterOf } from "../text/letters.ts";

/** What is read of an experiment's plan; an older or a broken one may lack it. */
export type PlanFacts = { designers?: { design_id?: string }[]; reviewers?: unknown[] };

/** After these a call of the tool has ended. */
const LAST: readonly LedgerLine["event"][] = ["ranking", "aborted"];

/** What the newest call of the tool is doing, by its ledger; null when it has ended, or none has begun. */
export function progressOf(lines: readonly LedgerLine[], plan: PlanFacts): Progress | null {
  const begun = lines.findLastIndex(({ event }) => event === "setup" || event === "resumed");
  const mine = lines.slice(Math.max(0, begun));
  const [first] = mine;
  const last = mine.at(-1);
  if (!first || !last || LAST.includes(last.event)) return null;
  const sessions = sessionsOf(mine, plan);
  const designs = mine.filter((line) => ended(line) && isDesign(line));
  const others = mine.filter((line) => ended(line) && isEvaluation(line));
  const evaluating = mine.some(isEvaluation);
  const before = lines.slice(0, Math.max(0, begun));
  const gone = designs.filter(({ event }) => event === "failed").length;
  const designers = (plan.designers?.length ?? 0) - (evaluating ? gone : doneIn(before, isDesign));
  const cells = designers * (plan.reviewers?.length ?? 0) - doneIn(before, isEvaluation);
  const total = evaluating ? cells : designers;
  const own: ReadonlySet<string> = new Set(evaluating ? ["review", "score"] : ["generate"]);
  const costs = mine.filter(ended).map(({ cost }) => cost);
  return {
    phase: evaluating ? "evaluations" : "designs",
    finished: evaluating ? others.length : designs.length,
    total: Math.max(0, total),
    sessions,
    cost: costs.some((cost) => cost === null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    started_at: Date.parse(first.at),
    expected: first.expected_seconds ?? null,
    phase_at: Date.parse((mine.find(({ phases }) => phases?.some((phase) => own.has(phase))) ?? first).at),
  };
}

const isDesign = ({ phases }: LedgerLine): boolean => phases?.includes("generate") === true;
const isEvaluation = ({ phases }: LedgerLine): boolean =>
  phases?.some((phase) => phase === "review" || phase === "score") === true;

/** Designs or cells that earlier calls have finished. */
function doneIn(lines: readonly LedgerLine[], counts: (line: LedgerLine) => boolean): number {
  const done = lines.filter((line) => line.event === "done" && counts(line));
  return new Set(done.map(({ design_id, reviewer_id }) => JSON.stringify([design_id, reviewer_id]))).size;
}

const ended = ({ event }: LedgerLine): boolean => event === "done" || event === "failed";

/** Every session of the lines in the order in which they began. */
function sessionsOf(lines: readonly LedgerLine[], { designers = [] }: PlanFacts): SessionProgress[] {
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
      const what = phases.includes("generate")
        ? `design by ${model}`
        : `${phases.join(" and ")} of ${letter(design_id ?? "")} by ${model}`;
      sessions.set(session_id, { session_id, model, title: what, state: "asked", asked_at: Date.parse(line.at) });
    } else if (known && ended(line)) known.state = event === "done" ? "done" : "failed";
  }
  return [...sessions.values()];
}
