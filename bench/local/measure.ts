import { cacheFolder } from "./cache.ts";
import type { LocalModel } from "./catalogue.ts";
import { askCells, type CellKey, designOf, nameOf, readCells, TASKS } from "./cells.ts";
import { loadEngine } from "./engine.ts";
import { printCells } from "./tables.ts";

export type Measuring = {
  /** Of JSON lines, one for each cell; cells that it holds are not asked again. */
  file: string;
  tasks: keyof typeof TASKS;
  /** Designs that each model writes for each task. */
  designs: number;
  /** Designs of each task that each model reviews, at most. */
  reviewed: number;
  context: number;
  threads: number;
};

/** Asks each model for designs, then each for evaluations of them, and prints how far the answers could be used. */
export async function measure(
  models: readonly LocalModel[],
  { file, tasks, designs, reviewed, ...machine }: Measuring,
): Promise<void> {
  const ids = models.map(({ id }) => id);
  const wanted = ids.flatMap((model) =>
    TASKS[tasks].flatMap((task) =>
      Array.from({ length: designs }, (_, at): CellKey => ({ kind: "design", model, task, seed: at + 1 })),
    ),
  );
  await askAll(models, () => wanted, { file, ...machine });
  const evaluations = (): CellKey[] => {
    const made = readCells(file).filter((cell) => cell.kind === "design" && designOf(cell) !== null);
    return TASKS[tasks].flatMap((task) => {
      // Of all models in turn.
      const its = made.filter((cell) => cell.task === task).toSorted((a, b) => a.seed - b.seed);
      return its
        .slice(0, reviewed)
        .flatMap((cell) =>
          ids.map((model): CellKey => ({ kind: "evaluation", model, task, seed: 1, of: nameOf(cell) })),
        );
    });
  };
  await askAll(models, evaluations, { file, ...machine });
  printCells(readCells(file));
}

async function askAll(
  models: readonly LocalModel[],
  wanted: () => CellKey[],
  { file, context, threads }: Pick<Measuring, "file" | "context" | "threads">,
): Promise<void> {
  for (const model of models) {
    const have = new Set(readCells(file).map(nameOf));
    const missing = wanted().filter((cell) => cell.model === model.id && !have.has(nameOf(cell)));
    if (missing.length === 0) continue;
    const engine = await loadEngine(cacheFolder(), model, context, threads);
    await askCells(missing, engine, file);
    await engine.dispose();
  }
}
