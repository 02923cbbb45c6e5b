import { rm } from "node:fs/promises";
import type { Design } from "../artifacts/design.ts";
import type { Flag } from "../artifacts/flag.ts";
import { letterOf } from "../artifacts/names.ts";
import type { Spent } from "../artifacts/spent.ts";
import type { Task } from "../artifacts/task.ts";
import { lostOn } from "../experiment/spent.ts";
import type { View } from "../experiment/view.ts";
import { pathOf } from "../store/artifacts.ts";
import { writeText } from "../store/files.ts";
import { paths } from "../store/paths.ts";
import { readRegular } from "../store/read.ts";
import { type Markdown, md } from "../text/markdown.ts";
import { designText } from "../views/markdown/design-text.ts";
import { named } from "../views/markdown/named.ts";

/**
 * Writes a design as a page for reading beside its JSON. A page that cannot be written costs nothing: the design is
 * stored, and the ranking writes its page again.
 */
export async function writeDesignPage(dir: string, task: Task, design: Design): Promise<void> {
  await writeText(paths.designMarkdown(dir, design.design_id), pageOf(task, design, design.flags, null)).catch(
    () => undefined,
  );
}

/**
 * Brings the pages in line with what is stored: written where a design is there, with what reviewers quoted of it and
 * what was spent on it in vain, and removed where its JSON is gone. That of a file that is there and cannot be used stays.
 */
export async function renewDesignPages(view: View): Promise<void> {
  const { artifacts, ledger } = view;
  const { dir, task } = view.experiment;
  const flags = named(view.flags, { ...view.names, designs: new Map() });
  for (const { design_id } of task.designers) {
    const path = paths.designMarkdown(dir, design_id);
    const design = artifacts.designs.find((each) => each.design_id === design_id);
    const broken = artifacts.problems.some((problem) => problem.path === pathOf(dir, "design", { design_id }));
    if (design) {
      const text = pageOf(
        task,
        design,
        flags.find((each) => each.design_id === design_id)?.flags ?? [],
        lostOn(ledger, design_id),
      );
      const there = await readRegular(path, dir);
      if (there.state !== "ok" || there.value !== text) await writeText(path, text);
    } else if (!broken) await rm(path, { force: true });
  }
}

function pageOf({ designers }: Task, design: Design, flags: readonly Flag[], lost: Spent | null): Markdown {
  const letter = letterOf(designers.findIndex(({ design_id }) => design_id === design.design_id));
  return md`${designText(design, letter, flags, null, lost)}\n`;
}
