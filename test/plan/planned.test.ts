import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderStamp } from "../../src/plan/folder.ts";
import { planFolder, readPlanned } from "../../src/plan/planned.ts";
import { exampleOf } from "../store/examples.ts";

let root: string;
let dir: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "designlab-planned-"));
  dir = join(root, "project/.opencode/design-lab/2026-11-20-queue");
  await mkdir(dir, { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const says = (text: unknown) =>
  writeFile(join(dir, "plan.json"), typeof text === "string" ? text : JSON.stringify(text));
const tasksIn = (place: string, path: string) => says({ ...exampleOf("plan"), place: { in: place, path, done: true } });

test("the tasks lie in the project or in the experiment, as plan.json says; without it there is no plan", async () => {
  expect(await planFolder(dir)).toBeNull();
  expect(await readPlanned(dir)).toBeNull();
  await tasksIn("project", "tasks");
  expect(await planFolder(dir)).toEqual({ dir: join(root, "project/tasks"), title: "tasks" });
  await tasksIn("experiment", "plan/tasks");
  expect(await planFolder(dir)).toEqual({ dir: join(dir, "plan/tasks"), title: "plan/tasks" });
  await mkdir(join(dir, "plan/tasks"), { recursive: true });
  await writeFile(join(dir, "plan/tasks/a.md"), "---\nid: a\nname: A\n---\n");
  expect((await readPlanned(dir))?.plan.all.ids).toEqual(["a"]);
});

test("a base elsewhere in a repository lies in that project", async () => {
  dir = join(root, "project/docs/lab/one");
  await mkdir(dir, { recursive: true });
  await mkdir(join(root, "project/.git"));
  await tasksIn("project", "tasks");
  expect((await planFolder(dir))?.dir).toBe(join(root, "project/tasks"));
});

test("nothing outside is read, by whichever way, and what is no plan.json is said", async () => {
  await mkdir(join(root, "outside"));
  await mkdir(join(root, "project/in"));
  await symlink(join(root, "outside"), join(root, "project/link"));
  for (const path of ["../outside", "/etc", "in/../../outside", "link"]) {
    await tasksIn("project", path);
    await expect(planFolder(dir)).rejects.toThrow(`names ${path} for its tasks: it lies outside the project.`);
    await tasksIn("experiment", path === "link" ? "../../../link" : path);
    await expect(planFolder(dir)).rejects.toThrow("for its tasks: it leads out of the experiment.");
  }
  await tasksIn("project", ".git/hooks");
  await expect(planFolder(dir)).rejects.toThrow("it lies in the repository's .git");
  for (const [place, path] of [
    ["home", "x"],
    ["project", ""],
  ] as const) {
    await tasksIn(place, path);
    await expect(planFolder(dir)).rejects.toThrow("Cannot read where the tasks of the plan lie.");
  }
  for (const text of ["{", "[]", {}]) {
    await says(text);
    await expect(planFolder(dir)).rejects.toThrow("Cannot read where the tasks of the plan lie.");
  }
});

test("the stamp of a folder is another once a task was written, added or taken out, and not for anything else", async () => {
  const folder = join(root, "tasks");
  expect(await folderStamp(folder)).toBe("");
  await mkdir(join(folder, "deep"), { recursive: true });
  await writeFile(join(folder, "a.md"), "1");
  const seen = [await folderStamp(folder)];
  await writeFile(join(folder, "notes.txt"), "no task");
  expect(await folderStamp(folder)).toBe(seen[0] ?? "");
  await writeFile(join(folder, "a.md"), "22");
  seen.push(await folderStamp(folder));
  await writeFile(join(folder, "deep/b.md"), "3");
  seen.push(await folderStamp(folder));
  await rm(join(folder, "a.md"));
  seen.push(await folderStamp(folder));
  expect(new Set(seen).size).toBe(4);
});
