import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../rehearsal/binary.ts";
import { HOST_MODEL } from "../rehearsal/host-agent.ts";
import { runOpencode } from "../rehearsal/opencode.ts";
import { makeProject } from "../rehearsal/project.ts";
import { startProvider } from "../rehearsal/provider.ts";
import { figures } from "./figures.ts";

const EMPTY = `export default { id: "empty", server: async () => ({}) };\n`;

/** What the plugin adds to a start: the same process with it and with an empty one, in turn, and the difference in pairs. */
export async function benchLoad(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "designlab-load-"));
  try {
    const empty = join(folder, "index.js");
    writeFileSync(empty, EMPTY);
    writeFileSync(join(folder, "package.json"), '{"type": "module"}');
    console.log("Milliseconds of a process, 25 pairs after three that do not count");
    await compare("import and init in Bun", 25, (plugin) => importOnce(plugin ?? empty));
    await compare("opencode run without a call, start to end", 7, (plugin) =>
      startHost(plugin === null ? folder : undefined),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `once` runs a whole process with the plugin at that path, or the empty one for null, and is timed from outside. */
async function compare(name: string, pairs: number, once: (plugin: string | null) => Promise<void> | void) {
  const ours: number[] = [];
  const empty: number[] = [];
  for (let pair = -3; pair < pairs; pair++) {
    const times: number[] = [];
    for (const plugin of [join(PACKAGE_ROOT, "dist", "index.js"), null]) {
      const begun = performance.now();
      await once(plugin);
      times.push(performance.now() - begun);
    }
    if (pair < 0) continue;
    ours.push(times[0] ?? 0);
    empty.push(times[1] ?? 0);
  }
  const show = (values: readonly number[]): string => {
    const { min, median, max } = figures(values);
    return `${min.toFixed(0)} / ${median.toFixed(0)} / ${max.toFixed(0)}`;
  };
  console.log(
    `  ${name}: ${show(ours)}, empty plugin ${show(empty)}, more in pairs ${show(ours.map((each, at) => each - (empty[at] ?? 0)))}`,
  );
}

function importOnce(plugin: string): void {
  const code = `const { default: plugin } = await import(${JSON.stringify(plugin)}); await plugin.server({ client: {}, directory: "/tmp", worktree: "/tmp" });`;
  const { status, stderr } = spawnSync(process.execPath, ["-e", code]);
  if (status !== 0) throw new Error(`Cannot import ${plugin}: ${stderr}`);
}

async function startHost(plugin: string | undefined): Promise<void> {
  const script = [{ model: HOST_MODEL, reply: { text: "Nothing.", calls: [] } }];
  const provider = await startProvider({ models: [], script });
  const project = makeProject({ provider, models: [], ...(plugin !== undefined && { plugin }) });
  try {
    await runOpencode({ project, message: "Say nothing", model: HOST_MODEL });
  } finally {
    await provider.stop();
    project.remove();
  }
}
