import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Design } from "../../src/artifacts/design.ts";
import type { Score } from "../../src/artifacts/score.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
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

  test("of all experiments tells when, how long, for how much, of what and who won, the id in a line of its own", async () => {
    expect(await lab.call("show")).toMatch(
      /^- 2\S+-queue\n {2}\d{4}-\d\d-\d\d \d\d:\d\d, [\d.]+m?s, \$\d\.\d\d: queue\n {2}Winner, \w+ confidence: A “[^”]+”\n\n/u,
    );
  });

  test("takes a design by its letter, its id or its model", async () => {
    const [letter, ...others] = await Promise.all(
      ["B", "beta-middle-1", "beta/middle-1"].map((design) => lab.call("show", { design })),
    );
    expect(letter).toContain("by beta/middle-1");
    for (const other of others) expect(other).toBe(letter as string);
    expect(await lab.call("show", { design: "b" })).toBe(letter as string);
    expect(await lab.call("show", { design: "D" })).toMatch(/has no design "D"; there are: A, B, C\./u);
  });

  test("takes what is asked for in letters of any size", async () => {
    const same: [Record<string, unknown>, Record<string, unknown>][] = [
      [{ what: "Scores" }, { what: "scores" }],
      [{ what: " LEDGER " }, { what: "ledger" }],
      [
        { design: "Beta-Middle-1", what: "Reviews" },
        { design: "B", what: "reviews" },
      ],
    ];
    for (const [odd, plain] of same) expect(await lab.call("show", odd)).toBe(await lab.call("show", plain));
    expect(await lab.call("show", { what: "parts" })).toContain('"parts"');
  });

  test("of a model that wrote several designs asks which, rather than show the first", async () => {
    const twice = await bench({ config: { design_models: ["alpha/strong-1", "alpha/strong-1"] } });
    await twice.call("run", { task: "Design a queue", topic: "queue" });
    expect(await twice.call("show", { design: "alpha/strong-1" })).toContain(
      'Cannot show one design of "alpha/strong-1", which wrote alpha-strong-1, alpha-strong-1-2: name one of these.',
    );
    await twice.dispose();
  });

  test("refuses a design beside a part that is of all of them, rather than pass over it", async () => {
    for (const what of ["task", "ranking", "ledger"])
      expect(await lab.call("show", { design: "B", what })).toContain(
        `Cannot show the ${what} of one design: of "B" there are designs, reviews and scores.`,
      );
  });

  test("compare refuses experiments beside an experiment or designs", async () => {
    for (const beside of [{ experiment: "2" }, { designs: ["A", "B"] }])
      expect(await lab.call("compare", { experiments: ["2", "2"], ...beside })).toContain(
        `found experiments and ${Object.keys(beside)}`,
      );
  });

  test("of a design says where the ranking puts it", async () => {
    expect(await lab.call("show", { design: "B" })).toMatch(
      /^## .*\n\nDesign B by beta\/middle-1\. Ranked 2 of 3, adjusted score \d\.\d\d, P\(best\) /,
    );
  });

  test("of an experiment begins and ends with the verdict, of scores begins with it", async () => {
    const verdict = /\*\*A “[^”]+” is (?:probably )?better than the other 2 designs/gu;
    expect((await lab.call("show", { experiment: "2" })).match(verdict)).toHaveLength(2);
    const scores = await lab.call("show", { what: "scores" });
    expect(scores.split("\n")[2]).toMatch(verdict);
    expect(scores).toMatch(/\n- B “[^”]+”: Ranked 2 of 3/u);
  });

  test("says what can be done next, to an agent in calls, to a user in lines", async () => {
    const text = await lab.call("show", { experiment: "2" });
    const [, next = ""] = text.split("### Next");
    expect(next).toMatch(/`designlab\(\{op: "show", args: \{experiment: "\d{4}-\d\d-\d\d-queue", design: "A"\}\}\)`/);
    expect(next).not.toContain("/design-lab");
    lab.voice = "line";
    const [, typed = ""] = (await lab.call("show", { experiment: "2" })).split("### Next");
    expect(typed).toMatch(/`\/design-lab show \d{4}-\d\d-\d\d-queue A`/);
    expect(typed).not.toContain("designlab(");
  });
});

