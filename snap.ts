import { cp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bench } from "./test/support/lab.ts";
import { onlyExperiment } from "./test/support/disk.ts";
const out: string[] = [];
const FIX = join(import.meta.dir, "test/fixtures/stored");
const lab = await bench();
const lab2 = await bench();
const call = async (l: any, op: string, args: object) => {
  out.push(`#### ${op} ${JSON.stringify(args)}`, String(await l.call(op, args)).replaceAll(l.dir, "DIR"));
};
const base = join(lab.dir, ".opencode/design-lab");
const names = (await readdir(FIX)).sort();
for (const n of names) await cp(join(FIX, n), join(base, n), { recursive: true });
const again = "2026-01-08-again";
await cp(join(FIX, names[0]!), join(base, again), { recursive: true });
for (const file of ["task.json", "results/ranking.json"]) {
  const text = (await readFile(join(base, again, file), "utf8")).replaceAll(names[0]!, again);
  const value = JSON.parse(text);
  if (file !== "task.json") {
    const ranks = value.designs.map((d: any) => [d.rank, d.score_breakdown]).reverse();
    value.designs = value.designs.map((d: any, i: number) => ({ ...d, rank: ranks[i][0], score_breakdown: ranks[i][1] })).reverse();
    value.summary.winner = null; const ids = value.designs.map((d: any) => d.design_id); value.summary.first_place = ids; value.summary.verdict = { kind: "tie", designs: ids }; value.summary.tie_groups = [value.designs.map((d: any) => d.design_id)];
  }
  await writeFile(join(base, again, file), JSON.stringify(value));
}
names.push(again);
await rm(join(base, again, "designs"), { recursive: true });
await cp(join(FIX, names[0]!, "designs"), join(base, again, "designs"), { recursive: true });
await call(lab, "show", {});
for (const n of names) {
  await call(lab, "show", { experiment: n });
  for (const what of ["task", "designs", "reviews", "scores", "ledger"]) await call(lab, "show", { experiment: n, what });
  for (const what of ["designs", "reviews", "scores"]) for (const d of ["A","B"]) await call(lab, "show", { experiment: n, what, design: d });
  await call(lab, "compare", { experiment: n });
  await call(lab, "compare", { experiment: n, designs: ["B", "A"] });
  await call(lab, "compare", { experiment: n, designs: ["C", "A", "B"] });
  for (const m of names) await call(lab, "compare", { experiments: [n, m] });
}
await call(lab, "compare", { experiments: names.slice(0, 6) });
await call(lab, "compare", { experiments: names.slice(0, 3) });
await writeFile(process.argv[2] ?? "/tmp/snap.txt", out.join("\n"));
await lab.dispose(); await lab2.dispose();
