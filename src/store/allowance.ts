import { type Static, Type } from "@sinclair/typebox";
import { type Home, projectFile, takePrivate, writePrivate } from "./private.ts";
import { readJson } from "./read.ts";
import { openSeal } from "./seal.ts";

const Kept = Type.Object({
  version: Type.Literal(1),
  /** The files that were allowed together, past every link. */
  paths: Type.Array(Type.String(), { minItems: 1, maxItems: 500 }),
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  mac: Type.String(),
});
type Kept = Static<typeof Kept>;

/** What of a project's files the person allowed as it stood. */
type Allowed = Pick<Kept, "paths" | "sha256">;

const sealed = ({ paths, sha256 }: Allowed) => ({ word: "config", paths, sha256 });
const fileOf = (person: Home, anchor: string): string => projectFile({ ...person, directory: anchor }, "config");

/**
 * What the person allowed of a project's files, sealed on this machine; null where nothing was.
 * @param anchor The path under which it is kept: whatever files join or leave, there is one yes for a project.
 */
export async function readAllowance(person: Home, anchor: string | null): Promise<Allowed | null> {
  if (anchor === null) return null;
  const read = await readJson(fileOf(person, anchor), Kept);
  if (read.state !== "ok") return null;
  return (await openSeal(person)).holds(sealed(read.value), read.value.mac) ? read.value : null;
}

/** Remembers that the person allowed these files as they stand. Rejects where the private folder cannot be written. */
export async function keepAllowance(person: Home, anchor: string, { paths, sha256 }: Readonly<Allowed>): Promise<void> {
  const mac = (await openSeal(person)).of(sealed({ paths, sha256 }));
  const kept: Kept = { version: 1, paths, sha256, mac };
  await writePrivate(fileOf(person, anchor), `${JSON.stringify(kept)}\n`);
}

/** Forgets it. */
export async function dropAllowance(person: Home, anchor: string): Promise<void> {
  await takePrivate(fileOf(person, anchor));
}
