import type { AvailableModel } from "../artifacts/model.ts";
import { UsageError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";

/** The model of that id. Throws LabError with the nearest ones when no connected provider offers it. */
export function findModel(available: readonly AvailableModel[], id: string): AvailableModel {
  const found = available.find((model) => model.id === id);
  if (found) return found;
  const near = nearest(
    id,
    available.map((model) => model.id),
  );
  const known = near.length > 0 ? `the nearest are ${near.join(", ")}` : `connected are ${available.length} models`;
  throw new UsageError(`Cannot ask ${id}: no connected provider offers it; ${known}.`, {
    advice: "Connect its provider (opencode auth login), or name another model.",
  });
}
