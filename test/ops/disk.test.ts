import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, statfsSync } from "node:fs";
import { chmod, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { onlyExperiment, readJson, snapshot } from "../support/disk.ts";
import { type Bench, type BenchOptions, bench } from "../support/lab.ts";
import { canMount, smallDisk } from "../support/small-disk.ts";

let lab: Bench;
async function start(options?: BenchOptions): Promise<Bench> {
  lab = await bench(options);
  return lab;
}
afterEach(() => lab.dispose());

const run = (args: object = {}) => lab.call("run", { task: "A queue", topic: "queue", ...args });

/** The ordinary answer; an evaluation comes so late that a failed write is known before the third one begins. */
async function slowly(kind: string): Promise<never> {
  if (kind === "evaluation") await Bun.sleep(100);
  return undefined as never;
}

/** Removes a folder in which somebody may be writing at this moment, until nothing of it is left. */
async function gone(dir: string): Promise<void> {
  while (existsSync(dir)) await rm(dir, { recursive: true, force: true }).catch(() => undefined);
}

describe("a folder that disappears in the middle of a run", () => {
  test("is named with what to do, what waits is not asked, and no half of it is left", async () => {
    let dir = "";
    await start({
      config: { limits: { max_parallel: 1 } },
      answer: async ({ kind }) => {
        if (kind === "evaluation" && dir === "") {
          dir = await onlyExperiment(lab.dir);
          await gone(dir);
        }
        return slowly(kind);
      },
    });
    const reply = await run();
    expect(reply).toContain(`Cannot write ${dir}`);
    expect(reply).toContain("The folder is gone");
    expect(lab.host.prompts.length).toBeLessThanOrEqual(3 + 3);
    expect(await readdir(join(dir, ".."))).not.toContain(basename(dir));
  });
});

describe("a folder that cannot be written to in the middle of a run", () => {
  test("is named with its remedy, what waits is not asked, and the run goes on when it is mended", async () => {
    let locked = "";
    await start({
      config: { limits: { max_parallel: 1 } },
      answer: async ({ kind }) => {
        if (kind === "evaluation" && locked === "") {
          locked = join(await onlyExperiment(lab.dir), "reviews");
          // A file in the folder's place refuses root as well.
          await writeFile(locked, "");
        }
        return slowly(kind);
      },
    });
    const reply = await run();
    expect(reply).toContain(`${locked}/review-`);
    expect(reply).toContain("A file stands where a folder is needed");
    const asked = lab.host.prompts.length;
    expect(asked).toBeLessThanOrEqual(3 + 3);
    const before = await snapshot(join(locked, "..", "designs"));
    await rm(locked);
    const id = basename(join(locked, ".."));
    expect(await lab.call("run", { experiment: id })).not.toContain("Incomplete");
    expect(await snapshot(join(locked, "..", "designs"))).toEqual(before);
    expect(lab.host.prompts).toHaveLength(asked + 9);
  });
});

describe.skipIf(!canMount)("a disk that is nearly full", () => {
  const calls: [string, object][] = [
    ["run", {}],
    ["generate", {}],
    ["review", { force: true }],
    ["score", { force: true }],
  ];
  for (const [op, args] of calls) {
    test(`has ${op} go on with nothing, before anything is asked, and says what is needed and what was found`, async () => {
      const disk = smallDisk(24);
      try {
        await start({ dir: disk.dir, config: { design_models: ["alpha/strong-1", "beta/middle-1"] } });
        await run();
        const experiment = basename(await onlyExperiment(disk.dir));
        const asked = lab.host.prompts.length;
        await writeFile(join(disk.dir, "others"), Buffer.alloc(statfsSync(disk.dir).bavail * 4096 - 200_000));
        const joining = op === "run" || op === "generate" ? { design_models: ["gamma/weak-1"] } : {};
        const reply = await lab.call(op, { experiment, ...args, ...joining });
        expect(reply).toContain(`Cannot keep what would come in ${join(disk.dir, ".opencode/design-lab", experiment)}`);
        expect(reply).toMatch(/about [\d.]+ MB are needed, found 0\.2 MB free\. Nothing was asked/);
        const anew = await lab.call(op === "generate" ? op : "run", { task: "Another queue", topic: "other" });
        expect(anew).toContain(`Cannot keep what would come in ${join(disk.dir, ".opencode/design-lab")}`);
        expect(lab.host.prompts).toHaveLength(asked);
      } finally {
        disk.remove();
      }
    }, 300_000);
  }
});

test("the first write that fails when an experiment goes on stops what was not asked yet", async () => {
  await start({ config: { limits: { max_parallel: 1 } }, answer: ({ kind }) => slowly(kind) });
  await lab.call("generate", { task: "A queue", topic: "queue" });
  const dir = await onlyExperiment(lab.dir);
  await writeFile(join(dir, "reviews"), "");
  const asked = lab.host.prompts.length;
  const reply = await lab.call("run", { experiment: basename(dir) });
  expect(reply).toContain("A file stands where a folder is needed");
  expect(lab.host.prompts.length - asked).toBeLessThanOrEqual(3);
});

describe("an artifact that was changed by hand", () => {
  const cases: [string, (text: string) => string, string][] = [
    ["into invalid JSON", (text) => text.slice(0, 50), "is not valid JSON"],
    ["into another version", (text) => text.replace('"version": 1', '"version": 2'), "has version 2"],
    ["out of its schema", (text) => text.replace('"summary":', '"sumary":'), "summary: expected required property"],
  ];
  for (const [how, change, message] of cases) {
    test(`${how} is reported with its path, left as it is, and harms no other`, async () => {
      await start();
      await run();
      const dir = await onlyExperiment(lab.dir);
      const path = join(dir, "designs/design-beta-middle-1.json");
      const changed = change(await readFile(path, "utf8"));
      await writeFile(path, changed);
      const shown = await lab.call("show", { experiment: basename(dir) });
      expect(shown).toContain(message);
      expect(shown).toContain("design-beta-middle-1.json");
      expect(await lab.call("rank", {})).toContain("design-beta-middle-1.json");
      expect(await readFile(path, "utf8")).toBe(changed);
      const { summary } = await readJson<{ summary: { total_designs: number } }>(join(dir, "results/ranking.json"));
      expect(summary.total_designs).toBe(2);
    });
  }

  test("in task.json makes its experiment unreadable and no other", async () => {
    await start();
    await run();
    const dir = await onlyExperiment(lab.dir);
    await writeFile(join(dir, "task.json"), '{"version": 3}');
    expect(await lab.call("run", { experiment: basename(dir) })).toContain(
      "task.json has version 3 and this plugin reads version 1: update",
    );
    expect(await run()).toContain("3 designs written");
    const overview = await lab.call("show", {});
    expect(overview).toContain("queue-2");
  });
});

test("an experiment that nobody may write to can still be shown", async () => {
  await start();
  await run();
  const dir = await onlyExperiment(lab.dir);
  await chmod(dir, 0o555);
  expect(await lab.call("show", { experiment: basename(dir) })).toContain("9 of 9 scores");
  await chmod(dir, 0o755);
});

test("a ledger that nobody may write to costs no result, and the reply says so", async () => {
  await start();
  await run();
  const dir = await onlyExperiment(lab.dir);
  await rm(join(dir, "scores/score-alpha-strong-1-beta-middle-1.json"));
  await openToAll(lab.dir);
  await chmod(join(dir, "ledger.jsonl"), 0o444);
  const root = process.getuid?.() === 0;
  // Root may write anywhere, so root does it as "nobody".
  if (root) process.seteuid?.(65_534);
  try {
    const reply = await lab.call("run", { experiment: basename(dir) });
    expect(reply).toContain(`${join(dir, "ledger.jsonl")} could not be written: EACCES`);
    expect(reply).not.toContain("Incomplete");
  } finally {
    if (root) process.seteuid?.(0);
  }
});

async function openToAll(dir: string): Promise<void> {
  await chmod(dir, 0o777);
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o777 : 0o666);
  }
}
