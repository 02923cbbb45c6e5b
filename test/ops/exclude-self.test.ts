import { afterEach, describe, expect, test } from "bun:test";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { createDocument } from "@mixmark-io/domino";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import type { Score } from "../../src/artifacts/score.ts";
import { viewOf } from "../../src/experiment/view.ts";
import { liveState } from "../../src/live/state.ts";
import { listExperiments } from "../../src/store/experiment.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

/** Has every model give its own design the top of the scale everywhere. */
async function praiseOwn(dir: string, overall_score: number): Promise<void> {
  for (const id of ["alpha-strong-1", "beta-middle-1", "gamma-weak-1"]) {
    const path = join(dir, `scores/score-${id}-${id}.json`);
    const own = await readJson<Score>(path);
    const scores = Object.fromEntries(Object.keys(own.scores).map((name) => [name, 10]));
    const samples = own.samples.map((sample) => ({ ...sample, scores, overall_score }));
    await writeFile(path, JSON.stringify({ ...own, scores, samples, overall_score }));
  }
}

test("with exclude_self_reviews the files of a ranking are the same bytes whatever the models scored their own designs", async () => {
  const now = () => new Date("2026-01-02T03:04:05Z");
  lab = await bench({ now, config: { ranking: { exclude_self_reviews: true } } });
  await lab.call("run", { task: "Design a durable task queue", topic: "queue" });
  const dir = await onlyExperiment(lab.dir);
  const results = async () => [
    await readFile(join(dir, "results/ranking.json"), "utf8"),
    await readFile(join(dir, "results/ranking.md"), "utf8"),
  ];
  await lab.call("rank");
  const before = await results();
  await praiseOwn(dir, 0);
  expect(await lab.call("rank")).toContain("better than the other");
  expect(await results()).toEqual(before);
});

describe("a score that the ranking leaves out", () => {
  /** A run in which every model praises its own design, and its ranking. */
  async function praised(): Promise<{ dir: string; ranking: Ranking }> {
    lab = await bench({ config: { ranking: { exclude_self_reviews: true } } });
    await lab.call("run", { task: "Design a durable task queue", topic: "queue" });
    const dir = await onlyExperiment(lab.dir);
    await praiseOwn(dir, 10);
    await lab.call("rank");
    return { dir, ranking: await readJson<Ranking>(join(dir, "results/ranking.json")) };
  }

  test("is in no mean of show, which says that it is not counted", async () => {
    const { ranking } = await praised();
    const { score_breakdown } = ranking.designs.find(({ design_id }) => design_id === "alpha-strong-1") ?? {};
    const shown = await lab.call("show", { what: "scores", design: "A" });
    for (const [name, { average, min, max }] of Object.entries(score_breakdown ?? {})) {
      const row = shown.split("\n").find((line) => line.startsWith(`| ${name} `)) ?? "";
      const cells = row.split("|").map((cell) => cell.trim());
      expect(cells.slice(2, 5)).toEqual([average, min, max].map((each) => each?.toFixed(2) ?? ""));
    }
    expect(shown).toContain("alpha/strong-1 10.00 (not counted: its own design):");
    expect(shown).not.toContain("beta/middle-1 10.00 (not counted");
  });

  test("is drawn apart in the report's charts and heat map, and nobody disagrees with it", async () => {
    const { dir, ranking } = await praised();
    const page = createDocument(await readFile(join(dir, "results/report.html"), "utf8"));
    const charts = Array.from(
      page.querySelectorAll("#scores svg.chart"),
      (each) => each.getAttribute("aria-label") ?? "",
    );
    const [overall = ""] = charts;
    expect(charts).toHaveLength(1 + Object.keys(ranking.designs[0]?.score_breakdown ?? {}).length);
    expect(overall.match(/to 10\.0(?!, not)/gu)).toBeNull();
    for (const chart of charts) expect(chart.match(/not counted: 10\.0/gu)).toHaveLength(3);
    const apart = Array.from(page.querySelectorAll("#scores .heat.out"), ({ textContent }) => textContent ?? "");
    expect(apart).toHaveLength(3);
    for (const label of apart) expect(label).toContain("not counted: its own design");
    const disputes = Array.from(
      page.querySelectorAll("#disagreements blockquote"),
      ({ textContent }) => textContent ?? "",
    );
    expect(disputes.filter((text) => text.startsWith("10 by"))).toEqual([]);
  });

  test("is there in every count, which says in other words how many count", async () => {
    const { dir } = await praised();
    const said = "9 of 9 scores; 6 of them count: a model's score of its own design does not";
    expect(await readFile(join(dir, "results/ranking.md"), "utf8")).toContain(said);
    const page = createDocument(await readFile(join(dir, "results/report.html"), "utf8"));
    expect(page.querySelector("header .lead")?.textContent).toContain(said);
    expect(await lab.call("show", { what: "ledger" })).toContain("9 of 9 scores.");
  });

  test("is marked on the live page, and no design waits for it", async () => {
    const { dir } = await praised();
    const { experiments } = await listExperiments([join(dir, "..")], () => new Date());
    const [experiment] = experiments;
    if (!experiment) throw new Error("There is no experiment.");
    const options = { method: "adjusted" as const, exclude_self_reviews: true };
    const view = await viewOf(experiment);
    const state = liveState({ view, running: false, now: Date.now(), report: true, ranking: options, stored: null });
    expect(state.reviewers.map(({ cells }) => cells.map(({ left_out }) => left_out))).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
    expect(state.so_far.map(({ scored, of }) => `${scored} of ${of}`)).toEqual(["2 of 2", "2 of 2", "2 of 2"]);
  });

  test("is no disagreement of a comparison", async () => {
    await praised();
    expect(await lab.call("compare", { designs: ["B", "C"] })).not.toContain(" 10.00");
  });
});

test("a ranking.json that does not fit is no ranking: show names it, and rank makes it anew", async () => {
  lab = await bench();
  await lab.call("run", { task: "Design a durable task queue", topic: "queue" });
  const dir = await onlyExperiment(lab.dir);
  const path = join(dir, "results/ranking.json");
  const { summary, ...rest } = await readJson<Ranking>(path);
  const { verdict: _, ...before } = summary;
  await writeFile(path, JSON.stringify({ ...rest, summary: before }));
  const shown = await lab.call("show", { experiment: basename(dir) });
  expect(shown).toContain("Not ranked yet.");
  expect(shown).toContain("ranking.json");
  expect(shown).toContain("summary.verdict");
  await lab.call("rank");
  expect((await readJson<Ranking>(path)).summary).toEqual(summary);
});
