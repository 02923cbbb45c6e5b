import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "../../package.json";
import { EXIT_CODES, type ExitKind } from "../artifacts/exit.ts";
import { parseWords } from "../command/command.ts";
import { atCommand } from "../command/voice.ts";
import { errorFacts, LabError, StoppedError, UsageError } from "../errors.ts";
import { ALLOW_CONFIG } from "../host/desk-messages.ts";
import { findBinary, serve } from "../host/drive/serve.ts";
import { generationAt, requireSharedKey, talkWith, USER } from "../host/drive/talk.ts";
import { agentsShell } from "../host/presence.ts";
import type { NamedOp } from "../ops/op.ts";
import { allOps } from "../ops/registry.ts";
import { canLock } from "../store/lock.ts";
import { defectSaid, notTyped } from "../story/command.ts";
import { clean } from "../text/clean.ts";
import { CODE_WORD, showCodes } from "./code.ts";
import { helpText, slipsOfOwn, studyHelp } from "./help.ts";
import { HOUSE, keepHouse } from "./housekeeping.ts";
import { callHere } from "./local.ts";
import { type OwnOptions, optionInside, ownOptions, STUDY_OWN, taskIn } from "./options.ts";
import { PACKAGE_FOLDER } from "./package-folder.ts";
import { createPerson, drawnFor } from "./person.ts";
import { type CallCame, callIn } from "./remote.ts";
import { endWithLender, inRuntimeOf } from "./runtime.ts";

const ops = await allOps();
const words = ops.flatMap((op) => op.words);
const person = createPerson((text) => atCommand(text, words));
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // A second one does not wait for anything to end in order; what was started is ended with the process.
    if (stopping.signal.aborted) process.exit(EXIT_CODES.stopped);
    stopping.abort();
  });
}
endWithLender();
// Whoever reads the reply may have gone, as `head` does; a full disk is no success.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  process.exit(code === "EPIPE" ? EXIT_CODES.answered : EXIT_CODES.unranked);
});
process.stderr.on("error", () => undefined);

/** Does what a command line says and gives the exit code. */
export async function command(argv: readonly string[]): Promise<number> {
  let json = argv.includes("--json");
  try {
    const common = ownOptions(argv, STUDY_OWN);
    const [begun = "", ...behind] = common.given.map(({ word }) => word);
    if (begun === "study") return await study(common, argv);
    if (IS_HELP.test(begun) && behind[0] === "study") return await helpOfStudy(behind.slice(1), common.own.json);
    const { own, given } = ownOptions(argv);
    json = own.json;
    const typed = given.map(({ word }) => word);
    const [first = "help"] = typed;
    if (/^(?:-v|--version)$/u.test(first))
      return print(json ? { version: 1, designlab: version } : `opencode-designlab ${version}`);
    // A task of several words is what help is asked about, and no command's name.
    const isAboutTask = first === "help" && typed.length === 2 && /\s/u.test((typed[1] ?? "").trim());
    if ((IS_HELP.test(first) && !isAboutTask) || typed.some((word) => /^(?:-h|--help)$/u.test(word))) {
      const [about = null] = typed.filter((word) => !IS_HELP.test(word));
      const help = helpText(ops, await studyWords(), about, json ? undefined : process.stdout.columns);
      return print(json ? { version: 1, help } : help);
    }
    if (first === CODE_WORD.word && typed.length === 1) {
      await showCodes(await folder(own.dir), person);
      return EXIT_CODES.answered;
    }
    const house = HOUSE.find(({ word }) => word === first);
    if (house !== undefined) {
      const kept = await keepHouseHere(house, typed.slice(1), own, argv);
      return told({ ...kept, text: atCommand(kept.text, words) }, first, json);
    }
    const { task_file } = own;
    const task = task_file === null ? null : await taskIn(task_file, await folder(own.dir), stopping.signal);
    stopping.signal.throwIfAborted();
    const line = parseWords(typed, ops, task);
    const [slip] = line.kind === "call" ? [] : slipsOfOwn(first);
    if (slip !== undefined) throw new UsageError(notTyped(first, slip));
    if (line.kind !== "call") throw new UsageError(line.kind === "problem" ? line.problem : "A task is needed.");
    const inside = optionInside(given, line.args.task);
    if (inside !== null)
      throw new UsageError(
        `An option stands inside the task, before "${inside}": put it before or after, or quote the task.`,
      );
    const op = ops.find(({ name }) => name === line.op) as NamedOp;
    refuseAgents(own);
    const allowed = [
      ...(own.yes ? ["designlab_cost"] : []),
      ...(own.outside ? ["external_directory"] : []),
      ...(own.allow_config === null ? [] : [`${ALLOW_CONFIG}${own.allow_config}`]),
    ];
    return told(await come(op, { op: line.op, args: line.args, allowed }, own, argv), line.op, json);
  } catch (error) {
    return told(failed(error), null, json);
  }
}

