import { createHash } from "node:crypto";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StudyBundle, StudyPanel, StudyTask } from "../../artifacts/study.ts";
import type { PanelSeat } from "../../config/schema.ts";
import { LabError } from "../../errors.ts";
import { ALLOW_CONFIG } from "../../host/desk-messages.ts";
import { modelsAt } from "../../host/drive/models.ts";
import { findBinary, serve } from "../../host/drive/serve.ts";
import { talkWith } from "../../host/drive/talk.ts";
import { askingPrices, NO_OPENCODE } from "../../story/study-check.ts";
import type { PanelAsked } from "../../study/forecast.ts";
import { taskArgs } from "../../study/perform.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { PACKAGE_FOLDER } from "../package-folder.ts";
import { nobody } from "../person.ts";
import { callIn } from "../remote.ts";
import { lacking } from "./hosts.ts";
import type { StudyCall } from "./study.ts";

/** What one experiment of each panel would ask, by the prices of the host that is installed; or why nobody knows. */
export type PricesAsked = { asked: ReadonlyMap<string, PanelAsked>; unasked: string | null };

/**
 * Asks the installed host what one experiment of each panel would cost, as a dry run does: for a task of their mean length, in
 * an empty folder. No model is asked. What keeps it from being known is data, but for a stop; of a panel that the host does
 * not offer whole, the models that it lacks.
 */
export async function askPrices(bundle: StudyBundle, { opencode, person, signal }: StudyCall): Promise<PricesAsked> {
  const asked = new Map<string, PanelAsked>();
  const binary = findBinary(opencode, process.env.PATH ?? "");
  if (binary === null) return { asked, unasked: NO_OPENCODE };
  person.say(blocksText([askingPrices]), "markdown");
  const root = await realpath(await mkdtemp(join(tmpdir(), "designlab-study-")));
  try {
    const server = await serve(binary, { directory: root, plugin: PACKAGE_FOLDER, signal });
    try {
      for (const { panel, models } of lacking(bundle, [await modelsAt({ ...server, directory: root })]))
        asked.set(panel, { lacks: models });
      for (const panel of bundle.panels.filter(({ name }) => !asked.has(name))) {
        const directory = join(root, panel.name);
        const sha256 = await writeConfig(directory, panel);
        const talk = await talkWith({ ...server, directory });
        const call = {
          op: "run",
          args: { ...taskArgs(middleOf(bundle)), dry_run: true },
          allowed: [ALLOW_CONFIG + sha256],
        };
        const came = await callIn(talk, call, nobody(), signal).finally(() => talk.close());
        if (!("forecast" in came.facts)) return { asked, unasked: reasonIn(came.text) };
        asked.set(panel.name, came.facts.forecast as PanelAsked);
      }
    } finally {
      await server.stop();
    }
    return { asked, unasked: null };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof LabError)) throw error;
    return { asked, unasked: reasonIn(error.message) };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Why a call came to nothing, by the first line of its reply: without the lab's own name, and without what would lead on to a list. */
export const reasonIn = (text: string): string =>
  (text.replace(/^\*\*[^*\n]*\*\* /u, "").split("\n")[0] ?? "").replace(/:$/u, "").slice(0, 300);

function middleOf({ tasks }: StudyBundle): StudyTask {
  const sorted = tasks.toSorted((a, b) => a.task.length - b.task.length);
  const middle = sorted[Math.floor(sorted.length / 2)] as StudyTask;
  const mean = Math.ceil(sorted.reduce((sum, { task }) => sum + task.length, 0) / sorted.length);
  // What the longest come to is in the price: as much text as a task has in the mean.
  return { ...middle, task: (sorted.at(-1)?.task ?? "").slice(0, mean).padEnd(mean, ".") };
}

/** The panel as a project's configuration, without personas that are files: of a price they change next to nothing. */
async function writeConfig(directory: string, { config, files }: StudyPanel): Promise<string> {
  const own = (seats: unknown) =>
    (seats as PanelSeat[]).map((seat) =>
      typeof seat !== "string" && files.some(({ path }) => path.includes(`/${seat.as}`)) ? seat.model : seat,
    );
  const plain = { ...config, design_models: own(config.design_models), review_models: own(config.review_models) };
  const text = JSON.stringify(plain);
  await mkdir(join(directory, ".opencode"), { recursive: true });
  await writeFile(join(directory, ".opencode/design-lab.json"), text);
  return createHash("sha256").update(text).digest("hex");
}
