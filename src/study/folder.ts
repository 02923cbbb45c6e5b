import { lstat, readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { BOUNDS } from "../artifacts/bounds.ts";
import type { Problem } from "../artifacts/problem.ts";
import { STUDY_NAME, type StudyBundle } from "../artifacts/study.ts";
import { LabError, UsageError } from "../errors.ts";
import { jsonOf, refuseLinked, writePlain } from "../store/files.ts";
import { paths } from "../store/paths.ts";
import type { Home } from "../store/private.ts";
import { kindOf, readJson } from "../store/read.ts";
import { openSeal } from "../store/seal.ts";
import { makeStudyFolder } from "../store/whole-folder.ts";

/** A study as a project keeps it: `<base>/studies/<name>-<first 8 of its hash>/`. */
export type StudyPlace = { path: string; base: string; name: string; hash: string; added: string };

/**
 * Which study a folder is of, and where its queue is: "queue.sqlite" in that very folder, else an address without a
 * password. Sealed by the machine that named the queue: a checkout must not have the command call at anybody's address.
 */
const KeptQueue = Type.Object(
  {
    version: Type.Literal(1),
    name: Type.String({ pattern: STUDY_NAME }),
    hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    queue: Type.String({ minLength: 1, maxLength: 4_096 }),
    added: Type.String({ maxLength: 40 }),
    mac: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  },
  { additionalProperties: false },
);

/** The queue of a study that has a file of its own, and what SQLite puts beside it. */
export const QUEUE_FILE = "queue.sqlite";
const QUEUE_FILES = [QUEUE_FILE, ...["-wal", "-shm", "-journal"].map((part) => `${QUEUE_FILE}${part}`)];
const keptPath = (folder: string): string => join(folder, "queue.json");
const FOLDER = /^[a-z0-9-]{1,60}-[0-9a-f]{8}$/u;
/** Folders of studies that are looked at; whoever has more of them moves some away. */
const MAX_STUDIES = 1_000;

/** What a study's folder is called. */
export const studyFolderName = ({ name }: Pick<StudyBundle, "name">, hash: string): string =>
  `${name}-${hash.slice(0, 8)}`;

/**
 * Makes the folder of a study, where it is not there, and keeps in it where its queue is from now on. Throws LabError
 * where something else stands in its place, or a queue that a checkout brought.
 * @param queue An address without a password; null for a file in the folder itself.
 */
export async function keepStudy(
  base: string,
  { name, hash }: { name: string; hash: string },
  { queue, gitignore, person, now }: { queue: string | null; gitignore: boolean; person: Home; now: () => Date },
): Promise<StudyPlace> {
  const path = await makeStudyFolder(base, studyFolderName({ name }, hash), gitignore);
  const before = await readKept(path);
  if (queue === null && !(before.state === "ok" && (await isNamedHere(before.value, person))))
    await refuseBrought(path);
  const added = before.state === "ok" ? before.value.added : now().toISOString();
  const said = { name, hash, queue: queue ?? QUEUE_FILE };
  const mac = (await openSeal(person)).of(sealedOf(said));
  await writePlain(base, keptPath(path), jsonOf(keptPath(path), KeptQueue, { version: 1, ...said, added, mac }));
  return { path, base, name, hash, added };
}

const sealedOf = ({ hash, queue }: { hash: string; queue: string }) => ["study-queue", hash, queue];
const isNamedHere = async (kept: Static<typeof KeptQueue>, person: Home): Promise<boolean> =>
  (await openSeal(person)).holds(sealedOf(kept), kept.mac);

/** What a queue holds that nobody here began would count as done, and through a link it would be written elsewhere. */
async function refuseBrought(path: string): Promise<void> {
  for (const file of QUEUE_FILES.map((name) => join(path, name)))
    if ((await lstat(file).catch(() => null)) !== null)
      throw new LabError(
        `Cannot begin the queue of ${basename(path)}: ${file} is there, and this machine did not begin it.`,
        {
          advice: `Remove it, or where it is yours name it: --queue ${join(path, QUEUE_FILE)}`,
        },
      );
}

/** Every study of these base folders, the newest first, and what is wrong with folders that are none any more. */
export async function listStudies(
  bases: readonly string[],
  now: () => Date,
): Promise<{ studies: StudyPlace[]; problems: Problem[] }> {
  const studies: StudyPlace[] = [];
  const problems: Problem[] = [];
  for (const base of bases) {
    const within = paths.studies(base);
    const found = await lstat(within).catch(() => null);
    if (found === null) continue;
    if (!found.isDirectory()) {
      problems.push({ kind: "not-a-file", path: within, found: kindOf(found) });
      continue;
    }
    const entries = await readdir(within, { withFileTypes: true }).catch(() => []);
    const names = entries.filter((each) => each.isDirectory() && FOLDER.test(each.name)).map((each) => each.name);
    for (const name of names.sort().slice(0, MAX_STUDIES)) {
      const read = await readKept(join(within, name));
      if (read.state === "unusable") problems.push(read.problem);
      // A folder is what its name says: one that says another study is no study's.
      if (read.state === "ok" && studyFolderName(read.value, read.value.hash) === name)
        studies.push({ path: join(within, name), base, ...pick(read.value) });
    }
  }
  const at = ({ added }: StudyPlace): number => {
    const made = Date.parse(added);
    return made <= now().getTime() ? made : 0;
  };
  return { studies: studies.sort((a, b) => at(b) - at(a) || (a.path < b.path ? -1 : 1)), problems };
}

const pick = ({ name, hash, added }: Static<typeof KeptQueue>) => ({ name, hash, added });

/** Whether a person means this study: by its name, its hash or eight or more of its first, or its folder. */
export function isStudy({ name, hash }: { name: string; hash: string }, reference: string): boolean {
  const asked = reference.toLowerCase();
  // Whoever writes a queue calls a study as they like, and a whole hash is what is consented to.
  if (/^[0-9a-f]{64}$/u.test(asked)) return hash === asked;
  return (
    asked === name ||
    asked === studyFolderName({ name }, hash) ||
    (/^[0-9a-f]{8,63}$/u.test(asked) && hash.startsWith(asked))
  );
}

/**
 * The study that a person means, the newest where nothing is said; null where there is none at all. Throws UsageError
 * where that names none, or several.
 */
export function meantStudy<T extends { name: string; hash: string }>(
  studies: readonly T[],
  reference: string | null,
  where: string,
): T | null {
  if (reference === null) return studies[0] ?? null;
  const found = studies.filter((each) => isStudy(each, reference));
  const hashes = new Set(found.map(({ hash }) => hash));
  const [first] = found;
  if (first !== undefined && hashes.size === 1) return first;
  const known = (hashes.size > 1 ? found : studies).slice(0, 5).map((each) => studyFolderName(each, each.hash));
  const shown = reference.length > 100 ? `${reference.slice(0, 97)}...` : reference;
  if (hashes.size > 1)
    throw new UsageError(`"${shown}" names ${hashes.size} studies ${where}: ${known.join(", ")}.`, {
      advice: "Give one of these, or its hash.",
    });
  throw new UsageError(
    `There is no study "${shown}" ${where}. ${known.length > 0 ? `There are: ${known.join(", ")}.` : "There is none yet."}`,
    { advice: "A study is named by its name, or by 8 or more digits of its hash." },
  );
}

/**
 * Where the queue of a study is: the path of a file, or an address without a password. Throws LabError where this
 * machine did not name it, or where something else stands in place of the file.
 */
export async function queueOf({ path, base, hash }: StudyPlace, person: Home): Promise<string> {
  const read = await readKept(path);
  const kept = read.state === "ok" ? read.value : null;
  if (kept === null || kept.hash !== hash || !(await isNamedHere(kept, person)))
    throw new LabError(
      `Cannot open the queue of ${basename(path)}: this machine did not name it, so its file may be anybody's.`,
      {
        advice: "Name it: --queue FILE, or --queue postgres://….",
        ...(read.state === "unusable" && { problems: [read.problem] }),
      },
    );
  if (kept.queue !== QUEUE_FILE) return kept.queue;
  const file = join(path, QUEUE_FILE);
  for (const name of QUEUE_FILES) await refuseLinked(base, join(path, name));
  if ((await lstat(file).catch(() => null)) === null)
    throw new LabError(`Cannot open the queue of ${basename(path)}: ${file} is gone.`, {
      advice: "Put it back, or name where the queue is now: --queue FILE.",
    });
  return resolve(file);
}

const readKept = (folder: string) =>
  readJson(keptPath(folder), KeptQueue, { within: folder, bounds: BOUNDS.ledger_line });
