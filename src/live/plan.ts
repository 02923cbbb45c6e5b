import { insteadOf, type PlannedText } from "../experiment/basis.ts";
import { readSeen } from "../experiment/seen.ts";
import { plannedOf } from "../experiment/task-plan.ts";
import { folderStamp } from "../plan/folder.ts";
import { planFolder, readPlanned } from "../plan/planned.ts";
import { planOf } from "../plan/read-plan.ts";
import { plannedFolder } from "../stages/plan/write.ts";
import { loadArtifact, pathOf } from "../store/artifacts.ts";
import { paths } from "../store/paths.ts";
import { roundFolders } from "../store/rounds.ts";
import type { Witnessed } from "../store/seen.ts";
import { stampOf } from "../store/stamp.ts";
import { PROPOSED } from "../story/live-plan.ts";
import type { LivePlan } from "../story/live-state.ts";
import { planSheet } from "../story/plan-sheet.ts";
import { type Sentence, together } from "../story/sentence.ts";
import { standsSaid } from "../story/task-plan.ts";
import { troubleOf } from "./responses.ts";

/** How the files of an experiment's plan stand, and what it was made of; "" where it has none. */
export async function planStamp(experimentDir: string): Promise<string> {
  const own = await stampOf(pathOf(experimentDir, "plan"));
  if (own === NO_FILE) return "";
  const folder = await planFolder(experimentDir).catch(() => null);
  const read = await loadArtifact(experimentDir, "plan");
  const design = read.state === "ok" ? [pathOf(experimentDir, "design", read.value)] : [];
  const sources = (["decision", "task", "basis", "brief"] as const).map((kind) => pathOf(experimentDir, kind));
  const made = await stampOf(...sources, ...design);
  const tasks =
    folder === null ? "" : `${await folderStamp(folder.dir)}\n${await stampOf(paths.ledger(experimentDir))}`;
  return `${own}\n${made}\n${tasks}`;
}

/** The stamp of a file that is not there. */
const NO_FILE = "0 0";

/** The plan of an experiment as a page shows it, null where it has none; or why it cannot be read. */
export async function livePlan(place: Witnessed): Promise<LivePlan> {
  try {
    const found = (await readPlanned(place.dir)) ?? (await readProposed(place.dir));
    if (found === null) return { plan: null, unread: "" };
    const said = [...("proposed" in found ? [PROPOSED] : []), (await standsIn(place)) ?? []];
    const stands = said.filter(({ length }) => length > 0);
    return { plan: planSheet(found.plan, found.title, stands.length > 0 ? together(stands, " ") : null), unread: "" };
  } catch (error) {
    return { plan: null, unread: troubleOf(error).trouble };
  }
}

/** A plan whose tasks are no files yet, as they would be; null where none is. */
async function readProposed(experimentDir: string) {
  const read = await loadArtifact(experimentDir, "plan");
  if (read.state !== "ok") return null;
  return { plan: planOf(plannedFolder(read.value)), title: "plan.json", proposed: true };
}

/** Why the plan is not that of today's design, and whether nobody here saw it approved; null where there is nothing to say. */
async function standsIn(place: Witnessed): Promise<Sentence | null> {
  const { dir: experimentDir } = place;
  const plan = await loadArtifact(experimentDir, "plan");
  if (plan.state !== "ok") return null;
  const { design_id } = plan.value;
  const places = [experimentDir, ...(await roundFolders(experimentDir)).map(({ at }) => at)];
  const [decision, instead, ...designs] = await Promise.all([
    loadArtifact(experimentDir, "decision"),
    readInstead(experimentDir),
    ...places.map((at) => loadArtifact(at, "design", { design_id })),
  ]);
  const planned = plannedOf(
    { plan: plan.value, ...(decision.state === "ok" && { decision: decision.value }) },
    [...instead, ...designs.flatMap((design) => (design.state === "ok" ? [{ ...design.value, design_id }] : []))],
    await readSeen(place, { votes: [], plan: plan.value }),
  );
  return planned && standsSaid(planned);
}

/** What of an experiment is planned where nobody designed. */
async function readInstead(experimentDir: string): Promise<PlannedText[]> {
  const [task, basis, brief] = await Promise.all([
    loadArtifact(experimentDir, "task"),
    loadArtifact(experimentDir, "basis"),
    loadArtifact(experimentDir, "brief"),
  ]);
  if (task.state !== "ok") return [];
  const kept = {
    ...(basis.state === "ok" && { basis: basis.value }),
    ...(brief.state === "ok" && { brief: brief.value }),
  };
  return [insteadOf({ task: task.value, artifacts: kept })?.text ?? []].flat();
}
