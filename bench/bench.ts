import { parseArgs } from "node:util";
import { benchScan } from "./scan.ts";
import { benchSpeed } from "./speed.ts";
import { benchStats } from "./stats.ts";

/** `npm run bench` runs every subject; `npm run bench -- stats` one of them; `--seed 7` simulates other experiments. */
const subjects: Readonly<Record<string, (seed?: number) => void>> = {
  scan: () => benchScan(),
  speed: () => benchSpeed(),
  stats: benchStats,
};

const { positionals: wanted, values } = parseArgs({ allowPositionals: true, options: { seed: { type: "string" } } });
const seed = values.seed === undefined ? undefined : Number(values.seed);
const unknown = wanted.filter((name) => !(name in subjects));
if (unknown.length > 0) {
  console.error(`Cannot bench ${unknown.join(", ")}: needs one of ${Object.keys(subjects).join(", ")}`);
  process.exit(1);
}
for (const [name, run] of Object.entries(subjects)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n# ${name}`);
  run(seed);
}
