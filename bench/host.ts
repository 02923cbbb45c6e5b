import type { Generation } from "../rehearsal/binary.ts";
import { runOpencode } from "../rehearsal/opencode.ts";
import { makeProject } from "../rehearsal/project.ts";
import { startProvider } from "../rehearsal/provider.ts";
import { figures } from "./figures.ts";
import { type Case, designerOf, modelsOf, startMatrixHost, timesOf } from "./matrix-host.ts";
import { benchStart } from "./start.ts";

/**
 * Runs of whole matrices in the real host, as multiples of the models' own critical path: the slowest design and that
 * design's slowest evaluation. The topic is given, all models are of one provider, each case has one server that is
 * warm when the first counted run begins. "Bare" is the host's own time for the same sessions, without the lab.
 */
const square = (size: number): Omit<Case, "name"> => ({ designs: size, reviewers: size, seconds: [2] });
const CASES: readonly Case[] = [
  { name: "3 × 3, 2 s each", ...square(3) },
  { name: "3 × 3, bare, without snapshots", ...square(3), snapshot: false, bare: true },
  { name: "3 × 3, models of 1, 3 and 6 s", ...square(3), seconds: [1, 3, 6] },
  { name: "8 × 8, 2 s each", ...square(8) },
  { name: "8 × 8, bare, without snapshots", ...square(8), snapshot: false, bare: true },
  { name: "20 × 20, 2 s each, max_parallel 64", ...square(20), max_parallel: 64 },
  { name: "3 × 3, 2 s each, 429 above 6", ...square(3), cap: 6 },
  { name: "8 × 8, 2 s each, 429 above 6", ...square(8), cap: 6 },
];

const RUNS = 5;
/** How long the host is left alone after the last run before its memory is read, milliseconds. */
const REST = 10_000;

export type HostOptions = { only?: string | undefined; runs?: number | undefined; generation?: Generation | undefined };

/** `only` is a part of the names of the cases to run. */
export async function benchHost({ only = "", runs = RUNS, generation = 1 }: HostOptions): Promise<void> {
  console.log(
    `OpenCode ${generation}: seconds of the tool's call, ${runs} runs after one that does not count, and ratios over the critical path`,
  );
  for (const each of CASES.filter(({ name }) => name.includes(only))) {
    if (!(each.bare && generation === 2)) await runCase(each, runs, generation);
  }
  if (only === "" || "baseline".includes(only)) await baseline(generation);
  if (only === "" || "start".includes(only)) await benchStart(generation, runs);
}

async function runCase(each: Case, runs: number, generation: Generation): Promise<void> {
  await using host = await startMatrixHost(each, generation);
  const seconds: number[] = [];
  const peaks: number[] = [];
  await host.run("warm");
  const before = host.memory();
  for (let run = 1; run <= runs; run++) {
    const took = await host.run(`run ${run}`);
    seconds.push(took.seconds);
    if (took.memory !== null) peaks.push(took.memory);
  }
  const { critical } = timesOf(each);
  const { min, median, max } = figures(seconds);
  const ratio = (value: number): string => (value / critical).toFixed(2);
  console.log(
    `  ${each.name}: ${min.toFixed(2)} / ${median.toFixed(2)} / ${max.toFixed(2)} s over ${critical} s: ${ratio(min)} / **${ratio(median)}** / ${ratio(max)}`,
  );
  if (before === null) return;
  await Bun.sleep(REST);
  const cells = each.designs * (1 + each.reviewers);
  const more = (figures(peaks).median - before) / cells;
  console.log(
    `    memory: ${before.toFixed(0)} MiB after the first run, at most ${figures(peaks).median.toFixed(0)} (median) while running, ${more.toFixed(2)} a session more, ${(host.memory() ?? 0).toFixed(0)} after ${REST / 1000} s of rest`,
  );
}

/** The plain way: the same 3 × 3 matrix as a loop over `opencode run`, one after the other. */
async function baseline(generation: Generation): Promise<void> {
  const each = { name: "3 × 3, 2 s each", ...square(3) } satisfies Case;
  const models = modelsOf(each);
  const provider = await startProvider({ models });
  const project = makeProject({
    generation,
    provider,
    models,
    plugin: null,
    files: { "README.md": "A project\n" },
    config: { snapshot: true },
  });
  try {
    const begun = Date.now();
    const ask = (model: string, message: string) => runOpencode({ project, model, message });
    for (let design = 0; design < each.designs; design++) await ask(designerOf(design), "Design a durable task queue.");
    for (let design = 0; design < each.designs; design++) {
      for (const { id } of models.slice(each.designs)) await ask(id, `Review and score this design: ${design}.`);
    }
    const took = (Date.now() - begun) / 1000;
    console.log(
      `  baseline, ${each.name} as a loop over opencode run: ${took.toFixed(1)} s, ${(took / timesOf(each).critical).toFixed(2)}`,
    );
  } finally {
    await provider.stop();
    project.remove();
  }
}
