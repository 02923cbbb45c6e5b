import { spawnSync } from "node:child_process";
import { readFile, realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "../../package.json";
import { EXIT_CODES, type Outcome } from "../artifacts/outcome.ts";
import { parseWords } from "../command/command.ts";
import { LabError, messageOf, UsageError } from "../errors.ts";
import { findBinary, serve } from "../host/drive/serve.ts";
import { generationAt, talkWith } from "../host/drive/talk.ts";
import type { NamedOp } from "../ops/op.ts";
import { allOps } from "../ops/registry.ts";
import { canLock } from "../store/sqlite.ts";
import { clean } from "../text/clean.ts";
import { onTerminal } from "../views/terminal/markdown.ts";
import { asCommand } from "./as-command.ts";
import { helpText } from "./help.ts";
import { callHere } from "./local.ts";
import { type OwnOptions, ownOptions } from "./options.ts";
import { createPerson } from "./person.ts";
import { type Came, callIn } from "./remote.ts";

/** The most of a task's file that is read, bytes: what is longer belongs into files of the project. */
const MAX_TASK = 1_000_000;

const person = createPerson();
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // A second one does not wait for anything to end in order; what was started is ended with the process.
    if (stopping.signal.aborted) process.exit(EXIT_CODES.stopped);
    stopping.abort();
  });
}
// Whoever reads the reply may have gone, as `head` does.
process.stdout.on("error", () => process.exit(EXIT_CODES.answered));

/** Does what a command line says and gives the exit code. */
export async function command(argv: readonly string[]): Promise<number> {
  let json = argv.includes("--json");
  try {
    const { own, words } = ownOptions(argv);
    json = own.json;
    const ops = await allOps();
    const [first = "help"] = words;
    if (/^(?:-v|--version)$/u.test(first)) return print(`opencode-designlab ${version}`);
    if (/^(?:-h|--help|help)$/u.test(first) || words.some((word) => /^(?:-h|--help)$/u.test(word)))
      return print(helpText(ops, words.find((word) => !/^(?:-h|--help|help)$/u.test(word)) ?? null));
    const line = parseWords(words, ops, own.task_file === null ? null : await taskIn(own.task_file));
    if (line.kind !== "call") throw new UsageError(line.kind === "problem" ? line.problem : "A task is needed.");
    const op = ops.find(({ name }) => name === line.op) as NamedOp;
    const allowed = [...(own.yes ? ["designlab_cost"] : []), ...(own.outside ? ["external_directory"] : [])];
    return told(await come(op, { op: line.op, args: line.args, allowed }, own, argv), line.op, json);
  } catch (error) {
    return told(failed(error), null, json);
  }
}

type Call = { op: string; args: Record<string, unknown>; allowed: string[] };

/** Makes the call where it has to be made: in a host, or here on what is stored. */
async function come(op: NamedOp, call: Call, own: OwnOptions, argv: readonly string[]): Promise<Came> {
  const directory = await realpath(resolve(own.dir ?? ".")).catch(() => null);
  if (own.server !== null) {
    const password = process.env.OPENCODE_SERVER_PASSWORD ?? process.env.OPENCODE_PASSWORD ?? "";
    const there = { url: own.server, password, directory: own.dir };
    return inHost({ ...there, generation: await generationAt(there) }, call);
  }
  if (directory === null) throw new UsageError(`Cannot work in ${own.dir}: there is no such folder.`);
  const opencode = findBinary(own.opencode, process.env.PATH ?? "");
  if (op.host === undefined) {
    await inOthersRuntime(opencode, argv);
    return callHere(call, directory, person, stopping.signal);
  }
  if (opencode !== null) {
    const server = await serve(opencode, { directory, plugin: PACKAGE });
    try {
      return await inHost(server, call);
    } finally {
      await server.stop();
    }
  }
  if (op.host === "wanted") return callHere(call, directory, person, stopping.signal);
  throw new LabError(`Cannot ${op.name}: it asks models through OpenCode, and there is no opencode on the PATH.`, {
    advice:
      "Install it (npm install --global opencode-ai), name one with --opencode FILE, or a server with --server URL.",
  });
}

async function inHost(address: Parameters<typeof talkWith>[0], call: Call): Promise<Came> {
  const talk = await talkWith(address);
  try {
    return await callIn(talk, call, person, stopping.signal);
  } finally {
    await talk.close();
  }
}

/** The package's own folder, which a host is given as a plugin. */
const PACKAGE = fileURLToPath(new URL("..", import.meta.url)).replace(/[/\\]$/u, "");

/**
 * An older Node.js has no SQLite to take an experiment's lock with; the runtime inside an installed host has. Ends this
 * process with that one's exit code where there is such a host; returns where there is none, or no need.
 */
async function inOthersRuntime(opencode: string | null, argv: readonly string[]): Promise<void> {
  if (opencode === null || process.env[LENT] === "1" || (await canLock())) return;
  const env = { ...process.env, BUN_BE_BUN: "1", [LENT]: "1" };
  const { status } = spawnSync(opencode, [fileURLToPath(import.meta.url), ...argv], { stdio: "inherit", env });
  if (status !== null) process.exit(status);
}

/** Set for the process that runs in a host's runtime, so that it looks for no other. */
const LENT = "OPENCODE_DESIGNLAB_LENT";

async function taskIn(file: string): Promise<string> {
  if (file === "-") {
    const parts: Buffer[] = [];
    for await (const part of process.stdin) parts.push(part as Buffer);
    return bounded(Buffer.concat(parts), "the standard input");
  }
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UsageError(`Cannot read the task: ${messageOf(error)}.`);
  });
  return bounded(bytes, file);
}

function bounded(bytes: Buffer, from: string): string {
  if (bytes.length > MAX_TASK)
    throw new UsageError(`Cannot read the task: ${from} has ${bytes.length} bytes, needed are at most ${MAX_TASK}.`);
  return bytes.toString("utf8").replace(/^\uFEFF/u, "");
}

function failed(error: unknown): Came {
  const text =
    error instanceof LabError
      ? [error.message, error.advice].filter((part) => part !== "").join("\n")
      : `opencode-designlab failed, by a defect of its own: ${error instanceof Error ? error.stack : error}`;
  const facts = { error: { message: messageOf(error), ...(error instanceof LabError && { advice: error.advice }) } };
  return { text: text, outcome: error instanceof LabError ? error.outcome : "unranked", facts };
}

/** Prints what came of a call, the reply or one JSON object, and gives the exit code. */
function told({ text, outcome, facts }: Came, op: string | null, json: boolean): number {
  const code = EXIT_CODES[outcome];
  const reply = asCommand(clean(text).text);
  if (json) {
    const { version: _, ...own } = facts;
    return print(JSON.stringify({ version: 1, op, outcome, exit: code, ...own, reply }, null, 2), code);
  }
  const wrong = "error" in facts;
  const { stdout, stderr } = process;
  const stream = wrong ? stderr : stdout;
  person.now([]);
  const drawn = stream.isTTY && !process.env.NO_COLOR;
  stream.write(`${drawn ? onTerminal(reply, Math.max(20, stream.columns ?? 80)) : reply}\n`);
  return code;
}

function print(text: string, code: (typeof EXIT_CODES)[Outcome] = EXIT_CODES.answered): number {
  process.stdout.write(`${text}\n`);
  return code;
}
