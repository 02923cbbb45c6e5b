import { type Static, Type } from "@sinclair/typebox";
import { type Home, projectFile, writePrivate } from "./private.ts";
import { readJson } from "./read.ts";
import { openSeal } from "./seal.ts";

/** Seals of what stood there, by the list that it stood in. */
const Kept = Type.Object({
  version: Type.Literal(1),
  shown: Type.Record(Type.String(), Type.Array(Type.String(), { maxItems: 1_000 })),
});
type Kept = Static<typeof Kept>;

/** A list of a project whose lines its person says yes to by their places. */
export type ShownList = Home & { directory: string; list: "lessons" | "guard" | "approvals" };

/** What a reply shows of one, whole, for whoever typed the line. */
export type ShownIn = { list: ShownList; all: readonly unknown[] };

const sealed = ({ directory, list }: ShownList, said: unknown) => ({ word: "shown", directory, list, said });
const fileOf = (place: ShownList): string => projectFile(place, "shown");

/** Keeps what a line of the person's own showed, in place of what that list showed before. Never rejects: what is not kept is asked about. */
export async function keepShown(place: ShownList, all: readonly unknown[]): Promise<void> {
  const [seal, before] = await Promise.all([openSeal(place), readShown(place)]);
  const shown = { ...before, [place.list]: all.map((said) => seal.of(sealed(place, said))) };
  const kept: Kept = { version: 1, shown };
  await writePrivate(fileOf(place), `${JSON.stringify(kept)}\n`).catch(() => undefined);
}

/** Whether this very thing was shown last. */
export async function wasShown(place: ShownList, said: unknown): Promise<boolean> {
  const [seal, { [place.list]: macs = [] }] = await Promise.all([openSeal(place), readShown(place)]);
  return macs.some((mac) => seal.holds(sealed(place, said), mac));
}

async function readShown(place: ShownList): Promise<Kept["shown"]> {
  const read = await readJson(fileOf(place), Kept);
  return read.state === "ok" ? read.value.shown : {};
}
