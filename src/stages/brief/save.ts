import type { Brief } from "../../artifacts/brief.ts";
import { saveArtifact } from "../../store/artifacts.ts";
import { writeBriefFiles } from "../files.ts";

/** Writes brief.json and brief.md, and keeps beside them what stood there. */
export async function saveBrief(dir: string, brief: Brief): Promise<void> {
  await saveArtifact(dir, "brief", brief);
  await writeBriefFiles(dir, brief);
}
