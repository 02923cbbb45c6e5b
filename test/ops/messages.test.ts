import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onlyExperiment } from "../support/disk.ts";
import { type Bench, bench } from "../support/lab.ts";

let lab: Bench;
beforeEach(async () => {
  lab = await bench();
});
afterEach(() => lab.dispose());

describe("a wrong argument", () => {
  const cases: [op: string, args: unknown, expected: string][] = [
    ["run", { design_models: [""] }, 'args.design_models[0] must be text that is not empty or an object, found ""'],
    ["run", { design_models: { a: 1 } }, "args.design_models must be a list or text, found an object"],
    ["run", { design_models: 5 }, "args.design_models must be a list or text, found 5"],
    ["run", { requirements: ["a", 7] }, "args.requirements[1] must be text that is not empty, found 7"],
    [
      "show",
      { what: "nothing" },
      'args.what must be "task", "designs", "reviews", "scores", "ranking", "ledger", "brief", "exchange", "history" or "lessons", found "nothing"',
    ],
    ["show", { what: "score" }, 'found "score", the nearest: "scores"'],
    ["run", { limits: { max_cots: 1 } }, 'there is no argument "limits.max_cots", the nearest: limits.max_cost'],
    ["run", { limits: { max_cost: -1 } }, "args.limits.max_cost must be a number of at least 0 or null, found -1"],
    ["run", { limits: "cheap" }, 'args.limits must be an object, found "cheap"'],
    ["run", { limits: '{"max_cots": 1}' }, "the nearest: limits.max_cost"],
    ["run", { topic: "t".repeat(1001) }, "args.topic must be text of at most 1000 characters, found 1001"],
    ["run", { output_dir: "a\nb" }, 'args.output_dir must be text without control characters, found "a\\nb"'],
    [
      "run",
      '{"task": "a queue" "topic": "q"}',
      "args must be JSON, found no comma where one is needed at character 20 of 32",
    ],
    [
      "run",
      '{"task": "a que',
      "args must be JSON, found a text of which the closing quote is missing at character 10 of 15",
    ],
  ];
  for (const [op, args, expected] of cases) {
    test(`of ${op}, ${JSON.stringify(args).slice(0, 60)}, is told as: ${expected.slice(0, 80)}`, async () => {
      const reply = await lab.call(op, args);
      expect(reply).toContain(expected);
      expect(reply).toContain(`Cannot run ${op}: `);
      expect(reply).not.toMatch(/expected union|unexpected property|Expected/);
      expect(lab.host.prompts).toEqual([]);
    });
  }

  test("beside others is told with them", async () => {
    const reply = await lab.call("run", { limits: { max_cots: 1, max_tokens: "x" }, dryrun: true, fresh: 1 });
    for (const part of ["limits.max_cots", "args.limits.max_tokens must be", "the nearest: dry_run", "args.fresh must"])
      expect(reply).toContain(part);
  });
});

describe("an argument that is", () => {
  const dry = { task: "A queue", dry_run: true };
  const cases: [string, unknown][] = [
    ["empty text counts as not given", { ...dry, experiment: "", topic: " ", output_dir: "", design_models: "" }],
    ["null inside limits counts as not given", { ...dry, limits: { max_cost: null, max_tokens: 100_000 } }],
    ["limits as a JSON string is read", { ...dry, limits: '{"max_cost": 5}' }],
    ["a list as a JSON string is read", { ...dry, design_models: '["alpha/strong-1", "beta/middle-1"]' }],
    ["part of args as a JSON string with a trailing comma is read", '{"task": "A queue", "dry_run": true,}'],
  ];
  for (const [claim, args] of cases) {
    test(claim, async () => {
      expect(await lab.call("run", args)).toContain("**Dry run:**");
    });
  }

  test("empty text is asked after where it is the task", async () => {
    expect(await lab.call("run", { task: "" })).toContain("a task is needed");
  });
});

describe("compare", () => {
  test("of one experiment shows the form for two, with no id that there is not", async () => {
    await lab.call("generate", { task: "A queue", topic: "queue" });
    const reply = await lab.call("compare", { experiments: ["2"] });
    expect(reply).toContain("Cannot compare experiments: two to 6 are needed, found 1.");
    expect(reply).toContain(
      'Put two ids into `/design-lab compare 2026-… 2026-…` (`designlab({op: "compare", args: {experiments: ["2026-…", "2026-…"]}})`)',
    );
  });

  test("of more experiments than are shown is refused, and none is left out silently", async () => {
    for (let at = 0; at < 7; at++) await lab.call("generate", { task: `A queue ${at}`, topic: `queue ${at}` });
    const folders = await readdir(join(lab.dir, ".opencode/design-lab"), { withFileTypes: true });
    const names = folders.filter((each) => each.isDirectory()).map(({ name }) => name);
    expect(names).toHaveLength(7);
    expect(await lab.call("compare", { experiments: names })).toContain("two to 6 are needed, found 7.");
    expect(await lab.call("compare", { experiments: names.slice(1) })).toContain("## 6 experiments");
  });

  test("of designs names the files that cannot be read when fewer than two are left", async () => {
    await lab.call("generate", { task: "A queue", topic: "queue" });
    const dir = await onlyExperiment(lab.dir);
    for (const name of ["alpha-strong-1", "beta-middle-1"])
      await writeFile(join(dir, "designs", `design-${name}.json`), "{");
    const reply = await lab.call("compare");
    expect(reply).toContain("two designs are needed, found 1");
    expect(reply).toContain("Its designs: gamma-weak-1.\n\n- Unusable: ");
    expect(reply).toContain("beta-middle-1.json");
  });
});

test("help finds an op whatever its case", async () => {
  expect(await lab.call("help", { op: " RUN" })).toContain("**run**: ");
});
