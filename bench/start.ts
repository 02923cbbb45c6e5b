import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Generation } from "../rehearsal/binary.ts";
import { runOpencode } from "../rehearsal/opencode.ts";
import { makeProject, type Project } from "../rehearsal/project.ts";
import { startProvider } from "../rehearsal/provider.ts";
import { figures } from "./figures.ts";

const MODEL = "made/one";
const EMPTY = `export default { id: "empty", server: async () => ({}), setup: async () => undefined };\n`;

/**
 * Seconds of a whole `opencode run` in which no tool is called: with the plugin, with an empty one and with none, in turn
 * after one round that does not count. The ratio to the empty plugin is formed round by round.
 * @param runs Counted rounds.
 */
export async function benchStart(generation: Generation, runs: number): Promise<void> {
  // Without a script the agent would call the tool.
  const provider = await startProvider({ models: [{ id: MODEL }], script: () => ({ text: "Hello." }) });
  const project = (plugin?: string | null) =>
    makeProject({ generation, provider, models: [MODEL], ...(plugin !== undefined && { plugin }) });
  const empty = project(null);
  const folder = join(empty.root, "empty-plugin");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `{"name": "empty", "type": "module", "main": "server.js"}\n`);
  writeFileSync(join(folder, "server.js"), EMPTY);
  const places = { "with the plugin": project(), "with an empty plugin": project(folder), "with none": project(null) };
  const took: Record<string, number[]> = {};
  try {
    for (let run = 0; run <= runs; run++) {
      for (const [name, place] of Object.entries(places)) {
        const seconds = await startOnce(place);
        if (run > 0) took[name] = [...(took[name] ?? []), seconds];
      }
    }
    for (const [name, seconds] of Object.entries(took)) {
      const { min, median, max } = figures(seconds);
      console.log(`  start, ${name}: ${min.toFixed(2)} / **${median.toFixed(2)}** / ${max.toFixed(2)} s`);
    }
    const ratios = (took["with the plugin"] ?? []).map((own, at) => own / (took["with an empty plugin"]?.[at] ?? 1));
    const { min, median, max } = figures(ratios);
    console.log(`  start, ratio to an empty plugin: ${min.toFixed(2)} / **${median.toFixed(2)}** / ${max.toFixed(2)}`);
  } finally {
    await provider.stop();
    for (const each of [empty, ...Object.values(places)]) each.remove();
  }
}

async function startOnce(project: Project): Promise<number> {
  const { code, ms, stderr } = await runOpencode({ project, model: MODEL, message: "Say hello." });
  if (code !== 0) throw new Error(`opencode run ended with ${code}: ${stderr.slice(0, 500)}`);
  return ms / 1000;
}
