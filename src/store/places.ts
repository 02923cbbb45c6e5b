import { type Static, Type } from "@sinclair/typebox";
import { jsonOf } from "./files.ts";
import { type Home, projectFile, writePrivate } from "./private.ts";
import { readJson } from "./read.ts";

/** Folders that are remembered of one kind. */
const MAX_FOLDERS = 50;
/** Folders below the project's root, with "/", in which the person lets documents of one kind be written, the last one last. */
const Folders = Type.Array(Type.String({ minLength: 1, maxLength: 4_096 }), { maxItems: MAX_FOLDERS });
const Places = Type.Object({
  version: Type.Literal(2),
  places: Type.Object({
    decision: Type.Optional(Folders),
    tasks: Type.Optional(Folders),
    brief: Type.Optional(Folders),
    /** Where documents of chosen designs go, apart from their records. */
    design: Type.Optional(Folders),
    /** Where records of decisions that lie there may be changed, and none be added. */
    record: Type.Optional(Folders),
    /** Where the status of tasks that lie there may be changed, and no file be added. */
    status: Type.Optional(Folders),
    /** Hidden folders in which experiments may be made. */
    experiments: Type.Optional(Folders),
    /** Where PROJECT.md and lessons.md lie in place of the base folder. */
    memory: Type.Optional(Folders),
  }),
});
export type Kind = keyof Static<typeof Places>["places"];

/** The project by its root, and whose it is: what is remembered lies with the person, where no checkout brings it. */
type Project = Home & { worktree: string };

const fileOf = ({ worktree, ...place }: Project): string => projectFile({ ...place, directory: worktree }, "places");

async function placesIn(project: Project): Promise<Static<typeof Places>["places"]> {
  const read = await readJson(fileOf(project), Places);
  return read.state === "ok" ? read.value.places : {};
}

/** Where documents of a kind go without asking again, the last that was allowed; null where nobody said so. */
export async function recallFolder(project: Project, kind: Kind): Promise<string | null> {
  return (await placesIn(project))[kind]?.at(-1) ?? null;
}

/** All folders where the person allowed documents of a kind, below the project's root. */
export async function recallFolders(project: Project, kind: Kind): Promise<readonly string[]> {
  return (await placesIn(project))[kind] ?? [];
}

/** Whether the person allowed documents of one of these kinds in a folder. */
export async function isAllowedIn(project: Project, kinds: readonly Kind[], folder: string): Promise<boolean> {
  const places = await placesIn(project);
  return kinds.some((kind) => places[kind]?.includes(folder));
}

/** Remembers what the person allowed; where that cannot be kept the person is asked again. */
export async function rememberFolder(project: Project, kind: Kind, folder: string): Promise<void> {
  const path = fileOf(project);
  const before = await placesIn(project);
  const folders = [...(before[kind] ?? []).filter((each) => each !== folder), folder].slice(-MAX_FOLDERS);
  const whole = { version: 2, places: { ...before, [kind]: folders } } as const;
  await writePrivate(path, jsonOf(path, Places, whole)).catch(() => undefined);
}
