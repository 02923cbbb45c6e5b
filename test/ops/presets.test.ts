import { afterEach, describe, expect, test } from "bun:test";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Task } from "../../src/artifacts/task.ts";
import { answerCall } from "../../src/tool.ts";
import { onlyExperiment, readJson } from "../support/disk.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";

let lab: Bench;
const start = async (count: number, config?: BenchOptions["config"]) => {
  const models = Array.from({ length: count }, (_, at) => ({ id: `p${at + 1}/m` }));
  lab = await bench({ models, ...(config && { config }) });
};
afterEach(() => lab.dispose());

const TASK = { task: "Design a queue", topic: "queue" };
const dry = (args: object = {}): Promise<string> => lab.call("run", { ...TASK, dry_run: true, ...args });
const COMPARED = "More designs raise the quality of the best, more reviewers the certainty";

describe("a run with a preset", () => {
  test("asks as many models as it says, and its plan is stored", async () => {
    await start(9);
    expect(await lab.call("run", { ...TASK, preset: "standard" })).toContain("4 designs written");
    const { designers, reviewers } = await readJson<Task>(join(await onlyExperiment(lab.dir), "task.json"));
    expect(designers.map(({ model }) => model)).toEqual(["p1/m", "p2/m", "p3/m", "p4/m"]);
    expect(reviewers.map(({ model }) => model)).toEqual(["p1/m", "p2/m", "p3/m", "p4/m", "p5/m"]);
  });

  test("is thrifty as the preset has it, unless the call or the configuration says otherwise", async () => {
    await start(5, { confirm_above: null });
    const stored = async (args: object) => {
      const { facts } = await answerCall({ op: "generate", args: { ...TASK, fresh: true, ...args } }, lab.context);
      return (await readJson<Task>(join(String(facts.directory), "task.json"))).thrifty;
    };
    expect(await stored({ preset: "standard" })).toBe(true);
    expect(await stored({ preset: "quick" })).toBeUndefined();
    expect(await dry({ preset: "standard", thrifty: false, fresh: true })).toContain("and 20 evaluations,");
    expect(await dry({ preset: "standard", fresh: true })).toContain("and at most 20 evaluations,");
  });

  test("that is configured is taken, unless the call names one of its own or names models", async () => {
    await start(9, { preset: "thorough", confirm_above: null });
    expect(await dry()).toContain(
      "6 designs and at most 36 evaluations, each of one design by one reviewer: at most 4",
    );
    expect(await dry({ preset: "quick" })).toContain("ask for 3 designs and 9 evaluations,");
    expect(await dry({ design_models: ["p8/m", "p9/m"] })).toContain("ask for 2 designs and 4 evaluations,");
    expect(await dry({ review_models: "p9/m" })).toContain("ask for 3 designs and 3 evaluations,");
  });

  test("beside models is refused, and told what each would do", async () => {
    await start(9);
    const refused = await lab.call("run", { ...TASK, preset: "standard", design_models: "p1/m, p2/m" });
    expect(refused).toBe(
      "**designlab:** Cannot start: preset and design_models stand in one call, and each says who is asked: one of them is needed. Nothing was asked.\n\npreset standard (--standard) has up to 4 models design and 5 review, those of design-lab.json first; design_models has p1/m and p2/m design and nobody else.",
    );
    const many = Array.from({ length: 300 }, (_, at) => `設計/${"m".repeat(200)}${at}`);
    const long = await lab.call("generate", { ...TASK, preset: "quick", design_models: many });
    expect(long).toContain("and 298 more design and nobody else");
    expect(long.length).toBeLessThan(900);
    expect(await lab.call("run", { ...TASK, preset: "quick", review_models: ["p9/m"] })).toContain(
      "review_models has p9/m review and nobody else.",
    );
    expect(await dry({ preset: "quick", design_models: [] })).toContain("9 evaluations");
    expect(lab.host.prompts).toEqual([]);
    expect(await readdir(lab.dir)).toEqual([]);
  });

  test("of another word is refused, and so is one for an experiment that there is", async () => {
    await start(3);
    expect(await dry({ preset: "standart" })).toContain(
      'args.preset must be "quick", "standard" or "thorough", found "standart", the nearest: "standard"',
    );
    await lab.call("generate", TASK);
    const [experiment] = /20\d\d-\d\d-\d\d-queue/.exec(await lab.call("show")) ?? [];
    expect(await lab.call("run", { experiment, preset: "thorough" })).toContain("preset belongs to a new experiment");
  });
});

