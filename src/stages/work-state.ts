import type { Count } from "../artifacts/status.ts";

/** Where a stage is that models do, by how much there is of what the plan wants. */
export function workState(counts: readonly Count[]): "not_begun" | "stopped" | "done" {
  if (counts.every(({ there, wanted }) => there === wanted)) return "done";
  return counts.every(({ there }) => there === 0) ? "not_begun" : "stopped";
}
