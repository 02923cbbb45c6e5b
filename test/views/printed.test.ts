import { afterAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Glob } from "bun";
import { type Made, make, PRINTED, RECIPES } from "../support/experiments.ts";
import { folded, unfolded } from "../support/folded.ts";
import { afterwards, aside, type Views, viewsOf } from "../support/views.ts";
import { expectOneAccount } from "./readers.ts";

/**
 * Every view of a few experiments is kept as it was printed, so that a change of a sentence, a number or a table is read
 * before it is committed. UPDATE_PRINTED=1 writes them anew; `git diff` then shows what readers will see, each line once:
 * what an earlier print holds word for word is a reference to it (folded.ts). These experiments are made here alone, so
 * that it is here too that their views are held to one account.
 */
/** What repeats another view, or is for machines. */
const LEFT_OUT =
  /^(?:live\.json|prompts\.txt|show-(?:ranking|all|after)\.md|show-(?:design|reviews|scores)-[B-Z]\.md|stored\/(?:reviews|scores|exchanges|designs\/.*\.json|\.|ledger|made|summary|task).*)/u;
/** Of a page whose text is kept the rest, such as what leads where, is kept as a hash; print-views.ts prints it whole. */
const HASHED = /\.html$/u;
const KEPT = join(import.meta.dir, "../fixtures/printed");

const made: Made[] = [];
afterAll(async () => {
  for (const each of made) await each.dispose();
});

const recipes = RECIPES.filter(({ name }) => PRINTED.includes(name));
const kept = keptPrints();
const anew: Views = {};

for (const recipe of recipes) {
  test(`${recipe.name} is printed as it is kept, and its views say the same`, async () => {
    process.env.TZ = "UTC";
    const experiment = await make(recipe);
    made.push(experiment);
    const views = await viewsOf(experiment);
    expectOneAccount(views);
    Object.assign(views, await afterwards(experiment));
    if (recipe.name === "winner") Object.assign(views, await aside(experiment));
    expect(Object.keys(views).filter((file) => !MACHINES.test(file) && CONSENSUS.test(views[file] ?? ""))).toEqual([]);
    const printed = Object.fromEntries(
      Object.entries(views)
        .filter(([file]) => !LEFT_OUT.test(file))
        .map(([file, text]) => (HASHED.test(file) ? [`${file}.sha256`, hashOf(text)] : [file, text])),
    );
    for (const file of Object.keys(printed).sort()) anew[`${recipe.name}/${file}`] = printed[file] ?? "";
    if (process.env.UPDATE_PRINTED === "1") return;
    const own = Object.keys(kept).filter((name) => name.startsWith(`${recipe.name}/`));
    expect(Object.fromEntries(own.map((name) => [name.slice(recipe.name.length + 1), unfolded(kept, name)]))).toEqual(
      printed,
    );
  });
}

test("what is kept is folded as far as it goes", async () => {
  if (process.env.UPDATE_PRINTED === "1") {
    expect(new Set(Object.keys(anew).map((name) => name.split("/")[0])).size).toBe(recipes.length);
    await keep(folded(anew));
  } else
    expect(folded(Object.fromEntries(Object.keys(kept).map((name) => [name, unfolded(kept, name)])))).toEqual(kept);
});

/** It predicts nothing of who is best: a number of ranking.json, and of no page, reply or terminal. */
const CONSENSUS = /consensus/iu;
const MACHINES = /^stored\/results\/ranking\.json$/u;

test("consensus is drawn nowhere: only arithmetic, its file, and what hands that on and explains it, know it", async () => {
  const known = /^(?:stats\/|artifacts\/(?:ranking|anonymous)\.ts$|story\/ranking-meaning\.ts$|stages\/export\/)/u;
  const found: string[] = [];
  for await (const file of new Glob("**/*.{ts,tsx,css}").scan(join(import.meta.dir, "../../src"))) {
    const text = await Bun.file(join(import.meta.dir, "../../src", file)).text();
    if (CONSENSUS.test(text) && !known.test(file)) found.push(file);
  }
  expect(found).toEqual([]);
});

const hashOf = (text: string): string => `${createHash("sha256").update(text).digest("hex")}\n`;

async function keep(prints: Views): Promise<void> {
  await rm(KEPT, { recursive: true, force: true });
  for (const [name, text] of Object.entries(prints)) {
    await mkdir(dirname(join(KEPT, name)), { recursive: true });
    await writeFile(join(KEPT, name), text);
  }
}

/** As they are kept, in the order in which they were folded. */
function keptPrints(): Views {
  const names = recipes.flatMap(({ name }) =>
    readdirSync(join(KEPT, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(KEPT.length + 1))
      .sort(),
  );
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(KEPT, name), "utf8")]));
}
