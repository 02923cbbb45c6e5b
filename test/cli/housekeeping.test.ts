import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import {
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasTerminal } from "../../rehearsal/terminal.ts";
import { findPlace, listKept, measureFolder, moveKept, removeKept } from "../../src/store/housekeeping.ts";
import { BusyError, withLock } from "../../src/store/lock.ts";
import { rememberFolder } from "../../src/store/places.ts";
import { briefFrom } from "../../src/story/brief-stands.ts";
import { drawn } from "../../src/views/markdown/drawn.ts";
import { approved } from "../support/briefs.ts";
import { builtCommand, ENGINE } from "../support/built-command.ts";
import { snapshot } from "../support/disk.ts";

const cli = builtCommand();
const ID = "2026-01-05-mail";
let project: string;
let home: string;
let base: string;
let dir: string;
beforeEach(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), "designlab-house-")));
  home = await realpath(await mkdtemp(join(tmpdir(), "designlab-home-")));
  base = join(project, ".opencode/design-lab");
  dir = join(base, ID);
  await approved(project, { name: ID });
});
afterEach(async () => {
  for (const folder of [project, home]) await rm(folder, { recursive: true, force: true });
});

const bases = () => ({ worktree: project, bases: [base] });

describe("house-keeping of folders", () => {
  test("counts what an experiment takes, broken ones too, and follows no link", async () => {
    await mkdir(join(base, "broken"));
    await writeFile(join(base, "broken", "task.json"), "{".repeat(100));
    await symlink(home, join(base, "broken", "link"));
    await writeFile(join(home, "large"), "a".repeat(10_000));
    await symlink(dir, join(base, "linked"));
    expect((await listKept([base])).map((each) => each.dir)).toEqual([join(base, "broken"), dir]);
    const { bytes, files } = await measureFolder(join(base, "broken"));
    expect(files).toBe(2);
    expect(bytes).toBeLessThan(1_000);
  });

  test("deletes one whole, what it links to not, and what a killed removal left", async () => {
    const left = join(base, ".removed-0b0ee6a1-1111-4222-8333-944455556666");
    await cp(dir, left, { recursive: true });
    await writeFile(join(home, "kept"), "mine");
    await symlink(home, join(dir, "link"));
    expect(await listKept([base])).toEqual([{ dir }]);
    await removeKept({ dir });
    expect([existsSync(dir), existsSync(left), existsSync(join(home, "kept"))]).toEqual([false, false, true]);
  });

  test("touches none that somebody works on, nor a link in its place", async () => {
    const before = await snapshot(dir);
    await withLock(dir, ID, async () => {
      await expect(removeKept({ dir })).rejects.toBeInstanceOf(BusyError);
      await expect(moveKept({ dir }, join(home, ID))).rejects.toBeInstanceOf(BusyError);
    });
    await symlink(dir, join(base, "linked"));
    await expect(removeKept({ dir: join(base, "linked") })).rejects.toThrow(
      "needed is a folder, found a symbolic link",
    );
    await expect(findPlace({ dir: join(base, "linked") }, home, bases())).rejects.toThrow("needed is a folder");
    expect(Object.keys(await snapshot(dir))).toEqual(expect.arrayContaining(Object.keys(before)));
  });

  test("moves one whole, over nothing, and to no place where experiments lie", async () => {
    const before = await snapshot(dir);
    for (const [folder, why] of [
      [base, "needed is a name that is free"],
      [dir, "experiments lie in"],
      [join(home, "gone"), "found none"],
      [join(project, ".git"), "found none"],
    ] as const)
      await expect(findPlace({ dir }, folder, bases())).rejects.toThrow(why);
    await mkdir(join(home, ID));
    await expect(findPlace({ dir }, home, bases())).rejects.toThrow("needed is a name that is free");
    await rm(join(home, ID), { recursive: true });
    await symlink(home, join(project, "away"));
    await expect(findPlace({ dir }, join(project, "away"), bases())).rejects.toThrow("leads out of the project");
    const place = await findPlace({ dir }, home, bases());
    await moveKept({ dir }, place);
    expect(existsSync(dir)).toBe(false);
    expect(await snapshot(join(home, ID))).toEqual(before);
    await approved(project, { name: ID });
    await expect(moveKept({ dir }, place)).rejects.toThrow("something was put at");
    expect((await lstat(dir)).isDirectory()).toBe(true);
  });
});

