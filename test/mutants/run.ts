import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { MUTANTS } from "./all.ts";
import type { Mutant } from "./mutant.ts";

/**
 * Makes every mistake of the lists in a copy of the project, one at a time, and runs the tests that must notice it.
 * Prints a line for each that nobody noticed and one closing line; fails below 90 %, and for a survivor without a
 * reason. Arguments are names of areas; without any, all are tried.
 */
const ROOT = join(import.meta.dir, "../..");
/** Share of the mutants that the tests must notice. */
const NEEDED = 0.9;
/** Milliseconds that the tests of one mutant may take: a mistake may make them wait for ever, which is noticed too. */
const PATIENCE = 180_000;

const areas = process.argv.slice(2);
const queue = Object.entries(MUTANTS)
  .filter(([area]) => areas.length === 0 || areas.includes(area))
  .flatMap(([area, mutants]) => mutants.map((mutant) => ({ area, mutant })));
const total = queue.length;
const survivors: { area: string; mutant: Mutant }[] = [];

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));

for (const { area, mutant } of survivors) {
  console.log(`survived  ${area}: ${mutant.name}${mutant.survives ? `, for ${mutant.survives}` : ""}`);
}
const killed = total - survivors.length;
console.log(`${killed} of ${total} mutants noticed (${Math.round((100 * killed) / total)} %)`);
const unexplained = survivors.filter(({ mutant }) => mutant.survives === undefined);
process.exit(killed >= NEEDED * total && unexplained.length === 0 ? 0 : 1);

/** Works through the queue in a copy of its own. */
async function lane(): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), "designlab-mutants-"));
  try {
    await cp(ROOT, copy, { recursive: true, filter: (path) => !/\/(?:node_modules|\.git)$/u.test(path) });
    await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const noticed = await isNoticed(copy, next.mutant);
      console.log(`${noticed ? "noticed " : "SURVIVED"} ${next.area}: ${next.mutant.name}`);
      if (!noticed) survivors.push(next);
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function isNoticed(copy: string, { file, find, replace, tests }: Mutant): Promise<boolean> {
  const path = join(copy, file);
  const original = await readFile(path, "utf8");
  await writeFile(
    path,
    original.replace(find, () => replace),
  );
  try {
    const child = Bun.spawn([process.execPath, "test", "--bail", "--timeout", "60000", ...tests], {
      cwd: copy,
      stdout: "ignore",
      stderr: "ignore",
      timeout: PATIENCE,
    });
    return (await child.exited) !== 0;
  } finally {
    await writeFile(path, original);
  }
}