describe("show {what: reviews}", () => {
  test("groups by design and point, with who of how many said it, lone points too", async () => {
    const text = await lab.call("show", { what: "reviews", design: "C" });
    expect(text).toMatch(/### C “[^”]+”/u);
    expect(text).not.toContain("### A");
    expect(text).toMatch(/\nWeaknesses:\n- \((?:all 3|\d of 3: [a-z]+\/[a-z]+-1)/);
    const all = await lab.call("show", { what: "reviews" });
    for (const letter of ["A", "B", "C"]) expect(all).toContain(`### ${letter} “`);
    expect(all).not.toMatch(/(?:alpha-strong|beta-middle|gamma-weak)-1/);
  });
});

describe("show {what: scores}", () => {
  test("tells why each score was given, by whom", async () => {
    const text = await lab.call("show", { what: "scores" });
    const { rationales } = await readJson<Score>(join(dir, "scores/score-beta-middle-1-alpha-strong-1.json"));
    const [[criterion, reason] = ["", ""]] = Object.entries(rationales);
    expect(text).toMatch(/### B “[^”]+”/u);
    expect(text).toContain(`- **${criterion}**\n  - alpha/strong-1 `);
    expect(text).toContain(reason.slice(0, 40));
    expect(text).not.toMatch(/(?:alpha-strong|beta-middle|gamma-weak)-1/);
  });
});

test("show of a design that failed says why it is not there", async () => {
  const other = await bench({
    answer: ({ kind, model }) => (kind === "design" && model === "gamma/weak-1" ? "no" : undefined),
  });
  try {
    await other.call("run", { task: "Design a queue", topic: "queue" });
    expect(await other.call("show", { design: "c" })).toMatch(
      /C by gamma\/weak-1 was never written: no usable answer; there are: A, B\./u,
    );
    expect(await other.call("show")).toMatch(
      /\n {2}Unfinished: 2 of 3 designs, 6 of 6 reviews, 6 of 6 scores\n\n.*\n`\/design-lab resume \S+` asks for what is missing of it\.$/u,
    );
  } finally {
    await other.dispose();
  }
});

test("show {what: scores} of many designs is cut with the way to the rest, and at 80 columns", async () => {
  const models = ["a", "b", "c", "d", "e"].map((name) => ({ id: `${name}/one` }));
  const other = await bench({ models, config: { design_models: models.map(({ id }) => id) } });
  try {
    await other.call("run", { task: "Design a queue", topic: "queue", requirements: ["It keeps order"] });
    const text = await other.call("show", { what: "scores" });
    expect(text).toMatch(
      /\n\(\d+ more lines are left out; `\/design-lab show \S+ scores E` shows those of E alone, another letter those of another\)\nFiles: \S+$/,
    );
    expect(text.split("\n").length).toBeLessThanOrEqual(150);
    for (const line of text.split("\n").filter((each) => each.startsWith("|"))) {
      expect(Bun.stringWidth(line)).toBeLessThanOrEqual(80);
      expect(line.split("|").length).toBeLessThanOrEqual(6);
    }
    expect(await other.call("show", { what: "task" })).toContain("- **R1** It keeps order");
  } finally {
    await other.dispose();
  }
});

describe("designs/*.md", () => {
  const page = () => readFile(join(dir, "designs/design-beta-middle-1.md"), "utf8");
  const json = () => join(dir, "designs/design-beta-middle-1.json");

  test("hold each whole design for reading, and follow their JSON when it is changed or taken away", async () => {
    const design = await readJson<Design>(json());
    const text = await page();
    expect(text).toContain(`## ${design.title}`);
    expect(text).toContain("Design B by beta/middle-1.");
    for (const { name } of design.components) expect(text).toContain(name);
    await writeFile(json(), JSON.stringify({ ...design, title: "Another <b>title</b>" }));
    await lab.call("rank", {});
    expect(await page()).toContain("## Another &lt;b>title&lt;/b>");
    await writeFile(json(), "{ broken");
    await lab.call("rank", {});
    expect(await page()).toContain("## Another");
    await rm(json());
    await lab.call("rank", {});
    await expect(page()).rejects.toThrow("ENOENT");
    await writeFile(json(), JSON.stringify(design));
    await lab.call("rank", {});
    expect(await page()).toBe(text);
  });
});

describe("compare of two experiments on one task", () => {
  test("says how each designer moved, the earlier experiment first", async () => {
    const other = await bench();
    try {
      await other.call("run", { task: "Design a queue", topic: "first" });
      await other.call("run", { task: "Design a queue", topic: "second", fresh: true });
      const listed = await other.call("show");
      const [second = "", first = ""] = [...listed.matchAll(/\d{4}-\d\d-\d\d-(?:first|second)/g)].map(([id]) => id);
      const text = await other.call("compare", { experiments: [second, first] });
      expect(text).toContain(`### From ${first} to ${second}, one task`);
      expect(text).toMatch(
        /- \*\*A “[^”]+”\*\* in 1 and in 2, by alpha\/strong-1: stays at place 1 of the 3 in both\./,
      );
      expect(text).toContain("The same models judged both.");
      expect(text).toMatch(/\| winner +\| A /);
    } finally {
      await other.dispose();
    }
  });
});

describe("compare", () => {
  test("takes designs by letter", async () => {
    const byLetter = await lab.call("compare", { designs: ["A", "C"] });
    expect(byLetter).toBe(await lab.call("compare", { designs: ["alpha-strong-1", "gamma-weak-1"] }));
  });
});
