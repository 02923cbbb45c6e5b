import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { EXCHANGE_BOUNDS, Exchange, exchangePlace } from "../artifacts/exchange.ts";
import type { Problem } from "../artifacts/problem.ts";
import { writeJson } from "./files.ts";
import { paths } from "./paths.ts";
import { type ReadResult, readJson } from "./read.ts";

/** What is read of one place, the newest; a place of more was asked for again and again. */
const MAX_OF_PLACE = 40;

/**
 * Keeps what one session sent and what came back: whole or not at all, in a file of its own, so that nothing of before is
 * lost. Throws LabError.
 */
export async function keepExchange(dir: string, exchange: Exchange): Promise<void> {
  await writeJson(pathOfExchange(dir, exchange), Exchange, exchange);
}

/** Keeps those of one experiment. */
export const keeperOf = (dir: string) => (exchange: Exchange) => keepExchange(dir, exchange);

/** Where one lies: named for what it was for, when it began and the session's id, so that names are in order of time. */
export function pathOfExchange(dir: string, exchange: Exchange): string {
  const began = exchange.started_at.replace(/[^0-9TZ]/gu, "");
  const session = exchange.session_id.replace(/[^\w-]/gu, "_").slice(-40);
  return join(paths.exchanges(dir), `${exchangePlace(exchange)}.${began}-${session}.json`);
}

/** A name that a keeper gave: what it was for, and then what no dot is in. */
const NAME = /^(?<place>.+)\.\d{8}T\d{6,15}Z-[\w-]{0,40}\.json$/su;

/** The names of all that are kept, the oldest first, by what they were for; none where nothing is kept. */
export async function listExchanges(dir: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const places = new Map<string, string[]>();
  for (const name of (await readdir(paths.exchanges(dir)).catch(() => [])).sort()) {
    const place = NAME.exec(name)?.groups?.place;
    if (place !== undefined) places.set(place, [...(places.get(place) ?? []), name]);
  }
  return places;
}

/**
 * What tells what is read of one place from what is read of it once any of it has changed: its files by the disk's own
 * account of them, in which the time of a change of an entry is set by nobody.
 */
export async function stampOfPlace(dir: string, names: readonly string[]): Promise<string> {
  const stamps = names.slice(-MAX_OF_PLACE).map(async (name) => {
    const there = await lstat(join(paths.exchanges(dir), name)).catch(() => null);
    return [name, there?.size, there?.ino, there?.ctimeMs];
  });
  return JSON.stringify([names.length, await Promise.all(stamps)]);
}

/** What is kept of one place. `earlier`: how many more there are, older. */
export type KeptExchanges = { kept: { path: string; exchange: Exchange }[]; earlier: number; problems: Problem[] };

/**
 * Reads what is kept of one place, the oldest first. For people alone: nothing of it goes into a prompt again.
 * @param names Those of the place, as they are listed.
 */
export async function readExchanges(dir: string, place: string, names: readonly string[]): Promise<KeptExchanges> {
  const found: KeptExchanges = { kept: [], earlier: Math.max(0, names.length - MAX_OF_PLACE), problems: [] };
  for (const name of names.slice(-MAX_OF_PLACE)) {
    const path = join(paths.exchanges(dir), name);
    const read: ReadResult<Exchange> = await readJson(path, Exchange, { within: dir, bounds: EXCHANGE_BOUNDS });
    if (read.state === "unusable") found.problems.push(read.problem);
    // Two ids may make one name.
    if (read.state === "ok" && exchangePlace(read.value) === place) found.kept.push({ path, exchange: read.value });
  }
  return found;
}
