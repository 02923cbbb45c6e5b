import { resolve } from "node:path";
import { Value } from "@sinclair/typebox/value";
import type { BoundNote } from "../artifacts/note.ts";
import type { LabError } from "../errors.ts";
import { pathInside } from "../text/path-inside.ts";
import { namedModels, problemsOf } from "./check.ts";
import { type Layered, withCheckouts, withOwn } from "./checkout.ts";
import { type Places, projectFiles, readSource, userFiles } from "./files.ts";
import { Config, type ConfigFile } from "./schema.ts";
import { configError, type Problem, type Reading, type Source, valueSource } from "./source.ts";

export type LoadRequest = Places & {
  /** The plugin's own options, the second argument that the host hands to it. */
  options?: unknown;
  /** What one call sets, as a part of the configuration. */
  args?: ConfigFile | undefined;
};

export type LoadResult = {
  config: Config;
  /** The sources that were read, the earlier the weaker: file paths, then names of what is no file. */
  sources: string[];
  /** The files that were looked for and are not there, in the order they would be read. */
  absent: string[];
  /** Models that sources of the person's own name; those of a checkout are not among them. */
  chosen: readonly string[];
  /** What came with a checkout and wanted a bound laxer than it is. */
  held: readonly BoundNote[];
  /** The file in which the person alone decides: the last of them that is there, else the first that could be. */
  own: string;
};

/**
 * The configuration: the user's files, the project's, the plugin options, the args of the call. The later wins,
 * objects merge, lists replace, and what none sets has its default. What comes with a checkout makes no bound of what is
 * spent laxer: the project's files, and the plugin options too, which the host hands over without saying whose they are.
 *
 * Throws a LabError that lists every problem of every source; a source that is there is never passed over.
 */
export function loadConfig(request: LoadRequest): LoadResult {
  const read = readSources(request);
  if (read.problems.length > 0) throw configError(read.problems);
  return resultOf(read, read.sources);
}

/** What can be had of a configuration that may be broken. `problem`: what `loadConfig` would throw; null when it is whole. */
export type ReadableConfig = LoadResult & { problem: LabError | null };

/**
 * The configuration for a call that spends nothing: sources with a mistake are left out and named, for what is stored
 * can be shown all the same. Never throws.
 */
export function readableConfig(request: LoadRequest): ReadableConfig {
  const { problems, ...read } = readSources(request);
  const whole = read.sources.filter((source) => problemsOf(source).length === 0);
  return { ...resultOf(read, whole), problem: problems.length > 0 ? configError(problems) : null };
}

/**
 * The base folder outside the project that the person's own files name; null where they name none. What lies in the
 * project, configuration and links alike, may have come with a checkout and is not the person's word.
 */
export function ownBase(places: Places): string | null {
  const { directory, worktree } = places;
  const files = userFiles(places).filter((file) => !pathInside(worktree, file));
  const sources = files.flatMap((file) => readSource(file)?.source ?? []);
  const named = sources.filter((source) => problemsOf(source).length === 0).map(({ value }) => value as ConfigFile);
  const base_dir = named.findLast(({ output }) => output?.base_dir !== undefined)?.output?.base_dir;
  const base = base_dir === undefined ? null : resolve(directory, base_dir);
  return base === null || pathInside(worktree, base) ? null : base;
}

/** `foreign`: labels of the sources that come with a checkout, or may. */
type Read = { sources: Source[]; problems: Problem[]; absent: string[]; own: string; foreign: ReadonlySet<string> };

const OPTIONS = "the plugin options in opencode.json";

function readSources(request: LoadRequest): Read {
  const readings: Reading[] = [];
  const absent: string[] = [];
  const read = (file: string) => {
    if (readings.some(({ source }) => source?.label === file)) return true;
    const reading = readSource(file);
    if (reading) readings.push(reading);
    else absent.push(file);
    return reading !== null;
  };
  const user = userFiles(request);
  const there = user.filter(read);
  const own = there.at(-1) ?? user[0] ?? "";
  // Of the project's folders the nearest with a file counts alone.
  const project = projectFiles(request);
  for (const files of project) if (files.map(read).includes(true)) break;
  const foreign = new Set([OPTIONS, ...project.flat().filter((file) => !there.includes(file))]);
  const given = [valueSource(OPTIONS, request.options), valueSource("the args of this call", request.args)];
  const sources = [...readings.flatMap(({ source }) => source ?? []), ...given.filter(({ value }) => !isEmpty(value))];
  const problems = [...readings.flatMap((reading) => reading.problems), ...sources.flatMap(problemsOf)];
  return { sources, problems, absent, own, foreign };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

function resultOf({ sources, absent, own, foreign }: Omit<Read, "problems">, usable: readonly Source[]): LoadResult {
  const nothing: Layered = { config: Value.Create(Config), held: [], setBy: {} };
  const theirs = usable.filter(({ label }) => !foreign.has(label)).reduce(withOwn, nothing);
  const layered = usable.reduce(
    (earlier, source) => (foreign.has(source.label) ? withCheckouts : withOwn)(earlier, source),
    nothing,
  );
  const whole = Value.Default(Config, structuredClone(layered.config)) as Config & { $schema?: string };
  const { $schema: _, ...config } = whole;
  const chosen = namedModels(theirs.config);
  return { config, chosen, sources: sources.map(({ label }) => label), absent, held: layered.held, own };
}
