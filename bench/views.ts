import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Made, make, RECIPES, type Recipe } from "../test/support/experiments.ts";
import { figures } from "./figures.ts";

const MAKERS = ["anthropic", "openai", "google", "mistral", "xai", "alibaba", "moonshot", "zai"];
const EXPERIMENTS = 50;
const RUNS = 7;
/** Milliseconds from which on what was written counts as settled, so that a list keeps what it read of it. */
const SETTLED = 2_500;

/**
 * Prints how long views take: the first call in the process, then the fastest, the middle and the slowest of seven, and
 * the middle of each over a calibrating task that is timed right before it, so that a machine and its moods can be told
 * from the code.
 */
export async function benchViews(only = ""): Promise<void> {
  console.log("Milliseconds of a call: the first, then min / median / max of seven; × the calibrating task");
  const row = (name: string, limit: number, made: Made, op: string, args: object, before?: () => Promise<void>) =>
    name.includes(only) ? time(name, limit, () => made.lab.call(op, args), before) : undefined;

  const many = await make(ordinary());
  await copies(many);
  await Bun.sleep(SETTLED);
  const forget = () => forgetOutlines(dirname(many.dir));
  await row(`list of ${EXPERIMENTS}, nothing of them kept`, 500, many, "show", {}, forget);
  await row(`list of ${EXPERIMENTS}`, 500, many, "show", {});
  await row(`open one of ${EXPERIMENTS}`, 200, many, "open", { experiment: many.id });
  await row(`show one of ${EXPERIMENTS}`, 200, many, "show", { experiment: many.id });
  await many.dispose();

  const one = await make(ordinary());
  const experiment = one.id;
  await row("show", 200, one, "show", { experiment });
  for (const what of ["task", "designs", "reviews", "scores", "ledger"])
    await row(`show ${what}`, 200, one, "show", { experiment, what });
  await row("compare", 200, one, "compare", { experiment });
  await row("open", 200, one, "open", { experiment });
  await row("dry run of resume", 200, one, "run", { experiment, dry_run: true });
  await row("rank", 500, one, "rank", { experiment });
  await one.dispose();

  const large = await make(eightByEight());
  await row("rank of 8 × 8", 500, large, "rank", { experiment: large.id });
  await row("show of 8 × 8", 500, large, "show", { experiment: large.id });
  await large.dispose();
}

async function time(name: string, limit: number, run: () => Promise<unknown>, before?: () => Promise<void>) {
  const timed = async (what: () => unknown): Promise<number> => {
    await before?.();
    const begun = performance.now();
    await what();
    return performance.now() - begun;
  };
  const first = await timed(run);
  const times: number[] = [];
  const ratios: number[] = [];
  for (let at = 0; at < RUNS; at++) {
    const calibration = await timed(calibrate);
    const took = await timed(run);
    times.push(took);
    ratios.push(took / calibration);
  }
  const { min, median, max } = figures(times);
  const shown = [min, median, max].map((each) => each.toFixed(0)).join(" / ");
  console.log(
    `  ${name}: ${first.toFixed(0)}, then ${shown} ms; × ${figures(ratios).median.toFixed(1)} (under ${limit} ms)`,
  );
}

const DOCUMENT = JSON.stringify(
  Array.from({ length: 4_000 }, (_, at) => ({ at, text: "The worker leases a job. ".repeat(20), list: [at, at + 1] })),
);

/** A parse and a print of two million characters of JSON, about 10 ms. */
function calibrate(): void {
  if (JSON.stringify(JSON.parse(DOCUMENT)).length !== DOCUMENT.length) throw new Error("JSON did not come back");
}

/** Three designs of real length. */
function ordinary(): Recipe {
  const recipe = RECIPES.find(({ name }) => name === "realistic");
  if (recipe === undefined) throw new Error("There is no realistic experiment");
  return recipe;
}

/** Designs of about 1,500 words, reviews of about 300. */
function eightByEight(): Recipe {
  const models = MAKERS.map((maker) => `${maker}/model-1`);
  return {
    name: "large",
    designers: models,
    reviewers: models,
    design: (body) => ({ ...body, summary: `${body.summary} ${prose(5)}`, architecture_overview: prose(110) }),
    evaluation: (body) => ({
      ...body,
      strengths: [...(body.strengths ?? []), ...points("Good", 5)],
      weaknesses: [...(body.weaknesses ?? []), ...points("Bad", 5)],
    }),
  };
}

const SENTENCES = [
  "Workers lease jobs from one table and acknowledge each within thirty seconds.",
  "A crash between the two writes leaves the job visible to the next worker.",
  "Backoff grows by half with each attempt and ends in a table of its own.",
  "Operators see depth, age and failures of each queue on one page.",
  "Indexes on state and time keep the poll under two milliseconds.",
];
const prose = (sentences: number): string =>
  Array.from({ length: sentences }, (_, at) => SENTENCES[at % SENTENCES.length]).join(" ");
const points = (word: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${word} ${at}: ${SENTENCES[(at * 3) % SENTENCES.length]}`);

/** The experiment as often as the list has it, each with an id and a moment of its own. */
async function copies({ dir }: Made): Promise<void> {
  for (let at = 1; at < EXPERIMENTS; at++) {
    const copy = join(dirname(dir), `${basename(dir)}-${at + 1}`);
    await cp(dir, copy, { recursive: true });
    const path = join(copy, "task.json");
    const task = JSON.parse(await readFile(path, "utf8")) as { created_at: string };
    const created_at = new Date(Date.parse(task.created_at) - at * 60_000).toISOString();
    await writeFile(path, JSON.stringify({ ...task, created_at }, null, 2));
  }
}

async function forgetOutlines(base: string): Promise<void> {
  for (const name of await readdir(base))
    await rm(join(base, name, "results/outline.json"), { force: true }).catch(() => {});
}
