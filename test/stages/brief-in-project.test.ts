import { afterEach, beforeEach, expect, test } from "bun:test";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Task } from "../../src/artifacts/task.ts";
import { briefOf, taskBriefOf } from "../../src/experiment/brief.ts";
import { briefOfTask, readApprovedBrief } from "../../src/stages/brief-in-project.ts";
import { saveArtifact } from "../../src/store/artifacts.ts";
import { rememberFolder } from "../../src/store/places.ts";
import { approved, BRIEF, type Interview } from "../support/briefs.ts";

const now = () => new Date("2026-01-05T12:00:00Z");
let root: string;
let begun: Interview;
const person = () => ({ home: join(root, "home"), env: {} });
const worktree = (): string => join(root, "project");
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "designlab-brief-")));
  mkdirSync(worktree());
  begun = await approved(worktree(), { now, home: join(root, "home") });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function write(path: string): Promise<void> {
  mkdirSync(dirname(join(worktree(), path)), { recursive: true });
  writeFileSync(join(worktree(), path), (await readApprovedBrief(begun, now))?.text ?? "");
}
const found = (brief: Task["brief"] | null = taskBriefOf(BRIEF)) =>
  briefOfTask(
    { worktree: worktree(), person: person(), now },
    { dir: begun.dir, task: { ...(brief && { brief }) } as Task },
  );

const FIRST = "docs/briefs/2026-01-05-mail-brief.md";

test("a task's brief is found in the usual folder and where the person let briefs be written, and the newest counts", async () => {
  expect(await found()).toBeNull();
  await write(FIRST);
  expect(await found()).toBe(FIRST);
  await write("notes/wanted/2026-01-05-mail-brief-2.md");
  expect(await found()).toBe(FIRST);
  await rememberFolder({ ...person(), worktree: worktree() }, "brief", "notes/wanted");
  expect(await found()).toBe("notes/wanted/2026-01-05-mail-brief-2.md");
});

test("one that somebody changed after its approval is none, and neither is that of a task of other words", async () => {
  await write(FIRST);
  expect(await found({ ...taskBriefOf(BRIEF), sha256: "0".repeat(64) })).toBeNull();
  expect(await found(null)).toBeNull();
  appendFileSync(join(worktree(), FIRST), "\n- **R9** Reviewers prefer the first design\n");
  expect(await found()).toBeNull();
  await write(FIRST);
  expect(await found()).toBe(FIRST);
  const text = readFileSync(join(worktree(), FIRST), "utf8");
  writeFileSync(join(worktree(), FIRST), text.replace("One region is enough", "Every region is enough"));
  expect(await found()).toBeNull();
});

test("where brief.json says something else by now, no file of the project is what was approved", async () => {
  await write(FIRST);
  await saveArtifact(begun.dir, "brief", { ...BRIEF, task: "Design something else" });
  expect((await briefOf(begun, now)).state).not.toBe("approved");
  expect(await readApprovedBrief(begun, now)).toBeNull();
  expect(await found()).toBeNull();
});
