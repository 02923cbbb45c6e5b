import { afterEach, describe, expect, test } from "bun:test";
import { readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { viewOf } from "../../src/experiment/view.ts";
import { liveState } from "../../src/live/state.ts";
import { listExperiments } from "../../src/store/experiment.ts";
import { incompleteSaid } from "../../src/story/incomplete.ts";
import { drawn } from "../../src/views/markdown/drawn.ts";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
afterEach(() => lab.dispose());

/** The first lines of every view: what each says of what is missing. */
async function views(): Promise<Record<string, string>> {
  const dir = await onlyExperiment(lab.dir);
  const experiment = basename(dir);
  const reply = await lab.call("rank", { experiment });
  const account = await lab.call("show", { experiment });
  const page = await readFile(join(dir, "results/ranking.md"), "utf8");
  const report = (await readFile(join(dir, "results/report.html"), "utf8"))
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ");
  const { experiments } = await listExperiments([dirname(dir)], () => new Date());
  const [found] = experiments;
  if (!found) throw new Error("There is no experiment.");
  const ranking = { method: "adjusted" as const, exclude_self_reviews: false };
  const state = liveState({ view: await viewOf(found), running: false, now: 0, report: true, ranking, stored: null });
  return {
    reply: reply.split("\n")[0] ?? "",
    account: account.split("\n")[0] ?? "",
    page: page.split("\n")[2] ?? "",
    report: /Incomplete: .*? The ranking uses what there is/.exec(report)?.[0] ?? "",
    live: state.incomplete ? `Incomplete: ${drawn(incompleteSaid(state.incomplete))}.` : "",
  };
}

const texts = (all: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(all).map(([view, line]) => [view, line.replaceAll("*", "").split(". ")[0]?.replace(/\.$/, "")]),
  );
const same = (said: string) => ({ reply: said, account: said, page: said, report: said, live: said });

describe("every view says in its first lines, with the same counts,", () => {
  test("that a design is missing, also one that nothing tells the failure of", async () => {
    lab = await bench();
    await lab.call("run", { task: "A queue", topic: "queue" });
    await rm(join(await onlyExperiment(lab.dir), "designs/design-gamma-weak-1.json"));
    expect(texts(await views())).toEqual(same("Incomplete: there is no design by gamma/weak-1"));
  }, 300_000);

  test("that scores rest on fewer samples than planned", async () => {
    let scores = 0;
    lab = await bench({
      config: { review: { quantitative: { samples: 3 } }, design_models: ["alpha/strong-1", "beta/middle-1"] },
      answer: ({ kind }) =>
        kind === "score" && ++scores <= 2
          ? { error: { kind: null, message: "no", status: 401, retryable: false } }
          : undefined,
    });
    await lab.call("run", { task: "A queue", topic: "queue" });
    const dir = await onlyExperiment(lab.dir);
    expect(texts(await views())).toEqual(same("Incomplete: 2 of 4 scores rest on fewer than the planned 3 samples"));
    expect(await lab.call("show", { experiment: basename(dir) })).toContain(
      "- 2 of 2 designs, 4 of 4 reviews, 2 of 4 scores",
    );
    await rm(join(dir, "scores/score-alpha-strong-1-alpha-strong-1.json"));
    expect((await views()).reply).toMatch(
      /\d of 4 scores are there whole, \d more rests? on fewer than the planned 3 samples\./,
    );
  }, 300_000);

  test("nothing where all is there", async () => {
    lab = await bench();
    await lab.call("run", { task: "A queue", topic: "queue" });
    const { reply, live, report } = await views();
    expect([reply?.startsWith("## "), live, report]).toEqual([true, "", ""]);
  }, 300_000);
});
