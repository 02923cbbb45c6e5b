import type { Caller } from "../artifacts/caller.ts";
import type { LedgerLine } from "../artifacts/ledger-line.ts";
import { letterOf } from "../artifacts/names.ts";
import type { Expected, Progress, ProgressWord, Retrying, SessionProgress } from "../artifacts/progress.ts";
import { DOING_NAMES, type Doing, PHASE_FACTS, ROLES } from "../artifacts/stages/stages.ts";

/** What is read of an experiment's plan; an older or a broken one may lack it. */
type PlanFacts = {
  experiment_id?: string;
  designers?: readonly { design_id?: string; lineage?: { name: string } }[];
  reviewers?: readonly PlanReviewer[];
  score_samples?: number;
  /** There is none yet: a person is asked what is to be designed. */
  idea?: string;
};
type PlanReviewer = {
  reviewer_id?: string;
  stand_in?: boolean;
  parts?: readonly string[];
  designs?: Readonly<Record<string, readonly string[] | undefined>>;
};

/** What one call of the tool tells of itself while it runs; none of it fails. */
export type ProgressOf = {
  /** What the call is to do, before it asks anybody; `expected` says it again, null before. */
  expect(expected: Expected): void;
  expected(): Expected | null;
  /** It is at work on an experiment of that plan, whose ledger had these lines before. */
  follow(plan: PlanFacts, before: readonly LedgerLine[]): void;
  /** Its ledger gets this line. */
  told(line: Omit<LedgerLine, "at">): void;
  /** Says a word about what has just begun or ended. */
  say(said: ProgressWord): void;
};

/** What the line that begins a call says of what it is to do; nothing of a call that was not planned. */
export function expectedBy(planned: Expected | null): Partial<Omit<LedgerLine, "at" | "event">> {
  if (planned === null) return {};
  const { seconds, evaluation_seconds, evaluations } = planned;
  return {
    ...(seconds !== null && { expected_seconds: seconds }),
    ...(evaluation_seconds !== null && { expected_evaluation_seconds: evaluation_seconds }),
    expected_evaluations: evaluations,
  };
}

/** Keeps the lines of one call, and reports what they tell at every change. `now` in milliseconds; `at` as a caller has it. */
export function createProgress(report: Caller["report"], now: () => number, at?: Caller["at"]): ProgressOf {
  const stamp = (): string => new Date(now()).toISOString();
  const first: LedgerLine = { at: stamp(), event: "setup" };
  const mine: LedgerLine[] = [first];
  let before: readonly LedgerLine[] = [];
  let plan: PlanFacts | null = null;
  let planned: Expected | null = null;
  const progress = (): Progress => callProgress([...before, ...mine], mine, plan);
  return {
    expect(all) {
      planned = all;
      Object.assign(first, expectedBy(all));
    },
    expected: () => planned,
    follow(facts, lines) {
      plan = facts;
      before = lines;
      if (facts.experiment_id !== undefined) at?.(facts.experiment_id);
      report(progress, null);
    },
    told(line) {
      mine.push({ ...line, at: stamp() });
      report(progress, null);
    },
    say: (said) => report(progress, said),
  };
}

/** After these a call of the tool has ended. */
const LAST: readonly LedgerLine["event"][] = ["ranking", "aborted"];

/** What the newest call of the tool is doing, by its ledger; null when it has ended, or none has begun. */
export function progressOf(lines: readonly LedgerLine[], plan: PlanFacts): Progress | null {
  const mine = lines.slice(callStart(lines));
  const last = mine.at(-1);
  return last === undefined || LAST.includes(last.event) ? null : callProgress(lines, mine, plan);
}

/** When the newest call ended, or told of itself last, milliseconds since the epoch: what comes later, as a vote, is no part of it. */
export function callEnd(lines: readonly LedgerLine[]): number | null {
  const mine = lines.slice(callStart(lines)).filter(({ event }) => !APART.includes(event));
  const last = mine.find(({ event }) => LAST.includes(event)) ?? mine.at(-1);
  return last === undefined ? null : Date.parse(last.at);
}

