import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { chooseOpencode, type Generation, PACKAGE_ROOT } from "../../rehearsal/binary.ts";
import { killTree } from "../../rehearsal/process-tree.ts";
import { makeProject } from "../../rehearsal/project.ts";
import { cacheFolder, checkWeights, type Missing, missingIn, weightsFile } from "./cache.ts";
import { LOCAL_MODELS, type LocalModel } from "./catalogue.ts";
import { type Engine, loadEngine } from "./engine.ts";
import { measure } from "./measure.ts";
import { serveModels } from "./server.ts";

const HELP = `npm run local -- "Design a queue" [options]

       npm run local -- --cells FILE [--tasks aside] [--designs 7] [--reviewed 10]

Runs the main job in the real OpenCode on small language models that run on this computer. The first call fetches
the models and the program that runs them, after asking. Nothing is sent anywhere and nothing is paid.

  --models a,b       the models, of: ${LOCAL_MODELS.map(({ id }) => id).join(", ")}
                     (the first two unless given)
  --context 16384    tokens of a prompt and its answer, at most 32768
  --threads 2        threads of a model; as many as there are processors unless given
  --opencode 1       the version of OpenCode, 1 or 2
  --timeout 3600     seconds that one session may take
  --keep FILE        appends each request's tokens and times to this file
  --cells FILE       asks for designs and evaluations one by one, without OpenCode, adds them to this file and prints how
                     far they could be used; what the file holds is not asked again
  --tasks aside      for these tasks of docs/study: development (unless given) or aside
  --designs 1        designs of each task by each model
  --reviewed 1       designs of each task that each model reviews
  --yes              fetches what is missing without asking`;

// Loaded models would keep the process alive.
process.exit(await main());

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      models: { type: "string" },
      context: { type: "string" },
      opencode: { type: "string" },
      timeout: { type: "string" },
      threads: { type: "string" },
      keep: { type: "string" },
      cells: { type: "string" },
      tasks: { type: "string", default: "development" },
      designs: { type: "string", default: "1" },
      reviewed: { type: "string", default: "1" },
      kill: { type: "boolean" },
      "no-tools": { type: "boolean" },
      after: { type: "string", multiple: true },
      yes: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  const task = positionals.join(" ").trim();
  const { cells, tasks } = values;
  if (values.help || (task === "") === (cells === undefined) || !(tasks === "development" || tasks === "aside")) {
    (values.help ? console.log : console.error)(HELP);
    return values.help ? 0 : 2;
  }
  const wanted = values.models?.split(",") ?? LOCAL_MODELS.slice(0, 2).map(({ id }) => id);
  const models = wanted.map((id) => LOCAL_MODELS.find((each) => each.id === id));
  const context = Number(values.context ?? 16_384);
  const timeout = Number(values.timeout ?? 3_600);
  const threads = Number(values.threads ?? availableParallelism());
  if (models.includes(undefined) || !(context >= 2_048 && context <= 32_768) || !(timeout >= 1) || !(threads >= 1)) {
    console.error(HELP);
    return 2;
  }
  const known = models as LocalModel[];
  const folder = cacheFolder();
  const fetched = await provide(folder, known, values.yes === true);
  if (fetched !== null) return fetched;
  if (cells !== undefined) {
    const [designs, reviewed] = [Number(values.designs), Number(values.reviewed)];
    await measure(known, { file: cells, tasks, designs, reviewed, context, threads });
    return 0;
  }
  return work(task, known, {
    folder,
    context,
    timeout,
    threads,
    keep: values.keep ?? null,
    opencode: versionOf(values.opencode),
    kill: values.kill === true,
    repository: values["no-tools"] !== true,
    after: values.after ?? [],
  });
}

/** Waits until a design is stored. */
async function afterDesign(directory: string): Promise<void> {
  const stored = new Bun.Glob("**/designs/design-*.json");
  while ([...stored.scanSync({ cwd: directory, dot: true })].length === 0) await Bun.sleep(1_000);
}

function versionOf(word: string | undefined): Generation | null {
  return word === "1" ? 1 : word === "2" ? 2 : null;
}

