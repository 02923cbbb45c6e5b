import { cyclesOf } from "../plan/cycles.ts";
import { generationsOf } from "../plan/graph.ts";
import type { ReadPlan } from "../plan/read-plan.ts";

/** A plan for a program: every task with every field, generations of what has an order, cycles, what could not be read. */
export function planJson(plan: ReadPlan): string {
  const tasks = [...plan.all.tasks.values()];
  const generations = generationsOf(plan.sound);
  const cycles = cyclesOf(plan.all).paths;
  const { broken, twice, left_out, faults } = plan.folder;
  return `${JSON.stringify({ version: 1, tasks, generations, cycles, broken, twice, left_out, faults }, null, 2)}\n`;
}
