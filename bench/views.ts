import { cp, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Made, make, type Recipe } from "../test/support/experiments.ts";
import { figures } from "./figures.ts";

const MAKERS = ["anthropic", "openai", "google", "mistral", "xai", "alibaba", "moonshot", "zai"];
const models = (count: number): string[] => MAKERS.slice(0, count).map((maker) => `${maker}/model-1`);
const EXPERIMENTS = 50;
const RUNS = 7;

/**
 * Prints how long views take: first call in the process, then the fastest, the middle and the slowest of seven, and the
 * middle over a calibrating task, which is timed beside it, so that machines and their moods can be told from the code.
 */
export async function benchViews(only = ""): Promise<void> {
  console.log("Milliseconds of a call: the first, then min / median / max of seven; × the calibrating task");
  const ordinary = await make(recipe("ordinary", 3, 3));
  await copies(ordinary);
  const { lab, id } = ordinary;
  const of = (name: string, op: string, args: object, limit: number) =>
    only === "" || name.includes(only) ? row(name, () => lab.call(op, args), limit) : undefined;
  await of(`show of ${EXPERIMENTS} experiments of 3 × 3`, "show", {}, 500);
  await ordinary.dispose();

  const alone = await make(recipe("alone", 3, 3));
  const one = (name: string, op: string, args: object) =>
    only === "" || name.includes(only) ? row(name, () => alone.lab.call(op, args), 200) : undefined;
  await one("show of one", "show", { experiment: alone.id });
  for (const what of ["task", "designs", "reviews", "scores", "ledger"])
    await one(`show ${what}`, "show", { experiment: alone.id, what });
  await one("compare", "compare", { experiment: alone.id });
  await one("open", "open", { experiment: alone.id });
  await one("dry run of resume", "run", { experiment: alone.id, dry_run: true });
  await one("rank of 3 × 3", "rank", { experiment: alone.id });
  await alone.dispose();

  if (only !== "" && !"rank of 8 × 8".includes(only)) return;
  const large = await make(recipe("large", 8, 8));
  await row("rank of 8 × 8", () => large.lab.call("rank", { experiment: large.id }), 500);
  await large.dispose();
  void id;
}

async function row(name: string, run: () => Promise<unknown>, limit: number): Promise<void> {
  const timed = async (what: () => unknown): Promise<number> => {
    const begun = performance.now();
    await what();
    return performance.now() - begun;
  };
  const first = await timed(run);
  const times: number[] = [];
  const calibrations: number[] = [];
  for (let at = 0; at < RUNS; at++) {
    calibrations.push(await timed(calibrate));
    times.push(await timed(run));
  }
  const { min, median, max } = figures(times);
  const ratio = median / figures(calibrations).median;
  const shown = [min, median, max].map((time) => time.toFixed(0)).join(" / ");
  console.log(`  ${name}: ${first.toFixed(0)}, then ${shown} ms; × ${ratio.toFixed(2)} (under ${limit} ms)`);
}

const DOCUMENT = JSON.stringify(
  Array.from({ length: 4_000 }, (_, at) => ({ at, text: "The worker leases a job. ".repeat(20), list: [at, at + 1] })),
);

/** A parse and a print of two million characters of JSON, about 10 ms. */
function calibrate(): void {
  if (JSON.stringify(JSON.parse(DOCUMENT)).length !== DOCUMENT.length) throw new Error("JSON did not come back");
}

/** Designs of about 1,500 words, reviews of about 300. */
export function recipe(name: string, designs: number, reviewers: number): Recipe {
  return {
    name,
    designers: models(designs),
    reviewers: models(reviewers),
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
export async function copies({ dir }: Made): Promise<void> {
  for (let at = 1; at < EXPERIMENTS; at++) {
    const copy = join(dirname(dir), `${basename(dir)}-${at + 1}`);
    await cp(dir, copy, { recursive: true });
    const path = join(copy, "task.json");
    const task = JSON.parse(await readFile(path, "utf8")) as { created_at: string };
    const created_at = new Date(Date.parse(task.created_at) - at * 60_000).toISOString();
    await writeFile(path, JSON.stringify({ ...task, created_at }, null, 2));
  }
}
