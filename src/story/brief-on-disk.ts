import { briefOf } from "../experiment/brief.ts";
import type { Begun } from "../store/begun.ts";
import { standsInList } from "./brief-stands.ts";
import type { Sentence } from "./sentence.ts";

/** How what began with questions stands by its files, for a line of a list. */
export async function briefStands(begun: Pick<Begun, "dir" | "idea" | "person">): Promise<Sentence> {
  return standsInList(await briefOf(begun, () => new Date()));
}
