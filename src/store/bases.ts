import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { Type } from "@sinclair/typebox";
import { jsonOf, keepAside, refuseLinked, writePlain } from "./files.ts";
import { readJson } from "./read.ts";

const Bases = Type.Object({ version: Type.Literal(1), bases: Type.Array(Type.String({ minLength: 1 })) });

const listPath = (base: string): string => join(base, "bases.json");

/**
 * Every folder that holds experiments: the configured base, and those that a run was once told to write to. They are
 * remembered in the base, so that a later op finds such an experiment and no designer reads it. The list may have come
 * with a checkout: outside the project it is asked for first (ops/outside.ts).
 */
export async function knownBases(base: string): Promise<string[]> {
  const list = await readJson(listPath(base), Bases);
  return [...new Set([base, ...(list.state === "ok" ? list.value.bases.filter(isAbsolute) : [])])];
}

/**
 * Remembers `other` (absolute) as one more base in `base`, which is there; nothing is written when it is known. A file
 * of that name that is no such list is somebody's: a copy of it is kept.
 */
export async function rememberBase(base: string, other: string): Promise<void> {
  const resolved = await realpath(other).catch(() => other);
  const bases = await knownBases(base);
  if (bases.includes(resolved) || bases.includes(other)) return;
  const path = listPath(base);
  await refuseLinked(base, path);
  if ((await readJson(path, Bases)).state === "unusable") await keepAside(path);
  await writePlain(base, path, jsonOf(path, Bases, { version: 1, bases: [...bases.slice(1), resolved] }));
}

/**
 * Every folder in which experiments of this project may lie: the bases known from each folder between the one OpenCode
 * works in and the worktree's root, where it may have been started another time.
 */
export async function basesUpward(directory: string, worktree: string, baseDirs: readonly string[]): Promise<string[]> {
  const bases: string[] = [];
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    for (const base of baseDirs) bases.push(...(await knownBases(resolve(folder, base))));
    if (folder === resolve(worktree) || folder === dirname(folder)) return [...new Set(bases)];
  }
}