describe("a checkout's preset", () => {
  const checkout = async (config: object) => {
    await mkdir(join(lab.dir, ".opencode"), { recursive: true });
    await writeFile(join(lab.dir, ".opencode/design-lab.json"), JSON.stringify(config));
  };

  test("is taken up to the person's own, which the dry run says", async () => {
    await start(9, { preset: "quick" });
    await checkout({ preset: "thorough" });
    const reply = await dry();
    expect(reply).toContain("ask for 3 designs and 9 evaluations,");
    expect(reply).toMatch(/- \S+design-lab\.json wants preset thorough; the quick of \S+design-lab\.json holds/u);
  });

  test("that the person set no bound to is asked about where its price is high", async () => {
    await start(9, { confirm_above: 0.01 });
    await checkout({ preset: "thorough" });
    lab.permits = false;
    expect(await lab.call("run", TASK)).toContain("Not started");
    expect(lab.asked.join()).toContain("designlab_cost");
    expect(lab.host.prompts).toEqual([]);
  });
});

describe("the dry run of a task", () => {
  test("shows the presets beside each other, with the line of each other one, and no word of cells", async () => {
    await start(9);
    const reply = await dry();
    expect(reply).toMatch(/\| +\| quick, this call \| +standard \| +thorough \|/u);
    expect(reply).toContain("| about 15 of 20 | about 24 of 36 |");
    expect(reply).toContain(COMPARED);
    expect(reply).toContain("\n- thorough: `/design-lab run --thorough --topic queue Design a queue`\n");
    expect(reply).not.toMatch(/\bcells?\b/iu);
    expect(await dry({ preset: "thorough" })).toMatch(/\| quick \| +standard \| thorough, this call \|/u);
    expect(lab.host.prompts).toEqual([]);
  });

  test("shows a call by lists that no preset would ask beside them, and none where it names models itself", async () => {
    await start(9, { design_models: ["p8/m", "p9/m"] });
    expect(await dry()).toMatch(/\| this call \| quick \| +standard \| +thorough \|/u);
    expect(await dry({ design_models: ["p8/m", "p9/m"] })).not.toContain(COMPARED);
    await lab.call("generate", TASK);
    expect(await lab.call("run", { experiment: "latest", dry_run: true })).not.toContain(COMPARED);
  });

  test("says of few models once that a larger preset asks no more", async () => {
    await start(2);
    const reply = await dry();
    expect(reply).toContain("\n\nYou have 2 models: standard and thorough would ask the same as quick.\n\n");
    expect(reply).not.toContain(COMPARED);
  });

  test("has the three as fields of its facts", async () => {
    await start(5);
    const { facts } = await answerCall({ op: "run", args: { ...TASK, dry_run: true } }, lab.context);
    expect(facts).toMatchObject({
      forecast: { sessions: 12 },
      presets: {
        quick: { taken: true, same_as: null, designs: 3, reviewers: 3, evaluations: 9, sessions: 12, thrifty: false },
        standard: { taken: false, designs: 4, reviewers: 5, evaluations: 20, expected_evaluations: 15, thrifty: true },
        thorough: { designs: 5, reviewers: 5, evaluations: 25, expected_evaluations: 18, sessions: 23, unpriced: [] },
      },
    });
  });

  test("of designs alone says what each preset writes", async () => {
    await start(9);
    const reply = await lab.call("generate", { ...TASK, dry_run: true });
    expect(reply).toContain("It would ask for 3 designs: 3 sessions, about ");
    expect(reply).toMatch(/\| designs +\| +3 \| +4 \| +6 \|/u);
    expect(reply).toContain('- standard: `/design-lab generate --standard --topic queue "Design a queue"`');
    expect(reply).not.toContain("| reviewers");
  });
});
