import { folderStamp } from "../plan/folder.ts";
import { planFolder, plannedIn } from "../plan/planned.ts";
import { pathOf } from "../store/artifacts.ts";
import { stampOf } from "../store/stamp.ts";
import type { LivePlan } from "../story/live-state.ts";
import { planSheet } from "../story/plan-sheet.ts";
import { troubleOf } from "./trouble.ts";

/** How the files of an experiment's plan stand; "" where it has none. */
export async function planStamp(experimentDir: string): Promise<string> {
  const own = await stampOf(pathOf(experimentDir, "plan"));
  if (own === NO_FILE) return "";
  const folder = await planFolder(experimentDir).catch(() => null);
  return `${own}\n${folder === null ? "" : await folderStamp(folder.dir)}`;
}

/** The stamp of a file that is not there. */
const NO_FILE = "0 0";

/** The plan of an experiment as a page shows it, null where it has none; or why it cannot be read. */
export async function livePlan(experimentDir: string): Promise<LivePlan> {
  try {
    const found = await plannedIn(experimentDir);
    return { plan: found && planSheet(found.plan, found.title), unread: "" };
  } catch (error) {
    return { plan: null, unread: troubleOf(error).trouble };
  }
}
