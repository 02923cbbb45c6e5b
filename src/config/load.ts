import { createHash } from "node:crypto";
import { basename, relative, resolve } from "node:path";
import { Value } from "@sinclair/typebox/value";
import type { BoundNote } from "../artifacts/note.ts";
import type { FoundPersona } from "../artifacts/persona.ts";
import type { LabError } from "../errors.ts";
import { hiddenPart } from "../text/hidden-part.ts";
import { pathInside } from "../text/path-inside.ts";
import { changesOf, type SettingChange } from "./changes.ts";
import { type Layered, withCheckouts, withOwn } from "./checkout.ts";
import { readCriteriaFile } from "./criteria-file.ts";
import {
  criteriaFileOf,
  foundFiles,
  leadsTo,
  type Places,
  projectFiles,
  realPathOf,
  rootOf,
  userFiles,
} from "./files.ts";
import { namedModels } from "./models.ts";
import { type PersonaFiles, type Personas, usablePersonas } from "./personas.ts";
import { anchorOf, type FilesRead, readingOnce } from "./reading.ts";
import { Config, type ConfigFile } from "./schema.ts";
import { configError, problemsOf, type Source, type SourceProblem, type SourceReading, valueSource } from "./source.ts";

export type LoadRequest = Places & {
  /** The plugin's own options, the second argument that the host hands to it. */
  options?: unknown;
  /** What one call sets, as a part of the configuration. */
  args?: Source;
  /** What the person allowed of the project's files: as this machine remembers it, and for this call alone. */
  allowed?: { kept: Allowance | null; said: string | null };
  /** What was read for the same call already; without it all is read. */
  read?: FilesRead;
};

/** Files of the project that a person allows: where they really lie, and what stands in them. */
export type Allowance = { paths: readonly string[]; sha256: string };

/** A file of criteria: its path, which source names it, and whether its criteria and its assertions are those that count. */
export type RubricFile = { file: string; by: string; criteria: boolean; assertions: boolean };

/** The project's files that count, and how they stand with the person. */
export type ProjectFiles = {
  files: readonly string[];
  /** Those of them that hold a persona each. */
  personas: readonly FoundPersona[];
  /** What is there beside them and is not read. */
  passed: readonly string[];
  paths: readonly string[];
  /** Of one file its own SHA-256; of several, and of personas, that of the lines of theirs, as sha256sum prints them. Null where one cannot be read. */
  sha256: string | null;
  /** `allowed` on this machine, `said` for this call; `changed` since it was allowed; `new`: nobody allowed it. */
  standing: "allowed" | "said" | "changed" | "new";
};

export type LoadResult = Personas & {
  config: Config;
  /** The sources that were read, the earlier the weaker: file paths, then names of what is no file. */
  sources: string[];
  /** The files that were looked for and are not there, in the order they would be read. */
  absent: string[];
  /** Models that sources of the person's own name; those of a checkout are not among them. */
  chosen: readonly string[];
  /** What came with a checkout and wanted a bound laxer than it is. */
  held: readonly BoundNote[];
  /** Null where no file of the project counts beside the person's own. */
  project: ProjectFiles | null;
  /** The file of criteria, and what of it counts; null where nothing of one does. */
  rubric: RubricFile | null;
  /** The file in which the person alone decides: the last of them that is there, else the first that could be. */
  own: string;
};

/**
 * The configuration: the user's files, the project's, the plugin options, the args of the call. The later wins,
 * objects merge, lists replace, and what none sets has its default. What comes with a checkout makes no bound of what is
 * spent laxer: the project's files that the person did not allow as they are, and the plugin options, which the host hands
 * over without saying whose they are.
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
export function ownBase(places: Places, read = readingOnce(places)): string | null {
  const { directory, worktree } = places;
  const files = userFiles(places).filter((file) => !pathInside(worktree, file));
  const sources = files.flatMap((file) => read.source(file)?.source ?? []);
  const named = sources.filter((source) => problemsOf(source).length === 0).map(({ value }) => value as ConfigFile);
  const base_dir = named.findLast(({ output }) => output?.base_dir !== undefined)?.output?.base_dir;
  const base = base_dir === undefined ? null : resolve(directory, base_dir);
  return base === null || pathInside(worktree, base) ? null : base;
}

/** The project's files, null where none count, and what they change. `anchor`: the path under which a yes to them is kept. */
export type ProjectChange = { project: ProjectFiles | null; changes: readonly SettingChange[]; anchor: string | null };

