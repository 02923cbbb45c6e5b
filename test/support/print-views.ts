import { cp, mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { make, RECIPES } from "./experiments.ts";
import { afterwards, aside, type Views, viewsOf } from "./views.ts";

/**
 * Prints every view of every experiment of test/support/experiments.ts into files, so that two versions of the source can
 * be compared with `diff -r`: bun test/support/print-views.ts OUTDIR [NAME…]
 */
const [out, ...names] = process.argv.slice(2);
if (out === undefined) throw new Error("Usage: bun test/support/print-views.ts OUTDIR [NAME…]");
process.env.TZ = "UTC";

let copied = 0;
const together = await make({ name: "together", op: "generate" });
for (const recipe of RECIPES.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const made = await make(recipe);
  await write(recipe.name, await viewsOf(made));
  const copy = join(dirname(together.dir), made.id);
  await cp(made.dir, copy, { recursive: true });
  await utimes(join(copy, "ledger.jsonl"), made.now() / 1000 + copied, made.now() / 1000 + copied++);
  await write(recipe.name, await afterwards(made));
  if (recipe.name === "winner") await write("winner", await aside(made));
  await made.dispose();
}
const ids = ["winner", "tie", "missing-cell", "nobody-compares"].map((name) => `2026-11-20-${name}`);
await write("together", {
  ...(await viewsOf(together)),
  "compare-two.md": await together.lab.call("compare", { experiments: ids.slice(0, 2) }),
  "compare-four.md": await together.lab.call("compare", { experiments: ids }),
});
await together.dispose();

async function write(name: string, views: Views): Promise<void> {
  for (const [file, text] of Object.entries(views)) {
    const path = join(out ?? "", name, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
