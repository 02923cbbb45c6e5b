import { cyclesOf, generationsOf } from "../plan/graph.ts";
import type { ReadPlan } from "../plan/read-plan.ts";

/** A plan for a program: every task with every field, the generations of what has an order, and the cycles. */
export function planJson(plan: ReadPlan): string {
  const tasks = [...plan.all.tasks.values()];
  const generations = generationsOf(plan.sound);
  const cycles = cyclesOf(plan.all).paths;
  return `${JSON.stringify({ version: 1, tasks, generations, cycles }, null, 2)}\n`;
}
