import { type Static, Type } from "@sinclair/typebox";
import { GuardTerms } from "../artifacts/guard.ts";
import { type Home, projectFile, takePrivate, writePrivate } from "./private.ts";
import { readJson } from "./read.ts";
import { openSeal } from "./seal.ts";

const GuardOn = Type.Object({
  terms: GuardTerms,
  /** When the person turned it on. */
  since: Type.String(),
  /** By which door the person's word came. */
  door: Type.String(),
  /** The task that edits are held to; null for none. */
  task: Type.Union([Type.String(), Type.Null()]),
  /** Edits, by hash, that the person let through once each, refused before. */
  edits_allowed: Type.Array(Type.String(), { maxItems: 500 }),
  /** When the person let all through until the tests are green; null where that is over, or never was. */
  until_green: Type.Union([Type.String(), Type.Null()]),
});
/** What a person turned on for one project on this machine, and what the person let through since. */
export type GuardOn = Static<typeof GuardOn>;

const Kept = Type.Object({ version: Type.Literal(1), on: GuardOn, mac: Type.String() });
type Kept = Static<typeof Kept>;

type Project = Home & { directory: string };
const fileOf = (project: Project): string => projectFile(project, "guard");
const sealed = ({ directory }: Project, on: GuardOn) => ({ word: "guard", directory, on });

/** Whether the gate is on, as the person's own word left it; null where it is off, or another program wrote it. */
export async function readGuard(project: Project): Promise<GuardOn | null> {
  const read = await readJson(fileOf(project), Kept);
  if (read.state !== "ok") return null;
  const { on, mac } = read.value;
  return (await openSeal(project)).holds(sealed(project, on), mac) ? on : null;
}

/** Keeps that it is on. Rejects where the private folder cannot be written. */
export async function keepGuard(project: Project, on: GuardOn): Promise<void> {
  const kept: Kept = { version: 1, on, mac: (await openSeal(project)).of(sealed(project, on)) };
  await writePrivate(fileOf(project), `${JSON.stringify(kept)}\n`);
}

/** Turns it off. */
export async function dropGuard(project: Project): Promise<void> {
  await takePrivate(fileOf(project));
}
