import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import type { AvailableModel } from "../artifacts/model.ts";
import type { Check } from "../artifacts/note.ts";
import { probeAgent } from "../prompting/agent.ts";
import { askAgent } from "../prompting/ask.ts";
import type { PayingLab } from "../prompting/lab.ts";

/** Seconds that a model may take for the smallest answer. */
const PROBE_TIMEOUT = 60;

/** Whether any provider is connected. */
export function connectionCheck(available: readonly AvailableModel[]): Check {
  const providers = [...new Set(available.map(({ provider }) => provider))].sort();
  const what = "Connected providers";
  if (providers.length === 0)
    return { what, state: "problem", found: "none", remedy: "Connect one: `opencode auth login`." };
  if (available.every(({ hosts_own }) => hosts_own)) {
    const found = `none of yours, only what OpenCode brings by itself: ${available.length} free models of ${providers.join(", ")}`;
    const remedy =
      "The text of a task would go to a service that you did not set up. Set up your own: `opencode auth login`.";
    return { what, state: "warning", found, remedy };
  }
  const found = `${available.length} models of ${providers.slice(0, 8).join(", ")}${providers.length > 8 ? ` and ${providers.length - 8} more` : ""}`;
  return { what, state: "ok", found, remedy: "" };
}

/** Whether the host knows what these models cost. */
export function priceCheck(models: readonly string[], available: readonly AvailableModel[]): Check {
  const what = "Prices";
  const unpriced = models.filter((id) => available.find((model) => model.id === id)?.price === null);
  if (unpriced.length === 0) return { what, state: "ok", found: "known for every model of a run", remedy: "" };
  const remedy = "Limits on cost and forecasts count these models as nothing: set limits.max_tokens instead.";
  return { what, state: "warning", found: `unknown for ${unpriced.join(", ")}`, remedy };
}

/** Whether experiments can be written where they belong; nothing is made. */
export async function folderCheck(base: string): Promise<Check> {
  const what = "Folder of the experiments";
  const folder = await nearestThere(base);
  const writable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (writable) return { what, state: "ok", found: base, remedy: "" };
  const remedy = "Mend its permissions, or set output.base_dir to a folder that can be written.";
  return { what, state: "problem", found: `${folder} cannot be written`, remedy };
}

/** Whether the host finds ripgrep, with which designers search the project. */
export async function ripgrepCheck(env: Readonly<Record<string, string | undefined>>, home: string): Promise<Check> {
  const what = "ripgrep";
  const cache = join(env.XDG_CACHE_HOME || join(home, ".cache"), "opencode", "bin");
  const folders = [...(env.PATH ?? "").split(delimiter).filter(Boolean), cache];
  for (const folder of folders) {
    for (const name of ["rg", "rg.exe"]) {
      const path = join(folder, name);
      if (await isThere(path, constants.X_OK)) return { what, state: "ok", found: path, remedy: "" };
    }
  }
  const remedy =
    "Install ripgrep; without it the host downloads one when a designer first searches, or the search fails.";
  return { what, state: "warning", found: "not on PATH", remedy };
}

/** Asks each model the smallest question; one check for each. Costs a request each, and one more where it refuses. */
export function probeChecks(lab: PayingLab, models: readonly string[]): Promise<Check[]> {
  return Promise.all(
    models.map(async (model): Promise<Check> => {
      const answer = await askAgent(lab, async () => undefined, probeAgent, {
        input: {},
        model,
        phases: ["setup"],
        timeout: PROBE_TIMEOUT,
      });
      const what = `Answer of ${model}`;
      // It was reached, and a run sends such an answer back.
      if (answer.state === "failed" && answer.kind === "invalid_output")
        return {
          what,
          state: "warning",
          found: "answered, and not in the form that it was asked for",
          remedy: "A run asks it again where that happens, twice at most, which costs a request each.",
        };
      if (answer.state === "failed")
        return {
          what,
          state: "problem",
          found: `${answer.kind}: ${answer.message}`,
          remedy: "Name another model, or look at its provider.",
        };
      return { what, state: "ok", found: "answered", remedy: "" };
    }),
  );
}

async function nearestThere(path: string): Promise<string> {
  if (await isThere(path, constants.F_OK)) return path;
  const up = dirname(path);
  return up === path ? path : nearestThere(up);
}

function isThere(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
