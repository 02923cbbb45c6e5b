import { randomInt } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { type Home, projectFile, writePrivate } from "./private.ts";
import { readJson } from "./read.ts";

/** No letter that is taken for another; eight of them are 39 bits. */
const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 8;

/** A code that a page waits for, at whose port, and until when it is good, milliseconds since the epoch. */
const ScreenCode = Type.Object({
  version: Type.Literal(1),
  code: Type.String({ pattern: `^[${LETTERS}]{${LENGTH}}$` }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  until: Type.Integer(),
});
export type ScreenCode = Omit<Static<typeof ScreenCode>, "version">;

export const newScreenCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** A code as a screen shows it: two groups, easily typed. */
export const codeShown = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

/** Puts a code where the screens of this person find it. False where nothing private can be written. */
export async function writeScreenCode(kept: string, code: ScreenCode): Promise<boolean> {
  return writePrivate(fileFor(kept, code.port), `${JSON.stringify({ version: 1, ...code })}\n`).then(
    () => true,
    () => false,
  );
}

export async function removeScreenCode(kept: string, port: number): Promise<void> {
  await rm(fileFor(kept, port), { force: true }).catch(() => undefined);
}

/** The codes that pages of a project wait for, by the folder that its host works in; those that are over are left out. */
export async function screenCodes(place: Home & { directory: string }, now: number): Promise<ScreenCode[]> {
  const own = projectFile(place, "");
  const start = basename(own, ".json");
  const names = await readdir(dirname(own)).catch(() => []);
  const files = names.filter((name) => name.startsWith(start) && /-code-\d{1,5}\.json$/u.test(name));
  const read = await Promise.all(files.map((name) => readJson(join(dirname(own), name), ScreenCode)));
  return read.flatMap((each) => (each.state === "ok" && each.value.until > now ? [each.value] : []));
}

/** Beside the file in which the server's keys are kept: one for each server. */
const fileFor = (kept: string, port: number): string =>
  join(dirname(kept), `${basename(kept, ".json")}-code-${port}.json`);
