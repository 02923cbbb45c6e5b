import { benchSpeed } from "./speed.ts";
import { benchStats } from "./stats.ts";

/** `npm run bench` runs every subject; `npm run bench -- stats` one of them. */
const subjects: Readonly<Record<string, () => void>> = { speed: benchSpeed, stats: benchStats };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in subjects));
if (unknown.length > 0) {
  console.error(`Cannot bench ${unknown.join(", ")}: needs one of ${Object.keys(subjects).join(", ")}`);
  process.exit(1);
}
for (const [name, run] of Object.entries(subjects)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n# ${name}`);
  run();
}
