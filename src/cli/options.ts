import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import { messageOf, UsageError } from "../errors.ts";
import { whyClosed } from "../ops/paths/named-file.ts";
import { basesUpward } from "../store/bases.ts";
import { worktreeOf } from "../store/worktree.ts";
import { DEFAULT_BASE } from "../text/hidden-part.ts";
import { pathInside } from "../text/path-inside.ts";

/** An option of the command itself, whatever it does: those of a run stand in the table of typed words. */
type Own = { name: string; takes?: string; does: string };

export const OWN_OPTIONS: readonly Own[] = [
  { name: "json", does: "one JSON object on the standard output in place of the reply" },
  { name: "yes", does: "starts at the price that would be asked about" },
  { name: "outside", does: "allows experiments in folders outside the project" },
  {
    name: "allow-config",
    takes: "SHA256",
    does: "lets the project's configuration hold as written for this call, where its SHA-256 is this one, as doctor prints it",
  },
  { name: "task-file", takes: "FILE", does: "reads the task from a file, - from the standard input" },
  { name: "dir", takes: "FOLDER", does: "works in this project in place of the current folder" },
  { name: "opencode", takes: "FILE", does: "drives this opencode in place of the one on the PATH" },
  {
    name: "server",
    takes: "URL",
    does: "drives a server that runs already, on any machine, where the plugin is configured; its password stands in OPENCODE_SERVER_PASSWORD, the key that lets you call in DESIGNLAB_DESK_KEY",
  },
];

/** Those that a study's words share; what else they take they read themselves. */
export const STUDY_OWN: readonly string[] = ["json", "yes", "dir", "opencode"];

export type OwnOptions = {
  json: boolean;
  yes: boolean;
  outside: boolean;
  /** 64 hexadecimal digits. */
  allow_config: string | null;
  task_file: string | null;
  dir: string | null;
  opencode: string | null;
  server: string | null;
};

/** A word that is not the command's own, and where it stood. */
export type Given = { word: string; at: number };

/**
 * Takes the command's own options out of what was typed, wherever they stand; what remains is for the table of typed
 * words, in its order. After `--`, which remains, nothing is an option. Throws UsageError.
 * @param names Those that count as the command's own.
 */
export function ownOptions(
  argv: readonly string[],
  names: readonly string[] = OWN_OPTIONS.map(({ name }) => name),
): { own: OwnOptions; given: Given[] } {
  const given: Given[] = [];
  const values = new Map<string, string | true>();
  const rest = argv.entries();
  let ended = false;
  for (const [at, word] of rest) {
    const [, name = "", inline] = /^--([a-z-]+)(?:=(.*))?$/su.exec(word) ?? [];
    const known = ended || !names.includes(name) ? undefined : OWN_OPTIONS.find((each) => each.name === name);
    ended ||= word === "--";
    if (known === undefined) {
      given.push({ word, at });
      continue;
    }
    if (values.has(name)) throw new UsageError(`--${name} stands twice.`);
    if (known.takes === undefined) {
      if (inline !== undefined) throw new UsageError(`--${name} takes no value, found "${inline.slice(0, 60)}".`);
      values.set(name, true);
      continue;
    }
    const value = inline ?? rest.next().value?.[1] ?? "";
    if (value === "") throw new UsageError(`--${name} needs a value: --${name} ${known.takes}.`);
    values.set(name, value);
  }
  const text = (name: string): string | null => {
    const value = values.get(name);
    return typeof value === "string" ? value : null;
  };
  const own = {
    json: values.has("json"),
    yes: values.has("yes"),
    outside: values.has("outside"),
    allow_config: sha256In(text("allow-config")),
    task_file: text("task-file"),
    dir: text("dir"),
    opencode: text("opencode"),
    server: text("server"),
  };
  return { own, given };
}

function sha256In(text: string | null): string | null {
  if (text === null || /^[0-9a-f]{64}$/iu.test(text)) return text?.toLowerCase() ?? null;
  throw new UsageError(`--allow-config needs a SHA-256 of 64 hexadecimal digits, found "${text.slice(0, 80)}".`, {
    advice: "opencode-designlab doctor prints that of the project's configuration.",
  });
}

/** An own option that stands between the words of a task of several words, where it may belong to the text; or null. */
export function optionInside(given: readonly Given[], task: unknown): string | null {
  for (let count = 2; count < given.length; count++) {
    const words = given.slice(-count);
    if (words.map(({ word }) => word).join(" ") !== task) continue;
    const gap = words.findIndex(({ at }, index) => index > 0 && at !== (words[index - 1]?.at ?? 0) + 1);
    return gap < 0 ? null : (words[gap]?.word ?? null);
  }
  return null;
}

async function whyClosedTask(file: string, directory: string): Promise<string | null> {
  // What a shell hands over is no file that a rule could name.
  if (!(await stat(file).catch(() => null))?.isFile()) return null;
  const worktree = worktreeOf(directory);
  const [path, home] = [await realpath(file), homedir()];
  const inside = pathInside(await realpath(worktree), path);
  const bases = await basesUpward(directory, worktree, [DEFAULT_BASE]);
  const at = { directory, worktree, home, env: process.env, bases };
  return whyClosed(at, inside ? file : path, { root: inside ? worktree : dirname(path) });
}

/** The most of a task that is read, bytes: what is longer belongs into files of the project. */
const MAX_TASK = 1_000_000;

/**
 * The task in a file, - for the standard input. Throws UsageError for one that cannot be read or is too long, and for one
 * that is closed to models.
 */
export async function taskIn(file: string, directory: string, signal: AbortSignal): Promise<string> {
  const why = file === "-" ? null : await whyClosedTask(resolve(file), directory);
  if (why !== null)
    throw new UsageError(`Cannot read the task in ${file}: ${why}. No model was called.`, {
      advice: "Name another file, or give the task in quotes.",
    });
  const source = file === "-" ? process.stdin : createReadStream(file);
  const stop = () => source.destroy();
  signal.addEventListener("abort", stop, { once: true });
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of source) {
      parts.push(part as Buffer);
      length += part.length;
      if (length > MAX_TASK) break;
    }
  } catch (error) {
    throw new UsageError(`Cannot read the task: ${messageOf(error)}.`);
  } finally {
    signal.removeEventListener("abort", stop);
  }
  signal.throwIfAborted();
  if (length > MAX_TASK) {
    const from = file === "-" ? "the standard input" : file;
    throw new UsageError(`Cannot read the task: at most ${MAX_TASK} bytes are needed, and ${from} has more.`);
  }
  return Buffer.concat(parts)
    .toString("utf8")
    .replace(/^\uFEFF/u, "");
}
