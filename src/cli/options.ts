import { parseArgs } from "node:util";
import { UsageError } from "../errors.ts";

/** An option of the command itself, whatever it does: those of a run stand in the table of typed words. */
type Own = { name: string; short?: string; takes?: string; does: string };

export const OWN_OPTIONS: readonly Own[] = [
  { name: "json", does: "one JSON object on the standard output in place of the reply" },
  { name: "yes", short: "y", does: "starts at the price that would be asked about" },
  { name: "outside", does: "allows experiments in folders outside the project" },
  { name: "task-file", takes: "FILE", does: "reads the task from a file, - from the standard input" },
  { name: "dir", takes: "FOLDER", does: "works in this project in place of the current folder" },
  { name: "opencode", takes: "FILE", does: "drives this opencode in place of the one on the PATH" },
  {
    name: "server",
    takes: "URL",
    does: "drives a server that runs already, on any machine, where the plugin is configured; its password stands in OPENCODE_SERVER_PASSWORD",
  },
];

export type OwnOptions = {
  json: boolean;
  yes: boolean;
  outside: boolean;
  task_file: string | null;
  dir: string | null;
  opencode: string | null;
  server: string | null;
};

/**
 * Takes the command's own options out of what was typed, wherever they stand; what remains is for the table of typed
 * words, in its order. After `--` nothing is an option of the command. Throws UsageError.
 */
export function ownOptions(argv: readonly string[]): { own: OwnOptions; words: string[] } {
  const options = Object.fromEntries(
    OWN_OPTIONS.map(({ name, short, takes }) => [
      name,
      { type: takes === undefined ? ("boolean" as const) : ("string" as const), ...(short !== undefined && { short }) },
    ]),
  );
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const taken = new Set<number>();
  const values = new Map<string, string | true>();
  for (const token of tokens) {
    if (token.kind === "option-terminator") taken.add(token.index);
    if (token.kind !== "option") continue;
    const known = OWN_OPTIONS.find(({ name }) => name === token.name);
    if (known === undefined) continue;
    if (known.takes !== undefined && (token.value === undefined || token.value === ""))
      throw new UsageError(`--${known.name} needs a value: --${known.name} ${known.takes}.`);
    if (known.takes === undefined && token.value !== undefined)
      throw new UsageError(`--${known.name} takes no value, found "${token.value.slice(0, 60)}".`);
    if (values.has(known.name)) throw new UsageError(`--${known.name} stands twice.`);
    taken.add(token.index);
    if (token.value !== undefined && token.inlineValue === false) taken.add(token.index + 1);
    values.set(known.name, token.value ?? true);
  }
  const text = (name: string): string | null => {
    const value = values.get(name);
    return typeof value === "string" ? value : null;
  };
  const own = {
    json: values.has("json"),
    yes: values.has("yes"),
    outside: values.has("outside"),
    task_file: text("task-file"),
    dir: text("dir"),
    opencode: text("opencode"),
    server: text("server"),
  };
  return { own, words: argv.filter((_, at) => !taken.has(at)) };
}
