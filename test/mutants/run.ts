import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Glob } from "bun";
import { type Mutant, placesOf } from "./mutants-of.ts";
import { BROAD, type Tests, testsOf } from "./tests-of.ts";
import { cleanUp, mutated, type Trial, trials, type Verdict } from "./trial.ts";

/**
 * Draws places of src by a seed, makes one small mistake at each in a copy of the project, and runs the tests that reach
 * the file. Prints every mistake that nobody noticed, and how many were; fails below four of five. `--sample` is how
 * many, `--seed` draws the same again, `--only` keeps to files whose path holds a text, `--list` runs nothing, `--jobs`
 * is how many are tried at a time. `--kept` asks the other tests too about what the kept prints notice, and says which
 * mistakes are noticed by a kept print alone, and how many.
 */
const NEEDED = 0.8;
const { values } = parseArgs({
  options: {
    sample: { type: "string", default: "100" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    only: { type: "string", default: "" },
    jobs: { type: "string", default: String(availableParallelism()) },
    list: { type: "boolean", default: false },
    kept: { type: "boolean", default: false },
  },
});
const [sample, seed, lanes] = [values.sample, values.seed, values.jobs].map(Number) as [number, number, number];
const root = process.cwd();

const drawn = draw(sample);
console.log(`seed ${seed}: ${drawn.length} mistakes`);
if (values.list) {
  for (const mutant of drawn) console.log(told(mutant));
  process.exit(0);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    cleanUp();
    process.exit(130);
  });
}
const reach = testsOf(root);
const queue = drawn
  .map((mutant) => ({ mutant, tests: reach(mutant.file) }))
  .sort((a, b) => Number(a.tests.built) - Number(b.tests.built));
const counts: Record<Verdict, number> = { noticed: 0, survived: 0, died: 0 };
let byPrintsAlone = 0;
try {
  const copied = await trials(root, values.kept);
  await Promise.all(Array.from({ length: Math.min(lanes, drawn.length) }, async () => lane(await copied())));
} finally {
  cleanUp();
}
const counted = counts.noticed + counts.survived;
if (counts.died > 0) console.log(`${counts.died} not counted: the runtime itself ended each time`);
console.log(
  `${counts.noticed} of ${counted} noticed (${Math.round((100 * counts.noticed) / counted)} %), seed ${seed}`,
);
if (values.kept) console.log(`${byPrintsAlone} of them by a kept print alone`);
process.exit(counted > 0 && counts.noticed >= NEEDED * counted ? 0 : 1);

async function lane(attempt: (mutant: Mutant, tests: Tests) => Promise<Trial>): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const begun = Date.now();
    const { mutant, tests } = next;
    const { verdict, ran, by } = await attempt(mutant, tests);
    counts[verdict] += 1;
    const seconds = Math.round((Date.now() - begun) / 1000);
    const alone = values.kept && by?.path === BROAD;
    if (alone) byPrintsAlone += 1;
    const noticer = alone ? "a kept print alone" : (by?.path ?? "the build");
    const whom = verdict === "noticed" ? `by ${noticer}` : `${ran.length} files of tests`;
    console.log(`${verdict}  ${told(mutant)}\n    ${whom}${tests.built ? " on what is built" : ""}, ${seconds} s`);
  }
}

function told({ file, line, operator, before, after }: Mutant): string {
  const short = (text: string): string => {
    const line = text.replace(/\s+/gu, " ");
    return line.length > 100 ? `${line.slice(0, 50)} … ${line.slice(-50)}` : line;
  };
  return `${file}:${line}  ${operator}: ${short(before)} → ${short(after)}`;
}

/**
 * As many mistakes at different places as are wanted, or as there are; each place is as likely as any other. Places have an
 * order of chance by the seed, their file and their line's text: a change elsewhere in the tree changes nothing that is
 * drawn, but for what is new and comes before.
 */
function draw(wanted: number): Mutant[] {
  const files = [...new Glob("src/**/*.{ts,tsx}").scanSync(root)].filter((file) => file.includes(values.only)).sort();
  const mutants: { mutant: Mutant; source: string; order: string }[] = [];
  for (const file of files) {
    const source = readFileSync(join(root, file), "utf8");
    const lines = source.split("\n");
    const seen = new Map<string, number>();
    for (const place of placesOf(file, source)) {
      const text = `${file}\n${lines[place[0].line - 1]?.trim()}`;
      const nth = seen.get(text) ?? 0;
      seen.set(text, nth + 1);
      const order = createHash("sha256").update(`${seed}\n${text}\n${nth}`).digest("hex");
      const mutant = place[Number.parseInt(order.slice(-8), 16) % place.length] as Mutant;
      mutants.push({ mutant, source, order });
    }
  }
  mutants.sort((a, b) => (a.order < b.order ? -1 : 1));
  const drawn: Mutant[] = [];
  for (const { mutant, source } of mutants) {
    if (drawn.length === wanted) break;
    if (isCode(mutant.file, mutated(source, mutant))) drawn.push(mutant);
  }
  return drawn;
}

/** A mistake that does not even parse is none that could last. */
function isCode(file: string, source: string): boolean {
  try {
    new Bun.Transpiler({ loader: file.endsWith("x") ? "tsx" : "ts" }).transformSync(source);
    return true;
  } catch {
    return false;
  }
}
