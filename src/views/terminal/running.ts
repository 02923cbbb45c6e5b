import { createSignal } from "solid-js";
import type { Progress } from "../../artifacts/progress.ts";
import { panelLines, progressLines, type ScreenLine } from "./view.ts";

/** Columns of the host's sidebar that a line may take, and how many lines the panel has at most. */
const PANEL_WIDTH = 36;
const WAITED_FOR = 4;
export const PANEL_LINES = 3 + WAITED_FOR + 1;

/** The labs that run, by the person's session, and the clock that their times are read from. */
export type Running = {
  show(sessionID: string, progress: Progress): void;
  end(sessionID: string): void;
  progress(sessionID: string): Progress | null;
  /** None where no lab runs. */
  lines(sessionID: string, width: number): readonly string[];
  panel(sessionID: string): readonly ScreenLine[];
  dispose(): void;
};

export function createRunning(now: () => number): Running {
  const [all, setAll] = createSignal<ReadonlyMap<string, Progress>>(new Map());
  const [time, setTime] = createSignal(now());
  let clock: ReturnType<typeof setInterval> | null = null;
  const put = (change: (labs: Map<string, Progress>) => void): void => {
    const labs = new Map(all());
    change(labs);
    setTime(now());
    setAll(labs);
    if (labs.size > 0) clock ??= setInterval(() => setTime(now()), 1_000);
    else stopClock();
  };
  const stopClock = (): void => {
    if (clock !== null) clearInterval(clock);
    clock = null;
  };
  const progress = (sessionID: string): Progress | null => all().get(sessionID) ?? null;
  return {
    show: (sessionID, shown) => put((labs) => labs.set(sessionID, shown)),
    end: (sessionID) => put((labs) => labs.delete(sessionID)),
    progress,
    lines(sessionID, width) {
      const shown = progress(sessionID);
      return shown === null ? [] : progressLines(shown, time(), width);
    },
    panel(sessionID) {
      const shown = progress(sessionID);
      return shown === null ? [] : panelLines(shown, time(), PANEL_WIDTH, WAITED_FOR);
    },
    dispose: stopClock,
  };
}
