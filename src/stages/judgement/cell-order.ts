import type { Task } from "../../artifacts/task.ts";
import { type Cell, plannedCells } from "../../experiment/cells.ts";
import { shuffled } from "../../experiment/shuffled.ts";

/**
 * The place of each cell in one order of all cells of the plan, drawn from its seed, as a share of it, so that those of two
 * plans mix; designers have 0.
 */
export function orderOfCells(task: Task): (cell: Pick<Cell, "design_id" | "reviewer">) => number {
  const keyOf = ({ design_id, reviewer }: Pick<Cell, "design_id" | "reviewer">): string =>
    JSON.stringify([design_id, reviewer.reviewer_id]);
  const cells = shuffled(plannedCells(task), task.seed, "cells");
  const places = new Map(cells.map((cell, at) => [keyOf(cell), (at + 1) / cells.length]));
  return (cell) => places.get(keyOf(cell)) ?? 1 + 1 / cells.length;
}
