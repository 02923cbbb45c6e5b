import { createSignal } from "solid-js";
import type { Progress } from "../../artifacts/progress.ts";
import type { CallEnd } from "../../story/ended.ts";
import { ENDED_LINES, endedLines, endedPanel, panelLines, progressLines, type ScreenLine } from "./view.ts";

/** Columns of the host's sidebar that a line may take, and how many lines the panel has at most. */
const PANEL_WIDTH = 36;
const WAITED_FOR = 4;
export const PANEL_LINES = Math.max(3 + WAITED_FOR + 2, ENDED_LINES) + 1;
/** A terminal that is wider shows the sidebar by itself. */
const SIDEBAR_FROM = 120;

/** The labs that run, by the person's session, and the clock that their times are read from. */
export type Running = {
  show(sessionID: string, progress: Progress): void;
  end(sessionID: string): void;
  progress(sessionID: string): Progress | null;
  /** Of a lab that has ended only where the terminal is too narrow for the panel; none where none was. */
  lines(sessionID: string, width: number, columns: number): readonly string[];
  panel(sessionID: string): readonly ScreenLine[];
  /** What stands below the panel whatever runs; null for nothing. */
  stand(row: string | null): void;
  dispose(): void;
};

/** @param ended What the newest call of a session came to; null where none did. */
export function createRunning(now: () => number, ended: (sessionID: string) => CallEnd | null): Running {
  const [all, setAll] = createSignal<ReadonlyMap<string, Progress>>(new Map());
  const [below, setBelow] = createSignal<string | null>(null);
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
    lines(sessionID, width, columns) {
      const shown = progress(sessionID);
      if (shown !== null) return progressLines(shown, time(), width);
      const last = columns > SIDEBAR_FROM ? null : ended(sessionID);
      return last === null ? [] : endedLines(last, width);
    },
    panel(sessionID) {
      const [shown, last, row] = [progress(sessionID), ended(sessionID), below()];
      const lines =
        shown !== null ? panelLines(shown, time(), PANEL_WIDTH, WAITED_FOR) : last === null ? [] : endedPanel(last);
      return row === null ? lines : [...lines, { text: row, quiet: lines.length > 0, wrapped: true }];
    },
    stand: setBelow,
    dispose: stopClock,
  };
}
