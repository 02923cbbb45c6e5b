import { mkdtemp, realpath, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { Forecast } from "../../artifacts/cost.ts";
import type { StudyBundle, StudyTask } from "../../artifacts/study.ts";
import { LabError } from "../../errors.ts";
import { findBinary } from "../../host/drive/serve.ts";
import { askingPrices, NO_OPENCODE } from "../../story/study-check.ts";
import type { PanelAsked } from "../../study/forecast.ts";
import { taskArgs } from "../../study/perform.ts";
import { GivenBack } from "../../study/queue.ts";
import { type Machine, makeWorkFolder, removeWorkFolder } from "../../study/work-folder.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { PACKAGE_FOLDER } from "../package-folder.ts";
import { canTake, type HostPool, openHosts } from "./hosts.ts";
import type { StudyCall } from "./study.ts";

/** What a host says that one experiment of a panel would ask for; `why` it cannot be asked at all. */
export type PanelPrice = Pick<Forecast, "cost" | "unpriced"> | { why: string };

type About = { machine: Machine; bundle: StudyBundle; hash: string; signal: AbortSignal };

/**
 * What an experiment about a task would come to by the hosts' own prices, of each panel that they can take, as a dry run
 * says it; nothing is asked of any model.
 */
export async function askPanels(
  pool: Pick<HostPool, "call" | "lacks" | "refused">,
  { machine, bundle, hash, signal }: About,
  task: StudyTask,
): Promise<ReadonlyMap<string, Forecast | { why: string }>> {
  const asked = new Map<string, Forecast | { why: string }>();
  for (const panel of bundle.panels.filter(({ name }) => canTake(pool, name))) {
    const experiment = { key: `probe/${panel.name}/${process.pid}`, epoch: 0 };
    const folder = await makeWorkFolder(machine, { hash, bundle, panel, experiment });
    try {
      const args = { ...taskArgs(task), topic: task.key, dry_run: true };
      const { facts } = await pool.call({ op: "run", args }, folder, panel.name, signal);
      const { forecast, error } = facts as { forecast?: Forecast; error?: { message: string } };
      asked.set(panel.name, forecast ?? { why: error?.message ?? "" });
    } finally {
      await removeWorkFolder(folder);
    }
  }
  return asked;
}

/** What one experiment of each panel would ask, by the prices of the host that is installed; or why nobody knows of some. */
export type PricesAsked = {
  asked: ReadonlyMap<string, PanelAsked>;
  unasked: string | null;
  /** The models that it offers, by their ids. */
  offered: readonly string[];
};

/**
 * Asks the installed host what one experiment of each panel would cost, for a task of their mean length. What keeps it from
 * being known is data, but for a stop; of a panel that the host does not offer whole, the models that it lacks.
 */
export async function askPrices(
  { bundle, hash }: Pick<About, "bundle" | "hash">,
  { opencode: named, person, signal }: StudyCall,
): Promise<PricesAsked> {
  const asked = new Map<string, PanelAsked>();
  const opencode = findBinary(named, process.env.PATH ?? "");
  if (opencode === null) return { asked, unasked: NO_OPENCODE, offered: [] };
  person.say(blocksText([askingPrices]), "markdown");
  const root = await realpath(await mkdtemp(join(tmpdir(), "designlab-study-")));
  const { env } = process;
  const about = { machine: { root, named: false, home: homedir(), env }, bundle, hash, signal };
  try {
    const pool = await openHosts({ ...about, opencode, servers: [], plugin: PACKAGE_FOLDER, env });
    try {
      let unasked: string | null = null;
      for (const { panel, models } of pool.lacks) asked.set(panel, { lacks: models });
      for (const [panel, came] of await askPanels(pool, about, middleOf(bundle)))
        if ("why" in came) unasked ??= reasonIn(came.why);
        else asked.set(panel, came);
      return { asked, unasked, offered: pool.models.map(({ id }) => id) };
    } finally {
      await pool.end();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof LabError || error instanceof GivenBack)) throw error;
    return { asked, unasked: reasonIn(error.message), offered: [] };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Why a call came to nothing, by the first line of what it said: without what would lead on to a list. */
export const reasonIn = (text: string): string => (text.split("\n")[0] ?? "").replace(/:$/u, "").slice(0, 300);

function middleOf({ tasks }: StudyBundle): StudyTask {
  const sorted = tasks.toSorted((a, b) => a.task.length - b.task.length);
  const middle = sorted[Math.floor(sorted.length / 2)] as StudyTask;
  const mean = Math.ceil(sorted.reduce((sum, { task }) => sum + task.length, 0) / sorted.length);
  // What the longest come to is in the price: as much text as a task has in the mean.
  return { ...middle, task: (sorted.at(-1)?.task ?? "").slice(0, mean).padEnd(mean, ".") };
}
