import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Task } from "../artifacts/task.ts";
import { loadArtifact } from "./artifacts.ts";
import { appendPrivate, type Home, stateFolder } from "./private.ts";
import { readRegular } from "./read.ts";
import { openSeal } from "./seal.ts";

/** An experiment's folder, and the person in whose private folder it stands what was seen; absent: nothing was. */
export type Witnessed = { dir: string; person?: Home };

/** The same, with its plan where that is read already. */
type Place = Witnessed & { task?: Pick<Task, "created_at" | "seed"> };

/** What a seal stands for: artifacts in which a person's word is kept, and what this machine did itself. */
type Said = "questions" | "vote" | "hold" | "decision" | "outcome" | "plan" | "made" | "summary" | "score";

/** The seal of what a person says just now; undefined where nobody's is there. */
export async function sealOf(place: Place, artifact: Said, said: unknown): Promise<string | undefined> {
  const { person } = place;
  if (person === undefined) return undefined;
  return (await openSeal(person)).of([await identityOf(place), artifact, said]);
}

/** Tells of what a file says whether this machine saw a person say it, by the seal that stands there; never throws. */
export async function witnessOf(
  place: Place,
  artifact: Said,
): Promise<(said: unknown, mac: string | undefined) => boolean> {
  const { person } = place;
  if (person === undefined) return () => false;
  const [seal, identity] = [await openSeal(person), await identityOf(place)];
  return (said, mac) => mac !== undefined && seal.holds([identity, artifact, said], mac);
}

/** The same of one artifact alone. */
export async function isSealed(place: Place, artifact: Said, said: unknown, mac: string | undefined): Promise<boolean> {
  return mac !== undefined && (await witnessOf(place, artifact))(said, mac);
}

/**
 * What an experiment is known by wherever its folder lies and whatever it is called by now: when it was begun, with the
 * id that it had then or, as a changed plan is written under the id of today, its seed.
 */
export async function identityOf({ dir, task: known }: Place): Promise<string> {
  const idea = await loadArtifact(dir, "idea");
  if (idea.state === "ok") return JSON.stringify([idea.value.created_at, idea.value.experiment_id]);
  const read = known ? null : await loadArtifact(dir, "task");
  const task = known ?? (read?.state === "ok" ? read.value : null);
  return task === null ? "" : JSON.stringify([task.created_at, task.seed]);
}

const Entry = Type.Object({ mac: Type.String(), over: Type.Integer({ minimum: 0 }) });
type Entry = Static<typeof Entry>;

/** What was sealed last in a journal by what this machine remembers, and how much it remembers. */
export type Last = { macs: readonly string[]; over: number };

/**
 * The last seals of an experiment's journal: without them what was said last could be taken out of it unseen. Several
 * where processes wrote at once, none where nothing is remembered.
 */
export async function lastSeals(place: Place): Promise<Last> {
  const { person } = place;
  if (person === undefined) return { macs: [], over: 0 };
  const read = await readRegular(await memoryOf(place, person));
  const lines = read.state === "ok" ? read.value.split("\n").flatMap(entryIn) : [];
  // A writer had seen all that was remembered when it read, and nothing of what came with it.
  let over = 0;
  const macs: string[] = [];
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] as Entry;
    if (at >= over) macs.push(line.mac);
    over = Math.max(over, line.over);
  }
  return { macs, over: lines.length };
}

/** Remembers a seal that stands in the journal now. Where that cannot be kept, less is noticed. */
export async function rememberSeal(place: Place, mac: string, { over }: Last): Promise<void> {
  const { person } = place;
  if (person === undefined) return;
  const line: Entry = { mac, over };
  await appendPrivate(await memoryOf(place, person), `${JSON.stringify(line)}\n`).catch(() => undefined);
}

async function memoryOf(place: Place, person: Home): Promise<string> {
  const name = createHash("sha256")
    .update(await identityOf(place))
    .digest("hex")
    .slice(0, 16);
  return join(stateFolder(person), `${name}-said.jsonl`);
}

function entryIn(line: string): Entry[] {
  try {
    const value: unknown = JSON.parse(line);
    return Value.Check(Entry, value) ? [value] : [];
  } catch {
    return [];
  }
}
