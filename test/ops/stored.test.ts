import { afterEach, describe, expect, test } from "bun:test";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Ranking } from "../../src/artifacts/ranking.ts";
import { readJson, snapshot } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

/** Experiments as a run wrote them. */
const STORED = join(import.meta.dir, "../fixtures/stored");

let lab: Bench;
afterEach(() => lab.dispose());

/** The folder of a stored experiment, copied to where the lab finds it. */
async function stored(id: string): Promise<string> {
  lab = await bench();
  const dir = join(lab.dir, ".opencode/design-lab", id);
  await mkdir(dir, { recursive: true });
  await cp(join(STORED, id), dir, { recursive: true });
  return dir;
}

describe("an experiment that an earlier process wrote", () => {
  test("is shown in full, and nothing of it is asked again", async () => {
    const experiment = "2026-01-05-plain";
    await stored(experiment);
    const ledger = await lab.call("show", { experiment, what: "ledger" });
    expect(ledger.split("\n")[0]).toStartWith("**Finished:** 2 of 2 designs, 6 of 6 reviews, 6 of 6 scores. ");
    expect(ledger).toContain("In all: 10 sessions, 44,000 tokens, $0.10.");
    expect(ledger).not.toContain("### Left");
    const account = await lab.call("show", { experiment });
    expect(account).toContain("**A “Queue: a modular monolith” is probably better than the other design.**");
    expect(account).not.toContain("Unusable");
    expect(account).not.toContain("Stale");
    await lab.call("run", { experiment });
    expect(lab.host.prompts).toEqual([]);
  });

  test("is ranked as it was", async () => {
    const dir = await stored("2026-01-05-plain");
    const path = join(dir, "results/ranking.json");
    const before = await readJson<Ranking>(path);
    await lab.call("rank", { experiment: "2026-01-05-plain" });
    const after = await readJson<Ranking>(path);
    const shown = ({ designs, summary }: Ranking) => ({
      designs: designs.map(({ design_id, rank, average_score, score_breakdown }) => {
        return { design_id, rank, average_score, score_breakdown };
      }),
      scored: [summary.scored_cells, summary.expected_cells, summary.total_reviewers],
    });
    expect(shown(after)).toEqual(shown(before));
  });

  test("is told by a comparison as it is stored", async () => {
    const experiment = "2026-01-05-plain";
    const path = join(await stored(experiment), "results/ranking.json");
    const ranking = await readJson<Ranking>(path);
    const [first] = ranking.designs;
    if (first) first.adjusted_score = 7.77;
    const pairwise = ranking.pairwise.map((pair) => ({ ...pair, probability: 0.6 }));
    await Bun.write(path, JSON.stringify({ ...ranking, pairwise }));
    const compared = await lab.call("compare", { experiment });
    expect(compared).toMatch(/^\| score +\| 7\.77 +\| 5\.55 +\|$/mu);
    expect(compared).toMatch(/^\*\*A “.*” and B “.*” cannot be told apart\*\* \(P = 60 %\)/mu);
  });

  test("goes on where samples are missing, and keeps those that it has", async () => {
    const experiment = "2026-01-07-samples";
    const dir = await stored(experiment);
    await lab.call("run", { experiment });
    expect(lab.host.prompts).toHaveLength(2);
    expect(await lab.call("show", { experiment, what: "ledger" })).toStartWith(
      "**Finished:** 2 of 2 designs, 2 of 2 reviews, 2 of 2 scores, 6 of 6 samples of scores. ",
    );
    expect(Object.keys(await snapshot(join(dir, "scores"))).filter((name) => name.includes("superseded"))).toEqual([]);
  });
});