/** Whether the project's files hold as they are written. */
export const holdsWhole = ({ standing }: ProjectFiles): boolean => standing === "allowed" || standing === "said";

/**
 * The project's files and what it changes that the person allows them: each setting without them, now and as they have it.
 * Throws as `loadConfig` does.
 */
export function projectChange(request: LoadRequest): ProjectChange {
  const files = request.read ?? readingOnce(request);
  const read = readSources({ ...request, read: files });
  if (read.problems.length > 0) throw configError(read.problems);
  const { project, sources } = read;
  const anchor = anchorOf(request, files);
  if (project === null) return { project, changes: [], anchor };
  const others = sources.filter(({ label }) => !project.files.includes(label));
  const of = (foreign: readonly string[], usable: readonly Source[]): Config =>
    resultOf({ ...read, foreign: new Set([OPTIONS, ...foreign]) }, usable).config;
  return { project, changes: changesOf(of([], others), of(project.files, sources), of([], sources)), anchor };
}

/** `foreign`: labels of the sources that come with a checkout, or may. */
type Read = {
  places: Places;
  sources: Source[];
  problems: SourceProblem[];
  absent: string[];
  own: string;
  foreign: ReadonlySet<string>;
  project: ProjectFiles | null;
  /** The file of criteria and which source names it. */
  criteria: { label: string; by: string } | null;
  personas: PersonaFiles;
};

const OPTIONS = "the plugin options in opencode.json";

function readSources(request: LoadRequest): Read {
  const { read: files = readingOnce(request) } = request;
  const readings: SourceReading[] = [];
  const absent: string[] = [];
  const read = (file: string) => {
    if (readings.some(({ source }) => source?.label === file)) return true;
    const reading = files.source(file);
    if (reading) readings.push(reading);
    else absent.push(file);
    return reading !== null;
  };
  const user = userFiles(request);
  const there = user.filter(read);
  const own = there.at(-1) ?? user[0] ?? "";
  // Of the project's folders the nearest with a file counts alone.
  const groups = projectFiles(request);
  for (const files of groups) if (files.map(read).includes(true)) break;
  const given = [valueSource(OPTIONS, request.options), ...(request.args ? [request.args] : [])];
  const said = [...readings.flatMap(({ source }) => source ?? []), ...given.filter(({ value }) => !isEmpty(value))];
  const checkouts = [OPTIONS, ...groups.flat().filter((file) => !there.includes(file))];
  const named = criteriaFileOf(said, request);
  const isForeign = named !== null && checkouts.includes(named.by.label);
  const criteria = named && readCriteriaFile(named, { ...request, isForeign, read: files });
  const beside =
    named && isForeign && named.by.label !== OPTIONS ? { file: named.file, source: criteria?.source } : null;
  const personas = files.personas();
  const project = projectOf(request, { own: there, readings, beside, personas });
  const held = project !== null && holdsWhole(project) ? project.files : [];
  if (named && isForeign) checkouts.push(named.file);
  const foreign = new Set(checkouts.filter((label) => !held.includes(label)));
  const sources = said.flatMap((source) =>
    source === named?.by && criteria?.source ? [source, criteria.source] : [source],
  );
  const problems = [
    ...readings.flatMap((reading) => reading.problems),
    ...(criteria?.problems ?? []),
    ...sources.flatMap(problemsOf),
    ...personas.problems,
    ...misallowed(request, project),
  ];
  return {
    places: request,
    sources,
    problems,
    absent,
    own,
    foreign,
    project,
    criteria: named && { label: named.file, by: named.by.label },
    personas,
  };
}

/**
 * @param given.own The person's own files, which are not the project's where they lie in it.
 * @param given.beside A file of criteria that one of the project's files names, and which is allowed with them.
 */
