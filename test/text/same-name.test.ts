import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { problemsOf, valueSource } from "../../src/config/source.ts";
import { createExperiment, listExperiments } from "../../src/store/experiment.ts";
import { cleanValue } from "../../src/text/clean.ts";
import { lookOf, plainName } from "../../src/text/fold.ts";
import { EXAMPLES } from "../store/examples.ts";

const LETTERS = [
  ..."aA1 -_",
  "\u200b",
  "\u00ad",
  "\u3164",
  "\u00a0",
  "e\u0301",
  "\u00e9",
  "\u0301",
  "\uff41",
  "\u0430",
];
const name = fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 4 }).map((letters) => letters.join(""));

test("names of one plainName() have one lookOf()", () => {
  fc.assert(
    fc.property(name, name, (a, b) => {
      fc.pre(plainName(a) === plainName(b));
      expect(lookOf(a)).toBe(lookOf(b));
    }),
    { numRuns: 2_000 },
  );
});

test("an experiment with whatever criteria a configuration may hold can be read again", async () => {
  const base = await mkdtemp(join(tmpdir(), "designlab-names-"));
  const now = () => new Date("2026-11-21T12:00:00Z");
  let read = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 3 }), async (given) => {
      const criteria = given.map(([name, description]) => ({ name, description, min: 0, max: 10 }));
      const source = valueSource("args", { review: { quantitative: { criteria } } });
      if (problemsOf(source).length > 0) return;
      const stored = { ...EXAMPLES.task, criteria: cleanValue(criteria).value };
      const { dir } = await createExperiment(base, "one", { gitignore: false, now, describe: () => stored });
      const { experiments, problems } = await listExperiments([base], now);
      expect(problems).toEqual([]);
      expect(experiments).toHaveLength(1);
      await rm(dir, { recursive: true });
      read++;
    }),
    { numRuns: 300 },
  );
  expect(read).toBeGreaterThan(30);
  await rm(base, { recursive: true, force: true });
});
