import { isDecisionSeen } from "../experiment/seen.ts";
import { loadArtifact } from "../store/artifacts.ts";
import type { Witnessed } from "../store/seen.ts";
import { decidedInRow } from "./decision.ts";
import type { Sentence } from "./sentence.ts";

/** What a person decided on an experiment, read from its folder alone; null where nothing is, or it cannot be read. */
export async function decisionOnDisk(place: Witnessed): Promise<{ design_id: string | null; said: Sentence } | null> {
  const decision = await loadArtifact(place.dir, "decision");
  if (decision.state !== "ok") return null;
  const { design_id } = decision.value;
  return { design_id, said: decidedInRow(design_id, await isDecisionSeen(place, decision.value)) };
}