/** What is told beside calls. */
const APART: readonly LedgerLine["event"][] = ["vote", "task"];

/** Where the lines of the newest call begin; 0 in a ledger that names no call. */
export function callStart(lines: readonly LedgerLine[]): number {
  const begun = lines.findLastIndex(({ event }) => event === "setup" || event === "resumed");
  return Math.max(0, begun);
}

/** What a call is doing whose lines are `mine`, the last of all; without a plan it is setting one up. */
function callProgress(lines: readonly LedgerLine[], mine: readonly LedgerLine[], plan: PlanFacts | null): Progress {
  const [first] = mine;
  const designs = designsOf(lines, mine, plan ?? {});
  const toJudge = designs.total === 0 && !mine.some(isDesign) && (first?.expected_evaluations ?? 0) > 0;
  const phase = plan === null ? "setup" : plan.idea === undefined ? furthest(mine, toJudge) : "interview";
  const counts: Partial<Record<Doing, Tally>> = { designs, evaluations: evaluationsOf(lines, mine, plan ?? {}) };
  const own = phase === "evaluations" ? isEvaluation : isDesign;
  const costs = mine.filter(isEnd).map(({ cost }) => cost);
  return {
    phase,
    ...(counts[phase] ?? NO_COUNT),
    sessions: sessionsOf(mine, plan ?? {}),
    cost: costs.some((cost) => cost === null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    started_at: Date.parse(first?.at ?? ""),
    expected: first?.expected_seconds ?? null,
    evaluating: first?.expected_evaluation_seconds ?? null,
    designing: slowestDesign(lines) ?? ROLES.designer.typical.seconds,
    phase_at: Date.parse((mine.find(own) ?? first)?.at ?? ""),
  };
}

/** What a call came to that has a plan: designs at least, and what stands last in the table of all that it asked for. */
function furthest(mine: readonly LedgerLine[], toJudge: boolean): Doing {
  const least = DOING_NAMES.indexOf(toJudge ? "evaluations" : "designs");
  const asked = DOING_NAMES.findLastIndex((doing) => mine.some(isWhile(doing)));
  return DOING_NAMES[Math.max(least, asked)] ?? "designs";
}

/** What the slowest design took of those that are written, seconds; null before the first. */
function slowestDesign(lines: readonly LedgerLine[]): number | null {
  const took = lines.flatMap((line) => (isDesign(line) && line.event === "done" ? (line.seconds ?? []) : []));
  return took.length === 0 ? null : took.reduce((most, each) => Math.max(most, each));
}

type Tally = Pick<Progress, "finished" | "total">;
const NO_COUNT: Tally = { finished: 0, total: 0 };

/** Designs of this call: those that earlier calls have not written. */
function designsOf(lines: readonly LedgerLine[], mine: readonly LedgerLine[], plan: PlanFacts): Tally {
  const before = lines.slice(0, lines.length - mine.length).filter((line) => isDesign(line) && line.event === "done");
  const there = new Set(before.map(({ design_id }) => design_id)).size;
  return { finished: endedOf(mine.filter(isDesign)).size, total: Math.max(0, (plan.designers?.length ?? 0) - there) };
}

/**
 * Cells of this call: those that its first line expects, without those of designs that came to nothing and what was spared; at least those
 * that were begun, which is all that an older ledger tells. One whose reviewer a stand-in replaces counts once.
 */
function evaluationsOf(lines: readonly LedgerLine[], mine: readonly LedgerLine[], plan: PlanFacts): Tally {
  const planned = (plan.reviewers ?? []).filter(({ stand_in }) => stand_in !== true);
  const known = new Set(planned.map(({ reviewer_id }) => reviewer_id));
  const cells = mine.filter((line) => isEvaluation(line) && (known.size === 0 || known.has(line.reviewer_id)));
  const begun = new Set(cells.map(cellKey)).size;
  const ends = new Map(
    mine.filter((line) => isDesign(line) && line.event !== "violation").map((at) => [cellKey(at), at]),
  );
  const gone = [...ends.values()].filter(({ event }) => event === "failed" || event === "budget");
  const lost = gone.flatMap(({ design_id = "" }) => planned.filter((reviewer) => judges(reviewer, design_id))).length;
  const spared = mine.reduce((sum, line) => sum + (line.spared ?? 0), 0);
  const expected = (mine[0]?.expected_evaluations ?? 0) - lost - spared;
  const finished = [...endedOf(cells)].filter((place) => !owesSamples(lines, place, plan.score_samples ?? 1));
  return { finished: finished.length, total: Math.max(begun, expected) };
}

/** Whether a reviewer is asked about a design, which it is not where it is asked about others alone. */
function judges({ parts = [], designs = {} }: PlanReviewer, design_id: string): boolean {
  return parts.length === 0 || parts.some((part) => designs[part]?.includes(design_id) ?? true);
}

/** Whether further samples of a cell's score are still to be asked for: they are until one of its sessions fails. */
function owesSamples(lines: readonly LedgerLine[], place: string, samples: number): boolean {
  const ends = lines.filter((line) => isEvaluation(line) && hasEnded(line) && cellKey(line) === place);
  const scored = ends.filter(({ event, phases }) => event === "done" && phases?.includes("score"));
  return ends.at(-1)?.event === "done" && scored.length > 0 && scored.length < samples;
}

/** Designs or cells of which at least one session has ended and none is at work. */
function endedOf(lines: readonly LedgerLine[]): Set<string> {
  const open = new Map<string, string>();
  for (const line of lines) {
    const { event, session_id = "" } = line;
    if (event === "started") open.set(session_id, cellKey(line));
    else if (event === "retry" || hasEnded(line)) open.delete(session_id);
  }
  const atWork = new Set(open.values());
  const ended = lines.filter(hasEnded).map(cellKey);
  return new Set(ended.filter((place) => !atWork.has(place)));
}

/** The design or the cell that a line is about. */
export const cellKey = ({ design_id, reviewer_id }: Pick<LedgerLine, "design_id" | "reviewer_id">): string =>
  JSON.stringify([design_id, reviewer_id]);
const isEnd = ({ event }: LedgerLine): boolean => event === "done" || event === "failed";
/** Also what a limit held back. */
const hasEnded = (line: LedgerLine): boolean => isEnd(line) || line.event === "budget";
const isWhile =
  (doing: Doing) =>
  ({ phases }: LedgerLine): boolean =>
    phases?.some((phase) => PHASE_FACTS[phase].while === doing) === true;
const isDesign = isWhile("designs");
const isEvaluation = isWhile("evaluations");

/** The error of a line that says that the provider is asked again, and when that ends. */
export function retryingOf({ at, message = "", gives_up_seconds = 0 }: LedgerLine): Retrying {
  return { error: message, gives_up_at: Date.parse(at) + gives_up_seconds * 1000 };
}

/** Every session of the lines in the order in which they began; of a question that was asked again, the last. */
export function sessionsOf(lines: readonly LedgerLine[], { designers = [] }: PlanFacts): SessionProgress[] {
  const letter = (id: string): string => {
    const at = designers.findIndex(({ design_id }) => design_id === id);
    return at < 0 ? id : (designers[at]?.lineage?.name ?? letterOf(at));
  };
  const sessions = new Map<string, SessionProgress>();
  for (const line of lines) {
    const { event, session_id = "", model = "", design_id, phases = [] } = line;
    if (session_id === "") continue;
    const known = sessions.get(session_id);
    if (event === "started") {
      const { role, work } = PHASE_FACTS[phases[0] ?? "review"];
      const what = role === "evaluator" ? `${phases.join(" and ")} of ${letter(design_id ?? "")}` : work;
      const title = `${what} by ${model}`;
      sessions.set(session_id, { session_id, model, title, role, state: "asked", asked_at: Date.parse(line.at) });
    } else if (event === "retry") sessions.delete(session_id);
    else if (known && event === "host_retry") known.retrying = retryingOf(line);
    else if (known && isEnd(line)) {
      known.state = event === "done" ? "done" : "failed";
      delete known.retrying;
    }
  }
  return [...sessions.values()];
}
