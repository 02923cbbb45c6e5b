import { parseArgs } from "node:util";
import { benchHost, type HostOptions } from "./host.ts";
import { benchLoad } from "./load.ts";
import { benchPlan } from "./plan.ts";
import { benchScan } from "./scan.ts";
import { benchSpeed } from "./speed.ts";
import { benchStats } from "./stats.ts";
import { benchTokens } from "./tokens.ts";
import { benchViews } from "./views.ts";

/**
 * `npm run bench` runs every subject; `npm run bench -- stats` one of them. `--seed 7` simulates other experiments;
 * `--only "8 × 8"`, `--runs 3` and `--host 2` are for host.
 */
type Options = HostOptions & { seed?: number };
const subjects: Readonly<Record<string, (options: Options) => void | Promise<void>>> = {
  host: benchHost,
  load: benchLoad,
  plan: () => benchPlan(),
  tokens: benchTokens,
  scan: () => benchScan(),
  speed: () => benchSpeed(),
  stats: ({ seed }) => benchStats(seed),
  views: ({ only }) => benchViews(only),
};

const text = { type: "string" } as const;
const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { seed: text, only: text, runs: text, host: text },
});
const options: Options = {
  ...(values.seed !== undefined && { seed: Number(values.seed) }),
  ...(values.only !== undefined && { only: values.only }),
  ...(values.runs !== undefined && { runs: Number(values.runs) }),
  ...(values.host !== undefined && { generation: values.host === "2" ? 2 : 1 }),
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
