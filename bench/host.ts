import { HOST_MODEL } from "../rehearsal/host-agent.ts";
import { runOpencode } from "../rehearsal/opencode.ts";
import { makeProject } from "../rehearsal/project.ts";
import { startProvider } from "../rehearsal/provider.ts";
import { serveOpencode } from "../rehearsal/serve.ts";
import { figures } from "./figures.ts";
import { type Case, designerOf, modelsOf, timesOf } from "./matrix.ts";

/**
 * Runs of whole matrices in the real host, as multiples of the models' own critical path: the slowest design and that
 * design's slowest evaluation. The topic is given, all models are of one provider, each case has one server that is
 * warm when the first counted run begins.
 */
const CASES: readonly Case[] = [
  { name: "3 × 3, 2 s each", designs: 3, reviewers: 3, seconds: [2] },
  { name: "3 × 3, 2 s each, without snapshots", designs: 3, reviewers: 3, seconds: [2], snapshot: false },
  { name: "3 × 3, models of 1, 3 and 6 s", designs: 3, reviewers: 3, seconds: [1, 3, 6] },
  { name: "8 × 8, 2 s each", designs: 8, reviewers: 8, seconds: [2] },
  { name: "8 × 8, 2 s each, without snapshots", designs: 8, reviewers: 8, seconds: [2], snapshot: false },
  { name: "20 × 20, 2 s each", designs: 20, reviewers: 20, seconds: [2] },
  { name: "20 × 20, 2 s each, without snapshots", designs: 20, reviewers: 20, seconds: [2], snapshot: false },
  { name: "3 × 3, 2 s each, 429 above 6", designs: 3, reviewers: 3, seconds: [2], cap: 6 },
  { name: "8 × 8, 2 s each, 429 above 6", designs: 8, reviewers: 8, seconds: [2], cap: 6 },
];

const RUNS = 5;

/** `only` is a part of the names of the cases to run. */
export async function benchHost(only = "", runs = RUNS): Promise<void> {
  console.log(
    `Seconds of the tool's call, ${runs} runs after one that does not count, and ratios over the critical path`,
  );
  for (const each of CASES.filter(({ name }) => name.includes(only))) await runCase(each, runs);
  if (only === "" || "baseline".includes(only)) await baseline();
}

async function runCase(each: Case, runs: number): Promise<void> {
  const models = modelsOf(each);
  let inFlight = 0;
  const { cap } = each;
  const provider = await startProvider({
    models,
    script: ({ model }) => {
      if (cap === undefined || model === HOST_MODEL) return undefined;
      inFlight = provider.requests.filter(
        (one) => one.model !== HOST_MODEL && one.answered_at === null && one.closed_at === null,
      ).length;
      return inFlight > cap
        ? { status: 429, delay: 5, error: { message: "Rate limit reached for requests" } }
        : undefined;
    },
  });
  const project = makeProject({
    provider,
    models,
    lab: {
      design_models: models.filter((_, at) => at < each.designs).map(({ id }) => id),
      review_models: models.filter((_, at) => at >= each.designs).map(({ id }) => id),
    },
    config: { snapshot: each.snapshot ?? true },
    files: { "README.md": "A project\n" },
  });
  const server = await serveOpencode({ project });
  try {
    const { critical } = timesOf(each);
    const seconds: number[] = [];
    for (let run = 0; run <= runs; run++) {
      const from = provider.requests.length;
      const session = await server.open();
      const call = { op: "run", args: { task: "Design a durable task queue", topic: `run ${run}`, fresh: true } };
      await server.say(session, `Call designlab with ${JSON.stringify(call)}`);
      const [reply] = await server.tools(session);
      const sums = provider.requests.slice(from);
      const [asked, told] = sums.filter(({ model, kind }) => model === HOST_MODEL && kind !== "title");
      const took = ((told?.at ?? 0) - (asked?.answered_at ?? 0)) / 1000;
      const wanted = `${each.designs} designs written, ${each.designs * each.reviewers} reviews`;
      if (!reply?.output.includes(wanted)) throw new Error(`The run is incomplete: ${reply?.output}`);
      const failed = /(\d+) sessions? failed/u.exec(reply.output)?.[0];
      if (failed) throw new Error(`${failed} in "${each.name}"`);
      if (run > 0) seconds.push(took);
    }
    const { min, median, max } = figures(seconds);
    const ratio = (value: number): string => (value / critical).toFixed(2);
    console.log(
      `  ${each.name}: ${min.toFixed(2)} / ${median.toFixed(2)} / ${max.toFixed(2)} s over ${critical} s: ${ratio(min)} / **${ratio(median)}** / ${ratio(max)}`,
    );
  } finally {
    await server.stop();
    await provider.stop();
    project.remove();
  }
}

/** The plain way: the same 3 × 3 matrix as a loop over `opencode run`, one after the other. */
async function baseline(): Promise<void> {
  const each = { name: "3 × 3, 2 s each", designs: 3, reviewers: 3, seconds: [2] } satisfies Case;
  const models = modelsOf(each);
  const provider = await startProvider({ models });
  const project = makeProject({
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
