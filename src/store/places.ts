import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { jsonOf, keepAside, refuseLinked, writePlain } from "./files.ts";
import { readJson } from "./read.ts";

/** A folder below the project's root, with "/", in which the person lets documents of one kind be written. */
const Folder = Type.String({ minLength: 1, maxLength: 4_096 });
const Places = Type.Object({
  version: Type.Literal(1),
  places: Type.Object({ decision: Type.Optional(Folder), tasks: Type.Optional(Folder) }),
});
type Kind = keyof Static<typeof Places>["places"];

const pathIn = (base: string): string => join(base, "places.json");

/** Where documents of a kind go without asking again; null where nobody said so. */
export async function rememberedFolder(base: string, kind: Kind): Promise<string | null> {
  const read = await readJson(pathIn(base), Places);
  return read.state === "ok" ? (read.value.places[kind] ?? null) : null;
}

/** Remembers what the person allowed in a base folder that is there. A copy of a file that is no such list is kept. */
export async function rememberFolder(base: string, kind: Kind, folder: string): Promise<void> {
  const path = pathIn(base);
  await refuseLinked(base, path);
  const read = await readJson(path, Places);
  if (read.state === "unusable") await keepAside(path);
  const places = { ...(read.state === "ok" && read.value.places), [kind]: folder };
  await writePlain(base, path, jsonOf(path, Places, { version: 1, places }));
}
