import { loadArtifact, saveArtifact } from "../../store/artifacts.ts";

type Place = { dir: string; now: () => Date };

/** Holds the ranking of an experiment back from now on, where none is there that a person could have seen. */
export async function holdBack({ dir, now }: Place, scores_before: boolean): Promise<boolean> {
  const [hold, ranking] = await Promise.all([loadArtifact(dir, "hold"), loadArtifact(dir, "ranking")]);
  if (hold.state !== "missing" || ranking.state !== "missing") return hold.state === "ok" && hold.value.ended === null;
  await saveArtifact(dir, "hold", { version: 1, began_at: now().toISOString(), scores_before, ended: null });
  return true;
}

/** Whether a ranking was held back until now. */
export async function endHold({ dir, now }: Place, why: "voted" | "shown"): Promise<boolean> {
  const hold = await loadArtifact(dir, "hold");
  if (hold.state !== "ok" || hold.value.ended !== null) return false;
  await saveArtifact(dir, "hold", { ...hold.value, ended: { at: now().toISOString(), why } });
  return true;
}
