import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
let dir: string;
beforeAll(async () => {
  lab = await bench();
  await lab.call("run", { task: "Design a queue", topic: "queue" });
  dir = await onlyExperiment(lab.dir);
});
afterAll(() => lab.dispose());

describe("show", () => {
  test("of an experiment begins with the verdict and a table in letters and titles", async () => {
    const text = await lab.call("show", { experiment: "2" });
    expect(text).toMatch(/^## queue\n\n\*\*A “[^”]+” is (?:probably )?better than the other 2 designs/u);
    expect(text).toMatch(/\| +1 \| A \S/u);
    expect(text).toContain("Written: A by alpha/strong-1, B by beta/middle-1 and C by gamma/weak-1.");
    expect(text.replaceAll(dir, "")).not.toMatch(/alpha-strong-1|beta-middle-1/);
  });

  test("of all experiments names the winner by letter and title", async () => {
    expect(await lab.call("show")).toMatch(/3 of 3 +\| 9 of 9 +\| A \S/u);
  });

  test("takes a design by its letter, its id or its model", async () => {
    const [letter, ...others] = await Promise.all(
      ["B", "beta-middle-1", "beta/middle-1"].map((design) => lab.call("show", { design })),
    );
    expect(letter).toContain("by beta/middle-1");
    for (const other of others) expect(other).toBe(letter as string);
    expect(await lab.call("show", { design: "D" })).toContain('has no design "D"');
  });

  test("says what can be typed next", async () => {
    const text = await lab.call("show", { experiment: "2" });
    const [, next = ""] = text.split("### Next");
    expect(next).toMatch(/`\/design-lab show \d{4}-\d\d-\d\d-queue A`/);
    expect(next).not.toContain("designlab(");
  });
});

describe("compare", () => {
  test("takes designs by letter", async () => {
    const byLetter = await lab.call("compare", { designs: ["A", "C"] });
    expect(byLetter).toBe(await lab.call("compare", { designs: ["alpha-strong-1", "gamma-weak-1"] }));
  });
});
