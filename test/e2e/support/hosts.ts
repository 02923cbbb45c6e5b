import { describe } from "bun:test";
import { GENERATIONS, type Generation, installedBinary } from "../../../rehearsal/binary.ts";

/** `DESIGNLAB_HOST=1` or `2` leaves out the other generation, for whoever works on one of them. */
const WANTED = process.env.DESIGNLAB_HOST;

/** The generations of the host whose binary is here: the second exists for one system only. */
export const HOSTS = GENERATIONS.filter((each) => installedBinary(each) && (WANTED || String(each)) === String(each));

/** The tests of one table, once for each generation of the host; one whose binary is not here shows as skipped. */
export function onEachHost(tests: (generation: Generation) => void): void {
  for (const generation of GENERATIONS) {
    describe.skipIf(!HOSTS.includes(generation))(`OpenCode ${generation}`, () => tests(generation));
  }
}
