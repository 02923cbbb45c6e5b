import type { Brief } from "../../artifacts/brief.ts";
import { saveArtifact } from "../../store/artifacts.ts";

/** Writes brief.json, and keeps beside it what stood there. */
export async function saveBrief(dir: string, brief: Brief): Promise<void> {
  await saveArtifact(dir, "brief", brief);
}
