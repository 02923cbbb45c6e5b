import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, sep } from "node:path";
import { chooseOpencode, ownOpencode, PACKAGE_ROOT, PLUGIN_FILE } from "./binary.ts";
import { DEMO_HELP, DEMO_IDEA, DEMO_TASK, type DemoArgs, readDemoArgs } from "./demo-args.ts";
import { handOver, rankedIn, showReport, waysOn } from "./left-behind.ts";
import { EXCHANGES, MATERIAL_FILES } from "./material/interview.ts";
import { materialAnswer } from "./material/material.ts";
import { MATERIAL_TASK } from "./material/task.ts";
import { type RunResult, runOpencode } from "./opencode.ts";
import { playPerson } from "./person.ts";
import { makeProject } from "./project.ts";
import { type LoggedRequest, startProvider } from "./provider.ts";
import type { Script } from "./reply.ts";
import type { ScriptedModel } from "./scripted-model.ts";

/** Three models of three providers, of which the first designs best; their names claim nothing. */
const DEMO_MODELS: readonly ScriptedModel[] = [
  { id: "northwind/arch-1", strength: "thorough", delay: 400 },
  { id: "harborlight/plan-1", strength: "average", delay: 300, temper: { severity: 0.1 } },
  { id: "meadowlark/sketch-1", strength: "thin", delay: 200, temper: { severity: 0.02, noise: 0.08 } },
];
/** Reviews the demo's own task and designs nothing. */
const FOURTH: ScriptedModel = { id: "lanternhill/probe-1", delay: 300 };

const ARTICLES: Partial<Record<LoggedRequest["kind"], string>> = { evaluation: "an ", questions: "" };

/** What the scripted person says of any other idea, in turn; whatever comes after is skipped. */
const ANSWERS = ["b", "900", "yes", "The two of us, in turns"];

/** `opencode`: what a person types to start the same OpenCode. */
type Outcome = { result: RunResult; directory: string; opencode: string };

process.exitCode = await demo(readDemoArgs(process.argv.slice(2)));

