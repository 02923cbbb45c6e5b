import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Task } from "../../src/artifacts/task.ts";
import { briefOfTask } from "../../src/stages/brief-in-project.ts";
import { rememberFolder } from "../../src/store/places.ts";
import { briefFrom } from "../../src/story/brief-stands.ts";
import { drawn } from "../../src/views/markdown/drawn.ts";

const ID = "2026-11-20-queue";
let root: string;
const person = () => ({ home: join(root, "home"), env: {} });
const worktree = (): string => join(root, "project");
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "designlab-brief-")));
  mkdirSync(worktree());
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, { id = ID, asks = "It keeps what it was given" } = {}): void {
  mkdirSync(dirname(join(worktree(), path)), { recursive: true });
  writeFileSync(join(worktree(), path), `# Queue: brief\n\n- **R1** ${asks}\n\n${drawn(briefFrom(id))}\n`);
}
const found = (has = true) => {
  const lists = { requirements: ["It keeps what it was given"], constraints: [], non_functional_requirements: [] };
  const task = { task: "A queue", ...lists, ...(has && { brief: {} }) } as unknown as Task;
  return briefOfTask({ worktree: worktree(), person: person() }, { dir: join(root, ID), task });
};

test("a task's brief is found in the usual folder and where the person let briefs be written, and the newest counts", async () => {
  expect(await found()).toBeNull();
  write("docs/briefs/2026-11-20-queue-brief.md");
  expect(await found()).toBe("docs/briefs/2026-11-20-queue-brief.md");
  write("notes/wanted/2026-11-20-queue-brief-2.md");
  expect(await found()).toBe("docs/briefs/2026-11-20-queue-brief.md");
  await rememberFolder({ ...person(), worktree: worktree() }, "brief", "notes/wanted");
  expect(await found()).toBe("notes/wanted/2026-11-20-queue-brief-2.md");
});

test("a brief of another experiment, one that asks for something else, and a task without one lead nowhere", async () => {
  write("docs/briefs/2026-11-20-a-brief.md", { id: "2026-11-19-other" });
  write("docs/briefs/2026-11-20-b-brief.md", { asks: "It forgets what it was given" });
  expect(await found()).toBeNull();
  write("docs/briefs/2026-11-20-c-brief.md");
  expect(await found()).toBe("docs/briefs/2026-11-20-c-brief.md");
  expect(await found(false)).toBeNull();
});
