import { type Static, Type } from "@sinclair/typebox";
import { GuardTerms } from "../artifacts/guard.ts";
import { forgetSpent } from "./guard-spending.ts";
import { type Home, projectFile, takePrivate, writePrivate } from "./private.ts";
import { readJson } from "./read.ts";
import { forgetReportWrites } from "./report-writes.ts";
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

/** `turn`: how often it was turned on, so that what was turned off is over, whoever writes it anew. */
const Kept = Type.Object({
  version: Type.Literal(1),
  turn: Type.Integer({ minimum: 1 }),
  on: GuardOn,
  mac: Type.String(),
});
type Kept = Static<typeof Kept>;
/** The turns up to this one are over. */
const Over = Type.Object({ version: Type.Literal(1), turn: Type.Integer({ minimum: 1 }), mac: Type.String() });
type Over = Static<typeof Over>;

type Project = Home & { directory: string };
const fileOf = (project: Project): string => projectFile(project, "guard");
const fileOfOver = (project: Project): string => projectFile(project, "guard-over");
const sealed = ({ directory }: Project, { on, turn }: Pick<Kept, "on" | "turn">) => ({
  ...{ word: "guard", directory },
  ...{ on, turn },
});
const sealedOver = ({ directory }: Project, turn: number) => ({ word: "guard over", directory, turn });

/** Whether the gate is on, as the person's own word left it; null where it is off, or another program wrote it. */
export async function readGuard(project: Project): Promise<GuardOn | null> {
  const kept = await readKept(project);
  return kept !== null && kept.turn > (await lastOver(project)) ? kept.on : null;
}

/** Turns it on. Rejects where the private folder cannot be written. */
export async function keepGuard(project: Project, on: GuardOn): Promise<void> {
  const before = Math.max((await readKept(project))?.turn ?? 0, await lastOver(project));
  if (before > 0) await endTurns(project, before);
  await forgetSpent(project);
  await forgetReportWrites(project);
  await write(project, { on, turn: before + 1 });
}

/**
 * Changes what is kept while it is on, and gives it back; null where it is off, or turned on anew since then, also where
 * that happens meanwhile. Rejects where the private folder cannot be written.
 */
export async function changeGuard(
  project: Project,
  since: string,
  change: (on: GuardOn) => GuardOn,
): Promise<GuardOn | null> {
  const kept = await readKept(project);
  if (kept === null || kept.on.since !== since) return null;
  const on = change(kept.on);
  if (kept.turn <= (await lastOver(project))) return null;
  await write(project, { on, turn: kept.turn });
  return kept.turn > (await lastOver(project)) ? on : null;
}

/** Turns it off. Rejects where that cannot be kept. */
export async function dropGuard(project: Project): Promise<void> {
  const kept = await readKept(project);
  const ended = kept === null ? null : await endTurns(project, kept.turn).catch((error: Error) => error);
  await takePrivate(fileOf(project));
  if (ended instanceof Error && (await readGuard(project)) !== null) throw ended;
}

async function write(project: Project, { on, turn }: Pick<Kept, "on" | "turn">): Promise<void> {
  const kept: Kept = { version: 1, turn, on, mac: (await openSeal(project)).of(sealed(project, { on, turn })) };
  await writePrivate(fileOf(project), `${JSON.stringify(kept)}\n`);
}

async function readKept(project: Project): Promise<Kept | null> {
  const read = await readJson(fileOf(project), Kept);
  if (read.state !== "ok") return null;
  return (await openSeal(project)).holds(sealed(project, read.value), read.value.mac) ? read.value : null;
}

async function endTurns(project: Project, turn: number): Promise<void> {
  const over: Over = { version: 1, turn, mac: (await openSeal(project)).of(sealedOver(project, turn)) };
  await writePrivate(fileOfOver(project), `${JSON.stringify(over)}\n`);
}

async function lastOver(project: Project): Promise<number> {
  const read = await readJson(fileOfOver(project), Over);
  if (read.state !== "ok") return 0;
  const { turn, mac } = read.value;
  return (await openSeal(project)).holds(sealedOver(project, turn), mac) ? turn : 0;
}
