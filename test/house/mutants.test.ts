import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MUTANTS } from "../mutants/all.ts";

const ROOT = join(import.meta.dir, "../..");

test("every mutant finds its text once, changes it, and names tests that are there", () => {
  const faults = Object.values(MUTANTS)
    .flat()
    .flatMap(({ name, file, find, replace, tests }) => {
      const times = readFileSync(join(ROOT, file), "utf8").split(find).length - 1;
      return [
        ...(times === 1 ? [] : [`${name}: its text stands ${times} times in ${file}`]),
        ...(find === replace ? [`${name}: changes nothing`] : []),
        ...tests.filter((path) => !existsSync(join(ROOT, path))).map((path) => `${name}: there is no ${path}`),
      ];
    });
  expect(faults).toEqual([]);
});
