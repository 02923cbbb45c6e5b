import { join } from "node:path";
import pLimit from "p-limit";
import { exceededBound } from "../artifacts/bounds.ts";
import type { Decision } from "../artifacts/decision.ts";
import type { Design } from "../artifacts/design.ts";
import type { Hold } from "../artifacts/hold.ts";
import type { Look } from "../artifacts/look.ts";
import type { Problem, Stale } from "../artifacts/problem.ts";
import type { ArtifactKind } from "../artifacts/stages/stages.ts";
import type { Task } from "../artifacts/task.ts";
import type { TaskPlan } from "../artifacts/task-plan.ts";
import type { Vote } from "../artifacts/vote.ts";
import { LabError } from "../errors.ts";
import {
  ARTIFACTS,
  type Artifact,
  type ArtifactKey,
  LISTED,
  type ListedKind,
  PARENTS,
  type Parent,
  rowOf,
  wantedOf,
} from "./artifact-kinds.ts";
import type { Experiment } from "./experiment.ts";
import { keepAside, writeJson } from "./files.ts";
import { type ReadResult, readJson } from "./read.ts";
import { staleOf, votersIn } from "./votes.ts";

/** What an experiment holds today. Stale artifacts were made against another text: they are kept, named and not used. */
export type Artifacts = { [K in ListedKind as `${K}s`]: Artifact<K>[] } & {
  stale: Stale[];
  /** What people said of the designs, by name; half of it too. */
  votes: Vote[];
  /** What held a ranking back, or does. */
  hold?: Hold;
  /** What spares evaluations; absent where nobody has looked. */
  look?: Look;
  /** What was decided; absent where nothing is. */
  decision?: Decision;
  /** What the chosen design was broken into; absent where nothing is planned. */
  plan?: TaskPlan;
  /** Files that are there and cannot be used. */
  problems: Problem[];
};

/** Where an artifact of an experiment lies. */
export function pathOf(dir: string, kind: ArtifactKind, key: Partial<ArtifactKey> = {}): string {
  return join(dir, ARTIFACTS[kind].path({ design_id: "", reviewer_id: "", ...key }));
}

/**
 * Writes one artifact under the name that its own ids give it. What stood there before stays beside it, under the path
 * that is returned; null when nothing had to be kept.
 */
export async function saveArtifact<K extends ArtifactKind>(
  dir: string,
  kind: K,
  value: Artifact<K>,
): Promise<string | null> {
  const { schema, bounds, keepsOld } = rowOf(kind);
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
  const { schema, bounds } = rowOf(kind);
  const read = await readJson(path, schema, { within: dir, bounds });
  if (read.state !== "unusable") return read as ReadResult<Artifact<K>>;
  return { state: "unusable", problem: { ...read.problem, artifact: kind } };
}

/** How many artifacts are read at a time. */
export const OPEN_FILES = 16;

/**
 * Reads every artifact that the plan in task.json wants, in the plan's order. A review or a score of a design that is
 * not there counts as not there.
 */