/** A folder on another disk than temporary folders; null where there is none. */
const OTHER_DISK = ["/dev/shm", "/run/shm"].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
);

describe.skipIf(OTHER_DISK === undefined)("onto another disk", () => {
  let away: string;
  beforeEach(async () => {
    away = await mkdtemp(join(OTHER_DISK ?? "", "designlab-away-"));
    await mkdir(join(dir, "exchanges"));
    for (let at = 0; at < 300; at++) await writeFile(join(dir, "exchanges", `${at}.json`), `${at}`.repeat(3_000));
    await symlink(home, join(dir, "link"));
  });
  afterEach(() => rm(away, { recursive: true, force: true }));

  /** All files of an experiment by their paths, without what its lock leaves. */
  const filesIn = async (folder: string) => {
    const names = (await readdir(folder, { recursive: true })).filter((name) => !name.startsWith(".lock")).sort();
    const texts = names.map(async (name) => {
      const found = await lstat(join(folder, name));
      if (found.isSymbolicLink()) return [name, await readlink(join(folder, name))];
      return [name, found.isFile() ? await readFile(join(folder, name), "utf8") : ""];
    });
    return Object.fromEntries(await Promise.all(texts));
  };

  test("an experiment is moved whole, links as links, and nothing of it stays", async () => {
    const before = await filesIn(dir);
    await moveKept({ dir }, await findPlace({ dir }, away, bases()));
    expect(await filesIn(join(away, ID))).toEqual(before);
    expect([await readdir(away), existsSync(dir), await readdir(base)]).toEqual([
      [ID],
      false,
      expect.not.arrayContaining([ID]),
    ]);
  });

  test("a move that is killed at any moment loses nothing, and can be made again", async () => {
    const before = await filesIn(dir);
    const place = join(away, ID);
    const code = `const { moveKept } = await import(${JSON.stringify(join(import.meta.dir, "../../src/store/housekeeping.ts"))});
      console.log("begins");
      await moveKept(${JSON.stringify({ dir })}, ${JSON.stringify(place)});
      console.log("done");`;
    const seen = new Set<string>();
    for (const wait of [1, 10, 25, 40, 60, 80, 110, 150, 220, 400]) {
      const child = Bun.spawn([process.execPath, "-e", code], { stdout: "pipe", stderr: "inherit" });
      await child.stdout.getReader().read();
      await Bun.sleep(wait);
      child.kill("SIGKILL");
      await child.exited;
      const [here, there] = [existsSync(dir), existsSync(place)];
      seen.add(`${here} ${there}`);
      expect(here || there).toBe(true);
      if (here) expect(await filesIn(dir)).toEqual(before);
      if (there) expect(await filesIn(place)).toEqual(before);
      if (!here) await cp(place, dir, { recursive: true, verbatimSymlinks: true });
      if (there) await rm(place, { recursive: true });
    }
    expect(seen).toContain("true false");
    await moveKept({ dir }, await findPlace({ dir }, away, bases()));
    expect(await filesIn(place)).toEqual(before);
  }, 300_000);
});

