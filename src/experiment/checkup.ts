import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { probeAgent } from "../prompting/agent.ts";
import { askAgent } from "../prompting/ask.ts";
import type { PayingLab } from "../prompting/lab.ts";

/** Seconds that a model may take for the smallest answer. */
const PROBE_TIMEOUT = 60;

/** Whether experiments can be written into a folder, or could once it is made; nothing is. @returns Which folder was looked at. */
export async function tryFolder(base: string): Promise<{ folder: string; writable: boolean }> {
  const { folder, isFolder } = await nearestThere(base);
  const writable =
    isFolder &&
    (await access(folder, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    ));
  return { folder: writable ? base : folder, writable };
}

/** Asks each model the smallest question, all at once. Costs a request each, and one more where it refuses. */
export function probeModels(lab: PayingLab, models: readonly string[]) {
  return Promise.all(
    models.map(async (model) => {
      const answer = await askAgent(lab, async () => undefined, probeAgent, {
        input: {},
        model,
        phases: ["setup"],
        timeout: PROBE_TIMEOUT,
      });
      return { model, answer };
    }),
  );
}

async function nearestThere(path: string): Promise<{ folder: string; isFolder: boolean }> {
  const found = await stat(path).catch(() => null);
  const up = dirname(path);
  return found === null && up !== path ? nearestThere(up) : { folder: path, isFolder: found?.isDirectory() === true };
}
