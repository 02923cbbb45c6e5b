import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Progress } from "../../src/artifacts/progress.ts";
import { createLedgerFeed } from "../../src/host/screen/ledger-feed.ts";
import { settled } from "../support/settled.ts";

const BASE = ".opencode/design-lab";
let project: string;
let outside: string;
let told: (Progress | null)[];
let feed: { dispose(): void } | null = null;

beforeEach(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), "designlab-feed-")));
  outside = await realpath(await mkdtemp(join(tmpdir(), "designlab-feed-outside-")));
  told = [];
});
afterEach(async () => {
  feed?.dispose();
  feed = null;
  for (const dir of [project, outside]) await rm(dir, { recursive: true, force: true });
});

function watch(home = join(outside, "no-home")): void {
  const places = { directory: project, worktree: project, home, env: {} };
  feed = createLedgerFeed(places, (progress) => told.push(progress));
}

/** An experiment in which a designer is being asked since `at`. */
async function experiment(base: string, name: string, at = new Date()): Promise<string> {
  const dir = join(base, name);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, "task.json"), JSON.stringify({ designers: [{ design_id: "a" }], reviewers: [] }));
  const lines = [
    { at: at.toISOString(), event: "setup" },
    {
      at: at.toISOString(),
      event: "started",
      phases: ["generate"],
      design_id: "a",
      model: `p/${name}`,
      session_id: "ses_1",
    },
  ];
  await writeFile(join(dir, "ledger.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return dir;
}

const models = (): string[] => told.flatMap((progress) => progress?.sessions.map(({ model }) => model) ?? []);

describe("the panel's feed", () => {
  test("tells what the newest ledger of the project says", async () => {
    watch();
    await Bun.sleep(50);
    await experiment(join(project, BASE), "mine");
    await settled(() => models().includes("p/mine"));
  });

  for (const place of ["ledger.jsonl", "task.json"]) {
    test(`takes nothing out of what a ${place} of a checkout leads to`, async () => {
      const pipe = join(outside, "keyboard");
      expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
      const keyboard = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
      try {
        watch();
        await Bun.sleep(50);
        const dir = await experiment(join(project, BASE), "planted");
        await rm(join(dir, place));
        await symlink(pipe, join(dir, place));
        writeSync(keyboard, "abcdefghijklmnopqrstuvwx");
        await Bun.sleep(2_500);
        const left = Buffer.alloc(100);
        expect(left.toString("utf8", 0, readSync(keyboard, left))).toBe("abcdefghijklmnopqrstuvwx");
      } finally {
        closeSync(keyboard);
      }
    });
  }

  const configured = (base_dir: string) =>
    writeFile(join(project, ".opencode/design-lab.json"), JSON.stringify({ output: { base_dir } }));
  const ways: [string, () => Promise<unknown>][] = [
    [
      "a list of the checkout",
      () =>
        writeFile(
          join(project, BASE, "bases.json"),
          JSON.stringify({ version: 1, bases: [outside, join(project, "in")] }),
        ),
    ],
    ["a link to an experiment", () => symlink(join(outside, "theirs"), join(project, BASE, "theirs"))],
    ["the project's configuration", () => configured(outside)],
    [
      "a link in the place of a base folder",
      async () => {
        await symlink(outside, join(project, "link"));
        await configured("link");
      },
    ],
  ];
  for (const [what, plant] of ways) {
    test(`shows no experiment outside the project by ${what}`, async () => {
      await mkdir(join(project, BASE), { recursive: true });
      await plant();
      watch();
      await Bun.sleep(50);
      await experiment(join(project, "in"), "mine");
      await Bun.sleep(50);
      await experiment(outside, "theirs");
      await Bun.sleep(2_500);
      expect(models()).not.toContain("p/theirs");
      // What a list names in the project is the project's own.
      if (what.includes("list")) expect(models()).toContain("p/mine");
    });
  }

  test("shows an experiment in a base folder outside that the person's own configuration names", async () => {
    const config = join(outside, "home/.config/opencode");
    await mkdir(config, { recursive: true });
    await writeFile(join(config, "design-lab.json"), JSON.stringify({ output: { base_dir: join(outside, "mine") } }));
    watch(join(outside, "home"));
    await Bun.sleep(50);
    await experiment(join(outside, "mine"), "own");
    await settled(() => models().includes("p/own"));
  });

  test("shows no run that ended before the terminal came, whenever its file was written", async () => {
    watch();
    await Bun.sleep(50);
    await experiment(join(project, BASE), "earlier", new Date(Date.now() - 60_000));
    await Bun.sleep(2_500);
    expect(told).toEqual([]);
  });

  test("shows no ledger that is dated in the future", async () => {
    watch();
    await Bun.sleep(50);
    await experiment(join(project, BASE), "mine");
    await settled(() => models().includes("p/mine"));
    told = [];
    await experiment(join(project, BASE), "planted", new Date("2099-01-01T00:00:00Z"));
    await Bun.sleep(2_500);
    expect(models()).not.toContain("p/planted");
  });
});
