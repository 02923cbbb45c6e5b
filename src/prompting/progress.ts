import type { Caller } from "../artifacts/caller.ts";
import type { Expected, Progress, Said, SessionProgress } from "../artifacts/progress.ts";
import type { RunSession } from "../session/request.ts";

export type ProgressOf = {
  /** What the call is to do, before it asks anybody; `expected` says it again, null before. */
  expect(expected: Expected): void;
  expected(): Expected | null;
  /** The phase goes on: so many have ended of so many. `said` is a word about the last of them. */
  step(phase: Progress["phase"], finished: number, total: number, said?: Said): void;
  /** The same function, watched: every session that it asks is in the progress. */
  watching(runSession: RunSession): RunSession;
};

/** Keeps what one call of the tool is doing, and reports it at every change. */
export function createProgress(report: Caller["report"], now: () => number): ProgressOf {
  const sessions: SessionProgress[] = [];
  const began = now();
  let state: Omit<Progress, "sessions"> = {
    phase: "setup",
    finished: 0,
    total: 0,
    cost: 0,
    started_at: began,
    phase_at: began,
    expected: null,
  };
  let planned: Expected | null = null;
  // Designs and evaluations alternate while slow designers still write: a phase has begun when it first did.
  const phases = new Map<Progress["phase"], number>();
  const tell = (said: Said | null = null): void =>
    report(() => ({ ...state, sessions: sessions.map((each) => ({ ...each })) }), said);
  return {
    expect(all) {
      planned = all;
      state = { ...state, expected: all.seconds };
    },
    expected: () => planned,
    step(phase, finished, total, said) {
      const phase_at = phases.get(phase) ?? now();
      phases.set(phase, phase_at);
      state = { ...state, phase, finished, total, phase_at };
      tell(said);
    },
    watching: (runSession) => async (request) => {
      const mine: SessionProgress = {
        session_id: "",
        title: request.title,
        role: request.role,
        model: request.model.id,
        state: "asked",
        asked_at: now(),
      };
      const result = await runSession({
        ...request,
        onEvent(event) {
          if (event.type === "started") {
            if (!sessions.includes(mine)) sessions.push(mine);
            mine.session_id = event.session_id;
            mine.asked_at = now();
            tell();
          }
          request.onEvent?.(event);
        },
      });
      mine.state = result.state === "ok" ? "done" : "failed";
      const { cost } = result.trace;
      state = { ...state, cost: state.cost === null || cost === null ? null : state.cost + cost };
      tell();
      return result;
    },
  };
}
