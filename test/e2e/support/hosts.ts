import { describe } from "bun:test";
import { GENERATIONS, type Generation, installedBinary } from "../../../rehearsal/binary.ts";

/**
 * Every end-to-end file runs once for each generation of the host: `DESIGNLAB_HOST` says for which, and `npm test`
 * goes through the table. Without it a file runs on the newest whose binary is here.
 */
const WANTED = GENERATIONS.find((each) => String(each) === process.env.DESIGNLAB_HOST);

/** The generations of the host whose binary is here: that of the second exists for one system only. */
export const HOSTS = GENERATIONS.filter((each) => installedBinary(each) !== null);

/** The generation that this process tests on. */
export const HOST: Generation = WANTED ?? HOSTS.at(-1) ?? 1;

/** The tests of one table, once for each generation; one whose binary is not here shows as skipped. */
export function onEachHost(tests: (generation: Generation) => void): void {
  for (const generation of GENERATIONS) {
    const wanted = HOSTS.includes(generation) && (WANTED ?? generation) === generation;
    describe.skipIf(!wanted)(`OpenCode ${generation}`, () => tests(generation));
  }
}
