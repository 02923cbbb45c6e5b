import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { type ParseError, parse } from "jsonc-parser";
import { LabError, messageOf, UsageError } from "../../errors.ts";
import { leaveDeskKey } from "../reach-desk.ts";
import { type Address, USER } from "./talk.ts";

/** How long a host may take to say its version, and to listen, milliseconds. */
const VERSION_TIMEOUT = 30_000;
const START_TIMEOUT = 60_000;
/** How long a host may take to end by itself, milliseconds. */
const ENDS_WITHIN = 3_000;
/** What is kept of what a host prints while it starts, characters. */
const MAX_PRINTED = 20_000;

/** The opencode that is named, or the first on the PATH; null where there is none. Throws UsageError for a wrong one. */
export function findBinary(named: string | null, path: string): string | null {
  if (named === null) return onPath(path);
  const binary = resolve(named);
  if (!isProgram(binary)) throw new UsageError(`Cannot drive ${binary}: there is no such program.`);
  return binary;
}

/** Which generation an opencode is of, and its whole version. Throws LabError where it does not say, or is of neither. */
async function versionOf(binary: string): Promise<{ generation: 1 | 2; version: string }> {
  // What runs in the runtime that a host lends would have the host lend it too.
  const { BUN_BE_BUN: _, ...env } = process.env;
  const options = { timeout: VERSION_TIMEOUT, shell: isScript(binary), env };
  const asked = promisify(execFile)(binary, ["--version"], options);
  const { stdout } = await asked.catch((error: unknown) => {
    throw new LabError(`Cannot drive ${binary}: it does not say its version (${messageOf(error).slice(0, 200)}).`);
  });
  const found = /(?<![\d.])([12])\.\d+\.\d+\S*/u.exec(stdout);
  if (found === null)
    throw new LabError(
      `Cannot drive ${binary}: OpenCode 1 or 2 is needed, found ${JSON.stringify(stdout.slice(0, 60))}.`,
    );
  return { generation: found[1] === "1" ? 1 : 2, version: found[0] };
}

function onPath(path: string): string | null {
  const names = process.platform === "win32" ? ["opencode.exe", "opencode.cmd"] : ["opencode"];
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  const files = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return files.find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Windows starts a script of a package manager through its shell alone. */
const isScript = (binary: string): boolean => binary.endsWith(".cmd");

/**
 * Runs a host and ends it when the command that began it is gone, however that died: the pipe between them closes then.
 * All that the host starts is in the keeper's group.
 */
const KEEPER = `
const [binary, ...args] = process.argv.slice(1);
const { BUN_BE_BUN, OPENCODE_DESIGNLAB_LENT, ...env } = process.env;
const host = require("node:child_process").spawn(binary, args, {
  env,
  stdio: ["ignore", "inherit", "inherit"],
  shell: binary.endsWith(".cmd"),
});
const end = (signal) => {
  try {
    if (process.platform === "win32") host.kill(signal);
    else process.kill(-process.pid, signal);
  } catch {}
};
process.on("SIGTERM", () => {});
host.on("error", (error) => { console.error(error.message); process.exit(1); });
host.on("exit", (code) => process.exit(code ?? 1));
process.stdin.on("end", () => { end("SIGTERM"); setTimeout(end, ${ENDS_WITHIN}, "SIGKILL"); }).resume();
`;

/** A host of one's own; `gone` fires when it has ended, however it did. */
export type ServedHost = Address & { version: string; gone: AbortSignal; stop(): Promise<void> };

/**
 * Starts a host of one's own in a folder, with this package as a plugin beside those of its configuration, and resolves
 * when it listens.
 */
export async function serve(
  binary: string,
  { directory, plugin, signal }: { directory: string; plugin: string; signal: AbortSignal },
): Promise<ServedHost> {
  const { generation, version } = await versionOf(binary);
  const password = randomBytes(24).toString("base64url");
  signal.throwIfAborted();
  const content = withPlugin(process.env.OPENCODE_CONFIG_CONTENT, plugin);
  const left = await leaveDeskKey();
  const line = [binary, "serve", "--hostname", "127.0.0.1", "--port", "0"];
  const child = spawn(process.execPath, ["-e", KEEPER, ...line], {
    cwd: directory,
    // A group of its own: Ctrl-C reaches the command, which stops the run in order, and not the host at once.
    detached: process.platform !== "win32",
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      ...process.env,
      // The host takes its folder from PWD rather than from the working directory.
      PWD: directory,
      OPENCODE_CONFIG_CONTENT: content,
      OPENCODE_SERVER_USERNAME: USER,
      // The second generation makes one itself and prints it, where none is given.
      OPENCODE_SERVER_PASSWORD: generation === 1 ? password : "",
      OPENCODE_PASSWORD: "",
      ...left.env,
      OPENCODE_DISABLE_AUTOUPDATE: process.env.OPENCODE_DISABLE_AUTOUPDATE ?? "1",
    },
  });
  const ending = new AbortController();
  child.once("exit", () => ending.abort());
  const stop = async () => {
    process.off("exit", last);
    await end(child);
    await left.remove();
  };
  const last = () => killGroup(child, "SIGKILL");
  process.once("exit", last);
  try {
    const printed = await listening(child, generation, signal);
    const own = /server password (\S+)/u.exec(printed)?.[1];
    const url = /listening on (http:\/\/\S+)/u.exec(printed)?.[1] ?? "";
    const address = { generation, url, user: USER, password: own ?? password, directory, key: left.secret };
    return { ...address, version, gone: ending.signal, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What the host printed until it listened. */
function listening(child: ChildProcess, generation: 1 | 2, signal: AbortSignal): Promise<string> {
  return new Promise((done, fail) => {
    let printed = "";
    const ready = generation === 1 ? /listening on http:\S+\s/u : /server password \S+\s/u;
    const failWith = (why: string) => {
      clearTimeout(timer);
      fail(
        new LabError(`Cannot start OpenCode: ${why}.`, {
          advice: printed.trim() === "" ? "" : `It printed: ${printed.trim().slice(-500)}`,
        }),
      );
    };
    const timer = setTimeout(() => failWith(`it did not listen within ${START_TIMEOUT / 1000} s`), START_TIMEOUT);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        if (printed.length < MAX_PRINTED) printed += text;
        if (!ready.test(printed) || !printed.includes("listening on")) return;
        clearTimeout(timer);
        done(printed);
      });
    }
    signal.addEventListener("abort", () => failWith("it was stopped"), { once: true });
    child.once("error", (error) => failWith(messageOf(error)));
    child.once("exit", (code) => failWith(`it ended with ${code ?? "a signal"}`));
  });
}

/** The host's configuration from the environment with the plugin in it. Throws UsageError for one that is no object. */
function withPlugin(content: string | undefined, plugin: string): string {
  const text = content?.trim() || "{}";
  const errors: ParseError[] = [];
  const given: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || typeof given !== "object" || given === null || Array.isArray(given))
    throw new UsageError("Cannot start OpenCode: OPENCODE_CONFIG_CONTENT must be an object of JSON.");
  const { plugin: others } = given as { plugin?: unknown };
  return JSON.stringify({ ...given, plugin: [...(Array.isArray(others) ? others : []), plugin] });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  killGroup(child, "SIGTERM");
  const timer = setTimeout(() => killGroup(child, "SIGKILL"), ENDS_WITHIN);
  await gone;
  clearTimeout(timer);
  // What it began may outlive it.
  killGroup(child, "SIGKILL");
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal);
  } catch {
    // It is gone.
  }
}
