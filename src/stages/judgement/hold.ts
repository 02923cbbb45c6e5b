import { isHoldSeen, sealHold } from "../../experiment/seen.ts";
import { loadArtifact, saveArtifact } from "../../store/artifacts.ts";
import type { Witnessed } from "../../store/seen.ts";

type Place = Witnessed & { now: () => Date };

/** Holds the ranking of an experiment back from now on, where none is there that a person could have seen. */
export async function holdBack({ dir, now }: Place, scores_before: boolean): Promise<boolean> {
  const [hold, ranking] = await Promise.all([loadArtifact(dir, "hold"), loadArtifact(dir, "ranking")]);
  if (hold.state !== "missing" || ranking.state !== "missing") return hold.state === "ok" && hold.value.ended === null;
  await saveArtifact(dir, "hold", { version: 1, began_at: now().toISOString(), scores_before, ended: null });
  return true;
}

/** Whether a ranking was held back until now; an end that nobody saw is none. For what a person says. */
export async function endHold({ now, ...place }: Place, why: "voted" | "shown"): Promise<boolean> {
  const hold = await loadArtifact(place.dir, "hold");
  if (hold.state !== "ok" || (hold.value.ended !== null && (await isHoldSeen(place, hold.value)))) return false;
  const ended = { at: now().toISOString(), why };
  await saveArtifact(place.dir, "hold", await sealHold(place, { ...hold.value, ended }));
  return true;
}