function projectOf(
  request: LoadRequest,
  given: {
    own: readonly string[];
    readings: readonly SourceReading[];
    beside: { file: string; source: Source | null | undefined } | null;
    personas: PersonaFiles;
  },
): ProjectFiles | null {
  const { own, readings, beside } = given;
  const { project: personas, folder, problems } = given.personas;
  const { counting, passed } = foundFiles(request);
  const configured = counting.filter((file) => !own.includes(file));
  if (configured.length + personas.length === 0) return null;
  const read = configured.map((label) => readings.find(({ source }) => source?.label === label)?.source?.file ?? null);
  const whole = read.filter((file) => file !== null);
  const theirs = personas.map(({ file, sha256 }) => ({ file: file ?? "", sha256 }));
  const paths = [...whole.map(({ path }) => path), ...theirs.map(({ file }) => realPathOf(file))];
  const hashed = [
    ...configured.map((file, at) => ({ file, sha256: read[at]?.sha256 ?? null })),
    ...theirs,
    ...(beside === null ? [] : [{ file: beside.file, sha256: beside.source?.file?.sha256 ?? null }]),
  ];
  const files = hashed.map(({ file }) => file);
  const { kept = null, said = null } = request.allowed ?? {};
  const isBroken = folder !== null && problems.some(({ source }) => pathInside(folder, source));
  const sha256 = isBroken ? null : digestOf(hashed, folder);
  const same = sha256 !== null && kept?.sha256 === sha256 && kept.paths.join("\0") === paths.join("\0");
  const standing = same ? "allowed" : sha256 !== null && said === sha256 ? "said" : kept === null ? "new" : "changed";
  return { files, personas, passed, paths, sha256, standing };
}

/** @param folder What the files of personas are called from: they are told apart by more than their last name. */
function digestOf(files: readonly { file: string; sha256: string | null }[], folder: string | null): string | null {
  const [first] = files;
  if (files.some(({ sha256 }) => sha256 === null)) return null;
  if (first !== undefined && files.length === 1 && folder === null) return first.sha256;
  const called = (file: string): string =>
    folder !== null && pathInside(folder, file) ? relative(folder, file).replaceAll("\\", "/") : basename(file);
  const lines = files.map(({ file, sha256 }) => `${sha256}  ${called(file)}\n`);
  return createHash("sha256").update(lines.join("")).digest("hex");
}

/** What a call allows and is not there. */
function misallowed({ allowed }: LoadRequest, project: ProjectFiles | null): SourceProblem[] {
  const said = allowed?.said ?? null;
  if (said === null || said === project?.sha256) return [];
  const there =
    project === null ? "there is none" : `${project.files.join(" and ")} ${project.sha256 ?? "cannot be read"}`;
  const text = `must be the SHA-256 of the project's configuration (${there}), found ${said}`;
  return [{ source: "--allow-config", text, position: null }];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

function resultOf(
  { places, sources, absent, own, foreign, project, criteria, personas }: Omit<Read, "problems">,
  usable: readonly Source[],
): LoadResult {
  const nothing: Layered = { config: Value.Create(Config), held: [], setBy: {} };
  const theirs = usable.filter(({ label }) => !foreign.has(label)).reduce(withOwn, nothing);
  const layered = usable.reduce(
    (earlier, source) =>
      foreign.has(source.label) ? withCheckouts(earlier, source, isHiddenIn(places)) : withOwn(earlier, source),
    nothing,
  );
  const whole = Value.Default(Config, structuredClone(layered.config)) as Config & { $schema?: string };
  const { $schema: _, ...config } = whole;
  const chosen = namedModels(theirs.config);
  const held = layered.held.map((note) => {
    const { files = [], standing } = project ?? {};
    return files.includes(note.source) && (standing === "new" || standing === "changed") ? { ...note, standing } : note;
  });
  const rubric = criteria && rubricFile(criteria, usable, layered.config);
  const rubricOfAll = config.review.quantitative.criteria;
  const allowed = project !== null && holdsWhole(project);
  return {
    ...usablePersonas(personas, { rubric: rubricOfAll, allowed }),
    ...{ config, chosen, sources: sources.map(({ label }) => label), absent, held, project, rubric, own },
  };
}

/** Whether a folder of the project, past every link, is hidden. */
const isHiddenIn = (places: Places) => {
  const root = realPathOf(rootOf(places));
  return (folder: string): boolean => {
    const real = leadsTo(resolve(places.directory, folder));
    return pathInside(root, real) && hiddenPart(relative(root, real).replaceAll("\\", "/")) !== null;
  };
};

/** What of a file of criteria counts; null for nothing. */
function rubricFile(
  { label, by }: { label: string; by: string },
  usable: readonly Source[],
  { review }: Config,
): RubricFile | null {
  const value = usable.find((source) => source.label === label)?.value as ConfigFile | undefined;
  const of = value?.review;
  const criteria =
    of?.quantitative?.criteria !== undefined && of.quantitative.criteria === review.quantitative.criteria;
  const assertions = of?.assertions !== undefined && of.assertions === review.assertions;
  return criteria || assertions ? { file: label, by, criteria, assertions } : null;
}