async function demo(args: DemoArgs): Promise<number> {
  if (args.mode === "help") {
    console.log(DEMO_HELP);
    return 0;
  }
  if (args.mode === "wrong") {
    console.error(`${args.problem}\n\n${DEMO_HELP}`);
    return 2;
  }
  if (!existsSync(PLUGIN_FILE)) {
    console.error(`Cannot run the demo: the built plugin is needed at ${PLUGIN_FILE}; run "npm run build".`);
    return 1;
  }
  const interrupt = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => interrupt.abort());
  try {
    const outcome = await (args.mode === "live" ? live(args, interrupt.signal) : scripted(args, interrupt.signal));
    return await conclude(outcome, args, interrupt.signal.aborted);
  } catch (error) {
    console.error(`The demo failed: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

async function scripted(
  { task, timeout, host, brief, refine }: DemoArgs & { mode: "scripted" },
  signal: AbortSignal,
): Promise<Outcome> {
  const { binary, generation } = chooseOpencode(host);
  say(
    "This is a rehearsal. The models are scripted: a small server on this computer plays them, nothing is sent",
    "anywhere, and the ranking says nothing about any real model. opencode and the plugin are real.",
    "",
    `opencode: ${binary} (OpenCode ${generation})`,
    `${brief ? "Idea" : "Task"}: ${task}`,
    "",
  );
  const own = task === DEMO_TASK || task === DEMO_IDEA;
  const designers = DEMO_MODELS.map(({ id }) => id);
  const models = own ? [...DEMO_MODELS, FOURTH] : DEMO_MODELS;
  const reviewers = models.map(({ id }) => id);
  const run = { op: "run", args: own ? MATERIAL_TASK : { task } };
  const asked = [
    { op: "brief", args: { idea: task, wait: 300 } },
    { op: "run", args: { experiment: "latest" } },
  ];
  const better = { op: "refine", args: { experiment: "latest" } };
  const calls = [...(brief ? asked : [run]), ...(refine ? [better] : [])].map((args) => ({ name: "designlab", args }));
  const script: Script = (request) => {
    if (request.kind === "host") return { calls };
    const text = own ? materialAnswer({ designers, reviewers }, request) : undefined;
    return text === undefined ? undefined : { text };
  };
  const provider = await startProvider({ models, script, onRequest: progress });
  const lab = { design_models: designers, review_models: reviewers };
  const files = own ? { files: MATERIAL_FILES } : {};
  const project = makeProject({ generation, provider, models: reviewers, lab, ...files });
  const message = `Let several models design this and show me the ranking: ${task}`;
  const ended = new AbortController();
  const person = brief
    ? playPerson(join(project.directory, ".opencode/design-lab"), project, {
        answering: own ? answerOfMaterial : (_question, before) => ANSWERS[before] ?? null,
        ended: ended.signal,
        say,
      })
    : null;
  try {
    const result = await runOpencode({ project, message, timeout: timeout * 1_000, signal, binary });
    ended.abort();
    await person;
    return { result, directory: project.directory, opencode: typedAs(binary) };
  } finally {
    await provider.stop();
    rmSync(join(project.root, "tmp"), { recursive: true, force: true });
  }
}

/** What the demo's own person says to a question of its own interview. */
function answerOfMaterial(question: string): string | null {
  return EXCHANGES.find((each) => each.question.text === question)?.answer ?? null;
}

/** What a person types to start an opencode: its name where their own is the one, else where it lies. */
function typedAs(binary: string): string {
  return ownOpencode()?.binary === binary ? "opencode" : binary;
}

async function live(args: DemoArgs & { mode: "live" }, signal: AbortSignal): Promise<Outcome> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "designlab-live-")));
  const { binary, generation } = chooseOpencode(args.host);
  say(
    "These are your own providers: every model named below is asked for real, and what it costs is yours to pay.",
    "opencode runs with your HOME and configuration, but in a new, empty folder, so that no model sees a project of",
    "yours. A run takes minutes; nothing is printed until it has ended.",
    `Folder:   ${directory}`,
    `opencode: ${binary}`,
    "",
    `Task: ${args.task}`,
    "",
  );
  const words = [
    "run",
    ...(args.design_models === null ? [] : ["--design-models", args.design_models]),
    ...(args.review_models === null ? [] : ["--review-models", args.review_models]),
    `"${args.task.replaceAll('"', '\\"')}"`,
  ];
  const result = await runOpencode({
    project: { generation, directory, env: liveEnvironment() },
    command: "design-lab",
    message: words.join(" "),
    timeout: args.timeout * 1_000,
    signal,
    binary,
  });
  return { result, directory, opencode: typedAs(binary) };
}

/** The person's own environment, with the plugin added to what it configures. */
function liveEnvironment(): Record<string, string> {
  const own: { plugin?: unknown[] } = JSON.parse(process.env.OPENCODE_CONFIG_CONTENT ?? "{}");
  const content = { ...own, plugin: [...(own.plugin ?? []), PACKAGE_ROOT] };
  const entries = Object.entries({ ...process.env, OPENCODE_CONFIG_CONTENT: JSON.stringify(content) });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Prints what came of it; the exit code. */
async function conclude(
  { result, directory, opencode }: Outcome,
  args: DemoArgs & { timeout: number; open: boolean },
  interrupted: boolean,
): Promise<number> {
  for (const answer of result.designlab) say("", answer);
  say("", ...(args.mode === "scripted" ? ["The models above were scripted and nothing was sent anywhere.", ""] : []));
  handOver(directory);
  const ranked = rankedIn(directory);
  const files = experimentFiles(directory);
  if (ranked !== null) say(...waysOn(directory, ranked, opencode));
  else if (files.length === 0) say(`The project is kept in ${directory}; it holds no experiment.`);
  else say(`The files are kept in ${directory}:`, ...files.map((file) => `  ${file}`));
  if (interrupted) {
    say("Stopped by Ctrl-C. What was finished is on disk.");
    return 130;
  }
  if (result.timed_out) {
    say(`Stopped after ${args.timeout} s; --timeout allows for more.`);
    return 124;
  }
  if (ranked !== null) {
    const here = { env: process.env, terminal: process.stdout.isTTY === true, wanted: args.open };
    say("", await showReport(ranked, here));
    return 0;
  }
  if (result.designlab.length > 0) {
    say("There is no ranking: the tool's answer above says why.");
    return 1;
  }
  const said = [...result.errors, result.text, result.stderr.slice(-2_000)].filter((text) => text.trim() !== "");
  say(
    `The agent did not call designlab; opencode ended with exit code ${result.code} and said:`,
    said.join("\n") || "nothing",
    ...(args.mode === "live"
      ? ["Your own agent needs a connected provider too: opencode auth login, then opencode models."]
      : []),
  );
  return 1;
}

/** Files of the experiments, relative to the folder; a folder of several is one line. */
function experimentFiles(directory: string): string[] {
  const base = join(".opencode", "design-lab");
  if (!existsSync(join(directory, base))) return [];
  const files = readdirSync(join(directory, base), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
  const many = Map.groupBy(files, (file) =>
    /^(designs|reviews|scores)$/.test(basename(dirname(file))) ? dirname(file) : file,
  );
  return [...many].map(([name, { length }]) => (length > 1 ? `${name}${sep} (${length} files)` : name)).sort();
}

/** One line for each question that reaches a scripted model. */
function progress({ model, kind }: LoggedRequest): void {
  if (kind !== "host" && kind !== "title") console.error(`  ${model} is asked for ${ARTICLES[kind] ?? "a "}${kind}`);
}

function say(...lines: string[]): void {
  console.log(lines.join("\n"));
}