const IS_HELP = /^(?:-h|--help|help)$/u;

/** Those of `study`, which are loaded for it and for help alone. */
const studyWords = async () => (await import("./study/study.ts")).STUDY_WORDS;

async function helpOfStudy(words: readonly string[], json: boolean): Promise<number> {
  const [about = null] = words.filter((word) => !IS_HELP.test(word));
  const help = studyHelp(await studyWords(), about, json ? undefined : process.stdout.columns);
  return print(json ? { version: 1, help } : help);
}

/** A study is of many experiments, and no op: nothing that an agent can call begins one. */
async function study({ own, given }: ReturnType<typeof ownOptions>, argv: readonly string[]): Promise<number> {
  const [, word, ...rest] = given.map((each) => each.word);
  if ([word ?? "", ...rest].some((each) => IS_HELP.test(each)))
    return helpOfStudy([word ?? "", ...rest].filter(Boolean), own.json);
  const opencode = (await canLock()) ? null : findBinary(own.opencode, process.env.PATH ?? "");
  const ended = opencode === null ? null : await inRuntimeOf(opencode, SCRIPT, argv);
  if (ended !== null) return ended;
  const directory = await folder(own.dir);
  const call = { ...own, rest, directory, person, signal: stopping.signal };
  const came = await (await import("./study/study.ts")).studyCommand(word, call);
  return told(came, "study", own.json);
}

/** House-keeping is done on this machine, with the lock of the runtime that has one. */
async function keepHouseHere(
  house: (typeof HOUSE)[number],
  rest: readonly string[],
  own: OwnOptions,
  argv: readonly string[],
): Promise<CallCame> {
  if (own.server !== null)
    throw new UsageError(`Cannot ${house.word} with --server: it is for the folders of this machine.`);
  const opencode = (await canLock()) ? null : findBinary(own.opencode, process.env.PATH ?? "");
  const ended = opencode === null ? null : await inRuntimeOf(opencode, SCRIPT, argv);
  if (ended !== null) process.exit(ended);
  return keepHouse(house, rest, await folder(own.dir), person, stopping.signal);
}

/** Throws UsageError where it is no person of this machine that allows the project's configuration. */
function refuseAgents({ allow_config, server }: OwnOptions): void {
  if (allow_config === null) return;
  const why = server === null ? agentsShell(process.env) : "it is for an OpenCode that the command starts itself";
  if (why !== null) throw new UsageError(`Cannot take --allow-config: ${why}.`);
}

type Call = { op: string; args: Record<string, unknown>; allowed: string[] };