describe("at the command", () => {
  const env = () => ({ ...ENGINE, PATH: process.env.PATH ?? "", TERM: "xterm", HOME: home });
  const typed = (...words: string[]) => {
    const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, cli.file, ...words, "--dir", project], {
      env: env(),
      stdin: "pipe",
    });
    return { said: `${stdout}${stderr}`, exitCode };
  };

  test("experiments says each and all, also as facts", () => {
    const { said, exitCode } = typed("experiments");
    expect(said).toContain("1 experiment, ");
    expect(said).toMatch(new RegExp(`\\| ${ID} +\\| +[\\d.]+ kB \\| +\\d+ \\|`, "u"));
    expect(exitCode).toBe(0);
    const { experiments, bytes } = JSON.parse(typed("experiments", "--json").said);
    expect(experiments).toMatchObject([{ experiment: ID, directory: dir }]);
    expect(bytes).toBe(experiments[0].bytes);
  });

  test("remove and move are refused without a person's terminal, in help, and no op of the tool", async () => {
    for (const words of [
      ["remove", ID, "--yes"],
      ["move", ID, home],
    ]) {
      const { said, exitCode } = typed(...words);
      expect([exitCode, said.includes("a person's terminal is needed")]).toEqual([2, true]);
    }
    expect(existsSync(dir)).toBe(true);
    expect(typed("help").said).toContain("remove EXPERIMENT");
    expect(typed("remove").said).toContain('needed is "remove EXPERIMENT", found 0 words');
    const { allOps } = await import("../../src/ops/registry.ts");
    const words = (await allOps()).flatMap((op) => op.words.flatMap(({ word, also = [] }) => [word, ...also]));
    expect(words.filter((word) => ["remove", "move", "experiments"].includes(word))).toEqual([]);
  });

  test.skipIf(!hasTerminal())(
    "remove names the files that rest on it, asks for its name, and takes nothing else for a yes",
    async () => {
      await mkdir(join(project, "docs/adr"), { recursive: true });
      await writeFile(join(project, "docs/adr/0001-mail.md"), "# 1. Mail");
      const { EXAMPLES } = await import("../store/examples.ts");
      const record = { in: "project", path: "docs/adr/0001-mail.md" };
      const { design_document: _, ...decision } = EXAMPLES.decision as unknown as Record<string, unknown>;
      await writeFile(join(dir, "decision.json"), JSON.stringify({ ...decision, supersedes: [], record }));
      // What was written there is told from another experiment's, and from what a link leads to.
      const worktree = project;
      await mkdir(join(project, "docs/briefs"), { recursive: true });
      await rememberFolder({ home, env: env(), worktree }, "brief", "docs/briefs");
      const briefed = (id: string) => `# Mail: brief\n\n${drawn(briefFrom(id))}\n`;
      await writeFile(join(project, "docs/briefs/2026-01-05-mail-brief.md"), briefed(ID));
      await writeFile(join(project, "docs/briefs/2026-01-06-other-brief.md"), briefed(`${ID}-2`));
      await writeFile(join(home, "away.md"), briefed(ID));
      await symlink(join(home, "away.md"), join(project, "docs/briefs/2026-01-07-away-brief.md"));
      let sockets = 0;
      const tmux = (...args: string[]) =>
        Bun.spawnSync(["tmux", "-L", `designlab-house-${process.pid}-${sockets}`, "-f", "/dev/null", ...args], {
          env: env(),
        });
      const answer = async (text: string, until: string) => {
        sockets++;
        tmux(
          "new-session",
          "-d",
          "-x",
          "160",
          "-y",
          "30",
          `${process.execPath} ${cli.file} remove ${ID} --dir ${project}; sleep 60`,
        );
        const waitFor = async (what: string) => {
          let screen = "";
          for (let tries = 400; tries > 0 && !screen.includes(what); tries--) {
            await Bun.sleep(100);
            screen = String(tmux("capture-pane", "-p", "-J").stdout);
          }
          return screen;
        };
        const asked = await waitFor(`Type ${ID} or yes:`);
        tmux("send-keys", "-l", text);
        tmux("send-keys", "Enter");
        const screen = await waitFor(until);
        tmux("kill-server");
        return { asked, screen };
      };
      const { asked, screen } = await answer("y", "was left as it is");
      expect(asked).toContain("docs/adr/0001-mail.md");
      expect(asked).toContain("  docs/briefs/2026-01-05-mail-brief.md");
      expect(asked).not.toMatch(/other-brief|away-brief/u);
      expect(asked.indexOf("docs/adr/0001-mail.md")).toBeLessThan(asked.indexOf("for good"));
      expect(screen).toContain(`${ID} was left as it is`);
      expect(existsSync(dir)).toBe(true);
      expect((await answer(ID, "is deleted")).screen).toContain(`${ID} is deleted.`);
      expect([existsSync(dir), existsSync(join(project, "docs/adr/0001-mail.md"))]).toEqual([false, true]);
    },
    180_000,
  );
});
