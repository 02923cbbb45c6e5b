import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasTerminal } from "../../rehearsal/terminal.ts";
import { keepStudy, type StudyPlace } from "../../src/study/folder.ts";
import { bundleHash } from "../../src/study/manifest.ts";
import { openQueue } from "../../src/study/open-queue.ts";
import { GivenBack, type StudyQueue } from "../../src/study/queue.ts";
import { builtCommand, ENGINE } from "../support/built-command.ts";
import { snapshot } from "../support/disk.ts";
import { writeKnown } from "../support/history-project.ts";
import { onTerminal } from "../support/pty.ts";
import { newPerson } from "../support/queues.ts";
import { shelvedBundle } from "../support/shelved-study.ts";

const cli = builtCommand();
const bundle = shelvedBundle({ tasks: 3 });
const hash = bundleHash(bundle);
let root: string;
let project: string;
let base: string;
let place: StudyPlace;
let queue: StudyQueue;
const env = (): Record<string, string> => ({
  ...ENGINE,
  PATH: process.env.PATH ?? "",
  HOME: join(root, "home"),
  CI: "1",
});

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "designlab-study-")));
  project = join(root, "project");
  base = join(project, ".opencode/design-lab");
  await mkdir(join(project, ".git"), { recursive: true });
  const person = { home: join(root, "home"), env: {} };
  place = await keepStudy(
    base,
    { name: bundle.name, hash },
    { queue: null, gitignore: true, person, now: () => new Date() },
  );
  queue = await openQueue(join(place.path, "queue.sqlite"));
  await queue.add(bundle, 20);
});
afterEach(async () => {
  await queue.close();
  await rm(root, { recursive: true, force: true });
});

/** A worker that finishes so many, fails the third, and leaves. */
async function work(many: number): Promise<void> {
  const made = await writeKnown(join(root, "elsewhere"), {
    ...{ name: "ferry", at: new Date("2026-11-20T08:00:00Z"), seed: 7 },
    ...{ designers: ["north/small", "south/large"], reviewers: ["east/fine"] },
    score: (design) => 5 + design,
  });
  const files = Object.entries(await snapshot(made.dir));
  const told = { machine: "desk", account: "team", hosts: "OpenCode 2.0.15", at_once: 1, max_cost: null, lacks: [] };
  const seat = await queue.join({ id: "desk-1", ...told }, newPerson());
  const stop = new AbortController();
  let taken = 0;
  await seat.work(hash, {
    takes: () => true,
    signal: stop.signal,
    async perform(one) {
      taken += 1;
      if (taken > many) {
        stop.abort();
        throw new GivenBack();
      }
      await one.spent({ cost: 0.5, tokens: 1_000, unpriced: 0 });
      if (taken === 3) return { outcome: "failed", reason: "North has no key.", advice: "Log in to north." };
      for (const [path, text] of files) await one.put(path, new TextEncoder().encode(text));
      return { outcome: "done" };
    },
  });
  await seat.leave();
}

type Came = { code: number | null; out: string; said: string };

function command(words: readonly string[], more: Record<string, string> = {}): Promise<Came> {
  const child = spawn(process.execPath, [cli.file, ...words], { cwd: project, env: { ...env(), ...more } });
  const came = { code: null as number | null, out: "", said: "" };
  child.stdout.on("data", (text: Buffer) => {
    came.out += text;
  });
  child.stderr.on("data", (text: Buffer) => {
    came.said += text;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ ...came, code })));
}
const study = (...words: string[]) => command(["study", ...words]);

