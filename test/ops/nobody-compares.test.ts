import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

const PERCENT = /\d %|P\(best\) (?:over|under)|probability/;

let lab: Bench;
let reply: string;
let dir: string;
beforeEach(async () => {
  lab = await bench({
    config: { design_models: ["alpha/strong-1", "gamma/weak-1"], ranking: { exclude_self_reviews: true } },
  });
  reply = await lab.call("run", { task: "Design a queue", topic: "queue" });
  dir = await onlyExperiment(lab.dir);
}, 300_000);
afterEach(() => lab.dispose());

describe("two designs that only the other's author scored", () => {
  test("have no order in any reply, no score and no probability beside another, and the reply says what gives one", async () => {
    const replies = [reply, await lab.call("show", { experiment: basename(dir) }), await lab.call("rank")];
    for (const said of replies) {
      expect(said).toContain("**No order:** no reviewer scored two of these designs, so nothing says which of A “");
      expect(said).toMatch(/^\| +– \| A .* \| +– \| +– \|$/m);
      expect(said).toContain("- For an order, one more reviewer that designs nothing scores them all: `");
      expect(said).toContain("or count the scores for own designs, with `ranking.exclude_self_reviews: false`");
      expect(said).not.toMatch(PERCENT);
      expect(said).not.toMatch(/ is first|slightly ahead|ranks are those/);
    }
    expect(await lab.call("show")).toContain("No winner: no reviewer's scores set one design against another");
    expect(await lab.call("show", { what: "scores" })).toContain(
      "Not ranked: no reviewer compares all of these designs.",
    );
    const compared = await lab.call("compare", { designs: ["A", "B"] });
    expect(compared).toContain("**Nobody compares these designs:**");
    expect(compared).not.toMatch(PERCENT);
  });

  test("have none in ranking.md and in the report", async () => {
    const page = await readFile(join(dir, "results/ranking.md"), "utf8");
    expect(page).toContain("**No order:** no reviewer scored two of these designs");
    expect(page).toContain("For an order, one more reviewer that designs nothing");
    expect(page.slice(0, page.indexOf("## How to read this"))).not.toMatch(PERCENT);
    const report = await readFile(join(dir, "results/report.html"), "utf8");
    const text = report
      .slice(report.indexOf("<body"))
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ");
    expect(text).toContain("No order: no reviewer scored two of these designs");
    expect(text).toContain("For an order, one more reviewer that designs nothing");
    expect(text).not.toMatch(/Chance to be best over|only just first|Take the order as a hint|It scores/);
  });

  test("get one as soon as a third model scores both", async () => {
    await lab.call("score", { models: ["beta/middle-1"] });
    const ranked = await lab.call("rank");
    expect(ranked).not.toContain("No order");
    expect(ranked).toContain("one reviewer alone tells the designs apart");
  });
});
