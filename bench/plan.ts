import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answer, OF_ONE_TASK, PLAN_VIEWS } from "../src/plan/answer.ts";
import { readFolder } from "../src/plan/folder.ts";
import { planOf } from "../src/plan/read-plan.ts";
import { taskText } from "../src/plan/task-file.ts";
import { planSheet } from "../src/story/plan-sheet.ts";
import { planMarkdown } from "../src/views/markdown/plan-md.ts";
import { planText } from "../src/views/markdown/plan-text.ts";
import { planJson } from "../src/views/plan-json.ts";
import { planMermaid } from "../src/views/plan-mermaid.ts";
import { HOSTILE } from "../test/plan/hostile.ts";
import { MANY } from "../test/plan/many.ts";
import { figures } from "./figures.ts";

const RUNS = 7;
/** Milliseconds that a view of 300 tasks may take, from their files to its text. */
const LIMIT = 200;
/** The same of the largest folders. */
const A_SECOND = 1_000;
/** Folders whose size is that of their paths. */
const GLOBS: ReadonlySet<string> = new Set(Object.keys(HOSTILE).filter((name) => name.startsWith("paths")));

/** Prints how long each view of 300 tasks takes, files and all: the first in the process, then the least, middle and most of seven. */
export async function benchPlan(): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), "designlab-bench-plan-"));
  const dir = join(root, "tasks");
  await mkdir(dir);
  for (const { file, ...task } of MANY) await writeFile(join(dir, file), taskText(task));
  console.log(
    `Milliseconds for ${MANY.length} tasks, from files to text: the first, then min / median / max of ${RUNS}`,
  );
  const read = async () => planOf(await readFolder(dir));
  const asked = { where: { dir: "tasks" }, from: 1 };
  await time("their files alone", read);
  for (const view of PLAN_VIEWS) {
    const task = OF_ONE_TASK.includes(view) ? "task-150" : null;
    await time(view, async () => planText(answer(await read(), { view, task }), asked));
  }
  await time("as Markdown", async () => planMarkdown(await read()));
  await time("as JSON", async () => planJson(await read()));
  await time("as Mermaid", async () => planMermaid(await read()));
  await rm(root, { recursive: true, force: true });
  await benchHostile();
}

/** The same of folders made to take long, of as many tasks as are read; their files are not written. */
async function benchHostile(): Promise<void> {
  for (const [name, folderOf] of Object.entries(HOSTILE)) {
    const tasks = GLOBS.has(name) ? 250 : 2_000;
    const folder = folderOf(tasks);
    console.log(`${tasks} tasks, ${name}: from what was read to text`);
    for (const view of ["next", "parallel", "bottleneck"]) {
      const asked = { where: { dir: "tasks" }, from: 1 };
      await time(view, async () => planText(answer(planOf(folder), { view }), asked), A_SECOND);
    }
    await time("page and report", async () => planSheet(planOf(folder), "tasks"), A_SECOND);
  }
}

async function time(name: string, run: () => Promise<unknown>, limit = LIMIT): Promise<void> {
  const timed = async (): Promise<number> => {
    const begun = performance.now();
    await run();
    return performance.now() - begun;
  };
  const first = await timed();
  const times: number[] = [];
  for (let at = 0; at < RUNS; at++) times.push(await timed());
  const { min, median, max } = figures(times);
  const shown = [min, median, max].map((each) => each.toFixed(0)).join(" / ");
  console.log(
    `  ${name}: ${first.toFixed(0)}, then ${shown} ms (under ${limit} ms)${median > limit ? " TOO LONG" : ""}`,
  );
}
