/** Files that may fail beside others and pass alone in one run before the run fails. */
export const MOST_FLAKES = 1;

export type RunResult = {
  /** Processes that failed, at the end too. */
  failing: number;
  /** Processes that failed beside others and then passed alone. */
  flakes: number;
  /** Tests that passed. */
  passed: number;
};

/** The exit code of a whole run of tests: 0 only if tests ran, none failed and at most MOST_FLAKES were flaky. */
export function exitCodeOf({ failing, flakes, passed }: RunResult): 0 | 1 {
  return failing === 0 && flakes <= MOST_FLAKES && passed > 0 ? 0 : 1;
}
