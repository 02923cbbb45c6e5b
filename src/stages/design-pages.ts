import { rm } from "node:fs/promises";
import type { Design } from "../artifacts/design.ts";
import type { Flag } from "../artifacts/flag.ts";
import type { LedgerLine } from "../artifacts/ledger-line.ts";
import type { Spent } from "../artifacts/spent.ts";
import type { Task } from "../artifacts/task.ts";
import { flagsOf } from "../experiment/attention.ts";
import { lostOn } from "../experiment/spent.ts";
import { type Artifacts, pathOf } from "../store/artifacts.ts";
import { writeText } from "../store/files.ts";
import { paths } from "../store/paths.ts";
import { readRegular } from "../store/read.ts";
import type { Names } from "../story/story.ts";
import { namesOf } from "../story/story-of.ts";
import { type Markdown, md } from "../text/markdown.ts";
import { designText } from "../views/markdown/design-text.ts";

/**
 * Writes a design as a page for reading beside its JSON. A page that cannot be written costs nothing: the design is
 * stored, and the ranking writes its page again.
 */
export async function writeDesignPage(dir: string, task: Task, design: Design): Promise<void> {
  const text = pageOf(design, namesOf(task), design.flags, null);
  await writeText(paths.designMarkdown(dir, design.design_id), text).catch(() => undefined);
}

/**
 * Brings the pages in line with what is stored: written where a design is there, with what reviewers quoted of it and
 * what was spent on it in vain, and removed where its JSON is gone. That of a file that is there and cannot be used stays.
 */
export async function renewDesignPages(
  dir: string,
  task: Task,
  artifacts: Artifacts,
  ledger: readonly LedgerLine[],
): Promise<void> {
  const names = namesOf(task, artifacts);
  const quoted = flagsOf(artifacts);
  for (const { design_id } of task.designers) {
    const path = paths.designMarkdown(dir, design_id);
    const design = artifacts.designs.find((each) => each.design_id === design_id);
    const broken = artifacts.problems.some((problem) => problem.path === pathOf(dir, "design", { design_id }));
    if (design) {
      const flags = quoted.find((each) => each.design_id === design_id)?.flags ?? [];
      const text = pageOf(design, names, flags, lostOn(ledger, design_id));
      const there = await readRegular(path, dir);
      if (there.state !== "ok" || there.value !== text) await writeText(path, text);
    } else if (!broken) await rm(path, { force: true });
  }
}

function pageOf(design: Design, names: Names, flags: readonly Flag[], lost: Spent | null): Markdown {
  return md`${designText(design, names, { flags, lost })}\n`;
}
