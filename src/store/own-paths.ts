import { realpath } from "node:fs/promises";
import type { OwnPath } from "../text/own-paths.ts";

/** A folder of this machine as it is written and with every link followed, each called by `as`. */
export async function ownPathsOf(folder: string, as: (path: string) => OwnPath[]): Promise<OwnPath[]> {
  return [...new Set([folder, await realpath(folder).catch(() => folder)])].flatMap(as);
}