export async function loadArtifacts({ dir, task }: Pick<Experiment, "dir" | "task">): Promise<Artifacts> {
  const loaded: Artifacts = { designs: [], reviews: [], scores: [], votes: [], stale: [], problems: [] };
  const designOf = ({ design_id }: ArtifactKey) => loaded.designs.find((design) => design.design_id === design_id);
  const inTurn = pLimit(OPEN_FILES);
  const today = hashesOf(task);
  for (const kind of LISTED) {
    const list = loaded[`${kind}s`] as unknown[];
    const keys = wantedOf(kind, task).filter((key) => ARTIFACTS[kind].each !== "cell" || designOf(key));
    const reads = await inTurn.map(keys, async (key) => ({ key, read: await loadArtifact(dir, kind, key) }));
    for (const { key, read } of reads) {
      const design = designOf(key);
      if (read.state === "missing") continue;
      if (read.state === "unusable") {
        loaded.problems.push(read.problem);
        continue;
      }
      const path = pathOf(dir, kind, key);
      const changed = design && changedParent(kind, read.value, (parent) => today(parent, design));
      const own = { ...read.value, ...idsOf(kind, key) };
      const misfit = rowOf(kind).misfit?.(own, task);
      if (changed) loaded.stale.push({ kind: "stale", artifact: kind, ...key, path, changed });
      else if (misfit) loaded.problems.push({ kind: "misfit", artifact: kind, path, ...misfit });
      else list.push(own);
    }
  }
  const look = await loadArtifact(dir, "look");
  if (look.state === "ok") {
    const other = loaded.designs.find((design) => isOther(look.value, design, today("design", design)));
    const path = pathOf(dir, "look");
    if (other === undefined) loaded.look = look.value;
    else loaded.stale.push({ kind: "stale", artifact: "look", ...idsOfNone(other), path, changed: "design" });
  }
  if (look.state === "unusable") loaded.problems.push(look.problem);
  const hold = await loadArtifact(dir, "hold");
  if (hold.state === "ok") loaded.hold = hold.value;
  if (hold.state === "unusable") loaded.problems.push(hold.problem);
  await loadVotes(dir, task, loaded);
  const decision = await loadArtifact(dir, "decision");
  if (decision.state === "ok") loaded.decision = decision.value;
  if (decision.state === "unusable") loaded.problems.push(decision.problem);
  const plan = await loadArtifact(dir, "plan");
  if (plan.state === "ok") loaded.plan = plan.value;
  if (plan.state === "unusable") loaded.problems.push(plan.problem);
  return loaded;
}

/** Adds what people said. A file is what its name says. */
async function loadVotes(dir: string, task: Task, loaded: Artifacts): Promise<void> {
  const { ids, problems } = await votersIn(dir);
  loaded.problems.push(...problems);
  const reads = await pLimit(OPEN_FILES).map(ids, (reviewer_id) => loadArtifact(dir, "vote", { reviewer_id }));
  for (const [at, read] of reads.entries()) {
    const reviewer_id = ids[at] ?? "";
    const path = pathOf(dir, "vote", { reviewer_id });
    if (read.state === "unusable") loaded.problems.push(read.problem);
    if (read.state !== "ok") continue;
    const vote = { ...read.value, reviewer_id };
    const misfit = rowOf("vote").misfit?.(vote, task);
    if (misfit) {
      loaded.problems.push({ kind: "misfit", artifact: "vote", path, ...misfit });
      continue;
    }
    loaded.votes.push(vote);
    loaded.stale.push(...staleOf(vote, path, task, loaded.designs));
  }
}

/** Whether a look was at another text of a design than the one of today. */
function isOther({ designs }: Look, { design_id }: Design, today: string): boolean {
  return designs.some((each) => each.design_id === design_id && each.design_sha256 !== today);
}

const idsOfNone = ({ design_id }: Design): ArtifactKey => ({ design_id, reviewer_id: "" });

/** Hashes of what artifacts were made against as it is today, each worked out once however many cells ask. */
function hashesOf(task: Task): (parent: Parent, design: Design) => string {
  const known = new Map<Task | Design, string>();
  return (parent, design) => {
    const of = parent === "design" ? design : task;
    const hash = known.get(of) ?? PARENTS[parent].today(task, design);
    known.set(of, hash);
    return hash;
  };
}

/** The first parent that is another today than when the artifact was made; null when none is. */
function changedParent(
  kind: ListedKind,
  { provenance }: Artifact<ListedKind>,
  today: (parent: Parent) => string,
): Parent | null {
  const made = provenance as Readonly<Record<string, unknown>>;
  return rowOf(kind).parents.find((name) => made[PARENTS[name].hash] !== today(name)) ?? null;
}

/** A file is what its name says: ids that a person wrote into it do not count. */
function idsOf(kind: ListedKind, { design_id, reviewer_id }: ArtifactKey): Partial<ArtifactKey> {
  return ARTIFACTS[kind].each === "cell" ? { design_id, reviewer_id } : { design_id };
}
