import { parseArgs } from "node:util";
import { benchHost } from "./host.ts";
import { benchLoad } from "./load.ts";
import { benchScan } from "./scan.ts";
import { benchSpeed } from "./speed.ts";
import { benchStats } from "./stats.ts";
import { benchTokens } from "./tokens.ts";

/**
 * `npm run bench` runs every subject; `npm run bench -- stats` one of them. `--seed 7` simulates other experiments;
 * `--only "8 × 8"` and `--runs 3` are for host.
 */
type Options = { seed?: number; only?: string; runs?: number };
const subjects: Readonly<Record<string, (options: Options) => void | Promise<void>>> = {
  host: ({ only, runs }) => benchHost(only, runs),
  load: benchLoad,
  tokens: benchTokens,
  scan: () => benchScan(),
  speed: () => benchSpeed(),
  stats: ({ seed }) => benchStats(seed),
};

const text = { type: "string" } as const;
const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { seed: text, only: text, runs: text },
});
const options: Options = {
  ...(values.seed !== undefined && { seed: Number(values.seed) }),
  ...(values.only !== undefined && { only: values.only }),
  ...(values.runs !== undefined && { runs: Number(values.runs) }),
};
const unknown = wanted.filter((name) => !(name in subjects));
if (unknown.length > 0) {
  console.error(`Cannot bench ${unknown.join(", ")}: needs one of ${Object.keys(subjects).join(", ")}`);
  process.exit(1);
}
for (const [name, run] of Object.entries(subjects)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n# ${name}`);
  await run(options);
}