/** Makes the call where it has to be made: in a host, or here on what is stored. */
async function come(op: NamedOp, call: Call, own: OwnOptions, argv: readonly string[]): Promise<CallCame> {
  if (own.server !== null) {
    const { OPENCODE_SERVER_PASSWORD, OPENCODE_PASSWORD, OPENCODE_SERVER_USERNAME } = process.env;
    const password = OPENCODE_SERVER_PASSWORD || OPENCODE_PASSWORD || "";
    const key = requireSharedKey(process.env);
    const there = { url: own.server, user: OPENCODE_SERVER_USERNAME || USER, password, directory: own.dir };
    return inHost({ ...there, key, generation: await generationAt(there, { signal: stopping.signal }) }, call);
  }
  const directory = await folder(own.dir);
  const opencode = findBinary(own.opencode, process.env.PATH ?? "");
  const host = typeof op.host === "function" ? op.host(call.args) : op.host;
  if (host === undefined) {
    const ended = opencode === null || (await canLock()) ? null : await inRuntimeOf(opencode, SCRIPT, argv);
    if (ended !== null) process.exit(ended);
    return callHere(call, directory, person, stopping.signal);
  }
  if (opencode !== null) {
    const server = await serve(opencode, { directory, plugin: PACKAGE_FOLDER, signal: stopping.signal });
    try {
      stopping.signal.throwIfAborted();
      return await inHost(server, call);
    } finally {
      await server.stop();
    }
  }
  if (host === "wanted") return callHere(call, directory, person, stopping.signal);
  throw new LabError(`Cannot ${op.name}: it asks models through OpenCode, and there is no opencode on the PATH.`, {
    advice:
      "Install it (npm install --global opencode-ai), name one with --opencode FILE, or a server with --server URL.",
  });
}

async function folder(named: string | null): Promise<string> {
  const path = await (async () => realpath(resolve(named ?? ".")))().catch(() => null);
  if (path !== null && (await stat(path)).isDirectory()) return path;
  throw new UsageError(`Cannot work in ${named ?? "the current folder"}: there is no such folder.`);
}

async function inHost(address: Parameters<typeof talkWith>[0], call: Call): Promise<CallCame> {
  const talk = await talkWith(address, { signal: stopping.signal });
  try {
    return await callIn(talk, call, person, stopping.signal);
  } finally {
    await talk.close();
  }
}

const SCRIPT = fileURLToPath(import.meta.url);

function failed(thrown: unknown): CallCame {
  const isStopped = stopping.signal.aborted && !(thrown instanceof StoppedError);
  const error = isStopped ? new StoppedError("Stopped before anything was begun.") : thrown;
  const text =
    error instanceof LabError
      ? [error.message, error.advice].filter((part) => part !== "").join("\n")
      : defectSaid("opencode-designlab", error instanceof Error ? (error.stack ?? error.message) : String(error));
  const { outcome, facts } = errorFacts(error);
  const said = {
    message: atCommand(facts.error.message, words),
    ...(facts.error.advice !== undefined && { advice: atCommand(facts.error.advice, words) }),
  };
  return { text: atCommand(text, words), outcome, facts: { error: said } };
}

/** Prints what came of a call, the reply or one JSON object, and gives the exit code. */
function told({ text, outcome, facts }: CallCame, op: string | null, json: boolean): number {
  const code = EXIT_CODES[outcome];
  const reply = clean(text).text;
  if (json) {
    return print({ ...facts, version: 1, op, outcome, exit: code, reply }, code);
  }
  const wrong = "error" in facts;
  const { stdout, stderr } = process;
  const stream = wrong ? stderr : stdout;
  person.now([]);
  stream.write(`${drawnFor(stream, reply)}\n`);
  return code;
}

/** Text as it is, and anything else as JSON. */
function print(given: string | object, code: (typeof EXIT_CODES)[ExitKind] = EXIT_CODES.answered): number {
  process.stdout.write(`${typeof given === "string" ? given : seen(JSON.stringify(given, null, 2))}\n`);
  return code;
}

/** The same JSON with every character in it as an escape that a terminal would obey, or nobody would see. */
const seen = (json: string): string =>
  json.replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, (character) =>
    [...Array(character.length).keys()].map((at) => `\\u${hex(character.charCodeAt(at))}`).join(""),
  );

const hex = (unit: number): string => unit.toString(16).padStart(4, "0");
