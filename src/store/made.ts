import { Type } from "@sinclair/typebox";
import { BOUNDS } from "../artifacts/bounds.ts";
import { jsonOf, writePlain } from "./files.ts";
import { paths } from "./paths.ts";
import { readJson } from "./read.ts";
import { isSealed, sealOf, type Witnessed } from "./seen.ts";

const Made = Type.Object({ version: Type.Literal(1), mac: Type.String({ pattern: "^[0-9a-f]{64}$" }) });

/**
 * Seals that an experiment was begun on this machine. The seal lies in its folder, so that it goes where the folder goes.
 * Never throws: without it the experiment is told as one that came from elsewhere.
 */
export async function sealMade(place: Witnessed): Promise<void> {
  const path = paths.made(place.dir);
  try {
    const mac = await sealOf(place, "made", true);
    if (mac !== undefined) await writePlain(place.dir, path, jsonOf(path, Made, { version: 1, mac }));
  } catch {}
}

/** Whether an experiment was begun on this machine; of a folder that was planted or sent it was not. */
export async function isMadeHere(place: Witnessed): Promise<boolean> {
  const read = await readJson(paths.made(place.dir), Made, { within: place.dir, bounds: BOUNDS.ledger_line });
  return read.state === "ok" && (await isSealed(place, "made", true, read.value.mac));
}
