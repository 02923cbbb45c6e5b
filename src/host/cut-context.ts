import type { Caller } from "../artifacts/caller.ts";
import { createLab, type LabOptions } from "../lab.ts";
import { whereProjectStands } from "../ops/memory/after-cut.ts";

/** Where the project stands, for an agent whose context was cut; null where the person did not set it so. */
export async function tellAfterCut(
  options: LabOptions,
  { sessionID, signal }: Pick<Caller, "sessionID" | "signal">,
): Promise<string | null> {
  const nobody = { messageID: "", callID: "", agent: "", typed: null, line: null, report: () => undefined };
  const lab = await createLab(options).labForReading({ ...nobody, sessionID, signal });
  return lab.config.memory.after_compaction ? whereProjectStands(lab) : null;
}
