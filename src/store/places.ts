import { type Static, Type } from "@sinclair/typebox";
import { jsonOf } from "./files.ts";
import { type Home, projectFile, writePrivate } from "./private.ts";
import { readJson } from "./read.ts";

/** A folder below the project's root, with "/", in which the person lets documents of one kind be written. */
const Folder = Type.String({ minLength: 1, maxLength: 4_096 });
const Places = Type.Object({
  version: Type.Literal(1),
  places: Type.Object({
    decision: Type.Optional(Folder),
    tasks: Type.Optional(Folder),
    /** Where the status of tasks that lie there may be changed, and no file be added. */
    status: Type.Optional(Folder),
  }),
});
type Kind = keyof Static<typeof Places>["places"];

/** The project by its root, and whose it is: what is remembered lies with the person, where no checkout brings it. */
type Project = Home & { worktree: string };

const fileOf = ({ worktree, ...place }: Project): string => projectFile({ ...place, directory: worktree }, "places");

/** Where documents of a kind go without asking again; null where nobody said so. */
export async function rememberedFolder(project: Project, kind: Kind): Promise<string | null> {
  const read = await readJson(fileOf(project), Places);
  return read.state === "ok" ? (read.value.places[kind] ?? null) : null;
}

/** Remembers what the person allowed; where that cannot be kept the person is asked again. */
export async function rememberFolder(project: Project, kind: Kind, folder: string): Promise<void> {
  const path = fileOf(project);
  const read = await readJson(path, Places);
  const places = { ...(read.state === "ok" && read.value.places), [kind]: folder };
  await writePrivate(path, jsonOf(path, Places, { version: 1, places })).catch(() => undefined);
}
