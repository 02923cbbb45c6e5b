import { link, mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Stands in every file that a designer must not see. */
export const MARKER = "MARKER-7f3a";
/** The experiment that was there before. */
export const DAY = "2026-11-20-older-task";

/** A temporary project with experiments in three places, and links to them, out of the project and back into it. */
export type Ground = {
  /** The folder that holds everything below, and is the test's to remove. */
  top: string;
  project: string;
  /** Folders of experiments that the lab knows. */
  base: string;
  elsewhere: string;
  /** A file of the first. */
  design: string;
};

export async function makeGround(): Promise<Ground> {
  const top = await realpath(await mkdtemp(join(tmpdir(), "isolation-")));
  const project = join(top, "project");
  const base = join(project, ".opencode", "design-lab");
  const elsewhere = join(project, "docs", "experiments");
  const files: [string, string][] = [
    [join(base, DAY, "designs", "design-a.json"), MARKER],
    [join(base, "2026-11-21-task", "designs", "design-b.json"), MARKER],
    [join(base, "2026-11-21-task", "designs", "design-b.md"), MARKER],
    ...[".json", ".html"].map((ending): [string, string] => {
      return [join(base, DAY, "exchanges", `design-a${ending}`), MARKER];
    }),
    [join(base, ".gitignore"), "*"],
    [join(elsewhere, "2026-11-19-x", "task.json"), MARKER],
    [join(project, "packages", "app", "lab", "2026-11-18-y", "task.json"), MARKER],
    [join(project, "packages", "app", "lab", "2026-11-18-y", "ledger.jsonl"), MARKER],
    [join(project, "packages", "app", "lab", "2026-11-18-y", "designs", "design-c.json"), MARKER],
    [join(project, "packages", "app", "lab", "2026-11-18-y", "designs", "design-c.md"), MARKER],
    ...["idea.json", "questions.jsonl", "brief.json", "brief.md", "answers/q3.txt"].map((file): [string, string] => {
      return [join(project, "packages", "app", "old", "2026-11-17-brief", file), MARKER];
    }),
    [join(project, "packages", "app", "young", "idea.json"), MARKER],
    [join(top, "outside", "secret.txt"), MARKER],
    [join(top, "project-2", "near.txt"), MARKER],
    [join(project, "src", "main.ts"), "export const queue = 1;"],
    [join(project, "src", "deep", "util.ts"), "queue"],
    [join(project, "src", "odd: name:", "a.ts"), "queue"],
    [join(project, "docs", "design-notes.md"), "queue"],
    [join(project, "docs", "design-lab.md"), "queue"],
    [join(project, "AGENTS.md"), "queue"],
    [join(project, "packages", "tasks", "task.json"), "queue"],
    [join(project, "packages", "ledgers", "ledger.jsonl"), "queue"],
    [join(project, "packages", "briefs", "brief.json"), "queue"],
    [join(project, "packages", "briefs", "questions.jsonl"), "queue"],
  ];
  for (const [path, text] of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const design = join(base, DAY, "designs", "design-a.json");
  await symlink(design, join(project, "src", "link-to-file.ts"));
  await symlink(base, join(project, "src", "link-to-folder"));
  await symlink(join("..", ".opencode"), join(project, "src", "link-to-parent"));
  await symlink("link-to-folder", join(project, "src", "link-to-link"));
  await symlink(join(top, "outside"), join(project, "src", "link-out"));
  await symlink(join(top, "nowhere"), join(project, "src", "dangling"));
  await symlink("loop", join(project, "src", "loop"));
  await symlink(join(project, "src", "main.ts"), join(base, "link-back.ts"));
  await symlink(join(project, "src", "main.ts"), join(project, "docs", "link-inside.ts"));
  await link(design, join(project, "src", "hard-link.ts"));
  await link(join(project, "src", "main.ts"), join(project, "src", "twin.ts"));
  await symlink(project, join(top, "project-by-link"));
  return { top, project, base, elsewhere, design };
}