describe("study", () => {
  test("show says how it stands, for a person and for a program", async () => {
    await work(4);
    const { code, out } = await study("show");
    expect([code, out.split("\n")[0]]).toEqual([0, "**Study ferry: 3 of 6 experiments are done.** 2 wait, 1 failed."]);
    expect(out).toContain("Nobody works on it: 2 experiments wait for a worker.");
    expect(out).toContain("North has no key. Log in to north.");
    const { study: told, failed, folder } = JSON.parse((await study("show", "--json")).out);
    expect([told.hash, told.counts, told.money.spent]).toEqual([
      hash,
      { waiting: 2, running: 0, done: 3, failed: 1 },
      2,
    ]);
    expect([failed[0].keys.length, folder]).toEqual([1, place.path]);
  }, 60_000);

  test("show --follow says each change once in a log, and ends with the study", async () => {
    const followed = study("show", "--follow", "--queue", join(place.path, "queue.sqlite"));
    await work(6);
    const { code, said, out } = await followed;
    expect(code).toBe(0);
    const lines = said.trim().split("\n");
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.at(-1)).toBe("5 of 6 done, 1 failed, $3.00 spent");
    expect(said).not.toContain("\u001B");
    expect(out).toContain("**Study ferry is over: 5 of 6 experiments are done.** 1 failed.");
  }, 120_000);

  test.skipIf(!hasTerminal)(
    "show --follow draws in its place on a terminal, and gives it back",
    async () => {
      await work(6);
      const { code, screen } = await onTerminal([process.execPath, cli.file, "study", "show", "--follow"], {
        cwd: project,
        env: env(),
      });
      expect(code).toBe(0);
      expect(screen).toContain("Study ferry is over");
      expect(screen.indexOf("\u001B[?25h")).toBeGreaterThan(screen.indexOf("\u001B[?25l"));
    },
    60_000,
  );

  test("stop, go and again do what they say, and a limit is raised by a person or by --yes alone", async () => {
    await work(4);
    expect((await study("stop")).out).toContain("**Study ferry begins nothing more.** Nothing ran.");
    expect((await queue.standing(hash)).why).toBe("person");
    const refused = await study("go", "--max-cost", "40");
    expect([refused.code, refused.said.includes("were left as they are")]).toEqual([2, true]);
    expect((await queue.standing(hash)).state).toBe("stopped");
    const low = await study("go", "--max-cost", "1.5", "--yes");
    expect([low.code, low.said.includes("$2.00 are spent already")]).toEqual([2, true]);
    expect((await study("go", "--max-cost", "40", "--yes")).out).toContain(
      "goes on: 2 experiments are left.** It may now take up to $40.00.",
    );
    expect((await queue.standing(hash)).limits.study.max_cost).toBe(40);
    expect((await study("again", "x/y/1")).out).toContain("none of these failed");
    expect((await study("again")).out).toContain("**1 experiment waits anew.**");
    expect((await queue.standing(hash)).counts.failed).toBe(0);
    for (const word of ["go", "again"]) {
      const agent = await command(["study", word], { CLAUDECODE: "1" });
      expect([word, agent.code, agent.said.includes("the shell of an agent")]).toEqual([word, 2, true]);
    }
  }, 120_000);

  test("pull puts what is done here, which history tells apart, and the study into no list", async () => {
    await work(4);
    const { code, out } = await study("pull");
    expect([code, out.split(".")[0]]).toEqual([0, "**3 experiments were put into "]);
    const listed = JSON.parse((await command(["show", "--json"])).out);
    expect(listed.experiments.map(({ experiment }: { experiment: string }) => experiment)).toHaveLength(3);
    const history = JSON.parse((await command(["show", "history", "--json"])).out).history;
    expect(history.counted).toBe(0);
    expect(history.experiments.every(({ apart }: { apart: unknown }) => apart !== null)).toBe(true);
    const kept = JSON.parse((await command(["experiments", "--json"])).out);
    expect(kept.experiments).toHaveLength(3);
    const again = (await study("pull")).out;
    expect(again).toContain("3 experiments lie here from before.");
    expect(again).toContain("`opencode-designlab study result` says what the study shows.");
    const shown = (await study("show")).out;
    expect([shown.includes("study pull"), shown.includes("study result")]).toEqual([false, true]);
    expect((await readdir(place.path)).sort()).toContain("experiments.json");
  }, 120_000);

  test("says what is wrong with a line, and makes nothing of it", async () => {
    const wrong: [string[], string][] = [
      [["show", "--bogus"], "Cannot read study show: Unknown option '--bogus'"],
      [["show", "more"], "Cannot read study show: Unexpected argument 'more'"],
      [["show", "--study", "harbour"], 'There is no study "harbour" in this project. There are: ferry-'],
      [["show", "--queue", "gone.sqlite"], "needed is the file of a queue, found nothing"],
      [["show", "--queue", "mysql://x/y"], "Cannot open a queue at mysql://"],
      [["show", "--follow", "--json"], "Cannot take --json with --follow"],
      [["go", "--max-cost", "-3"], "--max-cost"],
      [["go", "--max-hours", "soon"], 'Cannot take --max-hours "soon": needed is a number, or none.'],
      [["pull", "01-booking/wide/1"], "no such experiment is done"],
    ];
    for (const [words, part] of wrong) {
      const { code, said, out } = await study(...words);
      const text = words.includes("--json") ? out : said;
      expect([words, code, text.includes(part) ? part : text]).toEqual([words, 2, part]);
    }
    expect(existsSync(join(project, "gone.sqlite"))).toBe(false);
    await writeFile(join(project, "notes.txt"), "no database at all, but words".repeat(50));
    const { code, said } = await study("show", "--queue", "notes.txt");
    expect([code, said.includes("defect")]).toEqual([1, false]);
    await rm(join(base, "studies"), { recursive: true });
    expect((await study("show")).out).toContain("There is no study here.");
  }, 120_000);
});
