import { mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import pLimit from "p-limit";
import { exceededBound } from "../artifacts/bounds.ts";
import type { Design } from "../artifacts/design.ts";
import type { Problem } from "../artifacts/problem.ts";
import { type ArtifactKey, PARENTS, type Parent } from "../artifacts/stages/file-row.ts";
import { ARTIFACTS, type Artifact, type Artifacts, kindRow, wantedOf } from "../artifacts/stages/files.ts";
import { ARTIFACT_KINDS, type ArtifactKind } from "../artifacts/stages/stages.ts";
import type { Task } from "../artifacts/task.ts";
import { LabError } from "../errors.ts";
import type { Experiment } from "./experiment.ts";
import { keepAside, refuseLinked, writeJson } from "./files.ts";
import { paths } from "./paths.ts";
import { type ReadResult, readJson } from "./read.ts";

/** Where an artifact of an experiment lies. */
export function pathOf(dir: string, kind: ArtifactKind, key: Partial<ArtifactKey> = {}): string {
  return join(dir, ARTIFACTS[kind].path({ design_id: "", reviewer_id: "", ...key }));
}

/** The folders in which artifacts lie of which an experiment has several, by their paths in it. */
const FOLDERS = [
  ...new Set(
    ARTIFACT_KINDS.filter((kind) => kindRow(kind).each !== "experiment").map((kind) => dirname(pathOf("", kind))),
  ),
];

/** Where an experiment's designs, reviews, scores and votes lie: a folder has another stamp once one came. */
export const artifactFolders = (dir: string): string[] => FOLDERS.map((folder) => join(dir, folder));

/**
 * Writes one artifact under the name that its own ids give it. What stood there before stays beside it, under the path
 * that is returned; null when nothing had to be kept.
 */
export async function saveArtifact<K extends ArtifactKind>(
  dir: string,
  kind: K,
  value: Artifact<K>,
): Promise<string | null> {
  const { schema, bounds, keepsOld } = kindRow(kind);
  const path = pathOf(dir, kind, value as Partial<ArtifactKey>);
  const reason = exceededBound(value, bounds);
  if (reason !== null) throw new LabError(`Cannot write ${path}: it holds too much: ${reason}`);
  const kept = keepsOld(value) ? await keepAside(path) : null;
  await writeJson(path, schema, value);
  return kept;
}

/** Reads one artifact back. */
export async function loadArtifact<K extends ArtifactKind>(
  dir: string,
  kind: K,
  key: Partial<ArtifactKey> = {},
): Promise<ReadResult<Artifact<K>>> {
  const path = pathOf(dir, kind, key);
  const { schema, bounds } = kindRow(kind);
  const read = await readJson(path, schema, { within: dir, bounds });
  if (read.state !== "unusable") return read as ReadResult<Artifact<K>>;
  return { state: "unusable", problem: { ...read.problem, artifact: kind } };
}

/** How many artifacts are read at a time. */
export const OPEN_FILES = 16;

/**
 * Reads every artifact that is read with its experiment, in the plan's order. A review or a score of a design that is
 * not there counts as not there.
 */
export async function loadArtifacts({ dir, task }: Pick<Experiment, "dir" | "task">): Promise<Artifacts> {
  const loaded: Artifacts = { designs: [], reviews: [], scores: [], votes: [], stale: [], problems: [] };
  const { designs, stale, problems } = loaded;
  const inTurn = pLimit(OPEN_FILES);
  const today = hashesOf(task);
  for (const kind of ARTIFACT_KINDS) {
    const { each, together, misfit: misfitOf, changed } = kindRow(kind);
    if (!together) continue;
    const keys = each === "person" ? await peopleIn(dir, problems) : wantedOf(kind, task);
    const designOf = ({ design_id }: ArtifactKey) => designs.find((design) => design.design_id === design_id);
    const wanted = keys.filter((key) => each !== "cell" || designOf(key));
    const reads = await inTurn.map(wanted, async (key) => ({ key, read: await loadArtifact(dir, kind, key) }));
    for (const { key, read } of reads) {
      if (read.state === "unusable") problems.push(read.problem);
      if (read.state !== "ok") continue;
      const path = pathOf(dir, kind, key);
      const own = { ...read.value, ...idsOf(kind, key) };
      const design = designOf(key);
      const parent = design && changedParent(kind, own, (name) => today(name, design, key.reviewer_id));
      const misfit = parent ? null : misfitOf?.(own, task);
      if (misfit) {
        problems.push({ kind: "misfit", artifact: kind, path, ...misfit });
        continue;
      }
      const since = parent ? [{ ...key, changed: parent }] : (changed?.(own, task, designs) ?? []);
      stale.push(...since.map((each) => ({ kind: "stale" as const, artifact: kind, path, ...each })));
      // Half of what a person said may hold still.
      if (since.length === 0 || each === "person") put(loaded, kind, own);
    }
  }
  return loaded;
}

/** Who said something, and what is wrong with that list. */
async function peopleIn(dir: string, problems: Problem[]): Promise<ArtifactKey[]> {
  const voters = await votersIn(dir);
  problems.push(...voters.problems);
  return voters.ids.map((reviewer_id) => ({ design_id: "", reviewer_id }));
}

function put(loaded: Artifacts, kind: ArtifactKind, value: unknown): void {
  const all = loaded as unknown as Record<string, unknown>;
  if (ARTIFACTS[kind].each === "experiment") all[kind] = value;
  else (all[`${kind}s`] as unknown[]).push(value);
}

/** Hashes of what artifacts were made against as it is today, each worked out once however many cells ask. */
function hashesOf(task: Task): (parent: Parent, design: Design, reviewer_id: string) => string {
  const known = new Map<string | Design, string>();
  return (parent, design, reviewer_id) => {
    const of = parent === "design" ? design : reviewer_id;
    const hash = known.get(of) ?? PARENTS[parent].today(task, design, reviewer_id);
    known.set(of, hash);
    return hash;
  };
}

/** The first parent that is another today than when the artifact was made; null when none is. */
function changedParent(kind: ArtifactKind, made: object, today: (parent: Parent) => string): Parent | null {
  const { provenance = {} } = made as { provenance?: Readonly<Record<string, unknown>> };
  return kindRow(kind).parents.find((name) => provenance[PARENTS[name].hash] !== today(name)) ?? null;
}

/** A file is what its name says: ids that a person wrote into it do not count. */
function idsOf(kind: ArtifactKind, { design_id, reviewer_id }: ArtifactKey): Partial<ArtifactKey> {
  const { each } = ARTIFACTS[kind];
  return {
    ...((each === "cell" || each === "designer") && { design_id }),
    ...((each === "cell" || each === "person") && { reviewer_id }),
  };
}

/** People of one experiment; the votes of more are named and left out. */
export const MAX_PEOPLE = 100;

/** Makes the folder of an experiment in which votes lie, and that in which a person's blind texts do; returns both. Throws LabError where one is a link. */
export async function makeVotes(dir: string, reviewer_id = ""): Promise<{ votes: string; blind: string }> {
  const [votes, blind] = [join(dir, "votes"), paths.blindFolder(dir, reviewer_id)];
  await refuseLinked(dir, join(reviewer_id === "" ? votes : blind, "any"));
  await mkdir(reviewer_id === "" ? votes : blind, { recursive: true });
  return { votes, blind };
}

/** Whose votes lie in an experiment's folder, by name, as many as are read; of more it says so. */
export async function votersIn(dir: string): Promise<{ ids: string[]; problems: Problem[] }> {
  const path = join(dir, "votes");
  const entries = await readdir(path).catch(() => []);
  const ids = entries.flatMap((name) => /^vote-(.{1,200})\.json$/u.exec(name)?.[1] ?? []).sort();
  const reason = `At most ${MAX_PEOPLE} people judge an experiment, found ${ids.length}`;
  const problems: Problem[] =
    ids.length > MAX_PEOPLE ? [{ kind: "out-of-bounds", artifact: "vote", path, reason }] : [];
  return { ids: ids.slice(0, MAX_PEOPLE), problems };
}

/** Who was shown the designs of an experiment under letters of their own, by ids. */
export async function readShown(dir: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(join(dir, "votes")).catch(() => []);
  return new Set(
    entries.flatMap((name) => /^(?:vote-(?=.*\.json$)|blind-)(.{1,200}?)(?:\.json)?$/u.exec(name)?.[1] ?? []),
  );
}