/** Fetches what is missing after a yes. The exit code where it is not all there; else null. */
async function provide(folder: string, models: readonly LocalModel[], yes: boolean): Promise<number | null> {
  const missing = missingIn(folder, models);
  if (missing.length === 0) return null;
  console.error(`Not in ${folder} yet:`);
  for (const { what, bytes } of missing) console.error(`  ${what}: ${Math.round(bytes / 1e6)} MB`);
  if (!yes && !(await agreed(missing))) {
    console.error("Nothing was fetched. --yes fetches it without asking.");
    return 2;
  }
  for (const { what, fetch } of missing) {
    console.error(`Fetching ${what}`);
    try {
      await fetch();
    } catch (error) {
      console.error(`Cannot fetch ${what}: ${error instanceof Error ? error.message : String(error)}`);
      console.error("What was fetched is kept. The same command goes on from there.");
      return 1;
    }
  }
  return null;
}

async function agreed(missing: readonly Missing[]): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const total = Math.round(missing.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6);
  const answer = await asking.question(`Fetch ${total} MB? [y/N] `);
  asking.close();
  return /^y(?:es)?$/iu.test(answer.trim());
}

type Work = {
  folder: string;
  context: number;
  timeout: number;
  threads: number;
  keep: string | null;
  opencode: Generation | null;
  kill: boolean;
  /** Whether designers may read the project. */
  repository: boolean;
  after: readonly string[];
};

async function work(
  task: string,
  models: readonly LocalModel[],
  { folder, context, timeout, threads, keep, opencode, kill, repository, after }: Work,
) {
  for (const model of models) await checkWeights(weightsFile(folder, model), model);
  const engines = new Map<string, Engine>();
  for (const model of models) engines.set(model.id, await loadEngine(folder, model, context, threads));
  const log = keep ?? join(folder, "requests.jsonl");
  mkdirSync(dirname(log), { recursive: true });
  const server = await serveModels(engines, log);
  const { binary, generation } = chooseOpencode(opencode);
  const ids = models.map(({ id }) => `local/${id}`);
  const project = makeProject({
    generation,
    provider: server,
    models: ids.map((id) => ({
      id,
      limit: { context, output: Math.floor(context / 4) },
      cost: { input: 0, output: 0 },
    })),
    // OpenCode 2 keeps 20,000 tokens free unless told otherwise, and these models have no more than that.
    config: { compaction: { reserved: 1_000 } },
    lab: {
      design_models: ids,
      review_models: ids,
      limits: { max_parallel: 1, cell_timeout: timeout },
      design: { repository },
    },
  });
  console.log(`Models: ${models.map(({ name }) => name).join("; ")}, on ${availableParallelism()} processors`);
  console.log(`OpenCode ${generation}: ${binary}\nFolder: ${project.directory}\nRequests: ${log}\n`);
  const ask = (line: readonly string[], ends: (kill: () => void) => void = () => undefined): Promise<number> => {
    console.log(`\n$ opencode-designlab ${line.join(" ")}\n`);
    const child = spawn("node", [join(PACKAGE_ROOT, "cli.js"), "--opencode", binary, ...line], {
      cwd: project.directory,
      env: { ...project.env, PATH: process.env.PATH ?? "" },
      stdio: "inherit",
    });
    ends(() => killTree(child, "SIGKILL"));
    return new Promise<number>((resolve) => {
      child.once("error", () => resolve(1));
      child.once("close", (ended, signal) => resolve(ended ?? (signal === null ? 1 : 130)));
    });
  };
  // Ctrl-C reaches the command too, which keeps what is finished and ends.
  process.on("SIGINT", () => undefined);
  let code = await ask(["run", task], kill ? (end) => void afterDesign(project.directory).then(end) : undefined);
  if (kill) {
    console.log("\nKilled after the first design.");
    code = await ask(["resume"]);
  }
  for (const line of after) if (code === 0) code = await ask(line.split(" "));
  await server.stop();
  console.log(`\nThe files are kept in ${project.directory}.`);
  return code;
}
